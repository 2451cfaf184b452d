"""My lists, ten and a thousand of them: as many queries, each through an index, without reading documents."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, models
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.shelves import bulk_action
from armybuilder.lists.browsing import my_lists
from armybuilder.lists.models import ListTag
from armybuilder.lists.visitors import Visitor
from tests.lists.many import many_lists, take_stock
from tests.printing.looking import browser_of

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("loaded_rules")]
INDEX = "/lists/"
ALL_AT_ONCE = {
    "q": "RANGERS",
    "game": "bn",
    "role": "open",
    "tag": "club",
    "order": "points",
    "shelf": "archive",
}
ASKED: list[dict[str, str]] = [{}, {"q": "rangers"}, {"tag": "club"}, {"order": "name"}, ALL_AT_ONCE]


def many_tagged(visitor: Visitor, number: int) -> None:
    """This many lists of a visitor: half of them in the archive, each with its own tag, every other with "club"."""
    assert visitor.user
    lists = many_lists([visitor.user], number)
    named = [(one, f"tag {count % 20}") for count, one in enumerate(lists)] + [(one, "club") for one in lists[::2]]
    ListTag.objects.bulk_create(ListTag(army_list=one, name=name) for one, name in named)
    bulk_action("archive", visitor, [one.pk for one in lists[number // 2 :]])


@pytest.mark.parametrize("lists", [10, 120])
def test_queries_do_not_grow(alice: Visitor, lists: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    many_tagged(alice, lists)
    browser = browser_of(alice)
    browser.get(INDEX)
    for query, found in zip(ASKED, (lists // 2, lists // 2, (lists + 2) // 4, lists // 2, lists // 4), strict=True):
        with django_assert_num_queries(9):  # session, user, shelves, the number, lists, their tags, games, all tags
            context = browser.get(INDEX, query).context
        assert (context["page"].paginator.count, len(context["lists"])) == (
            found,
            min(found, my_lists.A_PAGE),
        )


def test_documents_are_left_where_they_are(alice: Visitor) -> None:
    many_tagged(alice, 2)
    (found,) = my_lists.search(alice, my_lists.read_filter({}))
    assert "document" in found.get_deferred_fields()


def table(query: dict[str, str]) -> Callable[[Visitor], "models.QuerySet[Any]"]:
    """Return the queries of a page of the table."""
    return lambda visitor: my_lists.search(visitor, my_lists.read_filter(query))[: my_lists.A_PAGE]


def tags_of_a_page(visitor: Visitor) -> "models.QuerySet[Any]":
    page = my_lists.search(visitor, my_lists.read_filter({}))[: my_lists.A_PAGE]
    return ListTag.objects.filter(army_list__in=[one.pk for one in page])


def test_indexes_lead_to_what_is_ones_own(alice: Visitor, bob: Visitor) -> None:
    """Nobody else's list is read: neither by search, nor by tag, nor in another order."""
    many_tagged(bob, 3000)
    many_tagged(alice, 300)
    take_stock()
    plans = [asked(alice).explain() for asked in (*map(table, ASKED), tags_of_a_page)]
    whole = ("SCAN lists_armylist", "SCAN lists_listtag", "Seq Scan on lists_armylist")
    assert [(plan, scan) for plan in plans for scan in whole if scan in plan] == []
    if connection.vendor == "sqlite":
        indexes = ("lists_of_an_owner", "lists_listtag")
        assert [plan for plan in plans if not any(index in plan for index in indexes)] == []
