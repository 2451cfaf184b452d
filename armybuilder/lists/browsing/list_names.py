"""The names of lists, and where copies come from."""

import itertools
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from django.utils.translation import gettext, override

from armybuilder.lists.models import ArmyList, Credit
from armybuilder.lists.quotas import LONGEST_NAME
from rules.core.document.naming import in_sentence
from rules.core.text import Language


def first_name() -> str:
    """Return the name of a new list."""
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
    """Return a name to offer: "Veterans, attacker 150"; empty if the list has one of its own."""
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
    """Return the default names of new lists and their copies, in all languages."""
    names = []
    for language, _ in settings.LANGUAGES:
        with override(language):
            names += [first_name(), gettext("%(name)s, copy") % {"name": first_name()}]
    return frozenset(names)


def credit_of(army_list: ArmyList) -> str:
    """Return the origin of a copied list: "From Rangers, by Marta"; "" for others."""
    credit = Credit.objects.filter(army_list=army_list).select_related("author").first()
    if credit is None:
        return ""
    if credit.kind == Credit.Kind.RESTORED:
        return gettext("From %(name)s") % {"name": credit.name}
    without = gettext("a visitor without an account") if credit.kind else gettext("a former member")
    author = credit.author.get_username() if credit.author else without
    return gettext("From %(name)s, by %(author)s") % {"name": credit.name, "author": author}
