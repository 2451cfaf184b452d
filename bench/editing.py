"""Users who edit and print while something is killed or unavailable."""

import itertools
import re
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException
from http.cookiejar import CookieJar
from threading import Event
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, OpenerDirector, build_opener

PATIENCE = 120  # seconds
BUNDLE = 5  # lists: more than are printed at once
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')

Fields = Mapping[str, str | list[str]]
Acknowledged = list[tuple[str, str]]  # of a list: the key of a form, and the name that it set


class Stay(HTTPRedirectHandler):
    """Nobody follows the redirect of an edit."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Follow no redirect: it raises HTTPError."""


def a_browser(jar: CookieJar | None = None) -> OpenerDirector:
    return build_opener(HTTPCookieProcessor(CookieJar() if jar is None else jar), Stay)


def at_any_address(jar: CookieJar) -> OpenerDirector:
    """Return a browser that sends these cookies to every address, because machines have different names."""
    browser = a_browser()
    browser.addheaders.append(("Cookie", "; ".join(f"{one.name}={one.value}" for one in jar)))
    return browser


def ask(browser: OpenerDirector, address: str, fields: Fields | None = None) -> str:
    """Return the text of an answer, or its redirect target; otherwise like `fetch`."""
    return fetch(browser, address, fields).decode()


def fetch(browser: OpenerDirector, address: str, fields: Fields | None = None) -> bytes:
    """Return an answer or its redirect target; repeat the request until there is one, for up to PATIENCE seconds.

    Raises HTTPError for an answer that waiting cannot fix, such as 500, and TimeoutError.
    """
    body, begun = urlencode(fields, doseq=True).encode() if fields else None, time.monotonic()
    while time.monotonic() < begun + PATIENCE:
        try:
            with browser.open(address, body, timeout=30) as answer:
                return bytes(answer.read())
        except HTTPError as error:
            if error.code == 302:
                return str(error.headers["Location"]).encode()
            if error.code not in {429, 502, 503, 504}:
                raise
        except (OSError, HTTPException):
            pass
        time.sleep(0.05)
    raise TimeoutError(f"no answer of {address}")


def begin(browser: OpenerDirector, address: str) -> dict[str, str]:
    found = TOKEN.search(ask(browser, f"{address}/"))
    assert found, "the front page has a form"
    return {"csrfmiddlewaretoken": found[1]}


def make(browser: OpenerDirector, address: str, token: dict[str, str], key: str) -> str:
    """Create a list, and return its address: "/lists/…/"."""
    new = {"ruleset": "bn", "role": "attacker", "key": key}
    return ask(browser, f"{address}/lists/new/", token | new).split("?")[0]


def edit(address: str, number: int, ends: Event) -> Acknowledged:
    """Rename a list repeatedly until the end, and return the acknowledged names."""
    browser = a_browser()
    token = begin(browser, address)
    made = make(browser, address, token, f"made-{number}")
    acknowledged: Acknowledged = []
    for count in itertools.count():
        if ends.is_set():
            return acknowledged
        key, name = f"edit-{number}-{count}", f"List {number} as of {count}"
        ask(browser, f"{address}{made}name/", token | {"name": name, "key": key})
        acknowledged.append((key, name))
    raise AssertionError("numbers end never")


def bundle(
    browser: OpenerDirector,
    address: str,
    key: str = "bundle",
    patience: float = PATIENCE,
    calm: Callable[[], bool] = lambda: True,
) -> str:
    """Have a bundle printed in the background, and return the address of its file: "/lists/print/…/lists.pdf".

    It must be ready within this many seconds after the last kill. The site gives up a bundle that has killed three
    workers; its button orders it again.
    """
    token = begin(browser, address)
    made = [make(browser, address, token, f"{key}-{number}").split("/")[2] for number in range(BUNDLE)]
    chosen: Fields = {**token, "form": "roster", "paper": "a4", "language": "en", "list": made}
    job = ask(browser, f"{address}/lists/print/start/", chosen)
    calm_since = time.monotonic()
    while f"{job}lists.pdf" not in (page := ask(browser, f"{address}{job}")):
        if not calm():
            calm_since = time.monotonic()
        assert time.monotonic() < calm_since + patience, f"{address}{job} is not printed in {patience:.0f} s"
        if "<progress" not in page:
            job = ask(browser, f"{address}/lists/print/start/", chosen)
        time.sleep(0.5)
    return f"{job}lists.pdf"
