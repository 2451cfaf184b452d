"""The names of lists, the origins of copies, and the two lists of a pair."""

import itertools
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.utils.translation import gettext, override

from armybuilder.lists.builder import build_sheet
from armybuilder.lists.models import ArmyList, Credit
from armybuilder.lists.quotas import LONGEST_NAME
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.naming import in_sentence
from rules.core.procedures import dice_off_bonus, has_dice_off
from rules.core.text import Language


def first_name() -> str:
    return gettext("New list")


def name_of_copy(name: str) -> str:
    """Return the name of a copy of a list. Copies of unnamed lists are unnamed."""
    original = first_name() if name in _first_names() else name
    return (gettext("%(name)s, copy") % {"name": original})[:LONGEST_NAME]


def numbered(name: str) -> Iterator[str]:
    """Yield a name, then the same with a number: “Rangers”, “Rangers 2” and so on."""
    yield name
    yield from (f"{name[:110]} {number}" for number in itertools.count(2))


def suggested_name(army_list: ArmyList, language: Language) -> str:
    if army_list.name not in _first_names():
        return ""
    roster, catalogue = army_list.roster, army_list.catalogue
    classes = (catalogue.class_by_id.get(squad.class_) for squad in roster.squads)
    troops = next((known.name for known in classes if known), catalogue.name)
    made_for = catalogue.format_by_id.get(roster.role)
    role = in_sentence(made_for.name).to(language) if made_for and made_for.id != "open" else ""
    limit = army_list.report.limit
    goal = " ".join(filter(None, [role, str(limit or "")]))
    return ", ".join(filter(None, [troops.to(language), goal]))


@cache
def _first_names() -> frozenset[str]:
    names = []
    for language, _ in settings.LANGUAGES:
        with override(language):
            names += [first_name(), gettext("%(name)s, copy") % {"name": first_name()}]
    return frozenset(names)


def credit_of(army_list: ArmyList) -> str:
    credit = Credit.objects.filter(army_list=army_list).select_related("author").first()
    if credit is None:
        return ""
    if credit.kind == Credit.Kind.RESTORED:
        return gettext("From %(name)s") % {"name": credit.name}
    without = gettext("a visitor without an account") if credit.kind else gettext("a former member")
    author = credit.author.get_username() if credit.author else without
    return gettext("From %(name)s, by %(author)s") % {"name": credit.name, "author": author}


def pair(army_list: ArmyList, partner: ArmyList | None, language: Language) -> dict[str, object]:
    """Return the lists of a pair, the attacker's first, each with its sheet and its bonus to the roll for the attack.

    `bonus`: None if they differ, or if there is no roll. `missing`, `makes`: the other role, if it has no list.
    Raises edits.NoPairError for a list with another role.
    """
    other, catalogue = edits.other_role(army_list.roster), army_list.catalogue
    lists = sorted(filter(None, (army_list, partner)), key=lambda one: one.role)  # "attacker" comes first
    rolls = has_dice_off(catalogue)
    halves = [
        {
            "army_list": one,
            "sheet": build_sheet(one.roster, one.catalogue, one.report, language),
            "bonus": dice_off_bonus(one.roster.squads, one.catalogue) if rolls else None,
        }
        for one in lists
    ]
    bonuses = {half["bonus"] for half in halves}
    return {
        "source": catalogue.format_by_id["attacker"].source if rolls else "",
        "halves": halves,
        "missing": "" if partner else role_name(other, catalogue, language),
        "makes": "" if partner else other,
        "bonus": bonuses.pop() if len(bonuses) == 1 else None,
    }


def role_name(role: str, catalogue: Catalogue, language: Language) -> str:
    """Return the name of a role ("": not in the ruleset)."""
    made_for = catalogue.format_by_id.get(role)
    return made_for.name.to(language) if made_for else ""


def name_of_partner(army_list: ArmyList, language: Language) -> str:
    role = role_name(edits.other_role(army_list.roster), army_list.catalogue, language)
    name = gettext("%(name)s, %(role)s") % {"name": army_list.name, "role": role.lower()}
    return name[:LONGEST_NAME]
