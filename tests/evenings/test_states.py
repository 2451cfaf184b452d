"""The tables of entries and games, checked cell by cell."""

from itertools import product
from typing import Literal, get_args

import pytest

from armybuilder.evenings.states import (
    DROPPED_OUT,
    ENTRIES,
    GAMES,
    NOT_DROPPED,
    NOT_PLAYING,
    PAIRED,
    ROUND_CLOSED,
    SETTLED,
    EntryState,
    GameState,
    LeavingEvent,
    Move,
    entry_after,
    game_after,
    game_state,
)
from tests.refusals import refused

SHORT = {
    DROPPED_OUT: "!dropped",
    NOT_DROPPED: "!not-dropped",
    NOT_PLAYING: "!not-playing",
    PAIRED: "!paired",
    ROUND_CLOSED: "!round-closed",
    SETTLED: "!settled",
}

#: Each row: an event, and the next state for each state in the first row.
ENTRY_TABLE = """
                  invited      coming       perhaps      not-coming   paired       leaving      dropped
says-coming       coming       coming       coming       coming       paired       !dropped     !dropped
says-perhaps      perhaps      perhaps      perhaps      perhaps      !paired      !dropped     !dropped
says-not-coming   not-coming   not-coming   not-coming   not-coming   !paired      !dropped     !dropped
comes             coming       coming       coming       coming       paired       !dropped     !dropped
drops             !not-playing dropped      !not-playing !not-playing dropped      dropped      !not-playing
drops-after-game  !not-playing dropped      !not-playing !not-playing dropped      !not-playing !not-playing
is-reinstated     !not-dropped !not-dropped !not-dropped !not-dropped !not-dropped coming       coming
"""
GAME_TABLE = """
                  open      claimed   confirmed forfeited bye       abandoned unresolved    closed   final
drops             forfeited claimed   confirmed forfeited abandoned abandoned unresolved    closed   final
drops-after-game  open      claimed   confirmed forfeited abandoned abandoned unresolved    closed   final
is-reinstated     open      claimed   confirmed open      bye       bye       unresolved    closed   final
claims            claimed   claimed   !settled  !settled  !settled  !settled  !round-closed !settled !settled
signs             confirmed confirmed confirmed !settled  !settled  !settled  !round-closed !settled !settled
rolls             open      claimed   !settled  !settled  !settled  !settled  !round-closed !settled !settled
"""


def cells(table: str) -> dict[tuple[str, str], str]:
    head, *rows = (line.split() for line in table.strip().splitlines())
    return {(event, state): cell for event, *row in rows for state, cell in zip(head, row, strict=True)}


def test_states_of_an_entry() -> None:
    found = {}
    for event, state in product(ENTRIES, get_args(EntryState)):
        after = ENTRIES[event][state]
        found[event, state] = after if isinstance(after, str) else SHORT[after]
    assert found == cells(ENTRY_TABLE)


def test_states_of_a_game() -> None:
    found = {}
    for event, state in product(GAMES, get_args(GameState)):
        after = GAMES[event][state]
        found[event, state] = after.to if isinstance(after, Move) else SHORT[after]
    assert found == cells(GAME_TABLE)


def test_every_change_of_a_game_has_a_sentence() -> None:
    """Players are told the effects of dropping out or coming back; other games need no words."""
    said = {
        (event, state): move.says
        for event in get_args(LeavingEvent)
        for state, move in GAMES[event].items()
        if isinstance(move, Move) and move.says
    }
    changed = {
        (event, state)
        for event in get_args(LeavingEvent)
        for state, move in GAMES[event].items()
        if isinstance(move, Move) and move.to != state
    }
    assert changed <= said.keys()
    assert said.keys() - changed == {
        ("drops", "claimed"),
        ("drops-after-game", "claimed"),
        ("drops-after-game", "open"),
        ("drops", "unresolved"),
        ("drops-after-game", "unresolved"),
    }


def test_a_refusal_is_raised() -> None:
    with refused("Nothing was changed: you have been paired. Drop out instead if you cannot play."):
        entry_after("paired", "says-perhaps")
    with refused("Nothing was changed: the result is already confirmed. An organiser can correct it."):
        game_after("bye", "claims")


@pytest.mark.parametrize(
    ("gave_up", "facts", "wanted"),
    [
        ("", "", "open"),
        ("", "past", "open"),
        ("", "claimed", "claimed"),
        ("", "claimed past", "claimed"),
        ("", "closed", "unresolved"),
        ("", "claimed closed", "unresolved"),
        ("player", "", "forfeited"),
        ("opponent", "", "bye"),
        ("both", "", "abandoned"),
        ("player", "closed", "closed"),
        ("opponent", "past", "closed"),
        ("both", "closed past", "closed"),
        ("", "result past claimed", "confirmed"),
        ("", "result closed past claimed", "final"),
        ("", "result decided", "final"),
        ("player", "result", "confirmed"),
    ],
)
def test_the_state_of_a_game(gave_up: Literal["", "player", "opponent", "both"], facts: str, wanted: GameState) -> None:
    """A result counts before anything else; a later round closes only games that were given up."""
    found = game_state(
        has_result="result" in facts,
        is_claimed="claimed" in facts,
        gave_up=gave_up,
        is_closed="closed" in facts,
        is_past="past" in facts,
        is_decided="decided" in facts,
    )
    assert found == wanted
