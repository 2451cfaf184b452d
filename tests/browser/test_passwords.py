"""The eye in a password field."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_eye_shows_what_is_typed_until_it_is_sent(page: Page, live_server: LiveServer) -> None:
    page.context.add_cookies([{"name": "django_language", "value": "it", "url": live_server.url}])
    page.goto(f"{live_server.url}/accounts/signup/")
    first, second = (page.locator(f"[name=password{number}]") for number in (1, 2))
    eye = page.get_by_role("button", name="Mostra la password: Password", exact=True)
    first.fill("tre-fucili")
    eye.click()
    expect(eye).to_have_attribute("aria-pressed", "true")
    expect(first).to_have_attribute("type", "text")
    expect(first).to_have_value("tre-fucili")
    expect(second).to_have_attribute("type", "password")
    page.evaluate("addEventListener('submit', (event) => event.preventDefault())")
    page.locator("[name=username]").fill("anna")
    second.fill("tre-fucili")
    second.press("Enter")
    expect(first).to_have_attribute("type", "password")
    expect(eye).to_have_attribute("aria-pressed", "false")
