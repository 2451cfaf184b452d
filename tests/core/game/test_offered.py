"""The buttons of the play screen, and when each is there: without its button, the same event is refused."""

from typing import Any, ClassVar

import pytest

from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad
from rules.core.game.events import (
    Active,
    AnyEvent,
    Attacks,
    Called,
    Event,
    Key,
    LimitIs,
    Mark,
    Marker,
    MaybeKey,
    MoraleTested,
    PhaseIs,
    Rolled,
    Scored,
    Sight,
    Signed,
    TurnIs,
    Undone,
    Used,
)
from tests.core.game.at_the_table import army, car, mark, refused

BEGUN, ENDED, SET_UP = (PhaseIs(phase=phase) for phase in ("playing", "ended", "setting-up"))  # type: ignore[arg-type]
FIRST = Active(turn=1, active="a")
LOST = [mark(key, "lost") for key in ("2", "3", "4")]  # of eight men: a morale test can fail
HELD = Marker(marker="3", about="hidden", piece="S1")
SQUAD = tuple("12345678")
OPEN = Marker(marker="3", about="smoke", shown=True)


def rth(men: int = 4) -> Roster:
    """A list of Road to Hell."""
    squad = Squad(name="One", class_="veteran", figures=(Figure(count=men),))
    return Roster(format="armylist/1", ruleset="rth-it", name="One", squads=(squad,))


def bn() -> Roster:
    """A list of Breaking News with a vehicle and two medics."""
    squad = Squad(
        name="Ferri",
        class_="veteran",
        figures=(Figure(leadership=2), Figure(count=7)),
        vehicles=(car(),),
        extras=(ExtraEntry(extra="medic", count=2),),
    )
    return army(squad)


def bi() -> Roster:
    """A list of Bassa Intensità, whose players call the squads' tests."""
    squad = Squad(name="One", class_="regular", figures=(Figure(count=4),))
    return Roster(format="armylist/1", ruleset="bi", name="One", squads=(squad,))


def ludonet() -> Roster:
    """A list of a game without initiative."""
    squad = Squad(name="One", figures=(Figure(count=4),))
    return Roster(format="armylist/1", ruleset="ludonet", name="One", squads=(squad,))


