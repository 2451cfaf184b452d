"""Addresses with input from programs or browsers, with the hostile alphabet: none answers 500."""

import json
from itertools import count
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.lists.actions.creating import delete_for_good
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.actions.restoring import restore
from armybuilder.personal_data.exports import write_backup
from armybuilder.personal_data.reading import BackupError, read_backup
from tests.core.test_reader_differential import CHANCES
from tests.fixtures import loaded_rules as loaded_rules
from tests.fuzz.test_readers import DOCUMENTS, MARKS, VALUES, odd
from tests.hostile import numbers, texts
from tests.lists.conftest import alice as alice
from tests.lists.factories import a_list, add_rifleman

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
# One database for all attempts of a test: their leftovers do not matter.
TRIES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
FUZZ = settings(TRIES, max_examples=settings().max_examples // 10)
ADDRESSES = count()  # each attempt has another address, because of the limits


def somebody() -> Client:
    number = next(ADDRESSES)
    return Client(REMOTE_ADDR=f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}")


def status(method: str, path: str, **extra: Any) -> int:
    """Return the answer of an address. If the site fails, its exception is raised."""
    return somebody().generic(method, path, **extra).status_code


@FUZZ
@given(DOCUMENTS, st.booleans())
def test_a_document_is_judged(document: Any, escaped: bool) -> None:
    data = json.dumps(document, ensure_ascii=escaped).encode(errors="surrogatepass")
    assert status("POST", "/api/v1/assess", data=data, content_type="application/json") in (200, 422)


@FUZZ
@given(texts(surrogates=False) | numbers().filter(str.isascii))
def test_any_language_is_asked_for(language: str) -> None:
    assert status(
        "POST", f"/api/v1/assess?language={quote(language)}", data=b"{}", content_type="application/json"
    ) in (400, 422)


@FUZZ
@given(texts("/?#", surrogates=False))
@pytest.mark.parametrize("before", ["/s/", "/api/v1/shared/", "/api/v1/lists/", "/lists/", "/c/", "/"])
def test_any_token_stands_in_an_address(before: str, token: str) -> None:
    assert status("GET", before + quote(token) + "/") < 500


@FUZZ
@given(texts(surrogates=False) | numbers().filter(str.isascii))
@pytest.mark.parametrize(
    "path",
    [
        "/rules/search/?q=",
        "/rules/search/?q=bren&in=",
        "/lists/?q=",
        "/public/?words=",
        "/lists/?tag=",
        "/lists/?page=",
    ],
)
def test_anything_is_searched_for(path: str, words: str) -> None:
    assert status("GET", path + quote(words)) < 500


@FUZZ
@given(st.builds("++ X · bn ++\n+ A · Elite +\n{}".format, texts(MARKS, surrogates=False)))
def test_a_text_is_taken_in(text: str) -> None:
    assert somebody().post("/lists/import/", {"text": text, "make": "1"}).status_code in (302, 400, 422)


@FUZZ
@given(VALUES | st.lists(VALUES, max_size=3), CHANCES)
def test_a_backup_is_restored_or_refused(alice: Visitor, value: Any, chance: Any) -> None:
    assert alice.user
    delete_for_good(ArmyList.objects.owned_by(alice))
    add_rifleman(a_list(alice), alice)
    backup = json.loads(b"".join(write_backup(alice.user)))
    data = json.dumps(odd(backup, value, chance)).encode()
    try:
        restore(alice.user, read_backup(data))
    except BackupError as error:
        told = [problem.text for problem in error.problems]
    else:
        told = ["restored"]
    assert all(told)
