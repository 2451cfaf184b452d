"""Choosing one list among those that a visitor may read: one's own, those of clubs, samples, public ones."""

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from django.core.paginator import Page
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from msgspec import Struct

from armybuilder.lists import choosing
from armybuilder.lists.listing import Entry, entry
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.models import Publication
from armybuilder.sharing.views.public import NewestFirst
from rules.language import active_language

PUBLIC = "public"
WHOSE_NAMES = {
    "mine": gettext_lazy("My lists"),
    "clubs": gettext_lazy("From my clubs"),
    "samples": gettext_lazy("Sample lists"),
    PUBLIC: gettext_lazy("Public lists"),
}


class Choice(Struct, frozen=True):
    """A page of lists, each with what it is called in an address; whose they are, and the words looked for."""

    of: str
    words: str
    page: Page[Publication] | Page[ArmyList]
    lines: list[tuple[Entry, str]]

    @property
    def whose(self) -> Mapping[str, Promise]:
        """The names of those whose lists may be asked for."""
        return WHOSE_NAMES


def lists_to_choose(
    query: Mapping[str, str], visitor: Visitor, *, but: UUID | None = None, ruleset: str = ""
) -> Choice:
    """Return the lists that a query asks for (`of`, `q`, `page`), of a `ruleset` only where it is given.

    Who has none to choose from, apart from the one that is chosen already (`but`), begins with the samples.
    """
    asked, number = choosing.read_filter(query), query.get("page")
    language = active_language()
    if query.get("of") == PUBLIC:
        published = _public(asked.words, ruleset, number)
        found = [(entry(one.army_list, language), one.link.token) for one in published]
        return Choice(PUBLIC, asked.words, published, found)
    page = choosing.page_of(visitor, asked, number, ruleset=ruleset)
    if not query.keys() & {"of", "q"} and not any(one.pk != but for one in page):
        asked = replace(asked, whose="samples")
        page = choosing.page_of(visitor, asked, number, ruleset=ruleset)
    return Choice(asked.whose, asked.words, page, [(entry(one, language), str(one.pk)) for one in page])


def _public(words: str, ruleset: str, number: str | None) -> Page[Publication]:
    found = Publication.objects.shown().listing()
    found = found.holding(("game", ruleset)) if ruleset else found.newest()
    if words:
        found = found.filter(Q(army_list__name__icontains=words) | Q(army_list__force__icontains=words))
    return NewestFirst(found, choosing.A_PAGE).get_page(number)
