"""Fixtures that several folders of tests share: import them into the folder's conftest."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from uuid import NAMESPACE_URL, UUID, uuid5

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from rules.core.catalogue import Catalogue
from rules.core.library import read_library
from rules.encoding import digest, encode
from rules.models import Ruleset, RulesetVersion
from rules.row_mapping import two
from rules.shipped import CATALOGUES_FILE


@pytest.fixture
def loaded_rules(db: None) -> dict[str, UUID]:
    """The shipped rulesets, each with its current version: the versions' ids by ruleset.

    A few queries a test instead of a load: the tables that a ruleset is edited in stay empty. The ids are the same in
    every test, so that a catalogue is read once in all. One row at a time: psycopg takes long over many long texts.
    """
    return load_shipped_rules()


def load_shipped_rules() -> dict[str, UUID]:
    """Write the rows of `loaded_rules`, for fixtures of a wider scope."""
    versions = _versions()
    with transaction.atomic():  # each table points into the other
        for book, version in versions:
            _ruleset(book, version.pk).save(force_insert=True)
            version.save(force_insert=True)
    return {book.id: version.pk for book, version in versions}


@contextmanager
def undone(blocker: DjangoDbBlocker) -> Iterator[None]:
    """A transaction around all tests of a module, each of which has its own in it: what they only read is made once.

    Its fixture asks for `django_db_setup` and for `django_db_blocker`, which it hands over.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@cache
def _versions() -> list[tuple[Catalogue, RulesetVersion]]:
    books = read_library(CATALOGUES_FILE.read_bytes()).catalogues.values()
    return [(book, _version(book, encode(book))) for book in books]


def _version(book: Catalogue, document: str) -> RulesetVersion:
    return RulesetVersion(
        id=uuid5(NAMESPACE_URL, book.id),
        ruleset_id=book.id,
        number=1,
        digest=digest(document),
        catalogue=document,
    )


def _ruleset(book: Catalogue, version_id: UUID) -> Ruleset:
    return Ruleset(
        id=book.id,
        **two("name", book.name),
        **two("edition", book.edition),
        **two("short_edition", book.short_edition),
        **two("line", book.line),
        credit=book.credit,
        order=book.order,
        item_source=book.item_source,
        current_id=version_id,
    )
