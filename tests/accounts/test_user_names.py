"""Valid usernames: the form shows the rule, and a refusal repeats it."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from tests.lists.builder import text

pytestmark = pytest.mark.django_db
RULE = "No spaces. Use unaccented letters, numbers, dots and hyphens."
FIELDS = {"email": "", "password1": "tiger-77-hill", "password2": "tiger-77-hill"}


@pytest.fixture
def english() -> Client:
    """A browser that asks for English."""
    return Client(headers={"Accept-Language": "en"})


def test_the_rule_stands_on_the_form_beforehand(english: Client) -> None:
    assert text(english.get(reverse("account_signup"))).count(RULE) == 1


@pytest.mark.parametrize("name", ["Serg. Rossi", "José", "αβγ", "a@b.it", "Rossi\u200b"])
def test_a_name_that_is_not_so_is_refused_and_kept_in_the_field(english: Client, name: str) -> None:
    response = english.post(reverse("account_signup"), FIELDS | {"username": name})
    form = response.context["form"]
    assert (form.errors, form["username"].value()) == ({"username": [RULE]}, name)
    assert text(response).count("Type both passwords again: they are never sent back to this page.") == 1
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["rossi", "Rossi.77", "serg-rossi", "serg_rossi"])
def test_a_name_that_is_so_is_taken(english: Client, name: str) -> None:
    english.post(reverse("account_signup"), FIELDS | {"username": name})
    assert User.objects.get().username == name


def test_another_name_works_for_sign_in(english: Client) -> None:
    User.objects.create_user("José", password="tiger-77-hill")
    response = english.post(reverse("account_login"), {"login": "José", "password": "tiger-77-hill"})
    assert response.status_code == 302
