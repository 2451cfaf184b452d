"""The log of a game as a text file, and as JSON that folds to the same state."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from django.utils.timezone import localtime
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.games.pages.log import sides_in_order
from armybuilder.games.pages.page import Page
from rules.core.game.events import GameLine, Side, TurnIs, Undone
from rules.core.text import published


class LogLine(Struct, frozen=True):
    """A line of the log, when it arrived, and whether it was undone."""

    time: datetime
    line: GameLine
    undone: bool


class LogFile(Struct, frozen=True, kw_only=True):
    """The log of a game as JSON. `sides`: their names; `lines`: those that the link sees, in order."""

    format: Literal["game-log/1"]
    ruleset: str
    began: datetime
    sides: dict[Side, str]
    lines: tuple[LogLine, ...]


def log_json(page: Page) -> bytes:
    return msgspec.json.encode(
        LogFile(
            format="game-log/1",
            ruleset=page.catalogue.id,
            began=page.game.created.astimezone(UTC),
            sides=page.labels,
            lines=tuple(_lines(page)),
        )
    )


def schema() -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "game-log/1",
        **published(msgspec.json.schema(LogFile)),
    }


def log_text(page: Page) -> str:
    """Return a link's view of the log in words, turn by turn, the oldest first."""
    heads = [page.names[side, ""] for side in sides_in_order(page.link.sides)]
    return "\n".join([*heads, f"{localtime(page.game.created, page.game.zone):%Y-%m-%d}", *_words(page), ""])


def _words(page: Page) -> Iterator[str]:
    turn = 0
    for item in _lines(page):
        event = item.line.event
        if isinstance(event, Undone):
            continue
        now = event.turn if isinstance(event, TurnIs) and not item.undone else max(turn, 1)
        if now != turn:
            turn = now
            yield f"\n{gettext('Turn %(turn)s') % {'turn': turn}}"
        if not isinstance(event, TurnIs):
            yield f"  {page.log.in_words(item.line)}"


def _lines(page: Page) -> Iterator[LogLine]:
    times = {(event.phone, event.number): event.time for event in page.game.stored_events}
    for line in page.log.ordered:
        yield LogLine(times[line.name].astimezone(UTC), line, line.name in page.log.undone)
