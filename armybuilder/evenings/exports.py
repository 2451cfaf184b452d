"""Exports of a games night: its results (docs/evening-results.md) and its date for calendars (RFC 5545)."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import Struct, structs

from armybuilder.evenings.models import Evening, Pairing
from armybuilder.evenings.pages.round_tables import names_of
from armybuilder.evenings.pairing.standings import Ranking
from armybuilder.evenings.played import published_pairings, standings_of
from armybuilder.spreadsheets import BOM, harmless
from rules.core.text import Language, published

if TYPE_CHECKING:
    from icalendar import Event

USUAL_LENGTH = timedelta(hours=3)
BETWEEN = timedelta(minutes=15)  # two rounds


def calendar_of(evenings: Iterable[Evening], name: str, origin: str, language: Language) -> bytes:
    """Return games nights as an .ics file called `name`.

    `origin` is the address of the site, without a slash at its end; "" for guests, who cannot open its pages.

    The file leaves the club, and contains no names and no note.
    """
    from icalendar import Calendar  # slow to load, and few requests need a calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Squadra//squadra//")
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)  # the name for programs older than RFC 7986
    for evening in evenings:
        calendar.add_component(_event(evening, origin, language))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event(evening: Evening, origin: str, language: Language) -> "Event":
    from icalendar import Event

    start, book = timezone.localtime(evening.start, evening.zone), evening.catalogue
    address = f"{origin}/evenings/{evening.pk}/" if origin else ""
    event = Event()
    event.add("uid", f"{evening.pk}@squadra")
    event.add("dtstamp", timezone.now())
    event.add("sequence", evening.sequence)
    # When the clocks go back, an hour comes twice, and only UTC tells which.
    event.add("dtstart", start.astimezone(UTC) if start.fold else start)
    event.add("dtend", (evening.start + length_of(evening)).astimezone(UTC))
    event.add("summary", f"{evening} ({evening.club.name})")
    event.add("description", f"{book.name.to(language)}, {book.edition.to(language)}\n{address}".strip())
    if address:
        event.add("url", address)
    if evening.place:
        event.add("location", evening.place)
    is_off = evening.state == evening.State.CALLED_OFF
    event.add("status", "CANCELLED" if is_off else "CONFIRMED")
    return event


def length_of(evening: Evening) -> timedelta:
    """Return the length of a games night: its rounds with 15 minutes in between, otherwise three hours."""
    if not evening.rounds_planned or not evening.round_minutes:
        return USUAL_LENGTH
    rounds = evening.rounds_planned
    return rounds * timedelta(minutes=evening.round_minutes) + (rounds - 1) * BETWEEN


def calendar_file_name(evening: Evening) -> str:
    """Return the name of a games night's file, without extension."""
    return gettext("games-night-%(day)s") % {"day": timezone.localdate(evening.start, evening.zone).isoformat()}


FORMAT = "evening-results/1"


class Game(Struct, frozen=True):
    """Two players at a table, or (no `second`) a bye. Defeat points are null until the result is final.

    `attacker` and `held` (who held the field): 1 the first, 2 the second, null nobody or unknown. `forfeit`: the
    player who dropped out before the game, which gives the other a bye; neither has one if both did (`abandoned`).
    """

    table: int | None
    first: str
    second: str | None
    attacker: Literal[1, 2] | None
    first_lost: int | None
    second_lost: int | None
    held: Literal[1, 2] | None
    forfeit: Literal[1, 2] | None
    abandoned: bool = False


class PlayedRound(Struct, frozen=True):
    """A published round; `closed`: its results are final."""

    number: int
    scenario: str
    closed: bool
    games: tuple[Game, ...]


class Place(Struct, frozen=True):
    """A place in the standings. `dropped`: the player has dropped out."""

    place: int
    name: str
    points: int
    won: int
    drawn: int
    lost: int
    byes: int
    difference: int
    opponents: int
    dropped: bool


class EveningResults(Struct, frozen=True):
    """All results of a games night."""

    format: Literal["evening-results/1"]
    club: str
    evening: str
    start: datetime
    ruleset: str
    rounds: tuple[PlayedRound, ...]
    standings: tuple[Place, ...]


