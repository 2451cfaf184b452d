"""The results of a games night as CSV for spreadsheets, and as text for the club's chat."""

import csv
import io
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext

from armybuilder.evenings.exports.document import EveningResults, Game
from armybuilder.lists.exchange.table import BOM, harmless


def results_csv(results: EveningResults) -> str:
    """Return each game and then the standings as CSV in UTF-8 with a BOM. No cell begins a formula."""
    out = io.StringIO()
    csv.writer(out).writerows([harmless(cell) for cell in row] for row in _rows(results))
    return BOM + out.getvalue()


def _rows(results: EveningResults) -> Iterator[list[object]]:
    yield [
        gettext("Round"),
        gettext("Table"),
        gettext("First"),
        gettext("Second"),
        gettext("Defeat points of the first"),
        gettext("Defeat points of the second"),
        gettext("Attacker"),
        gettext("Who held the field"),
    ]
    for played in results.rounds:
        for game in played.games:
            yield [
                played.number,
                game.table,
                game.first,
                game.second or gettext("bye"),
                game.first_lost,
                game.second_lost,
                _name(game, game.attacker),
                _name(game, game.held),
            ]
    yield []
    yield [
        gettext("Place"),
        gettext("Who"),
        gettext("Points"),
        gettext("Won"),
        gettext("Drawn"),
        gettext("Lost"),
        gettext("Byes"),
        gettext("Difference"),
        gettext("Points of the opponents"),
    ]
    for row in results.standings:
        yield [
            row.place,
            row.name,
            row.points,
            row.won,
            row.drawn,
            row.lost,
            row.byes,
            row.difference,
            row.opponents,
        ]


def chat_text(results: EveningResults, address: str) -> str:
    """Return the results as a chat shows them: a line a game, a line a place, the address."""
    lines = [f"{results.evening} · {results.club}"]
    for played in results.rounds:
        lines += ["", gettext("Round %(number)s") % {"number": played.number}]
        lines += [_game_line(game) for game in played.games]
    if any(_is_over(game) for played in results.rounds for game in played.games):
        lines += ["", gettext("Standings"), *_standing_lines(results)]
    return "\n".join([*lines, "", address])


def _is_over(game: Game) -> bool:
    """Whether it has a result; a bye alone is none."""
    return game.second is not None and (game.first_lost is not None or game.forfeit is not None)


def _game_line(game: Game) -> str:
    if game.second is None:
        return gettext("%(name)s has a bye") % {"name": game.first}
    if game.forfeit:
        return f"{game.first} – {game.second}: " + gettext("not played")
    if game.first_lost is None:
        return f"{game.first} – {game.second}"
    return f"{game.first} – {game.second} {game.first_lost}–{game.second_lost}"


def _standing_lines(results: EveningResults) -> Iterable[str]:
    for row in results.standings:
        dropped = f", {gettext('dropped out')}" if row.dropped else ""
        yield f"{row.place}. {row.name} {row.points} ({row.difference:+}){dropped}"


def _name(game: Game, which: int | None) -> str:
    return {1: game.first, 2: game.second or ""}.get(which or 0, "")
