"""Passwords are hashed as Django does it, and only a few at a time."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth import hashers as django_hashers
from django.contrib.auth.hashers import check_password, make_password
from pytest_django import Settings

from armybuilder.accounts.validators import AT_ONCE, Argon2PasswordHasher
from tests.test_settings import read

OURS = "armybuilder.accounts.validators.Argon2PasswordHasher"
DJANGOS = "django.contrib.auth.hashers.Argon2PasswordHasher"


def test_the_site_uses_it(tmp_path: Any) -> None:
    [[first, *_]] = read("PASSWORD_HASHERS", SQUADRA_DATA=str(tmp_path))
    assert first == OURS


@pytest.mark.parametrize(("makes", "checks"), [(OURS, DJANGOS), (DJANGOS, OURS)])
def test_the_hashes_are_djangos(settings: Settings, makes: str, checks: str) -> None:
    settings.PASSWORD_HASHERS = [makes]
    encoded = make_password("tre-fucili-e-un-bren")
    settings.PASSWORD_HASHERS = [checks]
    assert [check_password(one, encoded) for one in ("tre-fucili-e-un-bren", "wrong")] == [True, False]


def test_so_many_at_once_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    together, running, most = threading.Barrier(AT_ONCE, timeout=30), [0], [0]
    counting = threading.Lock()

    def slow(*arguments: Any) -> bool:
        with counting:
            running[0] += 1
            most[0] = max(most[0], running[0])
        together.wait()
        with counting:
            running[0] -= 1
        return True

    monkeypatch.setattr(django_hashers.Argon2PasswordHasher, "verify", slow)
    with ThreadPoolExecutor(5 * AT_ONCE) as threads:
        list(threads.map(lambda _: Argon2PasswordHasher().verify("", ""), range(5 * AT_ONCE)))
    assert (most, running) == ([AT_ONCE], [0])
