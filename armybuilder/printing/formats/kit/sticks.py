"""Range sticks to cut out and join: centimetres, and the numbers needed by this list's weapons.

Weapons with their own distances share sticks as long as each band has room for all of them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, pairwise, zip_longest
from typing import NamedTuple

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.pieces import KIT
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import wrapped
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.words import NONE
from armybuilder.printing.units.in_hand import FireByClass, ModeFire, Ready, faces, fire_by_class
from armybuilder.printing.units.setting import Setting

LENGTHS: dict[Paper, int] = {"a4": 25, "letter": 20}  # cm
MOST = 6  # sticks of a set: players use a tape measure beyond
HEAD, LINE = 5.0, 3.3  # heights in mm: band heading, a line of names or numbers
AIR = 2.0  # mm, left free in a band
NAME_SIZE = 7.0  # points
SIZES = (9.0, 9.0, 7.0, 6.5)  # points, for the numbers of one, two, three or more classes
SHORT = 5  # letters of a class without a code
ROOM = KIT.stick - KIT.stick_words - 1


class Fire(NamedTuple):
    """A weapon's fire mode: the numbers for each distance in cm, "" if it cannot fire, from `least` cm.

    `follows`: it has no name of its own, but is a further mode of the weapon above it.
    """

    name: str
    reach: tuple[tuple[int, str], ...]
    least: int
    follows: bool

    def at(self, far: int) -> str:
        """Return the numbers at the far edge of a band, "" if it cannot fire."""
        return next((said for edge, said in self.reach if edge >= far > self.least), "")

    @property
    def high(self) -> float:
        """The height of its name and numbers, mm."""
        return LINE * (len(wrapped(self.name, fit.MEDIUM, NAME_SIZE, ROOM)) + 1)


class Band(NamedTuple):
    """A range on a stick, `top` mm from the end: its far edge, and the weapons with the numbers needed."""

    top: float
    far: int
    weapons: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick of `length` mm from `start` cm, with its bands.

    `heads` are the column headings, `pitch` mm apart, for classes with the same numbers; "" for a single column.
    `size` is that of the numbers, in points.
    """

    start: int
    length: int
    bands: tuple[Band, ...]
    heads: str
    pitch: float
    size: float

    @property
    def title(self) -> str:
        """Its range."""
        return gettext("%(from)s–%(to)s cm") % {"from": self.start, "to": self.start + self.length // 10}

    @property
    def ticks(self) -> str:
        """The ticks of centimetres as a path."""
        return "".join(f"M0 {10 * cm}h{4.4 if cm % 5 == 0 else 2.2}" for cm in range(1, self.length // 10))

    @property
    def marks(self) -> list[tuple[int, int]]:
        """The numbers beside the ticks: mm from the upper end, cm."""
        return [(10 * cm, self.start + cm) for cm in range(0, self.length // 10 + 1, 5)]


def sticks_of(setting: Setting) -> list[Stick]:
    """Return the sticks of a list; none if no weapon has a range in the rules."""
    found, long = fire_by_class(setting), LENGTHS[setting.options.paper]
    fires = [fire for mode in found.modes if (fire := _fire(mode, setting)).reach]
    heads, columns = _heads(found, setting), len(found.groups)
    pitch, size = round(ROOM / columns, 2), SIZES[min(columns, len(SIZES)) - 1]
    return [
        Stick(start, 10 * long, bands, heads, pitch, size)
        for together in _sharing(fires, long, heads)
        for start, bands in zip(count(0, long), _set(together, long, heads), strict=False)
    ]


def _edges(fires: Iterable[Fire]) -> list[int]:
    """Return the edges of the bands of some weapons, in cm."""
    return sorted({0} | {far for fire in fires for far, _said in fire.reach} | {fire.least for fire in fires})


def _sharing(fires: Iterable[Fire], long: int, heads: str) -> list[list[Fire]]:
    """Return the fire modes that share sticks, with all modes of a weapon together."""
    weapons: list[list[Fire]] = []
    for fire in fires:
        if fire.follows and weapons:
            weapons[-1].append(fire)
        else:
            weapons.append([fire])
    sets: list[list[Fire]] = []
    for modes in weapons:
        shared = next((one for one in sets if _have_room([*one, *modes], long, heads)), None)
        if shared is None:
            sets.append(modes)
        else:
            shared += modes
    return sets


def _set(fires: list[Fire], long: int, heads: str) -> list[tuple[Band, ...]]:
    """Return the bands of each stick of a set, up to the stick with the weapons of the last band."""
    sticks = []
    for start in range(0, min(_edges(fires)[-1], MOST * long), long):
        sticks.append(tuple(_bands(start, start + long, fires, heads)))
        last = sticks[-1][-1]
        if last.weapons and last.far == _edges(fires)[-1]:
            break
    return sticks


def _have_room(fires: list[Fire], long: int, heads: str) -> bool:
    """Whether every band of a set has room for all its weapons, at least on one of its sticks."""
    bands = [band for stick in _set(fires, long, heads) for band in stick]
    return {band.far for band in bands} == {band.far for band in bands if band.weapons}


def _heads(found: FireByClass, setting: Setting) -> str:
    """Return the column headings: the codes of the classes of each group, or the start of their names."""
    if len(found.groups) == 1:
        return ""
    known = ([setting.catalogue.class_by_id[item] for item in group] for group in found.groups)
    named = ([item.code or _short(setting.say(item.name)) for item in group] for group in known)
    return "\n".join("\t".join(line) for line in zip_longest(*named, fillvalue=""))


def _short(name: str) -> str:
    return name if len(name) <= SHORT else f"{name[:3]}."


def _fire(mode: ModeFire, setting: Setting) -> Fire:
    """Return a fire mode with the far edge of each band, and the numbers in each column."""
    row = mode.row
    reach: list[tuple[int, str]] = []
    for place, far in enumerate(row.reach or setting.catalogue.bands):
        cells = [
            "/".join(dict.fromkeys(_number(way, place, row.dice, setting) for way in rolls)) or NONE
            for rolls in mode.rolls
        ]
        if far and any(cell != NONE for cell in cells):
            reach.append((min(far, row.most or far), "\t".join(cells)))
    return Fire(_name(mode, setting), tuple(reach), row.least or 0, follows=bool(mode.number))


def _number(way: Ready, place: int, dice: int, setting: Setting) -> str:
    """Return the number of men in a band: "4+", "3×4+" with three dice, "1–5" for a low roll."""
    need = way.needs[place] if place < len(way.needs) else NONE
    if need == NONE:
        return NONE
    thrown = way.dice[place].removesuffix("d") or str(dice)  # the dice he has left
    return (f"{thrown}×" if thrown != "1" else "") + faces(need, setting.catalogue)


def _name(mode: ModeFire, setting: Setting) -> str:
    """Return a weapon's name and fire mode. A second fire mode omits the name."""
    said = setting.say(mode.row.mode) if mode.row.mode else ""
    way, _comma, _in_the_numbers = said.partition(",")
    if mode.number and way:
        return f"\N{EN SPACE}{fit.clean(way)}"
    return fit.clean(", ".join(filter(None, (setting.say(mode.weapon.name), way))))


def _bands(start: int, end: int, fires: list[Fire], heads: str) -> Iterator[Band]:
    """Yield the bands on a stick. A band that crosses the joint is on both sticks, its weapons where they have room."""
    taken = HEAD + AIR + LINE * len(heads.splitlines())
    for near, far in pairwise(_edges(fires)):
        if near < end and far > start:
            top, foot = max(near, start) - start, min(far, end) - start
            found = [fire for fire in fires if fire.at(far)]
            fits = taken + sum(fire.high for fire in found) <= 10 * (foot - top)
            yield Band(10.0 * top, far, tuple((fire.name, fire.at(far)) for fire in found) if fits else ())
