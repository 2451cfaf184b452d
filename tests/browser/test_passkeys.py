"""Passkeys in Chromium, with a virtual authenticator."""

import pytest
from playwright.sync_api import Error, Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "tre-fucili-e-un-bren"


def with_a_device(page: Page, *, verifies: bool = True) -> None:
    """Give the browser a device that stores passkeys and agrees at once."""
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": verifies,
        "hasUserVerification": verifies,
        "isUserVerified": verifies,
    }
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def in_english(page: Page, live_server: LiveServer) -> None:
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])


def sign_in(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/accounts/login/")
    page.get_by_label("Username or email").fill("alice")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()


def open_adding(page: Page, live_server: LiveServer) -> None:
    """Go to the page for adding passkeys; after a recent sign-in it does not ask for the password."""
    page.goto(f"{live_server.url}/accounts/2fa/webauthn/add/")


def add_one(page: Page, live_server: LiveServer, name: str) -> None:
    """Add a passkey after a recent sign-in."""
    open_adding(page, live_server)
    page.get_by_label("Passkey name").fill(name)
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


@pytest.fixture
def alice(page: Page, live_server: LiveServer) -> Page:
    """A browser with a device, in which Alice has just signed in."""
    User.objects.create_user("alice", password=PASSWORD)
    in_english(page, live_server)
    with_a_device(page)
    sign_in(page, live_server)
    expect(page.locator(".user-name")).to_have_text("alice")
    return page


def test_a_passkey_signs_in_with_the_password_and_without(alice: Page, live_server: LiveServer) -> None:
    add_one(alice, live_server, "Telefono")
    alice.context.clear_cookies(name="sessionid")
    sign_in(alice, live_server)
    expect(alice.get_by_role("heading", name="The second step")).to_be_visible()
    alice.get_by_role("button", name="Use a passkey").click()
    expect(alice.locator(".user-name")).to_have_text("alice")

    alice.context.clear_cookies(name="sessionid")
    alice.goto(f"{live_server.url}/accounts/login/?next=/accounts/2fa/webauthn/")
    alice.get_by_role("button", name="Sign in with a passkey").click()
    expect(alice.get_by_role("heading", name="Passkeys")).to_be_visible()
    expect(alice.locator(".entry-name")).to_have_text("Telefono")

    alice.goto(f"{live_server.url}/accounts/reauthenticate/?next=/accounts/2fa/webauthn/add/")
    alice.get_by_role("link", name="With a passkey").click()
    alice.get_by_role("button", name="Use a passkey").click()
    alice.get_by_role("button", name="Add it").click()
    expect(alice.get_by_role("alert")).to_have_text("This device already has a passkey for your account.")


def test_a_device_that_says_no_is_told(page: Page, live_server: LiveServer) -> None:
    in_english(page, live_server)
    with_a_device(page)  # it has no passkey
    page.goto(f"{live_server.url}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("That did not work. Try again.")


def test_where_there_are_none_a_sign_in_offers_none(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    by_number = live_server.url.replace("localhost", "127.0.0.1")
    failed: list[Error] = []
    page = new_context(locale="en").new_page()
    page.on("pageerror", lambda error: failed.append(error))
    page.goto(f"{by_number}/accounts/login/")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    page.add_init_script("delete window.PublicKeyCredential")
    page.goto(f"{live_server.url}/accounts/login/")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    assert failed == []


def test_where_there_are_none_who_wants_to_add_one_is_told(alice: Page, live_server: LiveServer) -> None:
    alice.add_init_script("delete window.PublicKeyCredential")
    open_adding(alice, live_server)
    expect(alice.get_by_text("Passkeys are not available here")).to_be_visible()
    expect(alice.get_by_role("button", name="Add it")).to_be_hidden()


def test_without_javascript_that_is_said(
    alice: Page, live_server: LiveServer, new_context: CreateContextCallback
) -> None:
    state = alice.context.storage_state()
    page = new_context(java_script_enabled=False, locale="en", storage_state=state).new_page()
    open_adding(page, live_server)
    expect(page.get_by_text("Passkeys need JavaScript, which is off here.")).to_be_visible()
    expect(page.get_by_role("button", name="Add it")).to_be_hidden()
