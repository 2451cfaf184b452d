"""Losses and due items, with their chances."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.core.defeat_points import defeat_rows
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.game.due import (
    FailedDue,
    InitiativeDue,
    LastTurnDue,
    MoraleDue,
    WoundedDue,
    acts_again,
    due,
    morale_due,
)
from rules.core.game.events import (
    Active,
    AnyEvent,
    GameLine,
    LimitIs,
    MoraleTested,
    PhaseIs,
    Scored,
    TurnIs,
    Used,
)
from rules.core.game.fold import fold
from rules.core.game.reaction import morale_rows
from rules.core.game.side_status import SideStatus, rows_added_by_hand, tally
from rules.core.procedures import Readings
from tests.core.documents import LIBRARY
from tests.core.game.at_the_table import BN, Phone, army, car, mark, squad, stands


def lost(*pieces: str) -> list[GameLine]:
    phone = Phone("a")
    return [phone.say(mark(piece, "lost")) for piece in pieces]


def figures(found: SideStatus) -> tuple[int, int, int, bool]:
    return len(found.men), len(found.lost), found.leaders_lost, found.half_remain


def test_pieces_have_the_numbers_of_the_paper_group_by_group() -> None:
    both = army(squad(men=2), Squad(name="Galli", class_="recruit", figures=(Figure(count=2),), vehicles=(car(),)))
    found = stands(both)
    assert [[piece.key for piece in force.pieces] for force in found.squads] == [["1", "2"], ["3", "4", "V1"]]
    assert [piece.label.it for piece in found.squads[0].pieces] == ["Comandante 2", "Veterani"]


def test_half_remain_until_more_than_half_are_lost() -> None:
    assert figures(stands(army(), *lost("2", "3", "4", "5"))) == (8, 4, 0, True)
    assert figures(stands(army(), *lost("1", "2", "3", "4", "5"))) == (8, 5, 1, False)


def test_a_wounded_man_counts_as_lost_until_a_medic_came() -> None:
    phone = Phone("a")
    wounded = phone.say(mark("2", "wounded", until=3))
    assert len(stands(army(), wounded).lost) == 1
    assert len(stands(army(), wounded, phone.say(mark("2", "stabilised"))).lost) == 0


def test_neither_who_is_suppressed_nor_who_fled_is_lost_but_who_fled_is_not_in_play() -> None:
    phone = Phone("a")
    found = stands(army(), phone.say(mark("2", "suppressed")), phone.say(mark("3", "fled")))
    assert len(found.lost) == 0
    assert [man.key for man in found.men if not man.is_in_play] == ["3"]


def test_the_morale_test_of_three_losses_with_a_leader_among_them() -> None:
    # bn §12.0: veterans roll 4 dice, the leader counts as two, one die at or over 4 passes.
    assert morale_due(stands(army(), *lost("1", "2", "3"))) == MoraleDue(
        dice=4, die=6, formations=0, counted=4, need=4, chance=1 - Fraction(1, 2) ** 4, source="§12.0"
    )


def test_the_example_of_the_platoon_rolls_eight_dice() -> None:
    # bn §13.0: three squads of rifles and a section that all have half: 4 + 4 dice, one of them 3 or more.
    platoon = army(squad(), squad(), squad(), squad(men=4))
    found = morale_due(stands(platoon, *lost("2", "10", "18")))
    assert found
    assert (found.dice, found.formations, found.need) == (8, 4, 3)
    assert found.chance == 1 - Fraction(1, 3) ** 8


def test_where_no_face_passes_the_chance_is_none() -> None:
    found = morale_due(stands(army(), *lost("1", "2", "3", "4", "5", "6")))
    assert found
    assert (found.counted, found.need, found.chance) == (7, None, Fraction(0))


def ludonet_tests(*events: AnyEvent) -> list[tuple[str, int, int | None, Fraction]]:
    """The tests that are due in turn 2 after these events of it: a squad of 4 men, one of 3."""
    page = Roster(
        format="armylist/1", ruleset="ludonet", name="Page",
        squads=(Squad(name="One", figures=(Figure(count=4),)), Squad(name="Two", figures=(Figure(count=3),))),
    )  # fmt: skip
    phone = Phone("a")
    lines = [phone.say(event) for event in (PhaseIs(phase="playing"), TurnIs(turn=2), *events)]
    found = due(fold(lines), {"a": stands(page, *lines)}, "a")
    return [(one.squad, one.counted, one.need, one.chance) for one in found if isinstance(one, MoraleDue)]


def test_in_ludonet_each_squad_tests_at_each_loss_from_half_on() -> None:
    first, second, third, other = (mark(piece, "second-wound") for piece in "1235")
    passed = MoraleTested(turn=2, squad="S1", passed=True)
    two_thirds = Fraction(2, 3)
    # one of four and one of three are not half, two of four are; the other squad goes on
    assert ludonet_tests(first, other) == []
    assert ludonet_tests(first, other, second) == [("S1", 2, 3, two_thirds)]
    assert ludonet_tests(first, second, other, mark("6", "second-wound")) == [
        ("S1", 2, 3, two_thirds),
        ("S2", 2, 3, two_thirds),
    ]
    # a first wound is no loss
    assert ludonet_tests(first, mark("2", "first-wound")) == []
    assert ludonet_tests(first, second, passed) == []
    assert ludonet_tests(first, second, passed, third) == [("S1", 3, 3, two_thirds)]
    assert ludonet_tests(first, second, TurnIs(turn=3)) == []
    assert ludonet_tests(first, second, TurnIs(turn=3), third) == [("S1", 3, 3, two_thirds)]
    # of who is wiped out nobody tests
    assert ludonet_tests(first, second, third, mark("4", "second-wound")) == []


def test_a_squad_of_ludonet_that_fails_falls_back_until_it_is_as_many_as_before() -> None:
    [failed] = morale_rows(LIBRARY.catalogues["ludonet"], "failed")
    assert failed.text
    assert (failed.name.en, failed.text.en) == (
        "Falls back",
        "Until reinforcements bring it back to its starting strength.",
    )


def test_combat_values_are_those_of_who_is_left() -> None:
    own = Squad(
        name="One", figures=(Figure(count=3, combat_value=2), Figure()),
        vehicles=(Vehicle(type="vehicle", combat_value=5),),
    )  # fmt: skip
    page = Roster(format="armylist/1", ruleset="ludonet", name="Page", squads=(own, Squad(name="Two")))
    phone = Phone("a")
    lines = [
        phone.say(mark("1", "second-wound")),
        phone.say(mark("V1", "exploded")),
        phone.say(mark("2", "fled")),
    ]
    left = [stands(page, *lines[:said]).squads[0].combat_value for said in range(4)]
    assert (left, stands(page).squads[1].combat_value) == ([11, 9, 4, 2], None)


def test_due_items_turn_by_turn() -> None:
    phone, roster = Phone("a"), army()
    lines = [phone.say(PhaseIs(phase="playing")), phone.say(LimitIs(turns=2))]

    def now() -> list[type]:
        state = fold(lines)
        return [type(item) for item in due(state, {"a": stands(roster, *lines)}, "a")]

    assert now() == [InitiativeDue]
    lines += [phone.say(Active(turn=1, active="a")), phone.say(mark("2", "wounded", until=2))]
    assert now() == []  # with one loss every die passes
    lines.append(phone.say(mark("3", "lost")))
    assert now() == [MoraleDue]
    lines.append(phone.say(MoraleTested(turn=1, passed=True)))
    assert now() == []
    lines.append(phone.say(TurnIs(turn=2)))
    assert now() == [InitiativeDue, WoundedDue, LastTurnDue]
    lines.append(phone.say(PhaseIs(phase="ended")))
    assert now() == []


def test_initiative_adds_class_and_leader_and_takes_one_off_for_each_turn_on_end() -> None:
    phone = Phone("a")
    lines = [
        phone.say(PhaseIs(phase="playing")),
        phone.say(Active(turn=1, active="a")),
        phone.say(TurnIs(turn=2)),
    ]
    state = fold(lines)
    recruits = army(squad("recruit"))
    both = {"a": stands(army(), *lines), "b": stands(recruits, *lines, side="b")}
    found = next(due(state, both, "a"))  # type: ignore[arg-type]
    assert isinstance(found, InitiativeDue)
    assert (found.dice, found.adds, found.enemy_adds) == (2, 4 + 2 - 1, 2 + 2)
    alone = next(due(state, {"a": both["a"]}, "a"))
    assert isinstance(alone, InitiativeDue)
    assert (alone.enemy_adds, alone.chance) == (None, None)


def test_an_ambush_adds_one_to_the_initiative_of_the_turn_after() -> None:
    hidden = replace(army(), extras=(ExtraEntry(extra="ambush"),))
    phone = Phone("a")
    lines = [phone.say(PhaseIs(phase="playing")), phone.say(Used(extra="X1", times=1))]
    adds = []
    for turn in (2, 3):
        lines.append(phone.say(TurnIs(turn=turn)))
        found = next(due(fold(lines), {"a": stands(hidden, *lines)}, "a"))
        assert isinstance(found, InitiativeDue)
        adds.append(found.adds)
    assert adds == [4 + 2 + 1, 4 + 2]


def test_the_first_failed_test_of_a_motivated_side_does_not_count() -> None:
    """bn, Calcolo dei punti: however often it was bought, it is the first failure of the side."""
    motivated = replace(army(), extras=(ExtraEntry(extra="motivation"),))
    phone = Phone("a")
    lines = [
        phone.say(PhaseIs(phase="playing")),
        phone.say(Active(turn=1, active="a")),
        phone.say(mark("2", "lost")),
        phone.say(mark("4", "lost")),
    ]

    def spared(roster: Roster) -> list[bool]:
        items = due(fold(lines), {"a": stands(roster, *lines)}, "a")
        return [item.is_spared for item in items if isinstance(item, MoraleDue)]

    assert (spared(motivated), spared(army())) == ([True], [False])
    lines += [
        phone.say(MoraleTested(turn=1, passed=False)),
        phone.say(TurnIs(turn=2)),
        phone.say(mark("3", "lost")),
    ]
    assert spared(motivated) == [False]


@pytest.mark.parametrize("game", ["rth-it", "rth-en", "bn"])
def test_after_a_failed_test_each_man_tests_in_the_turn_that_follows(game: str) -> None:
    """§12.0: men on the table test suppression one at a time, alone or beside the leader."""
    troops = replace(army(), ruleset=game)
    phone = Phone("a")
    lines = [phone.say(PhaseIs(phase="playing")), phone.say(Active(turn=1, active="a"))]
    lines += [phone.say(mark("2", "lost")), phone.say(MoraleTested(turn=1, passed=False))]

    def follows(roster: Roster, turn: int) -> list[tuple[tuple[int, int] | None, bool]]:
        said = [*lines, *(phone.say(TurnIs(turn=one)) for one in range(2, turn + 1))]
        items = due(fold(said), {"a": stands(roster, *said)}, "a")
        return [(item.most, item.is_now) for item in items if isinstance(item, FailedDue)]

    assert [follows(troops, turn) for turn in (1, 2, 3)] == [[((4, 5), True)], [((4, 5), False)], []]
    again = [*lines, phone.say(TurnIs(turn=2)), phone.say(MoraleTested(turn=2, passed=False))]
    both = due(fold(again), {"a": stands(troops, *again)}, "a")
    assert [item.is_now for item in both if isinstance(item, FailedDue)] == [True, False]
    mixed = replace(troops, squads=(squad(), squad("recruit")))
    assert follows(mixed, 2) == [(None, False)]
    motivated = replace(troops, extras=(ExtraEntry(extra="motivation"),))
    assert follows(motivated, 2) == ([] if game == "bn" else [((4, 5), False)])


def test_a_suppressed_veteran_acts_again_on_four_and_beside_his_leader_on_five() -> None:
    assert acts_again(stands(army()), "veteran") == (4, 5)


ROWS = defeat_rows(BN)


def points(*lines: GameLine, class_: str = "veteran") -> list[tuple[str, int, int]]:
    """The steps of a side's sum."""
    state = fold(lines)
    made = tally(ROWS, state, "a", stands(army(squad(class_)), *lines), Readings())
    return [(step.row.name.en, step.times, step.points) for step in made.steps]


