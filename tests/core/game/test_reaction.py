"""In Bassa Intensità each man tests for himself, after every event in the log that calls for it ("Morale")."""

from fractions import Fraction
from itertools import count

import pytest
from msgspec.structs import replace

from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.game.due import due
from rules.core.game.events import (
    Active,
    AnyEvent,
    Called,
    Marker,
    MoraleTested,
    PhaseIs,
    Rolled,
    TurnIs,
    Used,
)
from rules.core.game.fold import fold
from rules.core.game.reaction import ReactionDue
from rules.core.game.rolling import NothingToRollError, Said, roll
from rules.core.game.sight import lines_seen_by
from tests.core.documents import LIBRARY
from tests.core.game.at_the_table import Phone, mark, stands

LEADER = Figure(roles=("squad-leader",))
#: Two squads of veterans (quality 5, 3 more for morale): 1 leads 2 and 3, 4 leads 5 and 6 and a tank.
ARMY = Roster(
    format="armylist/1", ruleset="bi", name="L",
    squads=(
        Squad(name="F", class_="veteran", figures=(LEADER, Figure(count=2))),
        Squad(name="G", class_="veteran", figures=(LEADER, Figure(count=2)), vehicles=(Vehicle(type="tank"),)),
    ),
    extras=(ExtraEntry(extra="artillery-support"), ExtraEntry(extra="ap-minefield")),
)  # fmt: skip


def dues(*events: AnyEvent, enemy: tuple[AnyEvent, ...] = (), seen_only: bool = False) -> list[ReactionDue]:
    """Return the due items in turn 2 after these events; `seen_only`: on a phone of the side, not one for both."""
    own, other = Phone("a"), Phone("b")
    opening = (PhaseIs(phase="playing"), TurnIs(turn=2), Active(turn=2, active="a"))
    lines = [own.say(event) for event in (*opening, *events)] + [other.say(event, seen=3) for event in enemy]
    if seen_only:
        lines = lines_seen_by(lines, fold(lines), "a", LIBRARY.catalogues["bi"])
    sides = {"a": stands(ARMY, *lines), "b": stands(ARMY, *lines, side="b")}
    found = list(due(fold(lines), sides, "a"))  # type: ignore[arg-type]
    return [one for one in found if isinstance(one, ReactionDue)]


def told(found: list[ReactionDue]) -> list[tuple[str, int | None, list[tuple[str, str]]]]:
    """Return squad, number and occasions in short."""
    return [
        (
            one.squad,
            one.most,
            [(why.fact, " ".join(side + key for side, key in why.keys)) for why in one.occasions],
        )
        for one in found
    ]


WIPED_OUT: list[AnyEvent] = [mark("1", "dead"), mark("2", "wounded"), mark("3", "badly-wounded")]
CALLS: list[tuple[list[AnyEvent], list[tuple[str, int | None, list[tuple[str, str]]]]]] = [
    ([mark("5", "dead")], [("S2", 8, [("comrade", "a5")])]),
    # the leader killed takes 1 from all, wounded none
    ([mark("4", "dead")], [("S2", 7, [("comrade", "a4"), ("leader", "a4")])]),
    ([mark("4", "wounded")], [("S2", 8, [("leader", "a4"), ("damage", "a4")])]),
    # damage calls for the test of the man alone, the badly wounded takes none
    ([mark("2", "shocked")], [("S1", 8, [("damage", "a2")])]),
    ([mark("2", "badly-wounded")], []),
    ([mark("V1", "immobile")], [("S2", 8, [("damage", "aV1")])]),
    # the players decide if no state shows it, and can again after a test
    ([Called(turn=2, squad="S1")], [("S1", 8, [("called", "")])]),
    ([Called(turn=1, squad="S1"), Called(turn=2, squad="S2"), Called(turn=2, squad="S2", on=False)], []),
    ([Called(turn=2, squad="S1"), MoraleTested(turn=2, squad="S1", passed=True)], []),
    ([Called(turn=2, squad="S1"), MoraleTested(turn=2, squad="S1", passed=True), Called(turn=2, squad="S1")],
     [("S1", 8, [("called", "")])]),
    # everyone near something tests, whatever his squad
    ([mark("V1", "exploded")], [("", None, [("armour", "aV1")])]),
    (WIPED_OUT, [("S1", 7, [("comrade", "a1"), ("leader", "a1"), ("damage", "a2")]),
                 ("", None, [("wiped-out", "aS1")])]),
    ([Used(extra="X1", times=1)], [("", None, [("bombardment", "aX1")])]),
    ([Used(extra="X2", times=1)], []),
    # a log from a backup may say this
    ([Used(extra="V1", times=1)], []),
    # nobody is left to test
    ([mark(str(man), "dead") for man in range(1, 7)], []),
    # a failed test and its consequences are not repeated
    ([mark("5", "dead"), MoraleTested(turn=2, squad="S2", passed=False), mark("6", "shocked")], []),
    ([mark("V1", "exploded"), MoraleTested(turn=2, passed=False), mark("2", "shocked")], []),
    # later events after its test are tested again
    ([mark("5", "dead"), MoraleTested(turn=2, squad="S2", passed=True)], []),
    ([mark("5", "dead"), MoraleTested(turn=2, squad="S2", passed=True), mark("6", "wounded")],
     [("S2", 8, [("damage", "a6")])]),
    ([mark("2", "shocked"), MoraleTested(turn=2, squad="S1", passed=True), mark("3", "shocked")],
     [("S1", 8, [("damage", "a3")])]),
    ([mark("V1", "exploded"), MoraleTested(turn=2, passed=True), Used(extra="X1", times=1)],
     [("", None, [("bombardment", "aX1")])]),
    # none of it is due in the next turn
    ([*WIPED_OUT, mark("V1", "out"), Used(extra="X1", times=1), TurnIs(turn=3)], []),
]  # fmt: skip


