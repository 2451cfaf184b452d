"""The history of a list: its edits and times, named versions, restoring one, looking at one."""

from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from msgspec import structs
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.editing import undo as undo_action
from armybuilder.lists.actions.editing import update_rules
from armybuilder.lists.history import timeline
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.lists.builder import Builder, at_the_builder, text
from tests.lists.factories import (
    a_group,
    a_key,
    a_list,
    a_roster,
    a_squad,
    add_rifleman,
    change,
    dearer,
    first_squad,
    set_count,
)

pytestmark = pytest.mark.usefixtures("loaded_rules")


def lines(army_list: ArmyList) -> list[SimpleNamespace]:
    with translation.override("en"):
        shown = timeline(ArmyList.objects.get(pk=army_list.pk), "")
    return [SimpleNamespace(**line) for line in shown["lines"]]


def undo(army_list: ArmyList, visitor: Visitor) -> None:
    undo_action(army_list.pk, visitor, a_key())


# ── The lines ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_change_with_its_points_the_newest_first(alice: Visitor) -> None:
    army_list = a_list(alice)
    add_rifleman(army_list, alice)
    set_count(army_list, alice, first_squad(army_list).figures[1].id, 5)
    found = lines(army_list)
    assert [(line.revision.number, line.before, line.after, line.state) for line in found] == [
        (3, "140", "110", "present"),
        (2, "125", "140", "before"),
        (1, "", "125", "before"),
    ]


def test_points_that_stay_stand_alone(alice: Visitor) -> None:
    army_list = a_list(alice)
    change(army_list, alice, lambda roster: structs.replace(roster, name="Raid"), a_key(), "rename")
    newest = lines(army_list)[0]
    assert (newest.what, newest.before, newest.after) == ("list renamed", "", "125")


def test_a_list_without_points_has_none_in_its_history(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(a_squad(a_group(2, "rifle"), class_="expert"), ruleset="ludonet"))
    assert [(line.before, line.after) for line in lines(army_list)] == [("", "")]


def test_undone_edits_differ_from_abandoned_ones(alice: Visitor) -> None:
    army_list = a_list(alice)
    add_rifleman(army_list, alice, name="left")
    undo(army_list, alice)
    add_rifleman(army_list, alice, name="there")
    add_rifleman(army_list, alice, name="ahead")
    undo(army_list, alice)
    assert [(line.revision.number, line.state) for line in lines(army_list)] == [
        (4, "ahead"),
        (3, "present"),
        (2, "left"),
        (1, "before"),
    ]


def test_the_steps_of_one_edit_are_one_line(alice: Visitor) -> None:
    army_list = a_list(alice)
    group = first_squad(army_list).figures[1].id
    for count in (6, 5, 4):
        set_count(army_list, alice, group, count)
    assert [(line.revision.number, line.before, line.after) for line in lines(army_list)] == [
        (4, "125", "80"),
        (1, "", "125"),
    ]


def test_the_points_are_those_of_the_rules_of_their_time(alice: Visitor) -> None:
    army_list = a_list(alice)
    dearer("bn")
    update_rules(army_list.pk, alice, a_key())
    newest = lines(army_list)[0]
    assert (newest.what, newest.before, newest.after) == ("rules updated", "125", "133")


# ── The page ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_tells_what_was_done_and_which_is_present(page: Builder) -> None:
    page.post(f"squads/{page.alpha.id}/figures/", preset="rifleman")
    history = text(page.get("history/"))
    assert "copy created" in history
    assert history.count("Now") == 1


def test_it_is_paged_and_an_unknown_page_is_the_nearest(page: Builder, alice: Visitor) -> None:
    for _ in range(30):
        add_rifleman(page.stored, alice)
    assert "1 of 2" in text(page.get("history/"))
    for query in ("?page=2", "?page=99"):
        last = text(page.get(f"history/{query}"))
        assert "2 of 2" in last
        assert "copy created" in last


@pytest.mark.parametrize("revisions", [2, 25])
def test_a_page_takes_as_many_queries_for_a_long_history(
    page: Builder, alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries, revisions: int
) -> None:
    """Session, user, list, the tree without documents, the documents of the page."""
    for _ in range(revisions):
        add_rifleman(page.stored, alice)
    with django_assert_num_queries(6):
        page.get("history/")


# ── Versions with names ────────────────────────────────────────────────────────────────────────────────────────────


