"""Lists without sign-up: they belong to the browser, move to the user at sign-in, and are cleared when unopened."""

from datetime import date, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.lists.actions.shelves import delete_list, restore
from armybuilder.lists.actions.upkeep import record_visit
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.visitors import BROWSER_KEY, Visitor, visitor_for_writing, visitor_of
from armybuilder.operations.daily import JOBS
from tests.lists.factories import a_list, add_rifleman

pytestmark = pytest.mark.usefixtures("loaded_rules")
PASSWORD = "tre-fucili-e-un-bren"


def a_request(user: User | None = None, **session: Any) -> HttpRequest:
    """A request of a signed-in user, or of a browser."""
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    request.session = SessionStore()
    for key, value in session.items():
        request.session[key] = value
    return request


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("erika", password=PASSWORD)


@pytest.fixture
def erikas(client: Client) -> Client:
    """A browser that has made a draft."""
    session = client.session
    session[BROWSER_KEY] = "the browser of Erika"
    session.save()
    return client


@pytest.fixture
def draft() -> ArmyList:
    return a_list(Visitor(None, "the browser of Erika"))


def owner_of(army_list: ArmyList) -> tuple[User | None, str]:
    found = ArmyList.objects.get(pk=army_list.pk)
    return found.owner, found.browser_key


# ── Visitors ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_someone_signed_in_is_their_user(user: User) -> None:
    assert visitor_of(a_request(user)) == visitor_for_writing(a_request(user)) == Visitor(user)


def test_a_browser_is_known_by_its_key() -> None:
    request = a_request(browser_key="the browser of Carla")
    assert visitor_of(request) == visitor_for_writing(request) == Visitor(None, "the browser of Carla")


def test_looking_creates_nothing(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    request = a_request()
    with django_assert_num_queries(0):
        assert visitor_of(request) == Visitor(None)
    assert request.session.is_empty()
    assert not request.session.modified


def test_writing_gives_the_browser_a_key_for_ninety_days() -> None:
    request = a_request()
    visitor = visitor_for_writing(request)
    assert len(visitor.browser_key) == 32
    assert visitor_of(request) == visitor_for_writing(request) == visitor
    assert request.session.get_expiry_age() == 90 * 24 * 3600


def test_two_browsers_have_two_keys() -> None:
    assert visitor_for_writing(a_request()) != visitor_for_writing(a_request())


# ── Lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_everyone_sees_their_own_lists_only(
    alice: Visitor, bob: Visitor, carla: Visitor, dino: Visitor, stranger: Visitor
) -> None:
    lists = {a_list(visitor).pk: visitor for visitor in (alice, bob, carla, dino)}
    for visitor in (alice, bob, carla, dino, stranger):
        seen = {army_list.pk for army_list in ArmyList.objects.for_visitor(visitor)}
        assert seen == {pk for pk, owner in lists.items() if owner == visitor}


def test_samples_are_open_to_everyone(alice: Visitor, carla: Visitor, stranger: Visitor) -> None:
    sample, own = a_list(alice), a_list(alice)
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    assert set(ArmyList.objects.readable_by(alice)) == {sample, own}
    assert set(ArmyList.objects.readable_by(carla)) == set(ArmyList.objects.readable_by(stranger)) == {sample}
    assert set(ArmyList.objects.for_visitor(alice)) == {own}


def test_a_list_cannot_have_an_owner_and_a_browser(draft: ArmyList, user: User) -> None:
    with pytest.raises(IntegrityError):
        ArmyList.objects.filter(pk=draft.pk).update(owner=user)


def test_a_deleted_list_is_out_of_sight_until_it_is_restored(alice: Visitor) -> None:
    army_list = a_list(alice)
    delete_list(army_list.pk, alice)
    assert list(ArmyList.objects.for_visitor(alice)) == []
    assert list(ArmyList.objects.owned_by(alice)) == [army_list]
    restore(army_list.pk, alice)
    assert list(ArmyList.objects.for_visitor(alice)) == [army_list]


# ── Signing in ─────────────────────────────────────────────────────────────────────────────────────────────────────


def sign_in(browser: Client, name: str = "erika") -> None:
    response = browser.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert response.status_code == 302


def test_signing_in_keeps_the_drafts(erikas: Client, draft: ArmyList, user: User) -> None:
    sign_in(erikas)
    assert owner_of(draft) == (user, "")
    assert BROWSER_KEY not in erikas.session


def test_signing_up_keeps_the_drafts(erikas: Client, draft: ArmyList) -> None:
    form = {"username": "frida", "password1": PASSWORD, "password2": PASSWORD}
    assert erikas.post(reverse("account_signup"), form).status_code == 302
    assert owner_of(draft) == (User.objects.get(username="frida"), "")


def test_a_wrong_password_takes_nothing(erikas: Client, draft: ArmyList, user: User) -> None:
    erikas.post(reverse("account_login"), {"login": "erika", "password": "wrong"})
    assert owner_of(draft) == (None, "the browser of Erika")
    assert erikas.session[BROWSER_KEY] == "the browser of Erika"


def test_drafts_of_other_browsers_stay_theirs(erikas: Client, user: User, dino: Visitor) -> None:
    theirs = a_list(dino)
    sign_in(erikas)
    assert owner_of(theirs) == (None, dino.browser_key)