#: The event of a button, the events before it when the button is there, and when it is not, with the reason.
Row = tuple[str, Roster, AnyEvent, list[AnyEvent], list[AnyEvent], str]
ROWS: list[Row] = [
    ("begin: at set-up or after the end", bn(), BEGUN, [], [], ""),
    ("the game is over: until it is", bn(), ENDED, [BEGUN], [], ""),
    ("play on: after the end", bn(), BEGUN, [BEGUN, ENDED], [], ""),
    ("nobody goes back to the set-up", bn(), BEGUN, [], [], ""),
    ("who attacks: at set-up, where the rules roll for it", rth(), Attacks(attacker="b"), [], [BEGUN], "no-attack"),
    ("a limit: at set-up, a total of its dice", rth(), LimitIs(turns=12), [], [BEGUN], "no-limit"),
    ("the next turn: while the game is on", bn(), TurnIs(turn=2), [BEGUN], [], "no-turn"),
    ("the next turn: after the one before", bn(), TurnIs(turn=3), [BEGUN, TurnIs(turn=2)], [BEGUN], "no-turn"),
    ("who is active: once a turn", bn(), Active(turn=1, active="b"), [BEGUN], [BEGUN, FIRST], "said-already"),
    ("who is active: in this turn", bn(), Active(turn=2, active="b"), [BEGUN, TurnIs(turn=2)], [BEGUN], "not-due"),
    ("morale: when it is due", bn(), MoraleTested(turn=1, passed=True), [BEGUN, *LOST], [BEGUN], "not-due"),
    ("morale: not when it cannot fail", bn(), MoraleTested(turn=1, passed=True), [BEGUN, *LOST],
     [BEGUN, LOST[0]], "not-due"),
    ("morale: once", bn(), MoraleTested(turn=1, passed=True), [BEGUN, *LOST],
     [BEGUN, *LOST, MoraleTested(turn=1, passed=False)], "not-due"),
    ("a call: in this turn", bi(), Called(turn=1, squad="S1"), [BEGUN], [BEGUN, TurnIs(turn=2)], "no-turn"),
    ("a state: of who is not lost", bn(), mark("2", "suppressed"), [], [mark("2", "lost")], "gone"),
    ("a state: of a vehicle that is not lost", bn(), mark("V1", "hit"), [], [mark("V1", "out")], "gone"),
    ("stabilised: of who is wounded", bn(), mark("2", "stabilised"), [mark("2", "wounded")], [], "not-wounded"),
    ("stabilised: not of the dead", bn(), mark("2", "stabilised"), [mark("2", "wounded")],
     [mark("2", "wounded"), mark("2", "lost")], "gone"),
    ("his die: of a wounded man", bn(), mark("2", "wounded", until=4), [mark("2", "wounded")], [], "not-due"),
    ("his die: once", bn(), mark("2", "wounded", until=5), [mark("2", "wounded")],
     [mark("2", "wounded"), mark("2", "wounded", until=4)], "not-due"),
    ("put down: a number that is free", bn(), HELD, [], [OPEN], "marker-taken"),
    ("show: a stand-in with everything it represents", bn(),
     Marker(marker="3", about="hidden", piece="S1", shown=True, shows=(*SQUAD, "V1")), [HELD], [], "unknown"),
    ("take away: what is on the table", bn(), Marker(marker="3", about="hidden", piece="S1", gone=True),
     [HELD], [], "unknown"),
    ("sign: in play, which ends it", bn(), Signed(a=0, b=0), [BEGUN], [], "not-started"),
    ("sign: the points as they stand", bn(), Signed(a=0, b=0), [BEGUN, ENDED], [BEGUN, LOST[0], ENDED], "other-points"),
    ("undo: what was said last", bn(), Undone(phone="aaaa", number=2), [BEGUN, LOST[0]],
     [BEGUN, LOST[0], LOST[1]], "no-undo"),
    ("undo: not what dice followed on", bn(), Undone(phone="aaaa", number=1), [mark("2", "wounded")],
     [mark("2", "wounded"), Rolled(roll=1, about="wounded", piece="2", faces=(1,))], "no-undo"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "roster", "event", "there", "missing", "reason"), ROWS, ids=[row[0] for row in ROWS])
def test_the_event_of_a_button_is_refused_when_the_button_is_not_there(
    rule: str, roster: Roster, event: AnyEvent, there: list[AnyEvent], missing: list[AnyEvent], reason: str
) -> None:
    assert refused(roster, event, *there) == ""
    assert refused(roster, event, *missing) == reason


