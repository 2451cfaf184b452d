"""An account that is deleted leaves no trace but what others copied; nobody deletes it by a slip."""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.backup.deletion import OwnsClubs, delete_account
from armybuilder.clubs.models import Club
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.models import PrintJob
from tests.backup.conftest import PASSWORD
from tests.backup.owning import a_full_account, credits_of, traces
from tests.lists.factories import a_list

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
ADDRESS = "/accounts/delete/"
ALL_OF_HER = ["alice-of-the-club", "alice@club.it"]


def signed_in(client: Client) -> bool:
    return get_user(client).is_authenticated


def test_nothing_in_any_table_refers_to_who_is_gone(hers: Client, alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    a_full_account(alice, bob)
    EmailAddress.objects.create(user=alice.user, email="alice@club.it", primary=True)
    other_device = Client()
    other_device.force_login(alice.user)
    assert len(traces(alice.user.pk, ALL_OF_HER)) > 10
    page = hers.post(ADDRESS, {"password": PASSWORD}, follow=True)
    assert page.redirect_chain == [("/", 302)]
    assert [str(said) for said in page.context["messages"]] == [
        "Your account is deleted, with everything in it."
    ]
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
    assert not job.path.exists()
    assert list(settings.PRINT_CACHE.iterdir()) == []


def test_what_goes_and_what_stays_is_said_before(hers: Client, alice: Visitor) -> None:
    a_list(alice)
    html = hers.get(ADDRESS).content.decode()
    assert html.count("Your list with all its versions, the archive and the bin too.") == 1
    assert html.count("They are credited to “a former member”.") == 1
    assert html.count('<button class="btn danger">') == 1


def test_a_wrong_password_deletes_nothing(hers: Client, alice: Visitor) -> None:
    response = hers.post(ADDRESS, {"password": "wrong"})
    assert (response.status_code, signed_in(hers)) == (422, True)
    assert response.context["form"].errors == {"password": ["This is not your password."]}


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
    club = Club.objects.found(alice.user, "Il Ridotto")
    html = hers.get(ADDRESS).content.decode()
    assert html.count(f'<a href="/clubs/{club.pk}/">Il Ridotto</a>') == 1
    assert html.count('<button class="btn danger">') == 0
    assert hers.post(ADDRESS, {"password": PASSWORD}).status_code == 422
    with pytest.raises(OwnsClubs):
        delete_account(alice.user)
    assert User.objects.filter(pk=alice.user.pk).exists()
    assert Club.objects.filter(pk=club.pk).exists()
    Club.objects.close(club.pk, alice.user)
    assert hers.post(ADDRESS, {"password": PASSWORD}).status_code == 302


def test_a_stranger_is_sent_to_sign_in(client: Client) -> None:
    response = client.get(ADDRESS)
    assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={ADDRESS}")
    assert client.post(ADDRESS, {"password": PASSWORD}).status_code == 302
