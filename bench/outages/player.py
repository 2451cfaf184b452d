"""A user who signs in and plays."""

import itertools
import json
import secrets
from urllib.request import Request

from bench.editing import a_browser, ask, begin, make
from bench.outages.visit import TOO_LONG, look

GUESSES = 5  # wrong passwords at once


class Player:
    """A new account, its signed-in browser, and its game."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self.name, self.password = address, name, secrets.token_urlsafe(16)
        self.browser, self.numbers, self.last = a_browser(), itertools.count(1), 0
        new = {"username": name, "password1": self.password, "password2": self.password}
        status, _page = look(self.browser, f"{address}/accounts/signup/", begin(self.browser, address) | new)
        assert status == 302
        token = begin(self.browser, address)
        made = make(self.browser, address, token, f"made-{name}")
        self.game = ask(self.browser, f"{address}{made}game/", token | {"phones": "one"})
        self.token = token["csrfmiddlewaretoken"]

    def is_signed_in(self) -> bool:
        return look(self.browser, f"{self.address}/games/")[0] == 200

    def sign_in_anew(self, password: str = "") -> int:
        """Sign in with another browser; return the status: 302 means success."""
        browser = a_browser()
        typed = {"login": self.name, "password": password or self.password}
        return look(browser, f"{self.address}/accounts/login/", begin(browser, self.address) | typed)[0]

    def is_guessed(self) -> None:
        """Try wrong passwords until even the right one is refused."""
        for _ in range(GUESSES):
            assert self.sign_in_anew("wrong") == 200
        assert self.sign_in_anew() == 200

    def link_for_a_new_password(self) -> str:
        """Return a password reset link, valid for a day or until the next sign-in."""
        from allauth.account.forms import default_token_generator
        from allauth.account.utils import user_pk_to_url_str

        from armybuilder.accounts.models import User

        user = User.objects.get(username=self.name)
        key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
        return f"{self.address}/accounts/password/reset/key/{key}/"

    def play(self) -> None:
        """Record an event at the table, the next in the log."""
        number = next(self.numbers)
        event = {"kind": "turn", "turn": number % 2 + 1}
        line = {"side": "a", "phone": "phone", "number": number, "seen": self.last, "event": event}
        body = json.dumps({"phone": "phone", "lines": [line]}).encode()
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.token}
        request = Request(f"{self.address}{self.game}write/", body, headers)
        with self.browser.open(request, timeout=TOO_LONG) as answer:
            last = json.load(answer)["last"]
        assert last == self.last + 1, f"the log ends with {last}"
        self.last = last
