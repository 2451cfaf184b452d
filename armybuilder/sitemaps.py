"""What search engines are told of: the standing pages, the rules, public lists. Django's sitemaps divide the lists."""

from datetime import datetime
from itertools import combinations

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from armybuilder.sharing.models import Publication, PublicationQuerySet
from rules.catalogue import catalogue_for, current_versions
from rules.odds.not_found import page_of, questions_of

STANDING = (
    "lists:home",
    "lists:samples",
    "lists:forces",
    "sharing:browse",
    "rules:index",
    "about",
    "sources",
    "privacy",
    "terms",
)


class StandingPages(Sitemap):  # type: ignore[type-arg]  # generic for mypy alone
    """The pages that are always there."""

    def items(self) -> tuple[str, ...]:
        """Return their names."""
        return STANDING

    def location(self, item: str) -> str:
        """Return a page's address."""
        return reverse(item)


class Rules(Sitemap):  # type: ignore[type-arg]  # generic for mypy alone
    """The reference of each ruleset, its odds, and two editions of a game side by side."""

    def items(self) -> list[str]:
        """Return their addresses."""
        addresses = []
        versions = current_versions()
        for one in versions:
            addresses += [reverse(name, args=[one.ruleset_id]) for name in ("rules:ruleset", "rules:ranges")]
            questions = questions_of(catalogue_for(one.pk).odds)
            addresses += [page_of(one.ruleset_id, question) for question in questions]
        for a, b in combinations(versions, 2):
            if a.ruleset.name_it == b.ruleset.name_it:
                addresses.append(reverse("rules:compare", args=[a.ruleset_id, b.ruleset_id]))
        return addresses

    def location(self, item: str) -> str:
        """Return an address as it is."""
        return item


class PublicLists(Sitemap):  # type: ignore[type-arg]  # generic for mypy alone
    """Public lists, the newest first: as they are now."""

    limit = 5000

    def items(self) -> PublicationQuerySet:
        """Return those that can be found."""
        shown = Publication.objects.shown().select_related("link", "army_list")
        return shown.only("link__token", "army_list__changed").order_by("-pk")

    def location(self, item: Publication) -> str:
        """Return where one is read."""
        return reverse("sharing:shared", args=[item.link.token])

    def lastmod(self, item: Publication) -> datetime:
        """Return when it was changed last."""
        return item.army_list.changed


SITEMAPS = {"pages": StandingPages, "rules": Rules, "lists": PublicLists}
