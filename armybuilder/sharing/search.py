"""Finding public lists: by game, role, points, and what is in them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.lists.browsing.front_page import samples
from armybuilder.lists.browsing.listing import ListEntry, entry
from armybuilder.lists.facets import Facet
from armybuilder.lists.quotas import LONGEST_NAME
from armybuilder.sharing.models import Publication
from rules.catalogue import catalogue_for, current_versions
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.text import Language
from rules.fields import read_whole

MOST_POINTS = 10_000


class NewestFirst(Paginator[Any]):
    """Pages of the newest results: counting all of them takes longer than the rest of the page."""

    AT_MOST = 100  # that are counted; older ones must be searched for
    object_list: "QuerySet[Any]"

    @cached_property
    def count(self) -> int:
        return self.object_list[: self.AT_MOST].count()


class SearchChoice(Struct, frozen=True):
    """A possible value of the search: its value in the address, and its name."""

    value: str
    name: str
    chosen: bool


class Found(Struct, frozen=True):
    """A public list in a table of them."""

    line: ListEntry
    address: str
    author: str


class Search(Struct, frozen=True):
    """A search. Classes and weapons are those of the chosen game: without a game there are none to choose."""

    language: Language
    games: tuple[SearchChoice, ...]
    game: str
    role: str
    roles: tuple[SearchChoice, ...]
    classes: tuple[SearchChoice, ...]
    troops: str
    weapons: tuple[SearchChoice, ...]
    weapon: str
    most: int | None
    words: str

    def results(self) -> "QuerySet[Publication]":
        lists = Publication.objects.shown().listing()
        facets = self._facets()
        lists = lists.holding(*facets) if facets else lists.newest()
        if self.role:
            lists = lists.filter(army_list__role=self.role)
        if self.most is not None:
            lists = lists.filter(army_list__total__lte=self.most)
        if self.words:
            lists = lists.filter(army_list__name__icontains=self.words)
        return lists

    def _facets(self) -> list[Facet]:
        """Return the required facets, the rarest kind first."""
        asked: tuple[Facet, ...] = (("weapon", self.weapon), ("class", self.troops), ("game", self.game))
        return [facet for facet in asked if facet[1]]

    def entries(self, publications: Iterable[Publication]) -> list[Found]:
        return [
            Found(
                entry(publication.army_list, self.language),
                reverse("sharing:shared", args=[publication.link.token]),
                publication.army_list.owner.get_username() if publication.army_list.owner else "",
            )
            for publication in publications
        ]

    def examples(self) -> list[Found]:
        lines = (entry(sample, self.language) for sample in samples())
        return [Found(line, line.url, "") for line in lines]

    @property
    def is_narrow(self) -> bool:
        return bool(self.game or self.role or self.most is not None or self.words)


def read_search(query: Mapping[str, str], language: Language, user_id: int | None = None) -> Search:
    versions = current_versions(user_id)
    books = [catalogue_for(version.pk) for version in versions]
    game = _one_of(query.get("game", ""), [book.id for book in books])
    chosen = [book for book in books if book.id == game]
    formats = chosen[0].formats if chosen else books[0].formats if books else ()
    classes, weapons = (chosen[0].classes, chosen[0].weapons) if chosen else ((), ())
    role = _one_of(query.get("role", ""), [item.id for item in formats])
    troops = _one_of(query.get("class", ""), [item.id for item in classes])
    weapon = _one_of(query.get("weapon", ""), [item.id for item in weapons])
    most = read_whole(query.get("most", ""))
    return Search(
        language=language,
        games=tuple(SearchChoice(book.id, _full_name(book, language), book.id == game) for book in books),
        game=game,
        role=role,
        roles=_choices(formats, role, language),
        classes=_choices(classes, troops, language),
        troops=troops,
        weapons=_choices(weapons, weapon, language),
        weapon=weapon,
        most=most if most is not None and 0 <= most <= MOST_POINTS else None,
        words=" ".join(query.get("q", "").split())[:LONGEST_NAME],
    )


def _one_of(value: str, known: Sequence[str]) -> str:
    return value if value in known else ""


def _choices(entries: Iterable[Entry], chosen: str, language: Language) -> tuple[SearchChoice, ...]:
    return tuple(SearchChoice(item.id, item.name.to(language), item.id == chosen) for item in entries)


def _full_name(book: Catalogue, language: Language) -> str:
    name = f"{book.name.to(language)}, {book.edition.to(language)}"
    return f"{name} · {gettext('own rules')}" if book.is_own else name
