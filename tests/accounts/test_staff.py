"""Staff who are not superusers: their rights over players, and no way to more rights."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from armybuilder.accounts.models import User
from tests.accounts.codes import code

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "tre-fucili-e-un-bren", "due-bazooka-e-un-mortaio"
LOGIN = reverse("account_login")


@pytest.fixture
def referee() -> User:
    """Staff with every right, but not superuser."""
    user = User.objects.create_user("referee", password=PASSWORD, is_staff=True)
    user.user_permissions.set(Permission.objects.all())
    return user


@pytest.fixture
def staff(client: Client, referee: User) -> Client:
    """The referee's browser."""
    client.force_login(referee)
    return client


def player(name: str = "alice") -> User:
    return User.objects.create_user(name, password=PASSWORD, email=f"{name}@club.it")


def helper() -> User:
    return User.objects.create_user("helper", password=PASSWORD, is_staff=True)


def root() -> User:
    return User.objects.create_superuser("root", password=PASSWORD)


def retired() -> User:
    return User.objects.create_user("retired", password=PASSWORD, is_superuser=True)


def page(user: User, act: str = "change") -> str:
    if act == "password":
        return reverse("admin:auth_user_password_change", args=[user.pk])
    return reverse(f"admin:accounts_user_{act}", args=[user.pk])


def sent(user: User, **changes: Any) -> dict[str, Any]:
    fields = {"username": user.username, "email": user.email, "is_active": "on"}
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "12:00:00"}
    return fields | joined | changes


def rights() -> dict[str, Any]:
    """Return a post that would grant every right."""
    group = Group.objects.create(name="all")
    group.permissions.set(Permission.objects.all())
    everything = [right.pk for right in Permission.objects.all()]
    flags = {"is_staff": "on", "is_superuser": "on"}
    return flags | {"groups": [group.pk], "user_permissions": everything}


# ── Signing in ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("method", ["get", "post"])
def test_staff_sign_in_where_everyone_does(client: Client, method: str) -> None:
    root()
    sent = {"username": "root", "password": PASSWORD}
    answer = getattr(client, method)(reverse("admin:login"), sent)
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, LOGIN)
    assert "_auth_user_id" not in client.session


def test_the_way_leads_back_to_where_they_were_going(client: Client) -> None:
    chain = client.get("/admin/accounts/user/", follow=True).redirect_chain
    assert chain[-1] == (f"{LOGIN}?next=%2Fadmin%2Faccounts%2Fuser%2F", 302)


def test_with_the_second_step(client: Client) -> None:
    Authenticator.objects.create(user=root(), type=Authenticator.Type.TOTP, data={"secret": "x"})
    answer = client.post(LOGIN, {"login": "root", "password": PASSWORD, "next": "/admin/"})
    assert answer["Location"].partition("?")[0] == reverse("mfa_authenticate")
    assert client.get("/admin/").status_code == 302


def test_staff_cannot_try_passwords_of_others_there(staff: Client) -> None:
    root()
    assert staff.post(reverse("admin:login"), {"username": "root", "password": PASSWORD}).status_code == 405


@pytest.fixture
def strict(settings: Settings) -> None:
    """Use the settings of a public site: the tests' own are for one's own machine."""
    settings.STAFF_IN_TWO_STEPS = True


def with_app(user: User) -> str:
    """Give someone an app for codes; return its secret."""
    secret = "JBSWY3DPEHPK3PXP"
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": secret})
    return secret


@pytest.mark.usefixtures("strict")
def test_without_a_second_step_they_are_led_to_where_they_set_one_up(client: Client) -> None:
    client.force_login(root())
    answer = client.get("/admin/", follow=True, headers={"accept-language": "en"})
    assert answer.redirect_chain == [("/admin/login/?next=/admin/", 302), (reverse("mfa_index"), 302)]
    assert answer.text.count("Set up one of these before you go to admin.") == 1
    assert client.post("/admin/accounts/user/add/", {"username": "x"}).status_code == 302
    assert User.objects.count() == 1


