"""The tests of clubs use the shipped rules and three people."""

import pytest

from armybuilder.accounts.models import User
from tests.fixtures import loaded_rules as loaded_rules


@pytest.fixture
def marta(db: None) -> User:
    """She owns the club."""
    return User.objects.create_user("marta")


@pytest.fixture
def davide(db: None) -> User:
    """He organises."""
    return User.objects.create_user("davide")


@pytest.fixture
def ilaria(db: None) -> User:
    """She is a member."""
    return User.objects.create_user("ilaria")


@pytest.fixture
def paolo(db: None) -> User:
    """He is no member."""
    return User.objects.create_user("paolo")