def test_the_present_version_gets_a_name_and_is_listed(page: Builder, alice: Visitor) -> None:
    assert page.post("history/1/name/", name="  For \n Saturday ", htmx=False)["Location"].endswith("/history/")
    assert page.stored.revisions.get().name == "For Saturday"
    add_rifleman(page.stored, alice)
    history = page.get("history/").content.decode()
    assert '/history/1/">For Saturday</a>' in history


def test_a_long_name_is_cut_and_an_empty_one_takes_it_away(page: Builder) -> None:
    page.post("history/1/name/", name="x" * 500)
    assert page.stored.revisions.get().name == "x" * 120
    page.post("history/1/name/", name=" ")
    assert page.stored.revisions.get().name == ""


def test_a_version_is_restored_into_the_builder(page: Builder, alice: Visitor) -> None:
    before = page.roster
    add_rifleman(page.stored, alice)
    assert page.post("history/1/restore/", htmx=False)["Location"] == page.address
    assert page.roster == before
    assert "Undo: version “1” restored" in text(page.get())


def test_a_version_is_read_as_it_was(page: Builder, alice: Visitor) -> None:
    page.post("history/1/name/", name="For Saturday")
    add_rifleman(page.stored, alice, name="Verdi")
    old, new = text(page.get("history/1/")), text(page.get("history/2/"))
    assert "Verdi" not in old
    assert "Verdi" in new
    assert "For Saturday" in old
    assert ("Restore" in old, "Edit list" in old) == (True, False)
    assert ("Restore" in new, "Edit list" in new) == (False, True)


def test_a_version_is_read_under_its_own_rules(page: Builder, alice: Visitor) -> None:
    dearer("bn")
    update_rules(page.pk, alice, a_key())
    total = page.stored.revisions.get(number=1)
    assert f" {total.roster.name} " in text(page.get("history/1/"))
    assert page.get("history/1/").context["sheet"].meter.used != page.get("history/2/").context["sheet"].meter.used


# ── Choosing what to compare ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("query", "compared"),
    [("?r=1", ("{id}.1", "{id}")), ("?r=2&r=1", ("{id}.1", "{id}.2"))],
)
def test_one_is_compared_with_now_two_with_each_other(page: Builder, query: str, compared: tuple[str, str]) -> None:
    first, second = (ref.format(id=page.pk) for ref in compared)
    expected = reverse("sharing:compare", query={"a": first, "b": second})
    assert page.get(f"history/compare/{query}")["Location"] == expected


@pytest.mark.parametrize("query", ["", "?r=1&r=2&r=3", "?r=x"])
def test_none_or_three_are_not_compared(page: Builder, query: str) -> None:
    response = page.client.get(page.address + "history/compare/" + query, follow=True)
    assert "Choose one version, or two to compare." in text(response)


# ── Strangers, and missing things ──────────────────────────────────────────────────────────────────────────────────

PAGES = ["history/", "history/1/"]
ACTS = ["history/1/name/", "history/1/restore/", "rules/update/"]


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("somebody", [True, False])
def test_for_a_stranger_there_is_no_history(page: Builder, bob: Visitor, act: str, somebody: bool) -> None:
    add_rifleman(page.stored, Visitor(page.stored.owner))
    before = page.stored
    page.client.logout()
    if somebody:
        assert bob.user
        page.client.force_login(bob.user)
    for address in PAGES:
        assert page.get(address).status_code == 404
    assert page.post(act, name="Mine").status_code == 404
    assert (page.stored.document, page.stored.revision_id) == (before.document, before.revision_id)
    assert not page.stored.revisions.exclude(name="").exists()


@pytest.mark.parametrize("act", ["history/9/", "history/99999999999999999999/"])
def test_a_version_that_is_not_there_is_not_found(page: Builder, act: str) -> None:
    assert page.get(act).status_code == 404
    assert page.post(f"{act}restore/").status_code == 404
    assert page.post(f"{act}name/", name="x").status_code == 404


@pytest.mark.parametrize("act", ACTS)
def test_changes_need_a_post(page: Builder, act: str) -> None:
    assert page.get(act).status_code == 405


def test_a_sample_has_no_history(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, a_roster())
    ArmyList.objects.filter(pk=page.pk).update(owner=None, is_sample=True)
    assert page.get("history/").status_code == 404
