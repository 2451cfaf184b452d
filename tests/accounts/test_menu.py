"""The way to the sign-in page and back, and the menu of a user."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User

pytestmark = pytest.mark.django_db


def ways(client: Client, address: str) -> set[str]:
    """The links of a page's bar and menu to the sign-in page."""
    html = client.get(address).content.decode()
    return set(re.findall(r'href="(/accounts/login/[^"]*)"', html[: html.index("<main")]))


@pytest.mark.parametrize(
    ("address", "way"),
    [
        ("/rules/", "/accounts/login/?next=%2Frules%2F"),
        ("/rules/search/?q=bren&a=1", "/accounts/login/?next=%2Frules%2Fsearch%2F%3Fq%3Dbren%26a%3D1"),
        ("/accounts/login/", "/accounts/login/"),
        ("/accounts/login/?next=/rules/", "/accounts/login/?next=%2Frules%2F"),
        ("/accounts/signup/?next=/rules/", "/accounts/login/?next=%2Frules%2F"),
        ("/accounts/password/reset/", "/accounts/login/"),
        ("/nowhere/", "/accounts/login/?next=%2Fnowhere%2F"),
    ],
)
def test_signing_in_leads_back_to_the_page_but_never_to_itself(client: Client, address: str, way: str) -> None:
    assert ways(client, address) == {way}


def test_a_refused_sign_in_still_knows_where_it_leads(client: Client) -> None:
    form = {"login": "alice", "password": "wrong", "next": "/rules/"}
    html = client.post(reverse("account_login"), form).content.decode()
    assert set(re.findall(r'href="(/accounts/login/[^"]*)"', html)) == {"/accounts/login/?next=%2Frules%2F"}


def test_bar_and_menu_lead_users_to_their_account(client: Client) -> None:
    address = 'href="/accounts/settings/"'
    assert client.get("/rules/").content.decode().count(address) == 0
    client.force_login(User.objects.create_user("alice", password="tre-fucili-e-un-bren"))
    assert client.get("/rules/").content.decode().count(address) == 2


def test_the_page_of_the_account_leads_to_all_of_it(client: Client) -> None:
    assert client.get("/accounts/settings/")["Location"] == "/accounts/login/?next=/accounts/settings/"
    client.force_login(User.objects.create_user("alice", password="tre-fucili-e-un-bren"))
    html = client.get("/accounts/settings/").content.decode()
    ways = re.findall(r'<dt><a href="([^"]+)">', html)
    assert ways == [
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/2fa/",
        "/accounts/sessions/",
        "/notices/settings/",
        "/accounts/tokens/",
        "/accounts/data/",
        "/accounts/delete/",
    ]
    assert [client.get(way).status_code for way in ways] == [200] * 8