def test_losses_give_the_points_of_their_class_and_leaders_of_irregulars_their_own() -> None:
    # bn §14.0: regulars 10 each, leaders too; irregulars 5, their leaders 10.
    assert points(*lost("1", "2", "3")) == [("Other regulars", 3, 30)]
    assert points(*lost("1", "2", "3"), class_="militia") == [
        ("Irregulars", 2, 10),
        ("Irregular leaders", 1, 10),
    ]


def test_the_enemys_extras_change_the_points_lost() -> None:
    row = {one.name.en: one.id for one in ROWS}
    a, b = Phone("a", "one"), Phone("b", "two")
    lines = [
        a.say(Scored(row=row["Objective lost"], times=1)),
        b.say(Scored(row=row["Embedded journalists"], times=1)),
    ]
    assert points(*lines) == [("Objective lost", 1, 100)]


def test_occasions_without_a_loss_are_reported_by_hand() -> None:
    objective = next(row for row in ROWS if row.name.en == "Objective lost")
    line = Phone("a", "other").say(Scored(row=objective.id, times=1))
    assert points(line, *lost("2")) == [("Other regulars", 1, 10), ("Objective lost", 1, 50)]
    own = stands(army())
    assert [row.name.en for row in rows_added_by_hand(ROWS, own) if row.counts] == [
        "Firing first",
        "Building or civilian hit",
        "Objective lost",
        "Negotiation: turn of truce",
    ]
    assert rows_added_by_hand(ROWS, None) == list(ROWS)
