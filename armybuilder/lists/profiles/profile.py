"""The subject of a profile, and other strengths of a list in words."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.lists.words import class_name, signed
from armybuilder.numbers import whole_number
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.odds import OpposedRoll, Profile, Strengths, usual_target
from rules.core.text import Language

REACH, FARTHEST = 100, 999  # cm
MOST_TOGETHER = 20  # men reached by one blast, as in a question of odds


class ProfileQuery(Struct, frozen=True):
    """The class of the target, the referee's range (0: none needed), and the men close together."""

    target: str
    reach: int = 0
    together: int = 1

    def target_in_words(self, catalogue: Catalogue, language: Language) -> str:
        """Return the target with its number: Recruits R5, 3 together."""
        troops = class_name(self.target, catalogue, language)
        if self.together == 1:
            return troops
        return gettext("%(troops)s, %(count)s together") % {"troops": troops, "count": self.together}


def has_profile(catalogue: Catalogue) -> bool:
    return "profile" in catalogue.odds.questions and bool(catalogue.classes)


def yardstick(catalogue: Catalogue, language: Language) -> str:
    """Return a sentence about the measure of fire that all advice and a profile share; "" without odds."""
    if not has_profile(catalogue):
        return ""
    target = catalogue.class_by_id[usual_target(catalogue)].name.to(language)
    return gettext(
        "Fire is expected kills in one turn, standing still, in the open, against %(target)s: the same in what you "
        "can add, in completion and in the profile."
    ) % {"target": target}


def asks_for_reach(catalogue: Catalogue) -> bool:
    return catalogue.odds.method == "range"


def asked_of(query: Mapping[str, str], catalogue: Catalogue) -> ProfileQuery:
    """Return the requested values; a missing or unknown class becomes a middling one, as in all advice."""
    told = query.get("target", "")
    target = told if told in catalogue.class_by_id else usual_target(catalogue)
    together = min(max(whole_number(query.get("together", ""), digits=3) or 1, 1), MOST_TOGETHER)
    if not asks_for_reach(catalogue):
        return ProfileQuery(target, together=together)
    reach = whole_number(query.get("range", ""), digits=3) or REACH
    return ProfileQuery(target, min(max(reach, 2), FARTHEST), together)


class Profiled(Struct, frozen=True):
    """A list with its name beside another, and its strengths."""

    name: str
    roster: Roster
    catalogue: Catalogue
    profile: Profile
    strengths: Strengths


Two = tuple[Profiled, Profiled]


def strong_in(strengths: Strengths, catalogue: Catalogue, language: Language) -> Iterator[tuple[str, str]]:
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
    dice = "" if roll.dice == 1 else roll.dice
    return f"{dice}d{roll.die}{signed(roll.bonus) if roll.bonus else ''}"


def armour_of(strengths: Strengths, catalogue: Catalogue, language: Language) -> str | None:
    """Return the weapons against armour: `2 RPG`; "": none, None: the game does not count them."""
    if strengths.armour is None:
        return None
    return ", ".join(
        f"{count} {catalogue.weapon_by_id[weapon].name.to(language)}" for weapon, count in strengths.armour
    )
