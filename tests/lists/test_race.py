"""Several requests for one list. On PostgreSQL also truly at once; SQLite's database in memory has one user."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.db import connection

from armybuilder.lists.actions.copies import make_partner
from armybuilder.lists.actions.editing import undo, update_rules
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.lists.factories import a_key, a_list, a_roster, add_rifleman, dearer

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("loaded_rules"),
]

Act = Callable[[], object]
Run = Callable[[list[Act]], None]


def one_after_the_other(acts: list[Act]) -> None:
    for act in acts:
        act()


def at_once(acts: list[Act]) -> None:
    def request(act: Act) -> None:
        try:
            act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        for done in [threads.submit(request, act) for act in acts]:
            done.result()


ON_POSTGRESQL = "postgresql" in settings.DATABASES["default"]["ENGINE"]
WAYS = [at_once if ON_POSTGRESQL else one_after_the_other]


@pytest.mark.parametrize("send", WAYS)
def test_a_form_sent_six_times_changes_once(alice: Visitor, send: Run) -> None:
    army_list, key = a_list(alice), a_key()
    send([lambda: add_rifleman(army_list, alice, key)] * 6)
    assert ArmyList.objects.get(pk=army_list.pk).figures == 9
    assert army_list.revisions.count() == 2


@pytest.mark.parametrize("send", WAYS)
def test_an_undo_sent_six_times_goes_back_once(alice: Visitor, send: Run) -> None:
    army_list, key = a_list(alice), a_key()
    for _ in range(3):
        add_rifleman(army_list, alice)
    send([lambda: undo(army_list.pk, alice, key)] * 6)
    assert ArmyList.objects.get(pk=army_list.pk).figures == 10


@pytest.mark.parametrize("send", WAYS)
def test_six_forms_change_six_times_each_upon_the_one_before(alice: Visitor, send: Run) -> None:
    army_list = a_list(alice)
    send([lambda: add_rifleman(army_list, alice)] * 6)
    assert ArmyList.objects.get(pk=army_list.pk).figures == 14
    chain = list(army_list.revisions.order_by("number"))
    assert [revision.number for revision in chain] == [1, 2, 3, 4, 5, 6, 7]
    assert [revision.parent for revision in chain] == [None, *chain[:-1]]


@pytest.mark.parametrize("send", WAYS)
def test_new_rules_and_edits_at_once_all_count(alice: Visitor, send: Run) -> None:
    """After waiting for the lock, an edit sees the list with its present rules."""
    army_list = a_list(alice)
    dearer("bn")
    edits: list[Act] = [lambda: add_rifleman(army_list, alice)] * 3
    send([*edits, lambda: update_rules(army_list.pk, alice, a_key()), *edits])
    found = ArmyList.objects.with_current_rules().get(pk=army_list.pk)
    assert (found.figures, found.rules_changed, found.total) == (14, False, 229)
    assert army_list.revisions.count() == 8


@pytest.mark.parametrize("send", WAYS)
def test_the_other_list_of_a_pair_asked_for_six_times_is_one(alice: Visitor, send: Run) -> None:
    army_list = a_list(alice, a_roster(role="attacker"))
    send([lambda: make_partner(army_list.pk, alice, a_key(), "Defenders")] * 6)
    assert ArmyList.objects.filter(name="Defenders").count() == 1
