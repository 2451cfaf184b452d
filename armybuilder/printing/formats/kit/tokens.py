"""Tokens to cut out: states of men, hidden troops, vehicles out of action, numbered markers, the active side."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.sizes import KIT, TOKENS_ACROSS
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import State
from rules.core.document.roster import Figure, Roster
from rules.core.document.rows import numbered
from rules.core.text import Language

ROOM = KIT.token - 2 * KIT.token_padding
WORDS = (8.0, 7.5, 7.0, 6.5)  # points
# States with their own sign, drawn in `static/print/tokens`.
SIGNS = {"suppressed", "shocked", "tired", "wounded", "badly-wounded", "first-wound"}


@dataclass(frozen=True, slots=True)
class Run:
    """Adjacent tokens with the same sign and word, each with its number."""

    sign: str
    word: Text
    numbers: tuple[str, ...]

    @property
    def width(self) -> float:
        """Return their total width."""
        return len(self.numbers) * KIT.token + 0.01  # tolerance for rounding


def token_rows(roster: Roster, catalogue: Catalogue, language: Language) -> list[tuple[Run, ...]]:
    """Return the tokens of a list in rows that fill the width of a sheet."""
    rows: list[list[Run]] = [[]]
    room = TOKENS_ACROSS
    for run in _runs(roster, catalogue, language):
        left = run.numbers
        while left:
            rows[-1].append(replace(run, numbers=left[:room]))
            left, room = left[room:], room - len(left[:room])
            if not room:
                rows.append([])
                room = TOKENS_ACROSS
    return [tuple(row) for row in rows if row]


def _runs(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Run]:
    """Yield the tokens kind by kind. Men and vehicles keep their numbers from the roster."""
    pieces = list(numbered(roster))
    men = [item.key for item in pieces if isinstance(item.row, Figure)]
    for state in catalogue.states:
        if state.effect != "out":
            yield _run(_sign(state), state.name.to(language), men)
    if catalogue.odds.spotting:
        yield _run("hidden", gettext("hidden"), men)
    yield _run("out", gettext("out of action"), [item.key for item in pieces if item.key not in set(men)])
    # Includes IEDs, which look like dummies on the table.
    markers = range(1, (catalogue.procedures.objectives or 0) + 1)
    yield _run("marker", gettext("objective"), map(str, markers))
    if catalogue.odds.initiative:
        yield _run("active", gettext("active"), [""])


def _sign(state: State) -> str:
    return next((name for name in (state.id, state.effect) if name in SIGNS), "state")


def _run(sign: str, word: str, numbers: Iterable[str]) -> Run:
    return Run(sign, fit.fit(word, fit.TITLE, WORDS, ROOM), tuple(numbers))