def test_a_browser_without_drafts_takes_nothing(client: Client, user: User, draft: ArmyList) -> None:
    """Above all not other people's lists, none of which has a browser key."""
    bob = Visitor(User.objects.create_user("bob"))
    bobs = a_list(bob)
    sign_in(client)
    assert owner_of(bobs) == (bob.user, "")
    assert owner_of(draft) == (None, "the browser of Erika")


def test_the_next_user_of_the_browser_gets_nothing(erikas: Client, draft: ArmyList, user: User) -> None:
    User.objects.create_user("bob", password=PASSWORD)
    sign_in(erikas)
    erikas.post(reverse("account_logout"))
    sign_in(erikas, "bob")
    assert owner_of(draft) == (user, "")


def test_signing_in_takes_the_drafts_in_the_bin_too(erikas: Client, draft: ArmyList, user: User) -> None:
    in_bin = a_list(Visitor(None, "the browser of Erika"))
    delete_list(in_bin.pk, Visitor(None, "the browser of Erika"))
    sign_in(erikas)
    restore(in_bin.pk, Visitor(user))
    assert set(ArmyList.objects.for_visitor(Visitor(user))) == {draft, in_bin}


# ── Ninety days ────────────────────────────────────────────────────────────────────────────────────────────────────

NOON = datetime(2026, 11, 20, 12, tzinfo=timezone.get_default_timezone())


def clear_drafts(now: datetime = NOON) -> str:
    with patch("django.utils.timezone.now", return_value=now):
        return JOBS["clear_drafts"](timezone.now())


def last_visited(army_list: ArmyList, day: date) -> None:
    ArmyList.objects.filter(pk=army_list.pk).update(visited=day)


@pytest.mark.parametrize(("days", "kept"), [(0, True), (90, True), (91, False)])
def test_a_draft_lives_ninety_days_from_the_last_visit(draft: ArmyList, days: int, kept: bool) -> None:
    last_visited(draft, NOON.date() - timedelta(days=days))
    clear_drafts()
    assert ArmyList.objects.filter(pk=draft.pk).exists() is kept


@pytest.mark.parametrize(("days", "kept"), [(0, True), (30, True), (31, False)])
def test_a_deleted_list_lives_thirty_days(alice: Visitor, days: int, kept: bool) -> None:
    army_list = a_list(alice)
    ArmyList.objects.filter(pk=army_list.pk).update(deleted=NOON - timedelta(days=days))
    clear_drafts()
    assert ArmyList.objects.filter(pk=army_list.pk).exists() is kept


def test_lists_of_users_and_samples_live_on(alice: Visitor) -> None:
    own, sample = a_list(alice), a_list(alice)
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    for army_list in (own, sample):
        last_visited(army_list, NOON.date() - timedelta(days=1000))
    assert (
        clear_drafts() == "Removed 0 old drafts, 0 deleted lists and 0 ready-made squads, deleted or of old browsers."
    )
    assert set(ArmyList.objects.all()) == {own, sample}


def test_cleared_drafts_are_deleted_with_their_revisions(draft: ArmyList, carla: Visitor) -> None:
    add_rifleman(draft, Visitor(None, draft.browser_key))
    kept = a_list(carla)
    last_visited(draft, NOON.date() - timedelta(days=91))
    last_visited(kept, NOON.date())
    assert (
        clear_drafts() == "Removed 1 old drafts, 0 deleted lists and 0 ready-made squads, deleted or of old browsers."
    )
    assert [revision.army_list for revision in Revision.objects.all()] == [kept]


def test_a_visit_is_written_once_a_day(draft: ArmyList, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    last_visited(draft, date(2020, 1, 1))
    found = ArmyList.objects.get(pk=draft.pk)
    request = a_request(browser_key=draft.browser_key)
    with django_assert_num_queries(1):
        record_visit(request, found)
        record_visit(request, found)
    assert ArmyList.objects.get(pk=draft.pk).visited == timezone.localdate()
    assert request.session.get_expiry_age() == 90 * 24 * 3600


def test_a_change_is_a_visit(draft: ArmyList) -> None:
    last_visited(draft, date(2020, 1, 1))
    add_rifleman(draft, Visitor(None, draft.browser_key))
    assert ArmyList.objects.get(pk=draft.pk).visited == timezone.localdate()


def test_a_visit_to_a_list_of_ones_own_leaves_the_session_alone(alice: Visitor) -> None:
    army_list = a_list(alice)
    last_visited(army_list, date(2020, 1, 1))
    request = a_request(alice.user)
    record_visit(request, ArmyList.objects.get(pk=army_list.pk))
    assert ArmyList.objects.get(pk=army_list.pk).visited == timezone.localdate()
    assert not request.session.modified


def test_looking_at_a_sample_writes_nothing(draft: ArmyList, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ArmyList.objects.filter(pk=draft.pk).update(is_sample=True, browser_key="", visited=date(2020, 1, 1))
    sample = ArmyList.objects.get(pk=draft.pk)
    with django_assert_num_queries(0):
        record_visit(a_request(), sample)


def test_the_session_outlives_the_two_weeks_of_ordinary_ones(client: Client) -> None:
    request = a_request()
    visitor_for_writing(request)
    request.session.save()
    kept_until = Session.objects.get().expire_date
    assert kept_until - timezone.now() > timedelta(days=89)
