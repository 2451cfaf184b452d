"""Staff create links that set a new password, and delete accounts as their owners would."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import close_club, create_club
from armybuilder.notices.models import Notice

pytestmark = pytest.mark.django_db
USERS = "/admin/accounts/user/"
NEW = "due-bazooka-e-un-mortaio"


@pytest.fixture
def staff(client: Client) -> Client:
    """The browser of staff with the right to change users, but no superuser."""
    user = User.objects.create_user("referee", is_staff=True)
    allowed = ("change_user", "view_user", "delete_user")
    user.user_permissions.set(Permission.objects.filter(codename__in=allowed))
    client.force_login(user)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def links(staff: Client, *users: User) -> list[str]:
    form = {"action": "make_reset_links", "_selected_action": [user.pk for user in users]}
    html = staff.post(USERS, form).content.decode()
    return re.findall(r"<code>http://testserver(/[^<]+)</code>", html)


def test_a_link_sets_a_new_password_once_without_any_mail(staff: Client, mailoutbox: list[object]) -> None:
    alice = User.objects.create_user("alice", password="forgotten")
    [link] = links(staff, alice)
    other = Client()
    [(address, _)] = other.get(link, follow=True).redirect_chain
    done = other.post(address, {"password1": NEW, "password2": NEW}, follow=True)
    assert done.redirect_chain == [(reverse("account_reset_password_from_key_done"), 302)]
    assert Client().login(username="alice", password=NEW)
    assert Client().get(link, follow=True).context["token_fail"] is True
    assert mailoutbox == []


def test_no_link_for_a_superuser_nor_for_a_closed_account(staff: Client) -> None:
    root = User.objects.create_superuser("root")
    closed = User.objects.create_user("closed", is_active=False)
    assert links(staff, root, closed) == []


def test_staff_without_the_right_cannot_create_a_link(client: Client) -> None:
    client.force_login(User.objects.create_user("helper", is_staff=True))
    form = {"action": "make_reset_links", "_selected_action": [User.objects.create_user("alice").pk]}
    assert client.post(USERS, form).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_an_account_is_deleted_but_not_that_of_the_owner_of_a_club(staff: Client) -> None:
    alice = User.objects.create_user("alice")
    club = create_club(alice, "Il Ridotto")
    assert staff.post(f"{USERS}{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    close_club(club.pk, alice)
    Notice.objects.create(user=alice, kind="round", key="round 1", facts={"evening": "Pattuglie", "number": "1"})
    assert staff.post(f"{USERS}{alice.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not User.objects.filter(username="alice").exists()


def test_staff_take_a_second_step_away_and_see_nothing_of_its_secret(admin_client: Client) -> None:
    alice = User.objects.create_user("alice")
    secret = generate_totp_secret()
    step = TOTP.activate(alice, secret).instance
    page = reverse("admin:mfa_authenticator_change", args=[step.pk])
    html = admin_client.get(page).content.decode()
    assert (secret in html, "alice" in html) == (False, True)
    assert admin_client.post(page, {"data": "{}"}).status_code == 403
    assert admin_client.get(reverse("admin:mfa_authenticator_add")).status_code == 403
    take_away(admin_client, step)
    assert not Authenticator.objects.exists()


def take_away(admin_client: Client, step: Authenticator) -> None:
    admin_client.post(reverse("admin:mfa_authenticator_delete", args=[step.pk]), {"post": "yes"})


def test_recovery_codes_go_with_the_last_second_step(
    admin_client: Client,
) -> None:
    kinds = Authenticator.Type
    steps = {
        (name, kind): Authenticator.objects.create(user=user, type=kind, data={"name": "Phone"})
        for name in ("alice", "bob")
        for user in [User.objects.create_user(name)]
        for kind in (kinds.TOTP, kinds.WEBAUTHN, kinds.RECOVERY_CODES)
    }
    for kind in (kinds.TOTP, kinds.WEBAUTHN):
        take_away(admin_client, steps["alice", kind])
    take_away(admin_client, steps["bob", kinds.TOTP])
    left = Authenticator.objects.order_by("pk").values_list("user__username", "type")
    assert list(left) == [("bob", kinds.WEBAUTHN), ("bob", kinds.RECOVERY_CODES)]
