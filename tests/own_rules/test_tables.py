"""The tables page of a draft: each edit is stored, and answered with what it changed."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_game, begin_variant
from armybuilder.own_rules.models import OwnRules
from rules.catalogue import current_version
from tests.clubs.clubs import browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules")
LMG = "weapons/lmg/points"


@pytest.fixture
def spain(marta: User) -> OwnRules:
    return begin_variant(marta, current_version("rth-it"), "Spagna 1936")


@pytest.fixture
def game(marta: User) -> OwnRules:
    return begin_game(marta, "Briganti", limit=100, has_roles=False, has_leaders=True)


@pytest.fixture
def browser(marta: User) -> Client:
    return browser_of(marta)


def patch_of(rules: OwnRules) -> dict[str, Any]:
    patch: dict[str, Any] = OwnRules.objects.get(pk=rules.pk).patch
    return {place: value for place, value in patch.items() if place != "head//name"}


def send(browser: Client, rules: OwnRules, act: str = "cells", key: str = "k", **data: Any) -> Any:
    address = reverse(f"own:{act}", args=[rules.pk])
    return browser.post(address, {"key": key, "at": 0} | data, headers={"HX-Request": "true"})


def test_the_tables_of_a_variant_are_shown(spain: OwnRules, browser: Client) -> None:
    page = browser.get(reverse("own:tables", args=[spain.pk])).content.decode()
    assert 'name="weapons/lmg/points"' in page


def test_a_cell_is_stored_and_answered_with_its_row(spain: OwnRules, browser: Client) -> None:
    answer = send(browser, spain, **{LMG: "12"})
    assert patch_of(spain) == {LMG: 12}
    assert answer.status_code == 200
