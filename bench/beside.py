"""Time edits alone and beside other work, in turns.

beside(who, army_list, going_on, edits) -> float     p95 of the edits beside it, divided by that of edits alone
"""

import itertools
import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

from django.test import Client
from django.urls import reverse

from armybuilder.lists.models import ArmyList
from bench.turns import p95
from bench.users import CSRF, cookies_of

BLOCKS = 6
FORM = "application/x-www-form-urlencoded"


class SignedIn:
    """A user who is signed in to a running site."""

    def __init__(self, address: str, client: Client) -> None:
        self.place = urlsplit(address).netloc
        self.headers = {
            "Cookie": cookies_of(client),
            "X-CSRFToken": CSRF,
            "HX-Request": "true",
            "Origin": f"http://{self.place}",
        }

    def connect(self) -> "Connection":
        return Connection(self)


class Connection:
    """A connection to a site, which stays open. An answer other than 2xx raises RuntimeError."""

    def __init__(self, who: SignedIn) -> None:
        self.headers, self.connection = who.headers, HTTPConnection(who.place)

    def get(self, path: str) -> bytes:
        return self._ask("GET", path, None, {})

    def post(self, path: str, fields: dict[str, object]) -> bytes:
        return self._ask("POST", path, urlencode(fields), {"Content-Type": FORM})

    def send(self, path: str, said: object) -> bytes:
        return self._ask("POST", path, json.dumps(said), {"Content-Type": "application/json"})

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> bytes:
        self.connection.request(method, path, body, self.headers | headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status // 100 != 2:
            raise RuntimeError(f"{path} was answered with {answer.status}")
        return text


def beside(
    who: SignedIn,
    army_list: ArmyList,
    going_on: Callable[[], AbstractContextManager[None]],
    edits: int,
    breath: float = 0.0,
) -> float:
    """Return the p95 of edits beside other work, divided by that of edits alone, in alternating blocks."""
    row = army_list.roster.squads[0].figures[0]
    address = reverse("lists:set-count", args=[army_list.pk, row.id])
    numbers = itertools.count(2)

    def edit(connection: Connection) -> float:
        number = next(numbers)
        start = time.perf_counter()
        connection.post(address, {"count": number % 90 + 2, "key": f"beside-{number}"})
        taken = time.perf_counter() - start
        time.sleep(breath)
        return taken

    def block() -> list[float]:
        connection = who.connect()
        return [edit(connection) for _ in range(edits)]

    idle: list[float] = []
    busy: list[float] = []
    block()  # the first ones fill the caches
    with going_on():
        block()
    for _ in range(BLOCKS):
        idle += block()
        with going_on():
            busy += block()
    return p95(busy) / p95(idle)
