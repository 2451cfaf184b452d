"""Small pieces of text that all sheets share."""

from dataclasses import dataclass

from armybuilder.lists.templatetags.squadra import NO_BREAK, minus, signed
from rules.core.catalogue import Characteristic, Stat
from rules.core.roster import Roster
from rules.core.text import Language

NONE = "–"
BOX = "☐"  # of squadra-signs.ttf, as wide as a third of fire.BOXES


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the head: what it is, and what it says."""

    label: str
    text: str


def unbreakable(text: str) -> str:
    """Return the text with its spaces made unbreakable."""
    return text.replace(" ", NO_BREAK)


def stat_text(value: int | Stat | None, characteristic: Characteristic, language: Language) -> str:
    """Return a characteristic as the tables print it: "4", "+1", "3+", "–1 aimed", "–" where a class has none."""
    if value is None:
        return NONE
    if isinstance(value, Stat):
        return f"{stat_text(value.value, characteristic, language)} {value.note.to(language)}"
    if characteristic.format == "save":
        return f"{value}+"
    if characteristic.format == "bonus":
        return signed(value) if value else "0"
    return minus(value)


def map_sign(roster: Roster) -> str:
    """Return the map's sign: one dot a squad, two a section, three a platoon; an oval where there are vehicles."""
    sizes = {0: "squad", 1: "squad", 2: "section"}
    vehicle = any(squad.vehicles for squad in roster.squads)
    return sizes.get(len(roster.squads), "platoon") + ("-vehicle" if vehicle else "")
