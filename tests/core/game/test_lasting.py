"""States that end by themselves are counted from the turn in which they were set, however often it is tapped."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.game.due import EndedDue, MarkerDue, due
from rules.core.game.events import LAST_TURN, Active, AnyEvent, Marker, PhaseIs, TurnIs
from rules.core.game.fold import fold
from rules.core.game.side_status import Lasting, lasting, lasts_by_die
from tests.core.documents import LIBRARY
from tests.core.game.at_the_table import Phone, mark, stands

#: How long each lasts after the turn in which it was set (Ludonet; bi "Danni").
LASTS = [
    ("ludonet", "1", "tired", 3, "Ludonet"),
    ("ludonet", "V1", "immobile", 2, "Ludonet"),
    ("bi", "1", "shocked", 1, "Danni"),
]


def one_squad(game: str) -> Roster:
    car = Vehicle(type=LIBRARY.catalogues[game].vehicles[0].id)
    own = Squad(name="F", figures=(Figure(count=2),), vehicles=(car,))
    return Roster(format="armylist/1", ruleset=game, name="L", squads=(own,))


@pytest.mark.parametrize(("game", "piece", "state", "turns", "source"), LASTS)
def test_a_state_ends_so_many_turns_after_that_in_which_it_was_set(
    game: str, piece: str, state: str, turns: int, source: str
) -> None:
    phone, roster = Phone("a"), one_squad(game)
    lines = [
        phone.say(event) for event in (PhaseIs(phase="playing"), TurnIs(turn=4), mark(piece, state), mark(piece, state))
    ]
    last = 4 + turns

    def ends(*events: AnyEvent) -> list[EndedDue]:
        now = [*lines, *(phone.say(event) for event in events)]
        held = stands(roster, *now)
        return [one for one in due(fold(now), {"a": held}, "a") if isinstance(one, EndedDue)]

    held = next(one for one in stands(roster, *lines).squads[0].pieces if one.key == piece)
    found = list(lasting(LIBRARY.catalogues[game], fold(lines), "a", held))
    assert found == [Lasting(state, last, source)]
    assert ends(TurnIs(turn=last), Active(turn=last, active="a")) == []
    assert ends(TurnIs(turn=last + 1)) == [EndedDue(piece, state, last, source)]
    assert ends(TurnIs(turn=last + 1), mark(piece, state, on=False)) == []
    # set again, it is counted again
    again = (TurnIs(turn=last + 1), mark(piece, state, on=False), mark(piece, state))
    assert ends(*again, TurnIs(turn=last + 1 + turns)) == []


def test_no_other_state_of_any_game_ends_by_itself() -> None:
    books = sorted(LIBRARY.catalogues.items())
    men = [(game, item.id, item.turns) for game, book in books for item in book.states if item.turns]
    vehicles = [(game, item.id, item.turns) for game, book in books for item in book.vehicle_states]
    assert men == [("bi", "shocked", 1), ("ludonet", "tired", 3)]
    assert vehicles == [("ludonet", "immobile", 2)]


def markers_due(game: str, *events: AnyEvent, turns: range) -> list[tuple[int, str, bool, Fraction | None]]:
    """Return the due items of markers in these turns: turn, kind, whether it is over, the chance of its roll."""
    phone, roster, found = Phone("a"), one_squad(game), []
    lines = [phone.say(event) for event in (PhaseIs(phase="playing"), *events)]
    for turn in turns:
        lines.append(phone.say(TurnIs(turn=turn)))
        items = due(fold(lines), {"a": stands(roster, *lines)}, "a")
        found += [(turn, one.kind.id, one.is_over, one.chance) for one in items if isinstance(one, MarkerDue)]
    return found


@pytest.mark.parametrize("game", ["bn", "rth-it", "rth-en"])
def test_smoke_moves_in_the_turn_after_and_is_taken_away_at_the_start_of_the_next(game: str) -> None:
    """bn §8.9, rth §8.8; showing it again does not prolong it."""
    smoke = Marker(marker="1", about="smoke", shown=True)
    said = (TurnIs(turn=3), smoke, TurnIs(turn=4), smoke)
    assert markers_due(game, *said, turns=range(4, 7)) == [
        (4, "smoke", False, None), (5, "smoke", True, None), (6, "smoke", True, None),
    ]  # fmt: skip
    assert markers_due(game, *said, replace(smoke, gone=True), turns=range(4, 6)) == []


def test_smoke_stays_for_six_turns_and_as_many_as_its_die_says() -> None:
    """bi "Osservazione": before the roll, nobody knows when it goes."""
    smoke, phone = Marker(marker="1", about="smoke", shown=True), Phone("a")
    bi = LIBRARY.catalogues["bi"]
    [kind] = [one for one in bi.markers if one.id == "smoke"]
    state = fold([phone.say(TurnIs(turn=2)), phone.say(smoke)])
    assert list(lasts_by_die(kind, state, "a", smoke)) == [(face, 8 + face) for face in range(1, 7)]
    late = fold([phone.say(TurnIs(turn=95)), phone.say(smoke)])
    assert {last for _face, last in lasts_by_die(kind, late, "a", smoke)} == {LAST_TURN}
    assert list(lasts_by_die(kind, state, "a", replace(smoke, until=9))) == []
    said = (TurnIs(turn=2), smoke)
    assert markers_due("bi", *said, turns=range(3, 20)) == []
    assert markers_due("bi", *said, replace(smoke, until=10), turns=range(9, 12)) == [(11, "smoke", True, None)]


def test_a_damaged_aircraft_may_come_back_in_three_turns() -> None:
    """bi "Aerei ed elicotteri": on 6 on 1d6."""
    aircraft = Marker(marker="1", about="damaged-aircraft", shown=True)
    back = [(turn, "damaged-aircraft", False, Fraction(1, 6)) for turn in (2, 3, 4)]
    assert markers_due("bi", aircraft, turns=range(2, 6)) == [*back, (5, "damaged-aircraft", True, None)]


def test_no_other_marker_goes_by_itself() -> None:
    """Ludonet has no smoke."""
    books = sorted(LIBRARY.catalogues.items())
    assert {game: {kind.id: kind.turns for kind in book.markers if kind.turns} for game, book in books} == {
        "bi": {"smoke": 6, "damaged-aircraft": 3}, "bn": {"smoke": 1}, "ludonet": {},
        "rth-en": {"smoke": 1}, "rth-it": {"smoke": 1},
    }  # fmt: skip