@pytest.mark.usefixtures("strict")
def test_with_one_they_get_in_for_twelve_hours(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = with_app(root())
    client.post(LOGIN, {"login": "root", "password": PASSWORD})
    client.post(reverse("mfa_authenticate"), {"code": code(secret)})
    assert client.get("/admin/").status_code == 200
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 13 * 3600)  # a clock that was ahead gives no more
    assert client.get("/admin/").status_code == 302
    monkeypatch.setattr(time, "time", lambda: now + 12 * 3600)
    answer = client.get("/admin/accounts/user/", follow=True)
    again = f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2Faccounts%2Fuser%2F"
    assert answer.redirect_chain[-1] == (again, 302)
    password = reverse("account_reauthenticate")
    assert f'href="{password}' not in answer.text  # it would lead back here
    assert client.get(f"{password}?next=%2Fadmin%2Faccounts%2Fuser%2F")["Location"] == again
    assert f'href="{password}' in client.get(reverse("mfa_reauthenticate")).text  # what is no admin's takes it
    done = client.post(again, {"code": code(secret), "next": "/admin/accounts/user/"})
    assert done["Location"] == "/admin/accounts/user/"
    assert client.get("/admin/accounts/user/").status_code == 200


@pytest.mark.usefixtures("strict")
def test_a_browser_that_signed_in_by_the_password_alone_is_asked_for_it(client: Client) -> None:
    client.force_login(root())
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    with_app(User.objects.get())
    assert client.get("/admin/login/")["Location"] == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2F"


@pytest.mark.usefixtures("strict")
def test_a_passkey_is_enough_and_recovery_codes_alone_are_not(client: Client) -> None:
    user = root()
    client.force_login(user)
    Authenticator.objects.create(user=user, type=Authenticator.Type.RECOVERY_CODES, data={})
    assert client.get("/admin/login/")["Location"] == reverse("mfa_index")
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={})
    assert client.get("/admin/login/")["Location"].partition("?")[0] == reverse("mfa_reauthenticate_webauthn")


@pytest.mark.usefixtures("strict")
def test_a_way_back_to_another_site_is_none(client: Client) -> None:
    client.force_login(root())
    with_app(User.objects.get())
    answer = client.get("/admin/login/", {"next": "https://evil.example/"})
    assert answer["Location"] == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2F"


def test_a_player_is_told_that_it_is_not_for_them(client: Client) -> None:
    client.force_login(player())
    assert client.get("/admin/", follow=True).status_code == 403


def test_the_password_is_changed_where_wrong_ones_are_counted(staff: Client) -> None:
    answer = staff.get(reverse("admin:password_change"))
    assert answer["Location"] == reverse("account_change_password")


# ── Staff actions on players ───────────────────────────────────────────────────────────────────────────────────────


def test_they_change_a_player_and_close_the_account(staff: Client) -> None:
    alice = player()
    form = sent(alice, first_name="Alice")
    del form["is_active"]
    assert staff.post(page(alice), form).status_code == 302
    alice.refresh_from_db()
    assert (alice.first_name, alice.is_active) == ("Alice", False)


def test_but_give_no_rights(staff: Client) -> None:
    alice = player()
    assert staff.post(page(alice), sent(alice, **rights())).status_code == 302
    alice.refresh_from_db()
    flags = (alice.is_staff, alice.is_superuser, alice.groups.count(), alice.user_permissions.count())
    assert flags == (False, False, 0, 0)


def test_superusers_give_them(admin_client: Client) -> None:
    alice = player()
    assert admin_client.post(page(alice), sent(alice, **rights())).status_code == 302
    alice.refresh_from_db()
    assert (alice.is_staff, alice.is_superuser, alice.groups.count()) == (True, True, 1)


def test_an_added_user_is_a_player(staff: Client) -> None:
    form = {"username": "new", "usable_password": "true", "password1": NEW, "password2": NEW, **rights()}
    assert staff.post(reverse("admin:accounts_user_add"), form).status_code == 302
    made = User.objects.get(username="new")
    assert (made.is_staff, made.is_superuser, made.groups.count()) == (False, False, 0)


# ── And not to each other ─────────────────────────────────────────────────────────────────────────────────────────

OTHERS: list[Callable[[], User]] = [helper, root, retired]


@pytest.mark.parametrize("other", OTHERS)
def test_staff_and_superusers_are_neither_changed_nor_deleted(staff: Client, other: Callable[[], User]) -> None:
    user = other()
    before = User.objects.values().get(pk=user.pk)
    password = {"usable_password": "true", "password1": NEW, "password2": NEW, "set-password": "1"}
    acts: dict[str, dict[str, Any]] = {
        "change": sent(user, email="mine@club.it"),
        "password": password,
        "delete": {"post": "yes"},
    }
    assert [staff.post(page(user, act), form).status_code for act, form in acts.items()] == [403] * 3
    form = {"action": "make_reset_links", "_selected_action": [user.pk]}
    assert staff.post(reverse("admin:accounts_user_changelist"), form).context["links"] == []
    assert User.objects.values().get(pk=user.pk) == before
    assert check_password(PASSWORD, before["password"])


