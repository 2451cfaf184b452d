"""The settings as read: safe without any variable, relaxed only by SQUADRA_LOCAL."""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

ROOT = Path(__file__).parent.parent
TRANSPORT = [
    "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS",
    "SESSION_COOKIE_SECURE",
    "CSRF_COOKIE_SECURE",
    "LANGUAGE_COOKIE_SECURE",
]


def settings_with(**variables: str) -> dict[str, Any]:
    """Read the settings again with only these variables."""
    with patch.dict(os.environ, variables, clear=True):
        return runpy.run_path(str(ROOT / "armybuilder" / "settings.py"))


def read(*names: str, **variables: str) -> list[Any]:
    """Return the values of these settings with these variables."""
    settings = settings_with(**variables)
    return [settings[name] for name in names]


@pytest.fixture
def data(tmp_path: Path) -> str:
    """A data folder that does not exist yet."""
    return str(tmp_path / "var")


def test_nothing_set_is_safe(data: str) -> None:
    year = 365 * 24 * 3600
    assert read("DEBUG", *TRANSPORT, SQUADRA_DATA=data) == [False, True, year, True, True, True]
    assert read("STAFF_IN_TWO_STEPS", SQUADRA_DATA=data) == [True]
    assert read("ALLOWED_HOSTS", SQUADRA_DATA=data) == [["localhost", "127.0.0.1", "[::1]"]]


def test_the_deployment_check_has_nothing_to_say(data: str) -> None:
    bare = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    result = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=bare | {"SQUADRA_DATA": data},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.stdout, result.stderr) == ("System check identified no issues (2 silenced).\n", "")


def test_hsts_speaks_for_other_sites_of_the_domain_only_where_it_is_told_to(data: str) -> None:
    both = ("SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
    assert read(*both, SQUADRA_DATA=data) == [False, False]
    assert read(*both, SQUADRA_DATA=data, HSTS_SUBDOMAINS="1") == [True, False]
    assert read(*both, SQUADRA_DATA=data, HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1") == [True, True]


def test_squadra_local_allows_http_on_this_machine(data: str) -> None:
    assert read("DEBUG", *TRANSPORT, SQUADRA_DATA=data, SQUADRA_LOCAL="1") == [
        False,
        False,
        0,
        False,
        False,
        False,
    ]
    assert read("ALLOWED_HOSTS", SQUADRA_DATA=data, SQUADRA_LOCAL="1") == [["localhost", "127.0.0.1", "[::1]"]]


def test_any_host_name_only_where_both_say_so(data: str) -> None:
    everywhere = {"SQUADRA_DATA": data, "HOST": "0.0.0.0"}
    assert read("ALLOWED_HOSTS", **everywhere, SQUADRA_LOCAL="1") == [["*"]]
    assert read("ALLOWED_HOSTS", **everywhere) == [["localhost", "127.0.0.1", "[::1]"]]
    assert read("ALLOWED_HOSTS", **everywhere, ALLOWED_HOSTS="squadra.club.it") == [["squadra.club.it"]]


def test_two_starts_share_one_key(data: str) -> None:
    assert read("SECRET_KEY", SQUADRA_DATA=data) == read("SECRET_KEY", SQUADRA_DATA=data)


def test_former_keys_are_taken_too(data: str) -> None:
    assert read("SECRET_KEY_FALLBACKS", SQUADRA_DATA=data) == [[]]
    assert read("SECRET_KEY_FALLBACKS", SQUADRA_DATA=data, SECRET_KEY_FALLBACKS="x" * 32) == [["x" * 32]]


def test_the_proxy_is_believed_only_when_it_is_there(data: str) -> None:
    assert "SECURE_PROXY_SSL_HEADER" not in settings_with(SQUADRA_DATA=data)
    header = ("HTTP_X_FORWARDED_PROTO", "https")
    assert read("SECURE_PROXY_SSL_HEADER", SQUADRA_DATA=data, BEHIND_PROXY="1") == [header]


def test_mail_goes_to_the_terminal_until_there_is_a_server(data: str) -> None:
    assert read("EMAIL_BACKEND", SQUADRA_DATA=data) == ["django.core.mail.backends.console.EmailBackend"]
    with_server = {"SQUADRA_DATA": data, "EMAIL_HOST": "mail.club.it"}
    assert read("EMAIL_BACKEND", "EMAIL_PORT", **with_server) == [
        "django.core.mail.backends.smtp.EmailBackend",
        587,
    ]
