"""The tests of whole accounts: Alice and Bob have accounts with passwords."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from tests.fixtures import loaded_rules as loaded_rules

PASSWORD = "tre-fucili-e-un-bren"


@pytest.fixture
def alice(db: None) -> Visitor:
    return Visitor(User.objects.create_user("alice-of-the-club", "alice@club.it", PASSWORD))


@pytest.fixture
def bob(db: None) -> Visitor:
    return Visitor(User.objects.create_user("bob", password=PASSWORD))


@pytest.fixture
def hers(alice: Visitor) -> Client:
    """A browser that asks for English, in which Alice is signed in."""
    assert alice.user
    client = Client(headers={"Accept-Language": "en"})
    client.post("/accounts/login/", {"login": alice.user.username, "password": PASSWORD})
    return client
