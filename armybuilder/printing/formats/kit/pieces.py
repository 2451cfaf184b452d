"""Tokens and paper standees to cut out, with the numbers of men and vehicles on the roster.

Tokens: states of men, hidden troops, vehicles out of action, numbered markers, the active side. Standees fold up: a
man, a vehicle, a civilian or a journalist, and a foot.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.sizes import KIT, STANDEES_ACROSS, TOKENS_ACROSS
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import squads_of
from rules.core.document.roster import Figure
from rules.core.document.rows import numbered
from rules.core.procedures import bystanders

TOKEN_ROOM = KIT.token - 2 * KIT.token_padding
WORDS = (8.0, 7.5, 7.0, 6.5)  # points
# States with their own sign, drawn in `static/print/tokens`.
SIGNS = {"suppressed", "shocked", "tired", "wounded", "badly-wounded", "first-wound"}

ROOM = KIT.standee_width - 2 * KIT.standee_padding
NAMES = (9.0, 8.0, 7.0, 6.5)  # points
WEAPONS = (7.5, 7.0, 6.5)
HIGH = fit.height(3, fit.FLOOR)  # mm
DRAWN = {"civilian", "journalist"}  # markers with a picture


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


def token_rows(setting: Setting) -> list[list[Run]]:
    """Return the tokens of a list in rows that fill the width of a sheet."""
    rows: list[list[Run]] = []
    room = 0
    for run in _runs(setting):
        left = run.numbers
        while left:
            if not room:
                rows.append([])
                room = TOKENS_ACROSS
            rows[-1].append(replace(run, numbers=left[:room]))
            left, room = left[room:], room - len(left[:room])
    return rows


def _runs(setting: Setting) -> Iterator[Run]:
    """Yield the tokens kind by kind."""
    catalogue, pieces = setting.catalogue, list(numbered(setting.roster))
    men = [item.key for item in pieces if isinstance(item.row, Figure)]
    for state in catalogue.states:
        if state.effect != "out":
            sign = next((name for name in (state.id, state.effect) if name in SIGNS), "state")
            yield _run(sign, setting.say(state.name), men)
    if catalogue.odds.spotting:
        yield _run("hidden", gettext("hidden"), men)
    yield _run("out", gettext("out of action"), [item.key for item in pieces if item.key not in set(men)])
    # Includes IEDs, which look like dummies on the table.
    markers = range(1, (catalogue.procedures.objectives or 0) + 1)
    yield _run("marker", gettext("objective"), map(str, markers))
    if catalogue.odds.initiative:
        yield _run("active", gettext("active"), [""])


def _run(sign: str, word: str, numbers: Iterable[str]) -> Run:
    return Run(sign, fit.fit(word, fit.TITLE, WORDS, TOKEN_ROOM), tuple(numbers))


@dataclass(frozen=True, slots=True)
class Standee:
    """A standee: its front with number, name and weapons, its back with number and picture, the owner on its foot."""

    number: str
    name: Text
    weapons: Text
    picture: str
    foot: str


def standee_rows(setting: Setting) -> list[list[Standee]]:
    """Return the standees of a list in rows."""
    found = list(_standees(setting))
    return [found[at : at + STANDEES_ACROSS] for at in range(0, len(found), STANDEES_ACROSS)]


def _standees(setting: Setting) -> Iterator[Standee]:
    """Yield a standee for each man and vehicle, then for bystanders."""
    for squad in squads_of(setting):
        for unit in squad.units:
            told = ", ".join(dict.fromkeys(unit.armed))
            for key in unit.keys:
                yield _standee(key, squad.name, unit.name, told, unit.icon)
    for number, kind in bystanders(setting.catalogue, setting.roster):
        word = setting.say(kind.name).capitalize()
        yield _standee(f"{word[:1]}{number}", "", word, "", kind.id if kind.id in DRAWN else "")


def _standee(number: str, squad: str, name: str, weapons: str, picture: str) -> Standee:
    return Standee(
        number,
        fit.fit(name, fit.TITLE, NAMES, ROOM, HIGH),
        fit.fit(weapons, fit.MEDIUM, WEAPONS, ROOM, HIGH),
        picture,
        fit.fit(" · ".join(filter(None, (number, squad.strip()))), fit.MEDIUM, (fit.FLOOR,), ROOM).text,
    )
