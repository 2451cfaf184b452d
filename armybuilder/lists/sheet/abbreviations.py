"""What stands short on a sheet of a game, and what it means."""

from collections.abc import Iterator

from armybuilder.lists.sheet.values import Abbreviation
from rules.core.catalogue import Catalogue, Weapon
from rules.core.sections import team_word
from rules.core.text import Language


def abbreviations(catalogue: Catalogue, language: Language) -> tuple[Abbreviation, ...]:
    """Return the abbreviations of a game. They follow from its rules alone: they are worked out once."""
    key = ("abbreviations", language)
    if key not in catalogue.phrases:
        catalogue.phrases[key] = tuple(_abbreviations(catalogue, language))
    found: tuple[Abbreviation, ...] = catalogue.phrases[key]
    return found


def is_short(weapon: Weapon, language: Language) -> bool:
    """Whether the name of a weapon is an abbreviation in a language, which the rules give in full."""
    words = weapon.name.to(language).replace("(", " ").split()
    return weapon.in_full is not None and any(len(word) > 1 and word.isupper() for word in words)


def _abbreviations(catalogue: Catalogue, language: Language) -> Iterator[Abbreviation]:
    for item in catalogue.characteristics:
        yield Abbreviation(item.short.to(language), item.name.to(language))
    if "team" in catalogue.reads:
        yield Abbreviation("A, B…", team_word(catalogue).to(language))
    for weapon in catalogue.weapons:
        if weapon.in_full and is_short(weapon, language):
            yield Abbreviation(weapon.name.to(language), weapon.in_full.to(language))
    for troops in catalogue.classes:
        if troops.code:
            yield Abbreviation(troops.code, troops.name.to(language))
