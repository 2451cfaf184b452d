"""A deleted account leaves only copies by others; it cannot be deleted by accident."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import close_club, create_club
from armybuilder.clubs.models import Club
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.actions.deletion import _delete_sessions, delete_account, finish_all
from armybuilder.printing.models import PrintJob
from armybuilder.printing.pdfs import files
from tests.lists.factories import a_list
from tests.personal_data.conftest import PASSWORD
from tests.personal_data.owning import a_full_account, credits_of, traces
from tests.refusals import refused

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
ADDRESS = "/accounts/delete/"
ALL_OF_HER = ["alice-of-the-club", "alice@club.it"]


def signed_in(client: Client) -> bool:
    return get_user(client).is_authenticated


@pytest.mark.django_db(transaction=True)
def test_nothing_in_any_table_refers_to_who_is_gone(hers: Client, alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    other_device = Client()
    other_device.post("/accounts/login/", {"login": alice.user.username, "password": PASSWORD})
    assert signed_in(other_device)
    a_full_account(alice, bob)
    EmailAddress.objects.create(user=alice.user, email="alice@club.it", primary=True)
    assert len(traces(alice.user.pk, ALL_OF_HER)) > 10
    page = hers.post(ADDRESS, {"password": PASSWORD}, follow=True)
    assert page.redirect_chain == [("/", 302)]
    assert [str(said) for said in page.context["messages"]] == ["Your account and everything in it has been deleted."]
    assert (signed_in(hers), signed_in(other_device)) == (False, False)
    assert traces(alice.user.pk, ALL_OF_HER) == []
    assert credits_of(bob) == [("Rangers", None)]
    assert ArmyList.objects.count() == 2  # Bob's copy, and his own


@pytest.mark.django_db(transaction=True)
def test_prints_go_when_the_account_is_really_gone(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    a_full_account(alice, bob)
    [job] = PrintJob.objects.filter(owner=alice.user)
    delete_account(alice.user)
    assert job.open() is None
    assert list(settings.PRINT_CACHE.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_a_server_of_files_that_is_away_keeps_no_account(
    alice: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(name: str) -> None:
        raise ConnectionError

    assert alice.user
    a_full_account(alice, bob)
    monkeypatch.setattr(files, "delete", away)
    delete_account(alice.user)
    assert not User.objects.filter(pk=alice.user.pk).exists()
    assert not PrintJob.objects.exists()  # `clear_prints` removes what has no job


@pytest.mark.django_db(transaction=True)
def test_interrupted_nobody_signs_in_and_the_night_does_the_rest(
    hers: Client, alice: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the first of its lists went."""
    assert alice.user
    a_full_account(alice, bob)
    with monkeypatch.context() as patched:
        patched.setattr("armybuilder.personal_data.actions.deletion._delete_invitations", killed)
        with pytest.raises(KeyboardInterrupt):
            delete_account(alice.user)
    left = User.objects.get(pk=alice.user.pk)
    assert (left.is_active, signed_in(hers)) == (False, False)
    browser = Client()
    browser.post("/accounts/login/", {"login": left.username, "password": PASSWORD})
    assert not signed_in(browser)
    assert finish_all(timezone.now()) == 0  # it may still be running
    assert finish_all(timezone.now() + timedelta(hours=2)) == 1
    assert traces(left.pk, ALL_OF_HER) == []
    assert finish_all(timezone.now() + timedelta(hours=2)) == 0


def killed(user: User) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("number", [1, 200])
def test_other_peoples_sign_ins_stay(alice: Visitor, bob: Visitor, number: int) -> None:
    assert alice.user
    assert bob.user
    for user in (alice.user, bob.user):
        names = [f"{user.pk} {count}" for count in range(number)]
        Session.objects.bulk_create(
            Session(session_key=name, session_data="x", expire_date=timezone.now()) for name in names
        )
        UserSession.objects.bulk_create(UserSession(user=user, session_key=name, ip="::1") for name in names)
    _delete_sessions(alice.user)
    assert (Session.objects.count(), UserSession.objects.count()) == (number, number)
    assert set(UserSession.objects.values_list("user", flat=True)) == {bob.user.pk}


def test_the_page_says_what_is_deleted_and_what_stays(hers: Client, alice: Visitor) -> None:
    a_list(alice)
    html = hers.get(ADDRESS).content.decode()
    assert html.count("Your list with all its versions, including the archive and the bin.") == 1
    assert html.count("credited to “a former member”.") == 1
    assert html.count('<button class="btn danger">') == 1


def test_a_wrong_password_deletes_nothing(hers: Client, alice: Visitor) -> None:
    response = hers.post(ADDRESS, {"password": "wrong"})
    assert (response.status_code, signed_in(hers)) == (422, True)
    assert response.context["form"].errors == {"password": ["Wrong password."]}


def test_guessing_the_password_is_stopped(hers: Client, alice: Visitor) -> None:
    for _ in range(10):
        hers.post(ADDRESS, {"password": "wrong"})
    page = hers.post(ADDRESS, {"password": PASSWORD}, follow=True)
    assert page.redirect_chain == [(ADDRESS, 302)]
    assert [str(said) for said in page.context["messages"]] == [
        "Too many wrong passwords. Wait five minutes and try again."
    ]
    assert signed_in(hers)


def test_the_owner_of_a_club_hands_it_over_first(hers: Client, alice: Visitor) -> None:
    assert alice.user
    club = create_club(alice.user, "Il Ridotto")
    html = hers.get(ADDRESS).content.decode()
    assert html.count(f'<a href="/clubs/{club.pk}/">Il Ridotto</a>') == 1
    assert html.count('<button class="btn danger">') == 0
    assert hers.post(ADDRESS, {"password": PASSWORD}).status_code == 422
    with refused("You own clubs. Hand each one over to a member, or close it; then you can delete your account."):
        delete_account(alice.user)
    assert User.objects.filter(pk=alice.user.pk).exists()
    assert Club.objects.filter(pk=club.pk).exists()
    close_club(club.pk, alice.user)
    assert hers.post(ADDRESS, {"password": PASSWORD}).status_code == 302


def test_a_stranger_is_sent_to_sign_in(client: Client) -> None:
    response = client.get(ADDRESS)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={ADDRESS}")
    assert client.post(ADDRESS, {"password": PASSWORD}).status_code == 302
