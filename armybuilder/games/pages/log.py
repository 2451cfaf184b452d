"""The log of a game as a link sees it, turn by turn in words, with undo and dice."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.games.words.events import Button, event_text, event_words
from armybuilder.games.words.names import Words
from rules.core.game.checking import last_said
from rules.core.game.events import (
    DICE,
    SIDES,
    TABLE,
    GameLine,
    MoraleTested,
    Side,
    TurningPoint,
    TurnIs,
    Undone,
)
from rules.core.game.fold import undone_lines

LOG_SHOWN = 300
SITE = {DICE, TABLE}  # lines by the site


def sides_in_order(first: Sequence[Side]) -> tuple[Side, ...]:
    """Return the sides in the order of reading, these first."""
    return tuple(sorted(SIDES, key=lambda side: side not in first))


class LogWords(Struct, frozen=True):
    """A line of the log in words. `who`: the name of its side; "": of the whole table."""

    side: Side
    who: str
    words: str
    is_own: bool

    def __str__(self) -> str:
        return f"{self.who}: {self.words}" if self.who else self.words


class LogTurn(Struct, frozen=True, dict=True):
    """The lines of a turn, the last first. `in_words`: puts a line into words on demand."""

    turn: int
    said: tuple[GameLine, ...]
    in_words: Callable[[GameLine], LogWords]

    @property
    def id(self) -> str:
        return f"log-{self.turn}"

    @cached_property
    def lines(self) -> tuple[LogWords, ...]:
        return tuple(map(self.in_words, self.said))


class Undo(Struct, frozen=True):
    """The last line that can be undone: its side, and the button."""

    side: Side
    button: Button


class Log(Struct, frozen=True, dict=True):
    """The lines that a link sees. `own`: the sides that it records for; `order`: both, in the order of reading.

    `spared`: the failed morale test of each side that does not count (bn, Motivation).
    """

    lines: Sequence[GameLine]
    own: tuple[Side, ...]
    order: tuple[Side, ...]
    words: Words
    spared: Mapping[Side, MoraleTested]

    @cached_property
    def ordered(self) -> list[GameLine]:
        """The lines in their effective order."""
        return sorted(self.lines, key=lambda line: line.order)

    @cached_property
    def undone(self) -> set[tuple[str, int]]:
        return undone_lines(self.ordered)

    @cached_property
    def held(self) -> list[GameLine]:
        """The lines that were not undone, in their effective order, without the undoing lines."""
        return [line for line in self.ordered if line.name not in self.undone and not isinstance(line.event, Undone)]

    @cached_property
    def told(self) -> list[GameLine]:
        """The lines in force, in their effective order, and rolls of the site whose outcome was undone.

        Turning points are left out: they are written after the game.
        """
        return [
            line
            for line in self.ordered
            if not isinstance(line.event, Undone | TurningPoint)
            and (line.name not in self.undone or line.phone == DICE)
        ]

    @cached_property
    def turns(self) -> list[LogTurn]:
        """The log turn by turn, the newest first, each with at most LOG_SHOWN lines."""
        turns: dict[int, list[GameLine]] = {}
        turn = 1
        for line in self.told:
            if isinstance(line.event, TurnIs):  # its number heads the turn
                turn = line.event.turn
                turns.setdefault(turn, [])
            else:
                turns.setdefault(turn, []).append(line)
        return [
            LogTurn(turn, tuple(turns[turn][: -LOG_SHOWN - 1 : -1]), self.in_words)
            for turn in sorted(turns, reverse=True)
        ]

    @property
    def naming(self) -> tuple[object, ...]:
        return tuple(self.words.names.items()), self.spared, sorted(self.undone)

    def words_of(self, line: GameLine) -> str:
        words = event_words(line.event, line.side, self.words, self.order)
        if line.name in self.undone:
            return gettext("%(said)s (undone)") % {"said": words}
        if self.spared.get(line.side) != line.event:
            return words
        return gettext("%(said)s, which does not count (motivation)") % {"said": words}

    def in_words(self, line: GameLine) -> LogWords:
        who = "" if line.event.shared else self.words.names[line.side, ""]
        is_own = bool(who) and self.own == (line.side,)
        return LogWords(line.side, who, self.words_of(line), is_own)

    @cached_property
    def undo(self) -> Undo | None:
        """Return the line that the link can undo: the last one of its side."""
        last = last_said(self.lines, self.own)
        if last is None:
            return None
        log = self.in_words(last)
        word = log.words if log.is_own or not log.who else f"{log.words} ({log.who})"
        return Undo(last.side, Button(word, event_text(Undone(phone=last.phone, number=last.number))))

    @property
    def has_two_phones(self) -> bool:
        """Whether two phones recorded for one of its sides in this turn: each should know of the other."""
        phones: set[tuple[Side, str]] = set()
        for line in reversed(self.ordered):
            if line.side in self.own and line.phone not in SITE:
                phones.add((line.side, line.phone))
            if isinstance(line.event, TurnIs):
                break
        return len(phones) > len(self.own)
