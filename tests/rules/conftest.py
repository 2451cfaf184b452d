"""The shipped rules, a small ruleset, and an organiser of rules."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.test import Client
from pytest_django import DjangoDbBlocker

from armybuilder.accounts.models import User
from rules.actions import load_catalogues
from rules.core.catalogue.catalogue import Catalogue
from tests.fixtures import loaded_rules as loaded_rules
from tests.fixtures import undone
from tests.rules.small import small


@pytest.fixture(scope="module")
def _small_rules(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Catalogue]:
    """The small ruleset, loaded once for all tests of a module that ask for it."""
    with undone(django_db_blocker):
        load_catalogues([small()])
        yield small()


@pytest.fixture
def rules(_small_rules: Catalogue, db: None) -> Catalogue:
    """The small ruleset, in rows and as a version."""
    return _small_rules


@pytest.fixture
def organiser(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The browser of someone who may change the rules, in English.

    Without the list of all tables beside each page, which is longer than the page.
    """
    monkeypatch.setattr(admin.site, "get_app_list", lambda request, app_label=None: [])
    client.force_login(User.objects.create_superuser("org"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
