"""Only public lists are found by their content: the facets follow every edit."""

from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.creating import delete_for_good
from armybuilder.lists.actions.editing import redo as redo_action
from armybuilder.lists.actions.editing import restore_revision
from armybuilder.lists.actions.editing import undo as undo_action
from armybuilder.lists.actions.shelves import delete_list, restore
from armybuilder.lists.models import ArmyList, ListFacet
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import revoke_link
from armybuilder.sharing.actions import withdraw as withdraw_action
from armybuilder.sharing.models import Publication
from rules.core.catalogue.entry import Kind
from rules.core.document import edits
from tests.lists.builder import Builder
from tests.lists.factories import a_group, a_key, a_list, a_roster, a_squad, add_rifleman, change, first_squad
from tests.races import Run, both_ways
from tests.sharing.links import page as page_of
from tests.sharing.links import published

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("loaded_rules")]
RANGERS = ["class:elite", "game:bn", "weapon:assault-rifle"]
Act = Callable[[ArmyList, Visitor], object]


def facets(army_list: ArmyList) -> list[str]:
    """The stored facets of a list."""
    return [str(facet) for facet in army_list.facets.all()]


def publish(army_list: ArmyList, visitor: Visitor) -> None:
    published(visitor, army_list)


def withdraw(army_list: ArmyList, visitor: Visitor) -> None:
    assert visitor.user
    withdraw_action(army_list.pk, visitor.user)


def revoke(army_list: ArmyList, visitor: Visitor) -> None:
    revoke_link(army_list.publication.link.pk, visitor)


def add_medic(army_list: ArmyList, visitor: Visitor) -> None:
    add_rifleman(army_list, visitor, roles=("medic",))


def undo(army_list: ArmyList, visitor: Visitor) -> None:
    undo_action(army_list.pk, visitor, a_key())


def redo(army_list: ArmyList, visitor: Visitor) -> None:
    redo_action(army_list.pk, visitor, a_key())


def go_back_to_the_first(army_list: ArmyList, visitor: Visitor) -> None:
    restore_revision(army_list.pk, visitor, 1, a_key())


def remove(army_list: ArmyList, visitor: Visitor) -> None:
    delete_for_good(ArmyList.objects.filter(pk=army_list.pk))


@pytest.mark.parametrize(
    ("acts", "written"),
    [
        ([], []),
        ([add_medic], []),
        ([publish], RANGERS),
        ([add_medic, publish, publish], ["class:elite", "game:bn", "role:medic", "weapon:assault-rifle"]),
        ([publish, add_rifleman], RANGERS),
        ([publish, add_medic], ["class:elite", "game:bn", "role:medic", "weapon:assault-rifle"]),
        ([publish, add_medic, undo], RANGERS),
        ([publish, add_medic, undo, redo], ["class:elite", "game:bn", "role:medic", "weapon:assault-rifle"]),
        ([publish, add_medic, go_back_to_the_first], RANGERS),
        ([publish, withdraw], []),
        ([publish, revoke], []),
        ([publish, withdraw, add_medic], []),
        (
            [publish, withdraw, add_medic, publish],
            ["class:elite", "game:bn", "role:medic", "weapon:assault-rifle"],
        ),
        ([publish, remove], []),
        ([withdraw], []),
    ],
    ids=lambda value: "-".join(getattr(act, "__name__", act) for act in value) or "nothing",
)
def test_recorded_facets(alice: Visitor, acts: list[Act], written: list[str]) -> None:
    army_list = a_list(alice)
    published(alice, other := a_list(alice))
    for act in acts:
        act(army_list, alice)
    assert facets(army_list) == written
    assert facets(other) == RANGERS


def test_replaced_weapons_are_removed(alice: Visitor) -> None:
    army_list = published(alice, a_list(alice, a_roster(a_squad(a_group(2), a_group(1, "lmg"))))).army_list
    gunner = first_squad(army_list).figures[1].id
    change(army_list, alice, lambda roster: edits.edit_figure(roster, gunner, weapons=("mmg",)))
    assert facets(army_list) == ["class:elite", "game:bn", "weapon:assault-rifle", "weapon:mmg"]


