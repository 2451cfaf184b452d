"""Deleting a list for good also deletes everything that belongs to it, and nothing else."""

from collections.abc import Iterator

import pytest
from django.db import connection, models
from pytest_django import DjangoAssertNumQueries

from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import HandIn
from armybuilder.lists.actions.creating import delete_for_good
from armybuilder.lists.models import ArmyList, ClubListing, Credit, ListFacet, ListTag, Revision
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import send_report
from armybuilder.sharing.models import Complaint, Publication, ShareLink
from tests.clubs.clubs import a_club, shown, user
from tests.evenings.evenings import a_bn_list, an_evening
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.conftest import alice as alice
from tests.lists.conftest import bob as bob
from tests.lists.factories import a_list, add_rifleman
from tests.sharing.links import a_link, published

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("loaded_rules")]
HANGS_ON_A_LIST: set[type[models.Model]] = {
    *(Revision, ListFacet, ListTag, ClubListing, Credit),
    *(ShareLink, Publication, Complaint),
}


def all_there_is(owner: Visitor) -> ArmyList:
    """A list with something in each of the tables."""
    army_list = shown(owner, a_club(user(owner)))
    add_rifleman(army_list, owner)
    a_link(owner, army_list, frozen=True)
    publication = published(owner, army_list)
    send_report(Complaint(publication=publication, reason="It is mine."))
    Credit.objects.create(army_list=army_list, name="Rangers", author=owner.user)
    ListTag.objects.create(army_list=army_list, name="winter")
    return army_list


def rows() -> dict[type[models.Model], int]:
    return {model: model._default_manager.count() for model in HANGS_ON_A_LIST | {ArmyList}}


def hanging_on(model: type[models.Model]) -> Iterator[type[models.Model]]:
    for relation in model._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ManyToOneRel) and relation.on_delete is models.CASCADE:
            yield relation.field.model
            yield from hanging_on(relation.field.model)


def test_a_new_table_is_tried_here_too() -> None:
    assert set(hanging_on(ArmyList)) == HANGS_ON_A_LIST


def test_all_of_one_goes_and_nothing_of_another(alice: Visitor, bob: Visitor) -> None:
    all_there_is(bob)
    before = rows()
    gone = all_there_is(alice)
    assert all(number > before[model] > 0 for model, number in rows().items())
    assert delete_for_good(ArmyList.objects.filter(pk=gone.pk)) == 1
    connection.check_constraints()
    assert rows() == before


def test_submitted_copies_stay_without_the_list(alice: Visitor) -> None:
    assert alice.user
    evening = an_evening(a_club(alice.user), alice.user, ruleset="bn", limits={"attacker": 150})
    gone, other = a_bn_list(alice.user), a_bn_list(alice.user, name="Lagunari")
    for army_list in (gone, other):
        submit(evening.pk, alice.user, army_list.pk)
    assert delete_for_good(ArmyList.objects.filter(pk=gone.pk)) == 1
    connection.check_constraints()
    assert list(HandIn.objects.values_list("army_list", flat=True)) == [None, other.pk]


@pytest.mark.parametrize("number", [1, 10])
def test_many_take_as_many_queries_as_one(
    alice: Visitor, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pks = [a_list(alice).pk for _ in range(number)]
    with django_assert_num_queries(18):
        assert delete_for_good(ArmyList.objects.filter(pk__in=pks)) == number
    assert not ArmyList.objects.exists()
