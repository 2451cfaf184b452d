"""Hostile addresses, headers, cookies, encodings, and documents of the API."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import cycle, islice
from typing import Any
from urllib.parse import quote, unquote

import pytest
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from armybuilder import urls
from tests.access.sending import Asked, Trial
from tests.access.test_hostile import TABLE, values
from tests.access.test_hostile import trial as trial
from tests.access.test_who_may import groups, who_may
from tests.access.test_who_may import made as made
from tests.access.test_who_may import world as world
from tests.access.world import ARGUMENT, World
from tests.hostile import ALL, ENCODABLE, FUZZING, RAW_BYTES, some

#: The headers read by the site or its libraries, except cookies and `Host`, which has its own settings.
HEADERS = (
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "Content-Length",
    "HX-Boosted",
    "HX-Current-URL",
    "HX-Request",
    "HX-Target",
    "Idempotency-Key",
    "If-Match",
    "If-Modified-Since",
    "If-None-Match",
    "Origin",
    "Range",
    "Referer",
    "User-Agent",
    "X-CSRFToken",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
)
COOKIES = ("sessionid", "csrftoken", "django_language", "messages", "print_options", "ruleset", "theme")
PLACES = (
    "/",
    "/lists/",
    "/worker.js",
    "/rules/",
    "/accounts/sessions/",
    "/i18n/setlang/",
    "/accounts/login/",
    "/lists/new/",
    "/public/",
)

OF_JSON: tuple[Any, ...] = (
    2**64, -(2**63) - 1, 2**31, -1, 0.5, 1e300, True, None, [], {}, [[]], {"a": 1}, ["a\0b"] * 3,
)  # fmt: skip
DOCUMENT: dict[str, Any] = {
    "format": "armylist/1",
    "ruleset": "bn",
    "name": "Rangers",
    "role": "open",
    "limit": 200,
    "force": "Valle",
    "notes": "At dawn",
    "rulings": {"medic": "flat"},
    "prices": {"classes/elite": 12},
    "squads": [
        {
            "name": "Alpha",
            "class": "elite",
            "kind": "squad",
            "list_class": "elite",
            "traits": [],
            "figures": [
                {
                    "name": "Rossi",
                    "count": 2,
                    "class": "elite",
                    "leadership": 1,
                    "weapons": ["assault-rifle"],
                    "roles": ["medic"],
                    "kit": [],
                    "notes": "Calm",
                    "team": "A",
                    "commander": True,
                }
            ],
            "vehicles": [{"name": "Lince", "type": "protected", "count": 1, "weapons": [], "traits": []}],
            "extras": [{"extra": "infiltration", "count": 1}],
        }
    ],
    "extras": [{"extra": "intelligence", "level": 1}],
}


@pytest.fixture(autouse=True)
def _page_not_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer 404 with the page for everyone."""
    monkeypatch.delattr(urls, "handler404")


