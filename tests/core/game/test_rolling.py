"""Dice rolled by the site: numbers needed, and recorded lines."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from rules.core.document.roster import Figure, Roster, Squad
from rules.core.game.checking import EventRefusedError, Moment, check, last_said, writable
from rules.core.game.due import MoraleDue, due
from rules.core.game.events import (
    Active,
    AnyEvent,
    Attacks,
    Called,
    GameLine,
    LimitIs,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Rolled,
    Side,
    TurnIs,
    Undone,
)
from rules.core.game.fold import fold
from rules.core.game.reaction import ReactionDue
from rules.core.game.rolling import NothingToRollError, Said, roll
from rules.core.game.side_status import SideStatuses
from rules.core.game.sight import lines_seen_by
from rules.core.procedures import Readings
from tests.core.game.at_the_table import BN, Phone, after, army, mark, refused, squad, stands

SIDES: tuple[Side, Side] = ("a", "b")
BEGUN = PhaseIs(phase="playing")


def rolled(what: str, *events: AnyEvent, faces: tuple[int, ...] = ()) -> Said:
    """Return the lines after these events of side a with these dice."""
    phone, shown = Phone("a"), iter(faces)
    lines = [phone.say(event) for event in events]
    statuses = {side: stands(army(), *lines, side=side) for side in SIDES}
    made = roll(what, fold(lines), statuses, "a", lambda _die: next(shown))
    assert list(shown) == []
    return made


def test_morale_rolls_its_dice_and_says_whether_one_of_them_passes() -> None:
    # bn §12.0: veterans roll 4 dice; with a leader among three lost one die at or over 4 passes.
    lost = [mark(key, "lost") for key in ("1", "2", "3")]
    for faces, passed in (((1, 2, 4, 1), True), ((3, 3, 3, 3), False)):
        dice = Rolled(roll=1, about="morale", faces=faces, at_least=4)
        assert rolled("morale", BEGUN, *lost, faces=faces) == [
            ("a", dice), ("a", MoraleTested(turn=1, passed=passed)),
        ]  # fmt: skip


def test_a_squad_of_ludonet_rolls_one_die_at_each_loss_from_half_on() -> None:
    page = Roster(
        format="armylist/1",
        ruleset="ludonet",
        name="Page",
        squads=(Squad(name="One", figures=(Figure(count=4),)),),
    )
    phone = Phone("a")
    lines = [phone.say(event) for event in (BEGUN, mark("1", "second-wound"))]

    def rolled_for(what: str, face: int) -> Said:
        return roll(what, fold(lines), {"a": stands(page, *lines)}, "a", lambda _die: face)

    def refused(what: str) -> bool:
        try:
            return not rolled_for(what, 1)
        except NothingToRollError:
            return True

    assert [refused(what) for what in ("morale S1", "morale S2", "morale ", "morale")] == [True] * 4
    lines.append(phone.say(mark("2", "second-wound")))
    for face, passed in ((2, False), (3, True)):
        said: list[AnyEvent] = [
            Rolled(roll=1, about="morale", piece="S1", faces=(face,), at_least=3, causes=("1", "2")),
            MoraleTested(turn=1, squad="S1", passed=passed),
        ]
        assert rolled_for("morale S1", face) == [("a", event) for event in said]
    lines += [phone.say(event) for event in said]
    assert [refused(what) for what in ("morale S1", "morale S2", "morale ", "morale")] == [True] * 4


def test_initiative_is_rolled_for_both_and_ties_again() -> None:
    made = rolled("initiative", BEGUN, faces=(3, 3, 4, 2, 1, 2, 3, 1))
    dice = [(side, event.faces) for side, event in made if isinstance(event, Rolled)]
    assert dice == [("a", (3, 3)), ("b", (4, 2)), ("a", (1, 2)), ("b", (3, 1))]
    assert made[-1] == ("a", Active(turn=1, active="b"))


def test_the_die_of_the_turns_is_rolled_before_the_game_begins() -> None:
    """rth §4.0: the attacker has 10 turns and 1d6."""
    road = Roster(
        format="armylist/1", ruleset="rth-it", name="R", squads=(Squad(name="F", figures=(Figure(count=3),)),)
    )
    both: SideStatuses = {"a": stands(road)}
    made = roll("limit", after(), both, "a", lambda _die: 4)
    assert made == [("a", Rolled(roll=1, about="limit", faces=(4,))), ("a", LimitIs(turns=14))]
    phone = Phone("a")
    for said in (BEGUN, LimitIs(turns=12)):
        with pytest.raises(NothingToRollError):
            roll("limit", after(phone.say(said)), both, "a", lambda _die: 4)
    with pytest.raises(NothingToRollError):
        roll("limit", after(), {"a": stands(army())}, "a", lambda _die: 4)


def a_force(class_id: str) -> Roster:
    men = Squad(name="F", class_=class_id, figures=(Figure(count=3),))
    return Roster(format="armylist/1", ruleset="rth-it", name="R", squads=(men,))


def test_both_roll_for_the_attack_before_the_game_and_again_after_a_tie() -> None:
    """rth §4.0: 2d6 and the initiative of the troops; the higher attacks."""
    both: SideStatuses = {"a": stands(a_force("veteran")), "b": stands(a_force("recruit"))}
    faces = iter((4, 6, 6, 6, 1, 1, 6, 6))  # veterans add 4 and recruits 2: 14 and 14, 6 and 14
    assert roll("attacks", after(), both, "a", lambda _die: next(faces)) == [
        ("a", Rolled(roll=1, about="attacks", faces=(4, 6))),
        ("b", Rolled(roll=2, about="attacks", faces=(6, 6), for_other=True)),
        ("a", Rolled(roll=3, about="attacks", faces=(1, 1))),
        ("b", Rolled(roll=4, about="attacks", faces=(6, 6), for_other=True)),
        ("a", Attacks(attacker="b")),
    ]


def test_a_list_without_troops_adds_nothing_to_the_roll_for_who_attacks() -> None:
    both: SideStatuses = {"a": stands(a_force("recruit")), "b": stands(a_force(""))}
    faces = iter((1, 1, 1, 2))  # 4 and 3
    assert roll("attacks", after(), both, "a", lambda _die: next(faces))[-1] == ("a", Attacks(attacker="a"))


def test_the_roll_for_the_attack_is_refused_twice_late_without_both_lists_or_an_attacker() -> None:
    phone, veterans = Phone("a"), stands(a_force("veteran"))
    both: SideStatuses = {"a": veterans, "b": veterans}
    for said in (BEGUN, Attacks(attacker="a")):
        with pytest.raises(NothingToRollError):
            roll("attacks", after(phone.say(said)), both, "a", lambda _die: 4)
    without: tuple[SideStatuses, ...] = ({"a": veterans}, {"a": stands(army()), "b": stands(army())})
    for statuses in without:
        with pytest.raises(NothingToRollError):
            roll("attacks", after(), statuses, "a", lambda _die: 4)


@pytest.mark.parametrize(("what", "most"), [("2", 4), ("2+", 5)])
def test_a_suppressed_man_acts_again_alone_or_beside_his_leader(what: str, most: int) -> None:
    # bn §10.0: veterans 1–4, beside a leader one more, and 6 always fails.
    down = (BEGUN, mark("2", "suppressed"))
    for face in (most, most + 1):
        dice = Rolled(roll=1, about="suppression", piece="2", faces=(face,), at_most=most)
        acts = [("a", Mark(piece="2", state="suppressed", on=False))] if face == most else []
        assert rolled(what, *down, faces=(face,)) == [("a", dice), *acts]


@pytest.mark.parametrize(
    ("game", "state", "face", "becomes", "at_least"),
    [
        ("bn", "wounded", 2, mark("2", "lost"), 3),
        ("bn", "wounded", 3, mark("2", "wounded", until=4), 3),
        ("rth-it", "wounded", 6, mark("2", "wounded", until=7), 3),
        ("bi", "badly-wounded", 1, mark("2", "badly-wounded", until=2), None),
    ],
)
def test_how_long_a_wounded_man_lives_is_rolled_once(
    game: str, state: str, face: int, becomes: Mark, at_least: int | None
) -> None:
    """§9.3: 1 and 2 kill, each other face is a turn; in Bassa Intensità each of six."""
    men = Squad(name="F", figures=(Figure(count=3),))
    page = Roster(format="armylist/1", ruleset=game, name="R", squads=(men,))
    phone = Phone("a")
    lines = [phone.say(BEGUN), phone.say(mark("2", state))]
    made = roll("2w", after(*lines), {"a": stands(page, *lines)}, "a", lambda _die: face)
    dice = Rolled(roll=1, about="wounded", piece="2", faces=(face,), at_least=at_least)
    assert made == [("a", dice), ("a", becomes)]
    lines += [phone.say(event) for _side, event in made]
    with pytest.raises(NothingToRollError):
        roll("2w", after(*lines), {"a": stands(page, *lines)}, "a", lambda _die: face)


BI = Roster(format="armylist/1", ruleset="bi", name="R", squads=(Squad(name="F", figures=(Figure(count=3),)),))
SMOKE = Marker(marker="2", about="smoke", shown=True)
AIRCRAFT = Marker(marker="2", about="damaged-aircraft", shown=True)
NEXT = TurnIs(turn=2)


def rolled_for_marker(*events: AnyEvent, face: int = 4, what: str = "2m", game: str = "bi") -> Said:
    """Return the lines of the roll for marker 2 after these events of side a."""
    phone, page = Phone("a"), replace(BI, ruleset=game)
    lines = [phone.say(event) for event in events]
    return roll(what, after(*lines), {"a": stands(page, *lines)}, "a", lambda _die: face)


def test_how_long_a_marker_stays_is_rolled_once() -> None:
    """bi "Osservazione": smoke lasts six turns and 1d6, counted from the turn in which it was placed."""
    made = rolled_for_marker(BEGUN, SMOKE, NEXT)
    dice = Rolled(roll=1, about="lasts", marker="2", faces=(4,), turn=2)
    assert made == [("a", dice), ("a", replace(SMOKE, until=11))]
    with pytest.raises(NothingToRollError):
        rolled_for_marker(BEGUN, SMOKE, NEXT, *(event for _side, event in made))


@pytest.mark.parametrize(("face", "is_back"), [(6, True), (5, False)])
def test_whether_an_aircraft_comes_back_is_rolled_once_a_turn(face: int, is_back: bool) -> None:
    """bi "Aerei ed elicotteri": on 6, in each of the three turns after it left."""
    made = rolled_for_marker(BEGUN, AIRCRAFT, NEXT, face=face)
    dice = Rolled(roll=1, about="returns", marker="2", faces=(face,), at_least=6, turn=2)
    assert made == [("a", dice), *([("a", replace(AIRCRAFT, gone=True))] if is_back else [])]
    happened = (BEGUN, AIRCRAFT, NEXT, *(event for _side, event in made))
    with pytest.raises(NothingToRollError):
        rolled_for_marker(*happened)
    if not is_back:
        [(_side, again), *_rest] = rolled_for_marker(*happened, TurnIs(turn=3))
        assert again == Rolled(roll=2, about="returns", marker="2", faces=(4,), at_least=6, turn=3)


@pytest.mark.parametrize(
    "events",
    [
        (SMOKE,),  # before the game begins
        (BEGUN,),
        (BEGUN, replace(SMOKE, marker="3")),
        (BEGUN, replace(SMOKE, gone=True)),
        (BEGUN, replace(SMOKE, shown=False)),
        (BEGUN, SMOKE, PhaseIs(phase="ended")),
        (BEGUN, replace(SMOKE, about="hidden"), NEXT),
        (BEGUN, AIRCRAFT),  # in the turn in which it left
        (BEGUN, AIRCRAFT, TurnIs(turn=5)),
        (BEGUN, AIRCRAFT, NEXT, replace(AIRCRAFT, gone=True)),
        (BEGUN, replace(AIRCRAFT, shown=False), NEXT),
    ],
)
def test_nothing_is_rolled_for_a_marker_that_needs_nothing_now(events: tuple[AnyEvent, ...]) -> None:
    with pytest.raises(NothingToRollError):
        rolled_for_marker(*events, face=6)


def test_smoke_that_moves_has_no_die() -> None:
    """bn §8.9: it lasts until the turn after."""
    with pytest.raises(NothingToRollError):
        rolled_for_marker(BEGUN, SMOKE, NEXT, game="bn")


@pytest.mark.parametrize("marker", [SMOKE, AIRCRAFT])
def test_nobody_rolls_for_a_marker_of_the_other_side(marker: Marker) -> None:
    enemy = Phone("b")
    lines = [enemy.say(event) for event in (BEGUN, marker, NEXT)]
    with pytest.raises(NothingToRollError):
        roll("2m", after(*lines), {"a": stands(BI, *lines)}, "a", lambda _die: 6)


def nothing_to_roll() -> Iterator[tuple[str, list[AnyEvent]]]:
    """What is not rolled, each after its events."""
    lost, down = mark("2", "lost"), mark("2", "suppressed")
    yield "morale", [BEGUN]
    yield "morale", [lost]
    yield "morale", [BEGUN, lost, MoraleTested(turn=1, passed=True)]
    yield "morale", [BEGUN, *(mark(str(key), "lost") for key in range(1, 7))]  # no face passes
    yield "initiative", [BEGUN, Active(turn=1, active="b")]
    yield "2", [BEGUN]
    yield "2", [BEGUN, down, lost]
    yield "2", [BEGUN, down, Rolled(roll=1, about="suppression", piece="2", faces=(6,), at_most=4)]
    yield "2w", [mark("2", "wounded")]
    for word in ("", "40", "V1", "<b>", "2++", "2w", "w", "2m", "m"):
        yield word, [BEGUN, down]


@pytest.mark.parametrize(("what", "events"), list(nothing_to_roll()))
def test_rolls_that_are_not_due_are_refused(what: str, events: list[AnyEvent]) -> None:
    with pytest.raises(NothingToRollError):
        rolled(what, *events)


def test_no_phone_says_what_dice_show() -> None:
    assert refused(army(), Rolled(roll=1, faces=(6,))) == "rolled"


def test_all_see_the_dice_but_those_of_a_man_who_is_hidden() -> None:
    phone = Phone("a")
    morale, own = Rolled(roll=1, about="morale", faces=(6,)), Rolled(roll=2, piece="2", faces=(3,))
    lines = [phone.say(event) for event in (mark("2", "hidden"), morale, own)]
    assert [line.event for line in lines_seen_by(lines, fold(lines), "b", BN)] == [
        mark("2", "hidden"),
        morale,
    ]


#: The roll, the events before it, and its faces: the outcome, or the event that made it due, is undone.
ONCE: list[tuple[str, Roster, list[AnyEvent], tuple[int, ...]]] = [
    ("limit", Roster(format="armylist/1", ruleset="rth-it", name="R", squads=(squad(),)), [], (3,)),
    ("attacks", Roster(format="armylist/1", ruleset="rth-it", name="R", squads=(squad(),)), [], (6, 6, 1, 1)),
    ("morale", army(), [BEGUN, *(mark(key, "lost") for key in "234")], (1, 1, 1, 1)),
    ("initiative", army(), [BEGUN], (6, 6, 1, 1)),
    ("2w", army(), [BEGUN, mark("2", "wounded")], (5,)),
    ("2", army(), [BEGUN, mark("2", "suppressed")], (1,)),
]


@pytest.mark.parametrize(("what", "roster", "before", "faces"), ONCE, ids=[row[0] for row in ONCE])
def test_a_roll_is_made_once_even_if_its_outcome_is_undone(
    what: str, roster: Roster, before: list[AnyEvent], faces: tuple[int, ...]
) -> None:
    phone, site, shown = Phone("a"), {side: Phone(side, "dice") for side in SIDES}, iter(faces)
    site["b"].numbers = site["a"].numbers
    lines = [phone.say(event) for event in before]

    def made() -> Said:
        statuses = {side: stands(roster, *lines, side=side) for side in SIDES}
        return roll(what, fold(lines), statuses, "a", lambda _die: next(shown))

    dice = [site[side].say(event, seen=len(lines)) for side, event in made()]
    lines += dice
    outcomes = [line for line in dice if not isinstance(line.event, Rolled)]
    assert outcomes
    for line in dice:  # their rolls stay
        lines.append(phone.say(Undone(phone=line.phone, number=line.number), seen=len(lines)))
    state = fold(lines)
    assert sum(len(list(state.of(side, Rolled))) for side in SIDES) == len(dice) - len(outcomes)
    with pytest.raises(NothingToRollError):
        made()


LUDONET = Roster(
    format="armylist/1", ruleset="ludonet", name="L", squads=(Squad(name="F", figures=(Figure(count=5),)),)
)
WOUNDS = [mark(key, "second-wound") for key in "123"]
LOST = [mark(key, "lost") for key in "234"]
BI_SQUAD = replace(BI, squads=(Squad(name="F", class_="veteran", figures=(Figure(count=4),)),))
CALLED = Called(turn=1, squad="S1")
#: A roll and its outcome; its cause is then unticked and ticked again.
AGAIN: list[tuple[str, Roster, list[AnyEvent], list[AnyEvent], list[AnyEvent]]] = [
    ("morale S1", LUDONET, [BEGUN, *WOUNDS], [], [replace(WOUNDS[2], on=False), WOUNDS[2]]),
    ("morale", army(), [BEGUN, *LOST], [], [replace(LOST[2], on=False), LOST[2]]),
    (
        "reaction S1", BI_SQUAD, [BEGUN, CALLED], [MoraleTested(turn=1, squad="S1", passed=False)],
        [replace(CALLED, on=False), CALLED],
    ),
    (
        "reaction S1", BI_SQUAD, [BEGUN, mark("3", "dead")], [MoraleTested(turn=1, squad="S1", passed=False)],
        [mark("3", "dead", on=False), mark("3", "dead")],
    ),
    ("2w", army(), [BEGUN, mark("2", "wounded")], [], [mark("2", "wounded", on=False), mark("2", "wounded")]),
    (
        "2", army(), [BEGUN, mark("2", "suppressed")], [],
        [mark("2", "suppressed", on=False), mark("2", "suppressed")],
    ),
    ("2m", BI, [BEGUN, SMOKE], [], [replace(SMOKE, gone=True), SMOKE]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "roster", "before", "said", "again"), AGAIN, ids=[f"{row[0]} {row[2][-1]}" for row in AGAIN]
)
def test_a_roll_is_made_once_though_its_cause_is_unticked_and_ticked(
    what: str, roster: Roster, before: list[AnyEvent], said: list[AnyEvent], again: list[AnyEvent]
) -> None:
    """Its outcome counts, and nothing is due for the same cause again in that turn."""
    phone = Phone("a")
    lines = [phone.say(event) for event in before]

    def made(face: int) -> Said:
        return roll(what, fold(lines), {"a": stands(roster, *lines)}, "a", lambda _die: face)

    def tests_due() -> list[str]:
        found = due(fold(lines), {"a": stands(roster, *lines)}, "a")
        return [one.squad for one in found if isinstance(one, MoraleDue | ReactionDue)]

    lines += [phone.say(event) for _side, event in made(3)]
    lines += [phone.say(event) for event in (*said, *again)]
    assert tests_due() == []
    with pytest.raises(NothingToRollError):
        made(6)


def test_another_loss_is_another_test() -> None:
    passed = MoraleTested(turn=1, squad="S1", passed=True)
    rows: list[tuple[str, Roster, list[Mark], Mark, list[MoraleTested]]] = [
        ("morale S1", LUDONET, WOUNDS, mark("4", "second-wound"), []),
        ("reaction S1", BI_SQUAD, [mark("1", "dead")], mark("2", "dead"), [passed]),
    ]
    for what, roster, first, then, outcome in rows:
        phone = Phone("a")
        begun: list[AnyEvent] = [BEGUN, *first]
        lines = [phone.say(event) for event in begun]
        for another in (then, None):
            statuses: SideStatuses = {"a": stands(roster, *lines)}
            made = roll(what, fold(lines), statuses, "a", lambda _die: 6)
            assert {type(event) for _side, event in made} <= {Rolled, MoraleTested}
            lines += [phone.say(event) for _side, event in made]
            lines += [phone.say(event) for event in outcome]
            lines += [phone.say(another)] if another else []


def test_a_roll_counts_in_its_turn_though_the_other_side_takes_the_turn_back() -> None:
    own, enemy, lines = Phone("a"), Phone("b"), list[GameLine]()

    def say(phone: Phone, *events: AnyEvent) -> None:
        for event in events:
            lines.append(phone.say(event, seen=len(lines)))

    def made() -> list[AnyEvent]:
        said = roll("morale", fold(lines), {"a": stands(army(), *lines)}, "a", lambda _die: 1)
        return [event for _side, event in said]

    say(enemy, BEGUN, NEXT)
    say(own, *LOST)
    say(own, made()[0])
    say(enemy, Undone(phone="bbbb", number=2), NEXT)
    say(own, mark("5", "lost"))
    with pytest.raises(NothingToRollError):
        made()


def test_dice_that_one_side_has_rolled_for_both_leave_the_other_its_undo() -> None:
    """The roll and its outcome stay, and the side that rolled cannot undo anything before them."""
    own, enemy, site = Phone("a"), Phone("b"), {side: Phone(side, "dice") for side in SIDES}
    site["b"].numbers = site["a"].numbers
    lines = [own.say(BEGUN), own.say(mark("2", "lost")), enemy.say(mark("3", "lost"))]
    statuses: SideStatuses = {side: stands(army(), *lines, side=side) for side in SIDES}
    faces = iter((6, 6, 1, 1))
    dice = [
        site[side].say(event, seen=len(lines))
        for side, event in roll("initiative", fold(lines), statuses, "a", lambda _die: next(faces))
    ]
    lines += dice
    shown: tuple[tuple[Side, ...], ...] = (("a",), ("b",), SIDES)
    last = [last_said(lines, sides) for sides in shown]
    assert last == [dice[2], lines[2], dice[2]]
    now = Moment(lines, dict.fromkeys(SIDES, army()), BN, Readings())
    known = writable(army(), BN)
    undo = enemy.say(Undone(phone="bbbb", number=1), seen=len(lines))
    check(undo, known, now, now)
    refused_ones: list[tuple[Side, GameLine]] = [("a", lines[1]), ("b", dice[1]), ("b", dice[2])]
    for side, target in refused_ones:
        line = Phone(side, "else").say(Undone(phone=target.phone, number=target.number), seen=len(lines))
        with pytest.raises(EventRefusedError):
            check(line, known, now, now)
    state = fold([*lines, undo])
    assert (state.active(1), state.rolled_in("b", "initiative", 1), state.marks("b")) == ("a", True, {})
