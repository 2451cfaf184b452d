"""What a list is worth beside its profile, in words: initiative, melee, dice of morale, what stops armour."""

from collections.abc import Iterator

from django.utils.translation import gettext

from armybuilder.lists.words import signed
from rules.core.catalogue.catalogue import Catalogue
from rules.core.odds import OpposedRoll, Strengths
from rules.core.text import Language


def strong_in(strengths: Strengths, catalogue: Catalogue, language: Language) -> Iterator[tuple[str, str]]:
    """Yield what a list rolls and has, each with its name; what the game does not count so is left out."""
    if strengths.initiative:
        yield gettext("Initiative"), roll_of(strengths.initiative)
    if strengths.melee:
        yield gettext("Melee"), roll_of(strengths.melee)
    if strengths.morale_dice is not None:
        yield gettext("Morale dice"), str(strengths.morale_dice)
    armour = armour_of(strengths, catalogue, language)
    if armour is not None:
        yield gettext("Against armour"), armour or gettext("nothing")


def roll_of(roll: OpposedRoll) -> str:
    """Return a roll as players write it: `2d6+6`, `d6+3`."""
    dice = "" if roll.dice == 1 else roll.dice
    return f"{dice}d{roll.die}{signed(roll.bonus) if roll.bonus else ''}"


def armour_of(strengths: Strengths, catalogue: Catalogue, language: Language) -> str | None:
    """Return what stops armour: `2 RPG`; "": nothing does, None: the game does not count it."""
    if strengths.armour is None:
        return None
    return ", ".join(
        f"{count} {catalogue.weapon_by_id[weapon].name.to(language)}" for weapon, count in strengths.armour
    )
