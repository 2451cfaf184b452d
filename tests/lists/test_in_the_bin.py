"""Lists in the bin, with changing roles, and as half of a pair."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.lists.actions.copies import make_partner
from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.clubs.clubs import browser_of
from tests.lists.builder import Builder, at_the_builder
from tests.lists.factories import a_key, a_list, a_roster

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.mark.parametrize("page", ["", "history/", "print/"])
def test_the_owner_is_told_that_it_is_in_the_bin_and_can_restore_it(alice: Visitor, page: str) -> None:
    assert alice.user
    army_list = a_list(alice, a_roster(name="Alpini & <b>"))
    delete_list(army_list.pk, alice)
    browser, address = browser_of(alice.user), f"/lists/{army_list.pk}/"
    shown = browser.get(f"{address}{page}", headers={"Accept-Language": "en"})
    assert (shown.status_code, shown.text.count("You deleted “Alpini &amp; &lt;b&gt;”.")) == (404, 1)
    assert shown.text.count(f'action="{address}restore/"') == 1
    assert "no-store" in shown["Cache-Control"]
    assert browser.post(f"{address}restore/")["Location"] == address
    assert browser.get(f"{address}{page}").status_code == 200


def test_nobody_else_learns_of_it(alice: Visitor, bob: Visitor, client: Client) -> None:
    assert bob.user
    army_list = a_list(alice)
    delete_list(army_list.pk, alice)
    for browser in (browser_of(bob.user), client):
        shown = browser.get(f"/lists/{army_list.pk}/")
        assert (shown.status_code, "restore/" in shown.text) == (404, False)


def test_edits_of_a_list_in_the_bin_are_refused_as_before(alice: Visitor) -> None:
    assert alice.user
    army_list = a_list(alice)
    delete_list(army_list.pk, alice)
    answer = browser_of(alice.user).post(f"/lists/{army_list.pk}/squads/", {"kind": "squad"})
    assert (answer.status_code, "restore/" in answer.text) == (404, False)


# ── The limit of an open list ──────────────────────────────────────────────────────────────────────────────────────


def limit_after(page: Builder, **fields: Any) -> int | None:
    page.post("settings/", {"name": "Rangers"} | fields)
    assert page.roster.role == fields["role"]
    return page.roster.limit


def test_the_limit_comes_back_with_the_open_list(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, a_roster(role="open", limit=400))
    said = [
        limit_after(page, **fields)
        for fields in (
            {"role": "attacker"}, {"role": "defender"}, {"role": "open"},
            {"role": "open", "limit": "", "touched": "limit"}, {"role": "attacker"}, {"role": "open"},  # the last one
            {"role": "attacker"}, {"role": "open", "limit": "250"},
        )
    ]  # fmt: skip
    assert said == [None, None, 400, None, None, None, None, 250]


def test_a_list_that_was_never_open_has_no_limit_to_come_back(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, a_roster(role="attacker"))
    assert limit_after(page, role="open") is None


# ── Pairs ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_duplicate_does_not_take_the_place_of_the_original_in_its_pair(alice: Visitor) -> None:
    assert alice.user
    attacker = a_list(alice, a_roster(role="attacker", pair_name="Fjord"))
    defender = a_list(alice, a_roster(role="defender", pair_name="Fjord"))
    browser_of(alice.user).post(f"/lists/{defender.pk}/duplicate/")
    assert [one.force for one in ArmyList.objects.order_by("created")] == ["Fjord", "Fjord", ""]
    assert ArmyList.objects.for_visitor(alice).partner_of(attacker) == defender


@pytest.mark.parametrize("force", ["fjord ", "FJORD", " Fjord", "Fjord\u00a0"])
def test_the_name_of_a_pair_is_read_as_people_write_it(alice: Visitor, force: str) -> None:
    attacker = a_list(alice, a_roster(role="attacker", pair_name="Fjord"))
    defender = a_list(alice, a_roster(role="defender", pair_name=force))
    a_list(alice, a_roster(role="defender", pair_name="Fjords"))
    assert ArmyList.objects.for_visitor(alice).partner_of(attacker) == defender


def test_a_new_pair_needs_a_different_name_whatever_the_capitals(alice: Visitor) -> None:
    a_list(alice, a_roster(role="defender", pair_name="rangers "))
    made = make_partner(a_list(alice, a_roster(role="attacker")).pk, alice, a_key(), "B")
    assert made.force == "Rangers 2"
