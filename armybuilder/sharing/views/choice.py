"""Choosing one list among those that a visitor may read: one's own, those of clubs, samples, public ones."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from uuid import UUID

from django.core.paginator import Page
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from msgspec import Struct

from armybuilder.lists.browsing import choosing
from armybuilder.lists.browsing.listing import ListEntry, entry
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.models import Publication
from armybuilder.sharing.views.public import NewestFirst
from rules.language import active_language

PUBLIC = "public"
WHOSE_NAMES = {
    "mine": gettext_lazy("My lists"),
    "clubs": gettext_lazy("From my clubs"),
    "samples": gettext_lazy("Example lists"),
    PUBLIC: gettext_lazy("Public lists"),
}


class Offered(Struct, frozen=True):
    """A list, what it is called in an address, and its versions that have names: each with what that is called."""

    entry: ListEntry
    ref: str
    versions: tuple[tuple[str, str], ...] = ()


class ListToChoose(Struct, frozen=True):
    """A list with the address that chooses it; its versions with theirs."""

    entry: ListEntry
    address: str
    versions: tuple[tuple[str, str], ...]


class ListChoice(Struct, frozen=True):
    """A page of lists; whose they are, and the words looked for."""

    of: str
    words: str
    page: Page[Publication] | Page[ArmyList]
    offered: list[Offered]

    def lines(self, address: Callable[[str], str]) -> list[ListToChoose]:
        """Return the lists with the address that chooses each, which follows from what it is called."""
        return [
            ListToChoose(
                one.entry, address(one.ref), tuple((name, address(ref)) for name, ref in one.versions)
            )
            for one in self.offered
        ]

    @property
    def whose(self) -> Mapping[str, Promise]:
        """The names of those whose lists may be asked for."""
        return WHOSE_NAMES


def lists_to_choose(
    query: Mapping[str, str], visitor: Visitor, *, but: UUID | None = None, ruleset: str = ""
) -> ListChoice:
    """Return the lists that a query asks for (`of`, `q`, `page`), of a `ruleset` only where it is given.

    Who has none to choose from, apart from the one that is chosen already (`but`), begins with the samples; a version
    of that one may be chosen beside it.
    """
    asked, number = choosing.read_filter(query), query.get("page")
    language = active_language()
    if query.get("of") == PUBLIC:
        published = _public(asked.words, ruleset, number)
        found = [Offered(entry(one.army_list, language), one.link.token) for one in published]
        return ListChoice(PUBLIC, asked.words, published, found)
    page = choosing.page_of(visitor, asked, number, ruleset=ruleset)
    versions = _versions(page) if asked.whose == "mine" else {}
    if not query.keys() & {"of", "q"} and not any(one.pk != but or one.pk in versions for one in page):
        asked = replace(asked, whose="samples")
        page = choosing.page_of(visitor, asked, number, ruleset=ruleset)
    found = [Offered(entry(one, language), str(one.pk), versions.get(one.pk, ())) for one in page]
    return ListChoice(asked.whose, asked.words, page, found)


def _versions(page: Page[ArmyList]) -> dict[UUID, tuple[tuple[str, str], ...]]:
    """Return the versions that have names, of one's own lists: nobody else can open them."""
    named = Revision.objects.names([one.pk for one in page])
    return {pk: tuple((name, f"{pk}.{number}") for number, name in found) for pk, found in named.items()}


def _public(words: str, ruleset: str, number: str | None) -> Page[Publication]:
    found = Publication.objects.shown().listing()
    found = found.holding(("game", ruleset)) if ruleset else found.newest()
    if words:
        found = found.filter(Q(army_list__name__icontains=words) | Q(army_list__force__icontains=words))
    return NewestFirst(found, choosing.A_PAGE).get_page(number)