@pytest.mark.parametrize(
    ("kind", "item", "found"),
    [
        ("weapon", "lmg", ["Guns"]),
        ("weapon", "assault-rifle", ["Guns", "Rangers"]),
        ("weapon", "rifle", []),
        ("weapon", "assault", []),
        ("weapon", "l_g", []),
        ("class", "lmg", []),
    ],
)
def test_public_lists_are_found_by_what_they_name(alice: Visitor, kind: Kind, item: str, found: list[str]) -> None:
    guns = a_roster(a_squad(a_group(2, "lmg"), a_group(1)), name="Guns")
    a_list(alice, guns)
    published(alice)
    published(alice, a_list(alice, guns))
    holding = Publication.objects.holding((kind, item)).order_by("army_list__name")
    assert [publication.army_list.name for publication in holding] == found


def test_both_of_two_things_are_asked_for(alice: Visitor) -> None:
    published(alice, a_list(alice, a_roster(a_squad(a_group(2, "lmg")), name="Guns")))
    published(alice, a_list(alice, a_roster(a_squad(a_group(2, "mmg", "lmg")), name="More guns")))
    both = Publication.objects.holding(("weapon", "lmg"), ("weapon", "mmg"))
    assert [publication.army_list.name for publication in both] == ["More guns"]


def test_a_hidden_list_and_one_in_the_bin_are_found_again_when_they_come_back(alice: Visitor) -> None:
    publication = published(alice)
    army_list = publication.army_list

    def found() -> int:
        return len(Client().get("/public/", {"game": "bn", "class": "elite"}).context["page"])

    Publication.objects.update(hidden=True)
    assert found() == 0
    Publication.objects.update(hidden=False)
    assert found() == 1
    delete_list(army_list.pk, alice)
    assert found() == 0
    restore(army_list.pk, alice)
    assert found() == 1


def test_a_copy_is_not_public(alice: Visitor, bob: Visitor) -> None:
    link = published(alice).link
    browser = Client()
    assert bob.user
    browser.force_login(bob.user)
    browser.post(page_of(link, "copy"))
    assert list(ArmyList.objects.filter(owner=bob.user).values_list("public_since", flat=True)) == [None]
    assert ListFacet.objects.count() == len(RANGERS)


# ── Size ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_edit_of_a_public_list_takes_more_queries_only_where_others_would_find_it_otherwise(
    page: Builder, alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Seven queries for any list; one when something is added, one when something is removed."""
    published(alice, page.stored)
    alpha, gunners = f"squads/{page.alpha.id}/", f"rows/{page.bravo.figures[0].id}/"
    of_men = {"name": "", "count": "3", "leadership": "0"}
    for queries, act, fields in (
        (7, "settings/", {"name": "Others", "role": "attacker"}),
        (7, f"{alpha}figures/", {"preset": "rifleman"}),
        (8, f"{alpha}vehicles/", {"type": "tank"}),
        (8, "undo/", {}),
        (9, gunners, {**of_men, "weapons": "mmg"}),
    ):
        with django_assert_num_queries(queries):
            assert page.post(act, fields).status_code == 200


# ── At once ────────────────────────────────────────────────────────────────────────────────────────────────────────


@both_ways
@pytest.mark.django_db(transaction=True)
def test_an_edit_beside_publishing_and_withdrawing_is_written_down_or_not(alice: Visitor, run: Run) -> None:
    """In any order: at the end the facets match the content of the list."""
    for act, public in ((publish, True), (withdraw, False), (publish, True), (revoke, False)):
        army_list = a_list(alice)
        if not public:
            publish(army_list, alice)
        raised = run(lambda a=army_list: add_medic(a, alice), lambda a=army_list, do=act: do(a, alice))
        assert raised == [None, None]
        written = ["class:elite", "game:bn", "role:medic", "weapon:assault-rifle"] if public else []
        assert (facets(army_list), ArmyList.objects.get(pk=army_list.pk).is_public) == (written, public)
