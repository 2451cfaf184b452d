"""Paper standees to cut out and fold up: a man, a vehicle, a civilian or a journalist, and a foot.

The front has the number, name and weapons. The back has the number and the picture.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.printing.formats.kit.sizes import KIT, STANDEES_ACROSS
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import squads_of
from rules.core.procedures import bystanders

ROOM = KIT.standee_width - 2 * KIT.standee_padding
NAMES = (9.0, 8.0, 7.0, 6.5)  # points
WEAPONS = (7.5, 7.0, 6.5)
HIGH = fit.height(3, fit.FLOOR)  # mm
DRAWN = {"civilian", "journalist"}  # markers with a picture


@dataclass(frozen=True, slots=True)
class Standee:
    """A standee: its front, and the owner on its foot."""

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
    """Yield a standee for each man and vehicle, numbered as on the roster, then for bystanders."""
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
