"""Finding public lists: by game, role, points, and what is in them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext

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


class Search:
    """A search. Classes and weapons are those of the chosen game: without a game there are none to choose."""

    def __init__(self, query: Mapping[str, str], language: Language, user_id: int | None = None) -> None:
        self.language = language
        books = [catalogue_for(version.pk) for version in current_versions(user_id)]
        names = ((book.id, _full_name(book, language)) for book in books)
        self.game, self.games = _menu(query.get("game"), names)
        chosen = next((book for book in books if book.id == self.game), None)
        formats = chosen.formats if chosen else books[0].formats if books else ()
        self.role, self.roles = _menu(query.get("role"), self._named(formats))
        self.troops, self.classes = _menu(query.get("class"), self._named(chosen.classes if chosen else ()))
        self.weapon, self.weapons = _menu(query.get("weapon"), self._named(chosen.weapons if chosen else ()))
        most = read_whole(query.get("most", ""))
        self.most = most if most is not None and 0 <= most <= MOST_POINTS else None
        self.words = " ".join(query.get("q", "").split())[:LONGEST_NAME]

    def _named(self, entries: Iterable[Entry]) -> list[tuple[str, str]]:
        return [(entry.id, entry.name.to(self.language)) for entry in entries]

    def results(self) -> "QuerySet[Publication]":
        """Return the public lists that it finds, the newest first."""
        lists = Publication.objects.shown().listing()
        # The rarest kind first.
        asked: tuple[Facet, ...] = (("weapon", self.weapon), ("class", self.troops), ("game", self.game))
        facets = [facet for facet in asked if facet[1]]
        lists = lists.holding(*facets) if facets else lists.newest()
        if self.role:
            lists = lists.filter(army_list__role=self.role)
        if self.most is not None:
            lists = lists.filter(army_list__total__lte=self.most)
        if self.words:
            lists = lists.filter(army_list__name__icontains=self.words)
        return lists

    @property
    def is_narrow(self) -> bool:
        return bool(self.game or self.role or self.most is not None or self.words)


def _menu(asked: str | None, named: Iterable[tuple[str, str]]) -> tuple[str, list[tuple[str, str]]]:
    """Return the value asked for, "" for none that is offered, and the choices."""
    choices = list(named)
    return (asked or "") if asked in dict(choices) else "", choices


def _full_name(book: Catalogue, language: Language) -> str:
    name = f"{book.name.to(language)}, {book.edition.to(language)}"
    return f"{name} · {gettext('own rules')}" if book.is_own else name