def test_nor_oneself(staff: Client, referee: User) -> None:
    assert staff.post(page(referee), sent(referee, **rights())).status_code == 403
    referee.refresh_from_db()
    assert referee.is_superuser is False


@pytest.mark.parametrize("other", OTHERS)
def test_their_addresses_are_not_changed_so_that_no_link_goes_elsewhere(
    staff: Client, other: Callable[[], User]
) -> None:
    address = EmailAddress.objects.create(user=other(), email="mine@club.it")
    add, changelist = (reverse(f"admin:account_emailaddress_{name}") for name in ("add", "changelist"))
    change = reverse("admin:account_emailaddress_change", args=[address.pk])
    other_one = {"user": address.user_id, "email": "attacker@club.it", "verified": "on", "primary": "on"}
    assert staff.post(add, other_one).context["adminform"].form.errors.keys() == {"user"}
    assert staff.post(change, other_one)["Location"] == "/admin/"  # is not there
    staff.post(changelist, {"action": "make_verified", "_selected_action": [address.pk]})
    staff.post(changelist, {"action": "delete_selected", "_selected_action": [address.pk], "post": "yes"})
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("mine@club.it", False)]


def test_a_players_address_is_not_given_to_a_superuser(staff: Client) -> None:
    alice, boss = player(), root()
    address = EmailAddress.objects.create(user=alice, email="alice@club.it")
    form = {"user": boss.pk, "email": "alice@club.it", "verified": "on", "primary": "on"}
    change = reverse("admin:account_emailaddress_change", args=[address.pk])
    assert staff.post(change, form).context["adminform"].form.errors.keys() == {"user"}
    staff.post(change, form | {"user": alice.pk})
    address.refresh_from_db()
    assert (address.user, address.verified) == (alice, True)


@pytest.mark.parametrize("other", OTHERS)
def test_their_second_step_is_not_taken_away(staff: Client, other: Callable[[], User]) -> None:
    step = Authenticator.objects.create(user=other(), type=Authenticator.Type.TOTP, data={"secret": "x"})
    staff.post(reverse("admin:mfa_authenticator_delete", args=[step.pk]), {"post": "yes"})
    form = {"action": "delete_selected", "_selected_action": [step.pk], "post": "yes"}
    staff.post(reverse("admin:mfa_authenticator_changelist"), form)
    assert Authenticator.objects.count() == 1


@pytest.mark.parametrize("lookup", ["data__secret__startswith", "data__icontains", "id"])
def test_a_secret_is_not_guessed_letter_by_letter(staff: Client, lookup: str) -> None:
    Authenticator.objects.create(user=player(), type=Authenticator.Type.TOTP, data={"secret": "x"})
    answer = staff.get(reverse("admin:mfa_authenticator_changelist"), {lookup: "1"})
    assert answer.status_code == (200 if lookup == "id" else 400)


def test_a_session_is_seen_without_its_key_and_not_made(staff: Client) -> None:
    session = UserSession.objects.create(user=player(), ip="192.0.2.1", session_key="s3cret-key", user_agent="Firefox")
    changelist = reverse("admin:usersessions_usersession_changelist")
    shown = staff.get(reverse("admin:usersessions_usersession_change", args=[session.pk]))
    assert ("s3cret-key" in shown.text, "Firefox" in shown.text) == (False, True)
    assert staff.get(changelist, {"session_key__startswith": "s"}).status_code == 400
    assert staff.post(reverse("admin:usersessions_usersession_add")).status_code == 403


def test_groups_are_the_superusers(staff: Client) -> None:
    group = Group.objects.create(name="referees")
    acts = [("add", []), ("change", [group.pk]), ("delete", [group.pk])]
    addresses = [reverse(f"admin:auth_group_{act}", args=args) for act, args in acts]
    assert [staff.post(address, {"name": "x"}).status_code for address in addresses] == [403] * 3
    assert staff.get(reverse("admin:auth_group_changelist")).status_code == 200
