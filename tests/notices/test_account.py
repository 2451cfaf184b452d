"""Users are always notified of a new password, address or second step."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from armybuilder.accounts.models import User
from armybuilder.notices.kinds import Kind
from armybuilder.notices.models import Notice
from tests.accounts.codes import code
from tests.background import work
from tests.notices.telling import confirmed, prefers, told

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "tre-fucili-e-un-bren", "due-bazooka-e-un-mortaio"


@pytest.fixture
def hers(client: Client, marta: User) -> Client:
    """Marta's browser, after a recent sign-in."""
    marta.set_password(PASSWORD)
    marta.save()
    client.post(reverse("account_login"), {"login": "marta", "password": PASSWORD})
    return client


def change_password(hers: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    hers.post(reverse("account_change_password"), form)


def test_of_a_password_on_the_site_and_by_email_whatever_they_chose(
    hers: Client, marta: User, mailoutbox: list[EmailMessage], settings: Settings
) -> None:
    settings.SITE_ADDRESS = "https://squadra.club"
    prefers(confirmed(marta), language="en", round=[])
    change_password(hers)
    work()
    [mail] = mailoutbox
    assert told(marta) == ["Your password has changed. If this was not you, set another at once."]
    assert (mail.subject, mail.recipients()) == (told(marta)[0], ["marta@club.it"])
    assert mail.body == (
        f"{mail.subject}\n\nhttps://squadra.club/accounts/settings/\n\n-- \nEveryone is told "
        f"about changes like these, so that nobody can make them unnoticed.\n"
    )
    assert "List-Unsubscribe" not in mail.extra_headers


def test_users_without_an_email_are_notified_on_the_site(hers: Client, marta: User) -> None:
    change_password(hers)
    assert [(notice.on_site, notice.mail_due) for notice in Notice.objects.all()] == [(True, None)]


def test_of_addresses_and_at_the_former_one_that_it_is_the_former_one(
    hers: Client, marta: User, mailoutbox: list[EmailMessage]
) -> None:
    confirmed(marta)
    hers.post(reverse("account_email"), {"email": "other@club.it", "action_add": ""})
    EmailAddress.objects.filter(email="other@club.it").update(verified=True)
    for email, act in (("other@club.it", "primary"), ("marta@club.it", "remove")):
        hers.post(reverse("account_email"), {"email": email, f"action_{act}": ""})
    work()
    kinds = (Kind.ADDRESS_ADDED, Kind.ADDRESS_CHANGED, Kind.ADDRESS_REMOVED)
    assert list(Notice.objects.order_by("pk").values_list("kind", flat=True)) == [*kinds]
    # The worker emails earlier events too: those go to the present address, except news of the change itself.
    assert [mail.recipients() for mail in mailoutbox] == [
        ["other@club.it"],
        ["marta@club.it"],
        ["other@club.it"],
    ]


def test_of_second_steps_also_when_staff_take_them_away(
    hers: Client, marta: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    secret = hers.get(reverse("mfa_activate_totp")).context["form"].secret
    with django_capture_on_commit_callbacks(execute=True):
        hers.post(reverse("mfa_activate_totp"), {"code": code(secret)})
        hers.post(reverse("mfa_generate_recovery_codes"))
    hers.post(reverse("mfa_deactivate_totp"))
    Authenticator.objects.create(user=marta, type=Authenticator.Type.WEBAUTHN, data={})
    call_command("remove_second_step", "marta")
    kinds = (Kind.APP_ADDED, Kind.CODES_MADE, Kind.APP_REMOVED, Kind.PASSKEY_REMOVED)
    assert list(Notice.objects.order_by("pk").values_list("kind", flat=True)) == [*kinds]


def test_of_addresses_that_staff_add_change_and_take_away(admin_client: Client, marta: User) -> None:
    first = EmailAddress.objects.get(user=confirmed(marta))
    table, row = reverse("admin:account_emailaddress_changelist"), {"user": str(marta.pk)}
    admin_client.post(f"{table}add/", row | {"email": "other@club.it"})
    row |= {"primary": "on", "verified": "on"}
    for email in ("marta@club.it", "third@club.it"):
        admin_client.post(f"{table}{first.pk}/change/", row | {"email": email})
    admin_client.post(f"{table}{first.pk}/delete/", {"post": "yes"})
    own = {"username": "marta", "is_active": "on", "date_joined_0": "2026-11-23", "date_joined_1": "10:00:00"}
    for _ in range(2):
        admin_client.post(f"/admin/accounts/user/{marta.pk}/change/", own | {"email": "fourth@club.it"})
    assert list(Notice.objects.order_by("pk").values_list("kind", "facts")) == [
        (Kind.ADDRESS_ADDED, {}),
        (Kind.ADDRESS_CHANGED, {"to": "marta@club.it"}),
        (Kind.ADDRESS_REMOVED, {}),
        (Kind.ADDRESS_CHANGED, {}),
    ]


def test_of_a_password_that_staff_type(admin_client: Client, marta: User) -> None:
    page = reverse("admin:auth_user_password_change", args=[marta.pk])
    form = {"usable_password": "true", "set-password": "1", "password1": NEW}
    admin_client.post(page, form | {"password2": PASSWORD})
    assert told(marta) == []
    admin_client.post(page, form | {"password2": NEW})
    assert told(marta) == ["Your password has changed. If this was not you, set another at once."]
