"""The pages around an account: labelled and described fields, with errors beside them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate

pytestmark = pytest.mark.django_db
FOR_EVERYBODY = ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"]
FOR_MEMBERS = ["account_logout", "account_change_password", "account_email", "account_reauthenticate"]


def page(client: Client, name: str) -> str:
    response = client.get(reverse(name), headers={"accept-language": "en"})
    assert response.status_code == 200
    return response.content.decode()


def attributes(tag: str) -> dict[str, str]:
    return dict(re.findall(r'([\w-]+)="([^"]*)"', tag))


def visible_inputs(html: str) -> list[dict[str, str]]:
    """The attributes of every input of the page's own forms that someone fills in."""
    main = html[html.index("<main") : html.index("</main>")]
    inputs = [attributes(tag) for tag in re.findall(r"<input[^>]*>", main)]
    return [field for field in inputs if field["type"] not in {"hidden", "radio", "checkbox"}]


@pytest.mark.parametrize("name", FOR_EVERYBODY)
def test_for_everyone(client: Client, name: str) -> None:
    html = page(client, name)
    assert html.count("<h1") == 1
    for field in visible_inputs(html):
        assert field["class"] == "input"
        assert "placeholder" not in field
        assert html.count(f'<label for="{field["id"]}">') == 1


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_for_members(client: Client, name: str) -> None:
    client.force_login(User.objects.create_user("alice", "alice@club.it", "tre-fucili-e-un-bren"))
    html = page(client, name)
    assert html.count("<h1") == 1
    for field in visible_inputs(html):
        assert field["class"] == "input"
        assert html.count(f'<label for="{field["id"]}">') == 1


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_where_one_came_from_is_kept_between_the_two(client: Client, name: str) -> None:
    html = client.get(reverse(name), {"next": "/rules/"}).content.decode()
    other = {"account_login": "account_signup", "account_signup": "account_login"}[name]
    assert f'href="{reverse(other)}?next=%2Frules%2F"' in html
    assert '<input type="hidden" name="next" value="/rules/">' in html


def test_help_and_errors_belong_to_their_field(client: Client) -> None:
    response = client.post(reverse("account_signup"), {"username": "alice", "email": "alice"})
    html = response.content.decode()
    fields = {field["name"]: field for field in visible_inputs(html)}
    assert fields["email"]["aria-invalid"] == "true"
    assert fields["email"]["aria-describedby"] == "id_email_helptext id_email_error"
    assert html.count('id="id_email_helptext"') == html.count('id="id_email_error"') == 1
    assert "aria-invalid" not in fields["username"]


def test_too_many_tries_have_a_page_of_their_own(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "sign-up", Rate(1, 3600))
    tries = [client.post(reverse("account_signup"), headers={"accept-language": "en"}) for _ in range(2)]
    assert [one.status_code for one in tries] == [200, 429]
    assert "<h1>Too many attempts in a short time</h1>" in tries[1].text
