"""Programs that use the API, in the words of the tests."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.test import Client

from armybuilder.api.actions import make_token
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Roster, encode

API = "/api/v1/"
COUNTING = 1  # query of the rate limit
TOKEN = COUNTING + 1  # of letting a token in


@dataclass
class Program:
    """A client with a token, or ("") without one."""

    token: str = ""
    client: Client = field(default_factory=Client)

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json", **headers: str
    ) -> HttpResponse:
        """Send a request with a content type; `If_Match` is the header `If-Match`."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        answer: Any = self.client.generic(method, API + path, body, kind, headers=sent)
        return answer

    def get(self, path: str) -> Any:
        """Return the JSON at an address."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, answer.content
        return json.loads(answer.content)


def a_token(visitor: Visitor, scope: str = "write", name: str = "My program") -> str:
    """Return the secret of a new token of a user."""
    assert visitor.user
    return make_token(visitor.user, name, scope)[1]


def program_of(visitor: Visitor, scope: str = "write") -> Program:
    """Return a program with a token of a user."""
    return Program(a_token(visitor, scope))


def said(answer: HttpResponse) -> tuple[int, Any]:
    """Return the status of an answer and its JSON, None if it is empty."""
    return answer.status_code, json.loads(answer.content) if answer.content else None


def sent(roster: Roster) -> bytes:
    """Return a list as a program sends it."""
    return encode(roster)
