"""Ten or a thousand public lists take the same number of queries, and use their indexes."""

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.lists.facets import facets_of
from armybuilder.lists.models import ArmyList, ListFacet
from armybuilder.sharing.models import Publication, ShareLink
from armybuilder.sharing.search import Search
from tests.lists.factories import a_group, a_roster, a_squad
from tests.lists.many import many_lists, take_stock
from tests.sharing.links import ENGLISH

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
GUNS = a_roster(a_squad(a_group(3, "lmg")), name="Guns")
LMG = {"game": "bn", "class": "elite", "weapon": "lmg"}
NARROW = LMG | {"role": "open", "most": "200", "q": "GUNS"}


def many_public(number: int) -> None:
    """This many public lists of two people, one in ten with an LMG, and the same number of private ones."""
    people = User.objects.bulk_create(User(username=name) for name in ("alice", "bob"))
    many_lists(people, number)
    lists = many_lists(people, number - number // 10) + many_lists(people, number // 10, GUNS)
    links = ShareLink.objects.bulk_create(ShareLink(army_list=one) for one in lists)
    Publication.objects.bulk_create(Publication(army_list=link.army_list, link=link) for link in links)
    since = timezone.now()
    ListFacet.objects.bulk_create(
        ListFacet(army_list=one, kind=kind, item=item, public_since=since)
        for one in lists
        for kind, item in facets_of(one.roster)
    )
    take_stock()  # otherwise PostgreSQL may plan the update as a nested loop, which takes a minute
    ArmyList.objects.filter(publication__isnull=False).update(public_since=since)


@pytest.mark.parametrize("lists", [10, 1000])
def test_queries_do_not_grow(lists: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    many_public(lists)
    browser = Client(headers=ENGLISH)
    browser.get("/public/")
    for query, found in (({}, lists), (LMG, lists // 10), (NARROW, lists // 10)):
        with django_assert_num_queries(3):  # the versions of the rules, the number of lists, the lists
            page = browser.get("/public/", query).context["page"]
        assert (page.paginator.count, len(page)) == (min(found, 100), min(found, 20))


def test_documents_are_left_where_they_are() -> None:
    many_public(10)
    assert "document" in Publication.objects.listing()[0].army_list.get_deferred_fields()


def test_older_ones_are_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.sharing.search.NewestFirst.AT_MOST", 25)
    many_public(30)
    browser = Client(headers=ENGLISH)
    response = browser.get("/public/", {"page": "9"})
    assert "The latest 25 public lists. Search to find older ones." in response.content.decode()
    assert (response.context["page"].number, len(response.context["page"])) == (2, 5)
    assert "3 public lists, newest first" in browser.get("/public/", LMG).content.decode()


def test_counting_reads_no_more_than_is_counted() -> None:
    many_public(1000)
    take_stock()
    if connection.vendor == "postgresql":  # sorts a thousand as fast as it looks them up
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_sort = off")
    plan = Search({"game": "bn"}, "en").results()[:100].values("pk").explain()
    assert "lists_newest_by_facet" in plan
    assert "B-TREE" not in plan


def test_the_plan_uses_the_index() -> None:
    """A thing in a list is looked up and the newest are read in order: no other list is read."""
    many_public(1000)
    take_stock()
    for query, index in (
        ({}, "lists_newest_public"),
        (LMG, "lists_newest_by_facet"),
        (NARROW, "lists_newest_by_facet"),
    ):
        plan = Search(query, "en").results()[:20].explain()
        assert [line for line in plan.splitlines() if index in line and "INDEX" in line.upper()]
        assert "SCAN lists_" not in plan
