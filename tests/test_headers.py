"""Headers of all answers: caching, device permissions, and the security contact."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.api.actions import make_token
from armybuilder.lists.visitors import Visitor
from armybuilder.middleware.headers import PERMISSIONS
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.factories import a_list
from tests.printing.looking import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
SECURITY = "/.well-known/security.txt"
NOBODY_KEEPS = "max-age=0, no-cache, no-store, must-revalidate, private"
OF_A_LIST = ("lists:take", "lists:export", "lists:export-csv", "sharing:share", "lists:history", "copy")
OF_AN_ACCOUNT = (
    "account_email",
    "account_change_password",
    "account_reauthenticate",
    "mfa_index",
    "mfa_activate_totp",
    "usersessions_list",
    "tokens:index",
    "backup:data",
    "backup:download",
    "backup:delete",
    "clubs:index",
    "lists:index",
    "lists:import",
    "lists:home",
)


@pytest.fixture
def alice() -> Visitor:
    """Someone with an account."""
    return Visitor(User.objects.create_user("alice", password="tre-fucili-e-un-bren"))


def kept(client: Client, name: str, *args: Any) -> str:
    return client.get(reverse(name, args=args), follow=True)["Cache-Control"]


@pytest.mark.parametrize("visitor", ["alice", "draft"])
@pytest.mark.parametrize("name", OF_A_LIST)
def test_nobody_keeps_a_copy_of_someones_list(visitor: str, name: str, alice: Visitor) -> None:
    who = alice if visitor == "alice" else Visitor(None, "key")
    said = kept(browser_of(who), name, a_list(who).pk)
    assert set(said.split(", ")) >= {"no-store", "private"}


@pytest.mark.parametrize("name", OF_AN_ACCOUNT)
def test_nor_of_the_pages_of_an_account(name: str, alice: Visitor) -> None:
    assert set(kept(browser_of(alice), name).split(", ")) >= {"no-store", "private"}


def test_nor_of_what_a_program_reads(alice: Visitor) -> None:
    assert alice.user
    token = make_token(alice.user, "Program", "read")[1]
    answer = Client().get("/api/v1/lists", headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer["Cache-Control"]) == (200, NOBODY_KEEPS)


@pytest.mark.parametrize(
    ("path", "status"),
    [("", 200), ("openapi.json", 200), ("lists", 401), ("nothing", 404), ("shared/%00", 422)],
)
def test_answers_to_programs_are_files_in_a_browser(path: str, status: int) -> None:
    answer = Client().get(f"/api/v1/{path}")
    assert (answer.status_code, answer["Content-Disposition"]) == (
        status,
        'attachment; filename="api.json"',
    )


def test_a_page_is_none() -> None:
    assert "Content-Disposition" not in Client().get("/accounts/tokens/", follow=True)


def test_public_pages_are_left_alone() -> None:
    assert "Cache-Control" not in Client().get("/sources/")


@pytest.mark.parametrize("address", ["/", "/nowhere/", "/robots.txt", "/accounts/login/", "/api/v1/"])
def test_pages_say_what_of_the_device_is_used(address: str) -> None:
    assert Client().get(address)["Permissions-Policy"] == PERMISSIONS
    assert {"camera=()", "geolocation=()", "microphone=()"} <= set(PERMISSIONS.split(", "))


def test_static_files_are_for_this_site_and_say_nothing_of_the_device() -> None:
    answer = Client().get("/static/icons.svg")
    answer.close()
    assert (answer.status_code, answer["X-Content-Type-Options"]) == (200, "nosniff")
    assert not {"Permissions-Policy", "Access-Control-Allow-Origin"} & set(answer.headers)


@pytest.mark.parametrize(
    ("contact", "said"),
    [
        ("security@club.it", "mailto:security@club.it"),
        ("mailto:security@club.it", "mailto:security@club.it"),
        ("https://club.it/security", "https://club.it/security"),
    ],
)
def test_security_contact(contact: str, said: str, settings: Any) -> None:
    settings.SECURITY_CONTACT = contact
    answer = Client().get(SECURITY)
    lines = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T00:00:00Z", lines.pop("Expires"))
    assert (answer["Content-Type"], lines) == (
        "text/plain; charset=utf-8",
        {
            "Contact": said,
            "Preferred-Languages": "it, en",
            "Canonical": f"http://testserver{SECURITY}",
        },
    )


def test_without_a_contact_there_is_nothing() -> None:
    assert Client().get(SECURITY).status_code == 404