NEVER: list[tuple[str, Roster, AnyEvent, list[AnyEvent], str]] = [
    ("back to the set-up", bn(), SET_UP, [BEGUN], "no-phase"),
    ("a limit that no dice give", rth(), LimitIs(turns=3), [], "no-limit"),
    ("a limit where the rules have none", bn(), LimitIs(turns=12), [], "no-limit"),
    ("a turn that was", bn(), TurnIs(turn=1), [BEGUN, TurnIs(turn=2), TurnIs(turn=3)], "no-turn"),
    ("a turn that is far", bn(), TurnIs(turn=99), [BEGUN], "no-turn"),
    ("the initiative where nobody rolls for it", ludonet(), FIRST, [BEGUN], "not-due"),
    ("the test of a squad where all test at once", bn(), MoraleTested(turn=1, squad="S1", passed=True),
     [BEGUN, *LOST], "not-due"),
    ("dice", bn(), Rolled(roll=1, faces=(6,)), [BEGUN], "rolled"),
    ("a man's state on a vehicle", bn(), mark("V1", "fled"), [], "unknown"),
    ("more of an extra than was bought", bn(), Used(extra="X1", times=3), [], "too-often"),
    ("points that the losses give", bn(), Scored(row="defeat-points/1", times=1), [], "unknown"),
    ("a rule that holds more than once", army(), Scored(row="defeat-points-extras/1", times=2), [], "too-often"),
    ("a covered marker of an open kind", bn(), Marker(marker="3", about="smoke"), [], "unknown"),
    ("an open marker of a covered kind", bn(), Marker(marker="3", about="hidden", shown=True), [], "unknown"),
    ("a marker whose extra nobody bought", bn(), Marker(marker="3", about="ambush"), [], "unknown"),
    ("a marker with another side's men", bn(),
     Marker(marker="3", about="hidden", piece="2", shown=True, shows=("2", "3")),
     [Marker(marker="3", about="hidden", piece="2")], "marker-taken"),
    ("a shown marker covered again", bn(), Marker(marker="3", about="hidden"),
     [Marker(marker="3", about="hidden"), Marker(marker="3", about="hidden", shown=True)], "marker-taken"),
    ("a marker that stays as long as its player likes", bn(),
     Marker(marker="3", about="smoke", shown=True, until=99), [OPEN], "marker-taken"),
    ("undone what was undone", bn(), Undone(phone="aaaa", number=1, on=False), [BEGUN], "no-undo"),
    ("undone what nobody said", bn(), Undone(phone="bbbb", number=1), [BEGUN], "no-undo"),
    ("undone a roll", bn(), Undone(phone="aaaa", number=2),
     [BEGUN, Rolled(roll=1, about="morale", faces=(1,))], "no-undo"),
    ("anything after the end", bn(), LOST[0], [BEGUN, ENDED], "ended"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "roster", "event", "before", "reason"), NEVER, ids=[row[0] for row in NEVER])
def test_an_event_without_a_button_is_refused(
    rule: str, roster: Roster, event: AnyEvent, before: list[AnyEvent], reason: str
) -> None:
    assert refused(roster, event, *before) == reason


@pytest.mark.parametrize(("event", "before"), [(Attacks(attacker="b"), "attacks"), (LimitIs(turns=12), "limit")])
def test_a_rolled_outcome_is_entered_by_hand_only_after_undoing_it(event: AnyEvent, before: str) -> None:
    said = Attacks(attacker="a") if before == "attacks" else LimitIs(turns=13)
    dice = Rolled(roll=1, about=before, faces=(3,))
    assert refused(rth(), event, dice, said) == "rolled-here"
    assert refused(rth(), event, dice, said, Undone(phone="aaaa", number=2)) == ""
    assert refused(rth(), event, said) == ""


def test_a_games_night_says_who_attacks() -> None:
    assert refused(rth(), Attacks(attacker="b"), at_night=True) == "no-attack"


def test_repeating_the_same_event_is_not_refused() -> None:
    """A phone without an answer sends it again, and two phones of a side send the same."""
    for event, before in (
        (MoraleTested(turn=1, passed=True), [BEGUN, *LOST]),
        (FIRST, [BEGUN]),
        (HELD, []),
        (Mark(piece="2", state="lost"), []),
        (Undone(phone="aaaa", number=1), [LOST[0]]),
    ):
        assert refused(bn(), event, *before, event) == ""


class Surrendered(Event, frozen=True, kw_only=True, tag="surrendered"):
    """A new kind of event, without any code of its own."""

    sight: ClassVar[Sight] = "public"
    named_by: ClassVar = ("surrendered", "squad")
    squad: Key
    piece: MaybeKey = ""


@pytest.mark.parametrize(
    ("event", "before", "reason"),
    [
        (Surrendered(squad="S1"), [BEGUN], ""),
        (Surrendered(squad="S1", piece="V1"), [BEGUN], ""),
        (Surrendered(squad="S2"), [BEGUN], "unknown"),
        (Surrendered(squad="S1", piece="99"), [BEGUN], "unknown"),
        (Surrendered(squad="S1"), [], "not-due"),
        (Surrendered(squad="S1"), [BEGUN, ENDED], "ended"),
    ],
)
def test_a_new_kind_of_event_names_what_the_list_has_while_the_game_is_played(
    event: Any, before: list[AnyEvent], reason: str
) -> None:
    assert refused(bn(), event, *before) == reason
