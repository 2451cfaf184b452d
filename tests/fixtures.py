"""Fixtures shared by several folders of tests: import them into the folder's conftest."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import read_library
from rules.encoding import CATALOGUES_FILE, digest, encode
from rules.models import Ruleset, RulesetVersion
from rules.rows import RULESET


@pytest.fixture
def loaded_rules(db: None) -> dict[str, UUID]:
    """The shipped rulesets, each with its current version: the versions' ids by ruleset.

    Recorded rows instead of a load: the editing tables of a ruleset stay empty. The ids are the same in every test,
    which reads a catalogue only once for all.
    """
    return load_shipped_rules()


def load_shipped_rules() -> dict[str, UUID]:
    """Write the rows of `loaded_rules`, for fixtures of a wider scope."""
    with transaction.atomic(), connection.cursor() as cursor:  # each table points into the other
        for statement, values in _inserts():
            cursor.execute(statement, values)
    return {book.id: version.pk for book, version in _versions()}


@contextmanager
def undone(blocker: DjangoDbBlocker) -> Iterator[None]:
    """A transaction around all tests of a module, each with its own inside: read-only data are made once.

    Its fixture needs `django_db_setup`, and passes on its `django_db_blocker`.
    """
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@cache
def _inserts() -> list[tuple[str, Any]]:
    """Return Django's statements for these rows, recorded without running them.

    One row at a time: psycopg is slow with many long texts.
    """
    said: list[tuple[str, Any]] = []

    def note(execute: object, sql: str, params: object, many: bool, context: object) -> None:
        said.append((sql, params))

    with connection.execute_wrapper(note):
        for book, version in _versions():
            _ruleset(book, version.pk).save(force_insert=True)
            version.save(force_insert=True)
    return said


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
    columns = RULESET.columns(book)
    wanted = ("id", "credit", "order", "item_source", "name", "edition", "short_edition", "line")
    shown = {name: columns[name] for name in columns if name.removesuffix("_it").removesuffix("_en") in wanted}
    return Ruleset(**shown, current_id=version_id)
