"""The shipped rules and a small ruleset, for the tests of the rules app, and an organiser who looks after them."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from rules.core.catalogue import Catalogue
from rules.versions import load_catalogues
from tests.fixtures import loaded_rules as loaded_rules
from tests.rules.small import small


@pytest.fixture
def rules(db: None) -> Catalogue:
    """The small ruleset, in rows and as a version."""
    load_catalogues([small()])
    return small()


@pytest.fixture
def organiser(client: Client, db: None) -> Client:
    """The browser of somebody who may change the rules, in English."""
    client.force_login(User.objects.create_superuser("org"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
