"""Short texts shared by all sheets."""

from typing import NamedTuple

from armybuilder.lists.words import NO_BREAK
from rules.core.catalogue.catalogue import Catalogue, Characteristic, Stat
from rules.core.document.roster import Roster, Squad
from rules.core.procedures import COMMAND, IN_FIRE
from rules.core.text import Language
from rules.reference.parts import foreign_language

NONE = "–"
BOX, SMALL_BOX = "☐", "▢"  # in squadra-signs.ttf


class Fact(NamedTuple):
    """A label and its text."""

    label: str
    text: str


def unbreakable(text: str) -> str:
    """Return the text with no-break spaces."""
    return text.replace(" ", NO_BREAK)


def inside(sentence: str) -> str:
    """Return a sentence for use within another: without its full stop, its first word lower-case unless an acronym."""
    small = sentence[1:2].islower()
    return (sentence[:1].lower() + sentence[1:] if small else sentence).removesuffix(".")


def cited(source: str, catalogue: Catalogue) -> str:
    """Return a citation as printed: "" for a heading in a different language from the sheet."""
    return "" if foreign_language(catalogue, source) else source


def stat_text(value: int | Stat | None, characteristic: Characteristic, language: Language) -> str:
    """Return a characteristic as printed: "4", "+1", "3+", "–1 aimed", "–" for a class without it."""
    if value is None:
        return NONE
    if isinstance(value, Stat):
        return f"{stat_text(value.value, characteristic, language)} {value.note.to(language)}"
    return characteristic.written(value)


def characteristics_of_men(catalogue: Catalogue) -> tuple[Characteristic, ...]:
    """Return the characteristics printed for men.

    Characteristics included in weapons' numbers are left out, and so are command ranges, printed beside each leader.
    """
    elsewhere = {*IN_FIRE, *COMMAND.values()}
    return tuple(item for item in catalogue.characteristics if item.id not in elsewhere)


def map_sign(roster: Roster) -> str:
    """Return the map sign of a list: one dot for a squad, two for a section, three for a platoon; an oval for vehicles.

    Two squads are a section, three a platoon. Independent units do not count, except on their own.
    """
    squads = sum(squad.kind == "squad" for squad in roster.squads)
    alone = _sign(roster.squads[0]) if roster.squads else "squad"
    sizes = {0: alone, 1: "squad", 2: "section"}
    vehicle = any(squad.vehicles for squad in roster.squads)
    return sizes.get(squads, "platoon") + "-vehicle" * vehicle


def squad_sign(squad: Squad) -> str:
    """Return the name of a squad's map sign, class `sign-…` in print.css."""
    return _sign(squad) + "-vehicle" * bool(squad.vehicles)


def _sign(squad: Squad) -> str:
    return {"sniper-team": "team", "observer-section": "section"}.get(squad.kind, squad.kind)
