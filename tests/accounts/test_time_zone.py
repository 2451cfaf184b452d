"""The time zone in the settings of an account: stored, emptied, refused."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User

pytestmark = pytest.mark.django_db
ADDRESS = "/accounts/settings/"


@pytest.fixture
def alice(client: Client) -> User:
    user = User.objects.create_user("alice", "", "tre-fucili-e-un-bren")
    client.force_login(user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return user


def zone_of_account(user: User) -> str:
    user.refresh_from_db()
    return user.time_zone


def test_it_is_empty_at_first_then_stored_and_emptied(client: Client, alice: User) -> None:
    seen = [zone_of_account(alice)]
    for said in ("asia/tokyo", "America/New York", ""):
        assert client.post(ADDRESS, {"time_zone": said}).status_code == 302
        seen.append(zone_of_account(alice))
    assert seen == ["", "Asia/Tokyo", "America/New_York", ""]


def test_the_form_shows_it_and_offers_that_of_the_browser(client: Client, alice: User) -> None:
    client.post(ADDRESS, {"time_zone": "Asia/Tokyo"})
    page = client.get(ADDRESS).content.decode()
    assert 'value="Asia/Tokyo"' in page
    assert "data-offer-zone" in page
    assert "data-own-zone" not in page


def test_an_unknown_zone_is_refused_and_shown_again(client: Client, alice: User) -> None:
    answer = client.post(ADDRESS, {"time_zone": "Tokyo"})
    assert (answer.status_code, zone_of_account(alice)) == (422, "")
    page = answer.content.decode()
    assert 'value="Tokyo"' in page
    assert "This time zone does not exist. Enter one like Europe/Rome." in page
