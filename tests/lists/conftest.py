"""The people of the tests of lists: Alice and Bob have accounts, Carla and Dino only a browser each."""

from typing import Any

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import ExtraEntry, Vehicle
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.builder import Builder, at_the_builder
from tests.lists.factories import LEADER, a_group, a_roster, a_squad


@pytest.fixture
def alice(db: None) -> Visitor:
    return Visitor(User.objects.create_user("alice"))


@pytest.fixture
def bob(db: None) -> Visitor:
    return Visitor(User.objects.create_user("bob"))


@pytest.fixture
def carla() -> Visitor:
    return Visitor(None, "the browser of Carla")


@pytest.fixture
def dino() -> Visitor:
    return Visitor(None, "the browser of Dino")


@pytest.fixture
def stranger() -> Visitor:
    """A visitor who has made nothing yet."""
    return Visitor(None)


@pytest.fixture
def english_client(settings: Any) -> Client:
    """A browser that prefers English, on a site with English first."""
    settings.LANGUAGE_CODE = "en"
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def page(english_client: Client, alice: Visitor, loaded_rules: object) -> Builder:
    """Alice's builder on a list of two squads, a vehicle and an extra."""
    bravo = a_squad(a_group(3, "lmg"), name="Bravo", class_="trained", vehicles=(Vehicle(type="protected"),))
    extras = (ExtraEntry(extra="intelligence"),)
    roster = a_roster(a_squad(LEADER, a_group(7)), bravo, role="attacker", extras=extras)
    return at_the_builder(english_client, alice, roster)
