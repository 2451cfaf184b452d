"""The shipped rules, a small ruleset, and an organiser who edits rules."""

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
    """The small ruleset, loaded once for each test module that uses it."""
    with undone(django_db_blocker):
        load_catalogues([small()])
        yield small()


@pytest.fixture
def rules(_small_rules: Catalogue, db: None) -> Catalogue:
    """The small ruleset as rows and as a version."""
    return _small_rules


@pytest.fixture
def organiser(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The browser of someone who may change rules, in English.

    Leave out the list of all tables next to each page, which is longer than the page.
    """
    monkeypatch.setattr(admin.site, "get_app_list", lambda request, app_label=None: [])
    client.force_login(User.objects.create_superuser("org"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