def as_header(text: str | bytes) -> str:
    """Return a text as WSGI passes the bytes of a header."""
    return (text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")).decode("latin-1")


def test_nothing_in_an_address_is_a_fault(world: World, trial: Trial) -> None:
    """Any text can stand for a name in an address."""
    often = cycle([("NUL", b"a\0b"), ("number", b"9" * 30)])
    rest = cycle([*((kind, text.encode()) for kind, text in ENCODABLE.items()), *RAW_BYTES.items()])
    each = (2, 9) if FUZZING else (1, 1)
    refused: Counter[str] = Counter()
    for part in groups():
        for name, route in groups()[part]:
            for argument in dict.fromkeys(match[1] or match[2] for match in ARGUMENT.finditer(route)):
                for kind, text in (*islice(often, each[0]), *islice(rest, each[1])):
                    path = world.address(name, route, **{argument: quote(text, safe="")})
                    refused[kind] += not leads_somewhere(path)
                    if leads_somewhere(path) or refused[kind] <= 3:  # no view is asked: one page for all of them
                        ask(world, trial, name, path, f"{argument}, {kind}")


def leads_somewhere(path: str) -> bool:
    """Whether an address belongs to a view: a number fits where a number is expected, a NUL does not."""
    try:
        resolve(unquote(path, errors="replace"))
    except Resolver404:
        return False
    return True


def ask(world: World, trial: Trial, name: str, path: str, what: str) -> None:
    """Ask for an address; of its methods, which read its arguments alike, with the one that leads furthest."""
    method = next((one for one in ("PUT", "POST", "GET", "DELETE") if f"{one} {name}" in TABLE), None)
    if method:
        client = world.clients[who_may(TABLE[f"{method} {name}"])]
        headers = {"Authorization": f"Bearer {world.tokens['owner']}"} if path.startswith("/api/") else {}
        form = values(world.bodies.get(name, {})) if method == "POST" else {}
        response, _ = Asked("", "", method, path, {}, form).send(client, **headers)
        trial.note(f"{method} {name}, {what}", response, what.split(",")[0])


def test_nothing_in_a_header_is_a_fault(world: World, trial: Trial) -> None:
    """All of them have the same value here: a fault in one does not hide the others."""
    lists = f"/lists/{world.arguments['list_id']}/"
    places = cycle((*PLACES, lists, f"{lists}undo/", f"{lists}print/roster.pdf", f"/s/{world.arguments['token']}/"))
    methods = cycle(("GET", "POST", "POST", "GET"))  # so that each place is asked either way
    for (kind, text), method, place in zip(some((ALL | RAW_BYTES).items(), 3), methods, places, strict=False):
        headers = dict.fromkeys(HEADERS, as_header(text))
        response, _ = Asked("", "", method, place).send(world.clients["owner"], **headers)
        trial.note(f"{method} {place}, {kind}", response)
        trial.note(f"API, {kind}", to_the_api(world, "PUT", json.dumps(DOCUMENT).encode(), headers), "header")


def test_nothing_in_a_cookie_is_a_fault(world: World, trial: Trial) -> None:
    places = cycle((*PLACES, f"/lists/{world.arguments['list_id']}/print/"))
    with_session = cycle((COOKIES, COOKIES[1:], COOKIES[1:]))  # the owner's is in two of three
    for (kind, text), cookies, place in zip(some(ALL.items(), 3), with_session, places, strict=False):
        client = Client()
        client.cookies = deepcopy(world.clients["owner"].cookies)
        for cookie in cookies:
            client.cookies[cookie] = text.encode("utf-8", "replace").decode("latin-1")
        trial.note(f"{place}, {kind}", Asked("", "", "GET", place).send(client)[0])


# ── Documents ──────────────────────────────────────────────────────────────────────────────────────────────────────


def places_in(item: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of each part of a document."""
    inner = item.items() if isinstance(item, dict) else enumerate(item) if isinstance(item, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places_in(value, (*path, key))


def with_other(path: tuple[Any, ...], value: Any) -> bytes:
    """The document with something else at a path."""
    document = json.loads(json.dumps(DOCUMENT))
    part = document
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return json.dumps(document).encode()


def test_nothing_in_a_document_is_a_fault(world: World, trial: Trial) -> None:
    in_order = to_the_api(world, "PUT", json.dumps(DOCUMENT).encode())
    assert in_order.status_code == 200, in_order.content
    methods = cycle(("PUT", "POST"))
    often = cycle([("NUL", "a\0b"), ("surrogate", "\ud800")])
    rest = cycle([*ALL.items(), *((repr(value), value) for value in OF_JSON)])
    each = (2, 30) if FUZZING else (1, 2)
    for path in places_in(DOCUMENT):
        named = next(str(key) for key in reversed(path) if isinstance(key, str))
        for kind, value in (*islice(often, each[0]), *islice(rest, each[1])):
            response = to_the_api(world, next(methods), with_other(path, value))
            trial.note(f"{path}, {kind}", response, named)
        if isinstance(path[-1], str):
            response = to_the_api(world, "POST", with_other((*path[:-1], "a\0\ud800b"), 1))
            trial.note(f"beside {path}", response, "a")


def to_the_api(world: World, method: str, document: bytes, headers: Mapping[str, str] | None = None) -> Any:
    """Replace the owner's list with a document, or create one from it; return the answer."""
    path = "/api/v1/lists" + (f"/{world.arguments['list_id']}" if method == "PUT" else "")
    token = {"Authorization": f"Bearer {world.tokens['owner']}"}
    sender = Client(raise_request_exception=False, headers={**(headers or {}), **token})
    with transaction.atomic():
        response = sender.generic(method, path, document, "application/json")
        transaction.set_rollback(True)
    return response
