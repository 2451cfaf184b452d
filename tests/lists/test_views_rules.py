"""The builder of a list whose edition has changed: the differences, and the button that accepts them."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.clubs.prices import PriceChange
from armybuilder.lists.builder.values import Flag
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates import RulesChange, rules_change
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import ExtraEntry
from tests.lists.builder import Builder, at_the_builder, is_sheet, text
from tests.lists.factories import a_group, a_list, a_roster, a_squad, dearer, new_rules

pytestmark = pytest.mark.usefixtures("loaded_rules")


def would_be(army_list: ArmyList) -> RulesChange | None:
    found = ArmyList.objects.with_current_rules().get(pk=army_list.pk)
    return rules_change(found, "en")


# ── Expected changes ───────────────────────────────────────────────────────────────────────────────────────────────


def test_under_the_current_rules_nothing_would_change(alice: Visitor) -> None:
    assert would_be(a_list(alice)) is None


def test_dearer_soldiers_row_by_row(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(extras=(ExtraEntry(extra="ambush"),)))
    dearer("bn", by=2)
    change = would_be(army_list)
    assert change is not None
    assert change.prices == (
        PriceChange("Alpha, Sgt. Rossi", "20", "22"),
        PriceChange("Alpha, rifleman", "105", "119"),
    )
    assert (int(change.after) - int(change.before), change.come, change.go) == (16, (), ())


def test_problems_that_come_and_go(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(a_squad(a_group(8), class_="elite"), role="defender"))
    book = army_list.catalogue
    new_rules("bn", classes=tuple(item for item in book.classes if item.id != "elite"))
    change = would_be(army_list)
    assert change is not None
    assert Flag("error", "This edition does not have “elite”.") in change.come
    assert [problem.text for problem in change.go if problem.severity == "error"] == [
        "The list is 30\N{NO-BREAK SPACE}points over the limit of 90. You can still save, share and print it."
    ]


def test_a_problem_that_says_something_else_is_told_once(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="defender"))
    dearer("bn")
    change = would_be(army_list)
    assert change is not None
    assert [problem.text.split(".")[0] for problem in change.come] == [
        "The list is 43\N{NO-BREAK SPACE}points over the limit of 90"
    ]
    assert change.go == ()


def test_a_revision_that_does_not_concern_the_list(alice: Visitor) -> None:
    army_list = a_list(alice)
    new_rules("bn", credit="Somebody else")
    change = would_be(army_list)
    assert change is not None
    assert change.is_nothing


# ── In the builder ─────────────────────────────────────────────────────────────────────────────────────────────────

NOTICE = "The prices in this edition have changed: {before} would become {after}."


def test_the_builder_says_so_until_the_owner_takes_the_new_rules(page: Builder) -> None:
    before = page.stored.total
    assert "this edition have changed" not in text(page.get())
    dearer("bn")
    notice = NOTICE.format(before=before, after=(before or 0) + 11)
    assert notice in text(page.get())
    assert notice in text(page.post("settings/", name="Rangers", role="attacker"))
    response = page.post("rules/update/")
    assert is_sheet(response)
    assert notice not in text(response)
    assert page.stored.total == (before or 0) + 11
    assert notice in text(page.post("undo/"))
    assert page.stored.total == before


def test_without_htmx_the_update_leads_back_to_the_builder(page: Builder) -> None:
    dearer("bn")
    assert page.post("rules/update/", htmx=False)["Location"] == page.address


def test_an_edit_counts_the_old_prices_until_then(page: Builder) -> None:
    dearer("bn", by=100)
    page.post(f"squads/{page.alpha.id}/figures/", preset="rifleman")
    points = page.stored.report.points
    assert points is not None
    assert points.squads[0].figures[-1] == 8 * 15


def test_my_lists_mark_a_list_that_is_behind(page: Builder, alice: Visitor) -> None:
    index = reverse("lists:index")
    assert "Rules changed" not in text(page.client.get(index))
    dearer("bn")
    a_list(alice)
    assert text(page.client.get(index)).count("Rules changed") == 1


def test_a_sample_says_nothing(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, a_roster())
    ArmyList.objects.filter(pk=page.pk).update(owner=None, is_sample=True)
    dearer("bn")
    assert "this edition have changed" not in text(page.get())


@pytest.mark.parametrize("rows", [1, 40])
def test_an_edit_under_old_rules_takes_no_query_more(
    english_client: Client, alice: Visitor, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = at_the_builder(english_client, alice, a_roster(a_squad(*[a_group(1)] * rows)))
    dearer("bn")
    act = f"rows/{page.alpha.figures[0].id}/count/"
    page.post(act, count="2")  # reads both catalogues, once a process
    with django_assert_num_queries(7):
        assert "this edition have changed" in text(page.post(act, count="3"))