def results_of(evening: Evening) -> EveningResults:
    """Return the results of a games night, without drafts. Reads `evening.club`."""
    pairings = published_pairings(evening)
    names = names_of(evening.entries.named())
    played = {pairing.round_id for pairing in pairings}
    return EveningResults(
        format="evening-results/1",
        club=evening.club.name,
        evening=str(evening),
        start=timezone.localtime(evening.start, evening.zone),
        ruleset=evening.catalogue.id,
        rounds=tuple(
            PlayedRound(
                one.number,
                evening.scenario_of(one.number),
                one.closed is not None,
                tuple(_game(pairing, names) for pairing in pairings if pairing.round_id == one.pk),
            )
            for one in evening.rounds.filter(pk__in=played)
        ),
        standings=tuple(_place(row, names) for row in standings_of(evening, pairings)),
    )


def schema() -> dict[str, Any]:
    made = published(msgspec.json.schema(EveningResults))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": FORMAT, **made}


def _game(pairing: Pairing, names: Mapping[int, str]) -> Game:
    return Game(
        table=pairing.table,
        first=names[pairing.first_id],
        second=names[pairing.second_id] if pairing.second_id else None,
        attacker=_which(pairing, pairing.attacker_id),
        first_lost=pairing.first_lost,
        second_lost=pairing.second_lost,
        held=1 if pairing.held == 1 else 2 if pairing.held == 2 else None,
        forfeit=_which(pairing, pairing.forfeit_id),
        abandoned=pairing.abandoned,
    )


def _which(pairing: Pairing, entry: int | None) -> Literal[1, 2] | None:
    if entry is None:
        return None
    return 1 if entry == pairing.first_id else 2


def _place(row: Ranking, names: Mapping[int, str]) -> Place:
    counted = ("place", "won", "drawn", "lost", "byes", "difference", "opponents")
    said = {field: getattr(row, field) for field in counted}
    return Place(name=names[row.entry], points=row.score, dropped=row.has_dropped, **said)


def results_csv(results: EveningResults) -> str:
    """Return each game and then the standings as CSV in UTF-8 with a BOM. No cell is a formula."""
    out = io.StringIO()
    csv.writer(out).writerows([harmless(cell) for cell in row] for row in _rows(results))
    return BOM + out.getvalue()


def _rows(results: EveningResults) -> Iterator[list[object]]:
    yield [
        gettext("Round"),
        gettext("Table"),
        gettext("First"),
        gettext("Second"),
        gettext("First player’s defeat points"),
        gettext("Second player’s defeat points"),
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
        gettext("Player"),
        gettext("Points"),
        gettext("Won"),
        gettext("Drawn"),
        gettext("Lost"),
        gettext("Byes"),
        gettext("Difference"),
        gettext("Opponents’ points"),
    ]
    for row in results.standings:
        *cells, _dropped = structs.astuple(row)
        yield cells


def chat_text(results: EveningResults, address: str) -> str:
    """Return the results for a chat: a line per game, a line per place, the address."""
    lines = [f"{results.evening} · {results.club}"]
    for played in results.rounds:
        lines += ["", gettext("Round %(number)s") % {"number": played.number}]
        lines += [_game_line(game) for game in played.games]
    games = [game for played in results.rounds for game in played.games if game.second is not None]
    if any(game.first_lost is not None or game.forfeit is not None for game in games):
        lines += ["", gettext("Standings")]
        for row in results.standings:
            dropped = f", {gettext('dropped out')}" if row.dropped else ""
            lines.append(f"{row.place}. {row.name} {row.points} ({row.difference:+}){dropped}")
    return "\n".join([*lines, "", address])


def _game_line(game: Game) -> str:
    if game.second is None:
        return gettext("%(name)s has a bye") % {"name": game.first}
    if game.forfeit:
        return f"{game.first} – {game.second}: " + gettext("not played")
    if game.first_lost is None:
        return f"{game.first} – {game.second}"
    return f"{game.first} – {game.second} {game.first_lost}–{game.second_lost}"


def _name(game: Game, which: int | None) -> str:
    return {1: game.first, 2: game.second or ""}.get(which or 0, "")
