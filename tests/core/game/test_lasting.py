"""States that end by themselves are counted from the turn in which they were set, however often one taps."""

import pytest

from rules.core.game.due import EndedDue, due
from rules.core.game.events import Active, AnyEvent, PhaseIs, TurnIs
from rules.core.game.fold import fold
from rules.core.game.lasting import Lasting, lasting
from rules.core.roster import Figure, Roster, Squad, Vehicle
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
        phone.say(event)
        for event in (PhaseIs(phase="playing"), TurnIs(turn=4), mark(piece, state), mark(piece, state))
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
    # said anew it is counted anew
    again = (TurnIs(turn=last + 1), mark(piece, state, on=False), mark(piece, state))
    assert ends(*again, TurnIs(turn=last + 1 + turns)) == []


def test_no_other_state_of_any_game_ends_by_itself() -> None:
    books = sorted(LIBRARY.catalogues.items())
    men = [(game, item.id, item.turns) for game, book in books for item in book.states if item.turns]
    vehicles = [(game, item.id, item.turns) for game, book in books for item in book.vehicle_states]
    assert men == [("bi", "shocked", 1), ("ludonet", "tired", 3)]
    assert vehicles == [("ludonet", "immobile", 2)]
