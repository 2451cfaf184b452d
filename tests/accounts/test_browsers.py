"""Names of sessions."""

import pytest
from django.test import Client
from django.utils.translation import override

from armybuilder.accounts.models import User
from armybuilder.accounts.templatetags.accounts import browser_name

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0) {WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"),
        (f"Mozilla/5.0 (Linux; Android 15) {WEBKIT} Chrome/142.0 Mobile Safari/537.36", "Chrome on Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari on iPhone",
        ),
        (f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Safari/605.1", "Safari on macOS"),
        ("curl/8.5 Linux", "Linux"),
        ("<script>", "An unknown browser"),
        ("", "An unknown browser"),
    ],
)
def test_names(agent: str, name: str) -> None:
    with override("en"):
        assert browser_name(agent) == name


@pytest.mark.django_db
def test_the_page_of_sessions_says_them() -> None:
    browser = Client(headers={"Accept-Language": "en", "User-Agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0"})
    User.objects.create_user("alice", password="tre-fucili-e-un-bren")
    browser.post("/accounts/login/", {"login": "alice", "password": "tre-fucili-e-un-bren"})
    page = browser.get("/accounts/sessions/").text
    assert '<p class="entry-name">Firefox on Linux <span class="badge plain">This browser</span></p>' in page
