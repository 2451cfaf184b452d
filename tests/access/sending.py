"""Requests with something hostile in one of their fields, and what is wrong with the answers."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from html import escape
from itertools import cycle, islice
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from lxml import etree, html

from armybuilder.unstorable import label_of
from tests.access.reading import Field, Part, fields_read, noted_reads
from tests.access.world import group
from tests.hostile import ENCODABLE, RAW_BYTES, SIGNS, encodable

Value = str | bytes | SimpleUploadedFile
Values = Mapping[str, list[Value]]
Hostile = tuple[str, list[Value]]  # what it is, and the values of the field

FORM = "application/x-www-form-urlencoded"
FILE = "file"
#: What a field is sent where it is new; each gets some of the rest too, others for each.
ALWAYS: list[Hostile] = [
    ("NUL", ["a\0b"]),
    ("every sign", ["".join(sign for sign in SIGNS.values() if encodable(sign) and sign != "\0")]),
    ("several", ["1", "a", ENCODABLE["right to left"], ""]),
    ("long", [ENCODABLE["long"]]),
    ("thousands of digits", [ENCODABLE["thousands of digits"]]),
    ("beyond 64 bits", [ENCODABLE["beyond 64 bits"]]),
    ("superscript", [ENCODABLE["superscript"]]),
    (FILE, []),
]
AMONG_ALWAYS = {name for name, _ in ALWAYS} - {"NUL"}
REST: list[Hostile] = [
    (name, [text])
    for name, text in ({"NUL": "a\0b"} | ENCODABLE | RAW_BYTES).items()
    if name not in AMONG_ALWAYS
]


@dataclass(frozen=True)
class Asked:
    """A request that is in order. `name` is what it is called in reports, `who` one of the world's clients."""

    name: str
    who: str
    method: str
    path: str
    query: Values = field(default_factory=dict)
    form: Values = field(default_factory=dict)

    def having(self, part: Part, name: str, values: list[Value]) -> "Asked":
        """Return the request with other values for a field."""
        if part == "query":
            return replace(self, query={**self.query, name: values})
        return replace(self, form={**self.form, name: values})

    def send(self, client: Client, **headers: str) -> tuple[Any, set[Field]]:
        """Return the answer and which fields were read for it; nothing of it stays."""
        sender = Client(raise_request_exception=False, headers={"Accept-Language": "en", **headers})
        sender.cookies = deepcopy(client.cookies)  # signing out would take them away
        query = urlencode(self.query, doseq=True)
        values = [value for values in self.form.values() for value in values]
        with noted_reads() as reads, transaction.atomic():
            if any(isinstance(value, SimpleUploadedFile) for value in values):
                response = sender.post(self.path, self.form, QUERY_STRING=query)
            else:
                body = urlencode(self.form, doseq=True)
                response = sender.generic(self.method, self.path, body, FORM, QUERY_STRING=query)
            transaction.set_rollback(True)
        return response, fields_read(response.wsgi_request, reads)


class Trial:
    """Sends hostile values to all fields in turn, and keeps what was wrong with the answers."""

    known: ClassVar[set[tuple[str, Field]]] = set()  # fields of a part of the site that were sent everything
    rest: ClassVar[Iterator[Hostile]] = cycle(REST)

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.tried: set[str] = set()

    def of(self, asked: Asked, client: Client) -> None:
        """Send a request as it is, then with something hostile in each field that is read.

        Some fields are only read when others are as they should be, or as they should not be.
        """
        response, waiting = asked.send(client)
        self.note(asked.name, response, FILE)  # a file is what is never sent with what is in order
        seen: set[Field] = set()
        while waiting:
            part, name = waiting.pop()
            seen.add((part, name))
            self.tried.add(name)
            for kind, values in self._values(group(asked.name), (part, name)):
                response, read = asked.having(part, name, values).send(client)
                self.note(f"{asked.name}, {part} field {name}, {kind}", response, name)
                waiting |= read - seen

    def note(self, what: str, response: Any, name: str = "") -> None:
        """Keep what is wrong with an answer. `name`: the field that had something hostile."""
        if wrong := fault(response, name):
            self.faults.append(f"{what}: {wrong}")

    def _values(self, where: str, field: Field) -> Iterator[Hostile]:
        """What a field is sent. One of the same name in the same part of the site is mostly read by the same code."""
        is_new = (where, field) not in self.known
        self.known.add((where, field))
        for kind, values in ALWAYS if is_new else ():
            if kind != FILE:
                yield kind, values
            elif field[0] == "form":
                yield kind, [SimpleUploadedFile("a\u202eb.json", b"\0{")]
        yield from islice(self.rest, 2 if is_new else 1)


# ── What is wrong with an answer ───────────────────────────────────────────────────────────────────────────────────


def fault(response: Any, name: str) -> str:
    """Return what is wrong with an answer, "" where nothing is."""
    if response.status_code == 500:
        kind, error, _ = response.exc_info
        return f"500 {kind.__name__} {str(error)[:150]}"
    if response.status_code in {400, 422} and not (name and names(response, name)):
        return f"{response.status_code} does not name the field"
    return ""


#: What is said of the builder's buttons and bought extras, which have no fields to be marked.
SENTENCES = {
    "class": "This edition has no such class.",
    "kind": "This edition has no such kind of squad.",
    "preset": "This edition has no such figure.",
    "type": "This edition has no such vehicle.",
    "extra": "This edition has no such extra.",
    "ready": "This edition has no such ready squad.",
    "saved": "That ready squad is gone: it was deleted, or is of another game.",
    "sample": "That squad is gone: the samples have changed.",
    "level": "A level is a number from 1 to 9.",
    "passes": "Passes are a number from 0 to 99.",
    "count": "A count is a number from 1 to 100.",
}
RULING = "This edition has no such answer to “"
#: A field that is marked as wrong, by itself or with the group that it stands in.
MARKED = etree.XPath(
    "//*[@name=$name][@aria-invalid='true' or ancestor::fieldset[contains(@aria-describedby, '-error')]]"
)


def names(response: Any, name: str) -> bool:
    """Whether a refusal says which field it is about: marks it, or says what it is called."""
    text = response.content.decode()
    if response.headers["Content-Type"].startswith("application/json"):
        return name in " ".join(str(value) for value in json.loads(text).values())
    if SENTENCES.get(name, RULING) in text or f"“{escape(label_of(name))}”" in text:
        return True
    return bool(MARKED(html.document_fromstring(text), name=name))
