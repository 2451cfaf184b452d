"""Abbreviations on a sheet and their meanings."""

from collections.abc import Iterator

from armybuilder.lists.builder.values import Abbreviation
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import weapon_in_full
from rules.core.document.sections import team_word
from rules.core.text import Language


def abbreviations(catalogue: Catalogue, language: Language) -> tuple[Abbreviation, ...]:
    """Return the abbreviations of a game. They follow from its rules alone: they are worked out once."""
    key = ("abbreviations", language)
    if key not in catalogue.phrases:
        catalogue.phrases[key] = tuple(_abbreviations(catalogue, language))
    found: tuple[Abbreviation, ...] = catalogue.phrases[key]
    return found


def _abbreviations(catalogue: Catalogue, language: Language) -> Iterator[Abbreviation]:
    for item in catalogue.characteristics:
        yield Abbreviation(item.short.to(language), item.name.to(language))
    if "team" in catalogue.reads:
        yield Abbreviation("A, B…", team_word(catalogue).to(language))
    for weapon in catalogue.weapons:
        if in_full := weapon_in_full(weapon, language):
            yield Abbreviation(weapon.name.to(language), in_full)
    for short in catalogue.abbreviations:
        yield Abbreviation(short.short, short.in_full.to(language))
    for troops in catalogue.classes:
        if troops.code:
            yield Abbreviation(troops.code, troops.name.to(language))
