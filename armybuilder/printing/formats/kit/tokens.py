"""Tokens to cut out: states of men, hidden troops, counters and markers, as many as a list needs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from django.utils.translation import gettext

from armybuilder.lists.words import minus
from armybuilder.printing.formats.kit.sizes import TOKENS
from armybuilder.printing.formats.roster.game import ACTIVE_TURNS
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text
from armybuilder.printing.layout.measure import Face
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import State
from rules.core.document.naming import vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster
from rules.core.document.rows import numbered
from rules.core.procedures import paper_markers
from rules.core.text import Language

ROOM = TOKENS.token - 2 * TOKENS.token_padding
HEADS = (7.5, 7.0, 6.5)  # points
CAPTIONS = (7.5, 7.0, 6.5)
LINES = 3  # of a caption, at most


@dataclass(frozen=True, slots=True)
class Token:
    """A token: `head` on its band (`tone`: which), its owner, a sign or number in its middle, and its text."""

    tone: str = ""
    head: Text | None = None
    number: str = ""
    big: str = ""
    caption: Text | None = None


def tokens(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Token]:
    """Yield the tokens of a list, then those of the table."""
    yield from tokens_of_side(roster, catalogue, language)
    for number in range(catalogue.procedures.objectives or 0):
        yield Token(big=str(number + 1), caption=_caption(gettext("Objective")))
    yield from _initiative(catalogue)


def tokens_of_enemy(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Token]:
    """Yield the tokens of the opponent's list, which show whose they are."""
    for token in tokens_of_side(roster, catalogue, language):
        yield replace(token, tone=f"{token.tone} enemy")


def tokens_of_side(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Token]:
    """Yield the tokens of a list, kind by kind, men and vehicles by their numbers on paper."""
    men = [item.key for item in numbered(roster) if isinstance(item.row, Figure)]
    for state in catalogue.states:
        if state.effect != "out":
            yield from (_state(state, key, language) for key in men)
    if catalogue.odds.spotting:
        yield from (_banded("hidden", gettext("hidden"), key) for key in men)
    yield from _vehicles(roster, catalogue, language)
    yield from _extras(roster, catalogue, language)
    for number, kind in paper_markers(catalogue, roster):
        yield _banded("other", kind.name.to(language), str(number))


def _state(state: State, key: str, language: Language) -> Token:
    return _banded(state.effect or "other", state.name.to(language), key)


def _banded(tone: str, word: str, key: str) -> Token:
    return Token(tone=tone, head=_lines(word, fit.TITLE, HEADS, 1), number=key)


def _vehicles(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Token]:
    """Yield one for each vehicle that is out of action, and stays on the table."""
    for item in numbered(roster):
        if not isinstance(item.row, Figure):
            name = vehicle_label(item.row, catalogue.vehicle_by_id.get(item.row.type)).to(language)
            yield Token(
                tone="out",
                head=_lines(gettext("out of action"), fit.TITLE, HEADS, 1),
                number=item.key,
                caption=_caption(name),
            )


def _extras(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Token]:
    """Yield one for each time that an extra was bought."""
    bought = chain(*(squad.extras for squad in roster.squads), roster.extras)
    for entry in bought:
        token = Token(
            tone="used",
            head=_lines(gettext("used"), fit.TITLE, HEADS, 1),
            caption=_caption(_extra_name(entry, catalogue, language)),
        )
        yield from (token for _one in range(entry.count))


def _extra_name(entry: ExtraEntry, catalogue: Catalogue, language: Language) -> str:
    known = catalogue.extra_by_id.get(entry.extra)
    name = known.name.to(language) if known else entry.extra
    return f"{name} {entry.level}" if entry.level else name


def _initiative(catalogue: Catalogue) -> Iterator[Token]:
    """Yield tokens for the active side, and for the −1 of each turn in a row."""
    initiative = catalogue.odds.initiative
    if initiative is None:
        return
    yield Token(big="▸", caption=_caption(gettext("Active")))
    if initiative.turn.turns:
        less = Token(big=minus(-1), caption=_caption(gettext("Initiative")))
        yield from (less for _turn in range(ACTIVE_TURNS))


def _caption(text: str) -> Text:
    return _lines(text, fit.MEDIUM, CAPTIONS, LINES)


def _lines(text: str, face: Face, sizes: tuple[float, ...], lines: int) -> Text:
    """Return a text in the largest letters for these lines, cut if necessary."""
    text = fit.clean(text)
    found = fit.in_lines(text, face, sizes, ROOM, fit.height(lines, sizes[-1]))
    return found or fit.cut(text, face, ROOM, lines)
