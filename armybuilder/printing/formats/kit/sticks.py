"""Range sticks to cut out and join: centimetres, and the numbers needed by this list's weapons."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.sizes import TOKENS
from armybuilder.printing.formats.roster.fire import columns_for
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.measure import fitted, width
from armybuilder.printing.layout.options import Options, Paper
from rules.core.catalogue.catalogue import Catalogue, FireRow
from rules.core.contents import used_entries
from rules.core.document.roster import Roster
from rules.core.text import Language

LENGTHS: dict[Paper, int] = {"a4": 25, "letter": 20}  # cm
LONGEST = 200  # cm: farther away the tape measure is at hand
ON_A_SHEET = 6
HEAD, ENTRY = 5.0, 6.6  # mm: the height of a band's head, and of a weapon in it
NAME_SIZE = 7.0  # points
LEAST_NAME = 5.0  # mm
ROOM = TOKENS.stick - TOKENS.stick_words - 1


@dataclass(frozen=True, slots=True)
class Fire:
    """A weapon's fire mode: a text for each distance in cm; "": it cannot fire. From `least` cm."""

    name: str
    reach: tuple[tuple[int, str], ...]
    least: int


@dataclass(frozen=True, slots=True)
class Band:
    """A range on a stick, `top` mm from its end: its far edge, and the weapons (name, number needed)."""

    top: float
    head: str
    weapons: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick of `length` mm: its marks (mm from the upper end, cm), its bands; `ticks` as a path."""

    title: str
    length: int
    ticks: str
    marks: tuple[tuple[float, int], ...]
    bands: tuple[Band, ...]


def stick_sheets(roster: Roster, catalogue: Catalogue, options: Options) -> list[list[Stick]]:
    """Return the sticks of a list by sheet; none where no weapon of the list has a range in the rules."""
    fires = list(_fires(roster, catalogue, options))
    edges = sorted(
        {far for fire in fires for far, _said in fire.reach} | {fire.least for fire in fires} - {0}
    )
    if not edges:
        return []
    long = LENGTHS[options.paper]
    last = min(edges[-1], LONGEST)
    sticks = [_stick(start, long, fires, [0, *edges]) for start in range(0, last, long)]
    return [sticks[at : at + ON_A_SHEET] for at in range(0, len(sticks), ON_A_SHEET)]


def _fires(roster: Roster, catalogue: Catalogue, options: Options) -> Iterator[Fire]:
    ranges = columns_for(roster, catalogue, False, options).fire
    for weapon in used_entries(roster, catalogue).weapons:
        for row in weapon.fire:
            reach = tuple(_reach(row, catalogue, ranges))
            yield Fire(_name(weapon.name.to(options.language), row, options.language), reach, row.least or 0)


def _name(weapon: str, row: FireRow, language: Language) -> str:
    """Return a weapon's name, which gives way to the way it fires."""
    mode = fit.clean(f", {row.mode.to(language)}") if row.mode else ""
    room = ROOM - width(mode, fit.MEDIUM, NAME_SIZE)
    name = fitted(weapon, fit.MEDIUM, NAME_SIZE, room) if room > LEAST_NAME else ""
    return fitted(f"{name}{mode}".removeprefix(", "), fit.MEDIUM, NAME_SIZE, ROOM)


def _reach(row: FireRow, catalogue: Catalogue, ranges: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Yield the far edge of each band with the number needed, or its name if the weapon has its own."""
    if row.reach:
        yield from ((far, name) for far, name in zip(row.reach, ranges, strict=False) if far)
        return
    for far, need in zip(catalogue.bands, row.needs, strict=False):
        if need is not None:
            yield min(far, row.most or far), f"{need}+ · {row.dice}d{catalogue.die}"


def _stick(start: int, long: int, fires: list[Fire], edges: list[int]) -> Stick:
    end = start + long
    marks = tuple((10.0 * (cm - start), cm) for cm in range(start, end + 1, 5))
    ticks = "".join(f"M0 {10 * cm}h{6 if cm % 5 == 0 else 3}" for cm in range(1, long))
    bands = tuple(_bands(start, end, fires, edges))
    return Stick(gettext("%(from)s–%(to)s cm") % {"from": start, "to": end}, 10 * long, ticks, marks, bands)


def _bands(start: int, end: int, fires: list[Fire], edges: list[int]) -> Iterator[Band]:
    """Yield the bands that lie on a stick, one that goes on from the stick before once more."""
    for near, far in pairwise(edges):
        if near < end and far > start:
            top, foot = max(near, start) - start, min(far, end) - start
            room = int((10 * (foot - top) - HEAD - 2) // ENTRY)
            found = [(fire.name, said) for fire in fires if (said := _said(fire, far))]
            yield Band(10.0 * top, gettext("up to %(far)s") % {"far": far}, tuple(found[: max(room, 0)]))


def _said(fire: Fire, far: int) -> str:
    """Return the text for a weapon at the far edge of a band, "" if it cannot fire."""
    if far <= fire.least:
        return ""
    return next((said for edge, said in fire.reach if edge >= far), "")