@pytest.mark.parametrize(("events", "expected"), CALLS)
def test_a_test_is_due_for_what_the_log_tells(
    events: list[AnyEvent], expected: list[tuple[str, int | None, list[tuple[str, str]]]]
) -> None:
    assert told(dues(*events)) == expected


def test_a_bombardment_of_the_enemy_calls_for_one_where_it_is_seen() -> None:
    assert told(dues(enemy=(Used(extra="X1", times=1),))) == [("", None, [("bombardment", "bX1")])]


SHELLED = Marker(marker="1", about="bombardment", shown=True)
NEAR: list[tuple[list[AnyEvent], list[tuple[str, int | None, list[tuple[str, str]]]]]] = [
    # the shelled side sees neither the extra nor its uses, but the marker on the table
    ([Used(extra="X1", times=1)], []),
    ([SHELLED], [("", None, [("bombardment", "bM1")])]),
    ([Used(extra="X1", times=1), SHELLED], [("", None, [("bombardment", "bM1")])]),
    ([replace(SHELLED, shown=False)], []),
    ([Marker(marker="1", about="smoke", shown=True)], []),
    ([SHELLED, replace(SHELLED, gone=True)], []),
    # the marker stays in later turns and calls for nothing
    ([SHELLED, TurnIs(turn=3)], []),
    ([SHELLED, TurnIs(turn=3), replace(SHELLED, note="wood")], []),
    ([SHELLED, TurnIs(turn=3), replace(SHELLED, marker="2")], [("", None, [("bombardment", "bM2")])]),
]  # fmt: skip


@pytest.mark.parametrize(("events", "expected"), NEAR)
def test_a_bombardment_lies_on_the_table_for_both_sides(
    events: list[AnyEvent], expected: list[tuple[str, int | None, list[tuple[str, str]]]]
) -> None:
    assert told(dues(enemy=tuple(events), seen_only=True)) == expected


def test_a_bombardment_of_ones_own_is_named_once_and_tested_once() -> None:
    used = Used(extra="X1", times=1)
    assert told(dues(SHELLED)) == [("", None, [("bombardment", "aM1")])]
    assert told(dues(used, SHELLED)) == [("", None, [("bombardment", "aX1 aM1")])]
    assert told(dues(used, SHELLED, MoraleTested(turn=2, passed=True))) == []
    again = replace(SHELLED, marker="2")
    assert told(dues(SHELLED, MoraleTested(turn=2, passed=True), again)) == [("", None, [("bombardment", "aM2")])]


def test_modifiers_come_from_the_table() -> None:
    [found] = dues(mark("4", "dead"), mark("5", "wounded"))
    assert (found.die, found.chance, found.source) == (10, Fraction(7, 10), "Morale")
    assert [(one.name.en, one.amount, one.keys) for one in (*found.counted, *found.others)] == [
        ("Leader killed", "−1", (("a", "4"),)),
        ("Wounded", "−3", (("a", "5"),)),
        ("Isolated", "−2", ()),
        ("In heavy cover", "+2", ()),
        ("In light cover", "+1", ()),
        ("Under HE or automatic fire", "−2", ()),
        ("Each badly wounded man within 10\u00a0cm", "−1", ()),
    ]


def roll_of(what: str, *events: AnyEvent) -> Said:
    """Return the lines of a roll in turn 2 after these events, with dice of 4, 5, 6 and so on."""
    phone, faces = Phone("a"), count(4)
    opening = (PhaseIs(phase="playing"), TurnIs(turn=2), Active(turn=2, active="a"))
    lines = [phone.say(event) for event in (*opening, *events)]
    return roll(what, fold(lines), {"a": stands(ARMY, *lines)}, "a", lambda _die: next(faces))


def test_each_man_of_a_squad_rolls_here_once_and_the_players_judge() -> None:
    lost = mark("5", "dead")
    dice = [
        Rolled(roll=place, about="reaction", piece=man, die=10, faces=(face,), turn=2, causes=("comrade 5",))
        for place, (man, face) in enumerate((("4", 4), ("6", 5)), 1)
    ]
    assert roll_of("reaction S2", lost) == [("a", one) for one in dice]
    [found] = dues(lost, *dice)
    assert (found.men, found.faces) == (("4", "6"), (("4", 4), ("6", 5)))
    tested = MoraleTested(turn=2, squad="S2", passed=True)
    again: tuple[AnyEvent, ...] = (lost, *dice, tested, mark("4", "dead"))
    assert [(one.men, one.faces) for one in dues(*again)] == [(("6",), ())]
    refused: list[tuple[str, tuple[AnyEvent, ...]]] = [
        ("reaction S2", (lost, *dice)),
        ("reaction S2", (lost, *dice, tested)),
        ("reaction S2", (lost, *dice, tested, mark("5", "dead", on=False), lost)),
        ("reaction S1", (lost,)),
        ("reaction ", (lost,)),
    ]
    for what, events in refused:
        with pytest.raises(NothingToRollError):
            roll_of(what, *events)


def test_of_damage_alone_rolls_whom_it_hit() -> None:
    assert [one.men for one in dues(mark("2", "shocked"))] == [("2",)]
    assert [one.men for one in dues(mark("V1", "immobile"))] == [("4", "5", "6")]
