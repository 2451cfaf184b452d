"""Send requests with a hostile text in one field, and check the answers."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import cycle, islice, zip_longest
from random import sample
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from lxml import etree, html

from armybuilder.middleware.unstorable import ANSWER
from tests.access.reading import Field, Part, fields_read, noted_reads
from tests.access.routes import group
from tests.hostile import ENCODABLE, FUZZING, LONG, RAW_BYTES, SIGNS, encodable

Value = str | bytes | SimpleUploadedFile
Values = Mapping[str, list[Value]]
Hostile = tuple[str, list[Value]]  # its description, and the values of the field

FORM = "application/x-www-form-urlencoded"
FILE = "file"
FIRST = "every sign"  # sent alone in each new field, to see whether the others can be hostile beside it
#: The values for a new field.
ALWAYS: list[Hostile] = [
    (FIRST, ["".join(sign for sign in SIGNS.values() if encodable(sign) and sign != "\0")]),
    (FILE, []),
]
#: One of these for each field, and all of them in `make fuzz`.
IN_TURN: list[Hostile] = [
    ("beyond 64 bits", [ENCODABLE["beyond 64 bits"]]),
    ("NUL", ["a\0b"]),
    (
        "several",
        ["1", "a", ENCODABLE["right to left"], ENCODABLE["superscript"]],
    ),  # most fields take the last
    ("long number", ["9" * LONG]),  # longer than int() accepts, and than any text may be
]
AMONG_THESE = {"superscript", "thousands of digits", "beyond 64 bits"}
REST: list[Hostile] = [
    (name, [text]) for name, text in ({"NUL": "a\0b"} | ENCODABLE | RAW_BYTES).items() if name not in AMONG_THESE
]
TURNS = len(IN_TURN) if FUZZING else 1
#: Only some of the rest, varying, at the first addresses of a part of the site; at the very first only in `make
#: fuzz`.
OF_REST, OFTEN = (12, 8) if FUZZING else (1, 2)


@cache
def _sender() -> Client:
    """A client for all requests: a new one each time would rebuild the middleware."""
    return Client(raise_request_exception=False)


@dataclass(frozen=True)
class Asked:
    """A valid request. `name` is its name in reports, `who` one of the world's clients."""

    name: str
    who: str
    method: str
    path: str
    query: Values = field(default_factory=dict)
    form: Values = field(default_factory=dict)

    def having(self, hostile: Mapping[Field, Hostile]) -> "Asked":
        """Return the request with other values for some fields."""
        others: dict[Part, dict[str, list[Value]]] = {"query": {}, "form": {}}
        for (part, name), (_, values) in hostile.items():
            others[part][name] = values
        return replace(self, query={**self.query, **others["query"]}, form={**self.form, **others["form"]})

    def send(self, client: Client, **headers: str) -> tuple[Any, set[Field]]:
        """Return the answer and the fields that it read; nothing is stored."""
        sender = _sender()
        sender.cookies = deepcopy(client.cookies)  # signing out would remove them
        said: Any = {"headers": {"Accept-Language": "en", **headers}}
        query = urlencode(self.query, doseq=True)
        values = [value for values in self.form.values() for value in values]
        with noted_reads() as reads, transaction.atomic():
            if any(isinstance(value, SimpleUploadedFile) for value in values):
                response = sender.post(self.path, self.form, QUERY_STRING=query, **said)
            else:
                body = urlencode(self.form, doseq=True)
                response = sender.generic(self.method, self.path, body, FORM, QUERY_STRING=query, **said)
            transaction.set_rollback(True)
        return response, fields_read(response.wsgi_request, reads)


class Trial:
    """Sends hostile values to all fields in turn, and collects faults in the answers."""

    #: The number of addresses at which fields of a part of the site were tried, and those that do not hide others.
    known: ClassVar[Counter[tuple[str, Field]]] = Counter()
    quiet: ClassVar[set[tuple[str, Field]]] = set()
    #: Those hidden by hostile neighbours: they are tried alone.
    apart: ClassVar[set[tuple[str, Field]]] = set()
    turns: ClassVar[Iterator[Hostile]] = cycle(IN_TURN)
    rest: ClassVar[Iterator[Hostile]] = cycle(sample(REST, len(REST)) if FUZZING else REST)

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.tried: set[str] = set()

    def of(self, asked: Asked, client: Client) -> None:
        """Send a request as it is, then with a hostile value in each field that it reads.

        Some fields are read only if others are valid, or invalid.
        """
        response, waiting = asked.send(client)
        self.note(asked.name, response, FILE)  # a valid request never has a file
        in_order, seen = Course.of(response, waiting), set[Field]()
        while fields := sorted(waiting - seen):
            seen.update(fields)
            self.tried.update(name for _, name in fields)
            where = group(asked.name)
            for hostile in zip_longest(*(self._values(where, each) for each in fields)):
                tried = {place: each for place, each in zip(fields, hostile, strict=True) if each}
                waiting |= self._send(asked, client, tried, in_order)

    def _send(self, asked: Asked, client: Client, hostile: dict[Field, Hostile], in_order: "Course") -> set[Field]:
        """Send a hostile value in each of these fields; return the fields that were read.

        Fields that can be mixed need few requests: all of them together, then the undecided ones alone.
        """
        where = group(asked.name)
        quiet = {place for place in hostile if (where, place) in self.quiet}
        mixed = {
            place: each
            for place, each in hostile.items()
            if _may_be_mixed(each) and (place in quiet or (where, place) not in self.apart)
        }
        found, settled = self._together(asked, client, mixed, in_order)
        left = mixed.keys() - settled
        if left > (left & quiet):
            self.apart.update((where, place) for place in left - quiet)
            again = {place: mixed[place] for place in sorted(left & quiet)}
            read, others = self._together(asked, client, again, in_order)
            found, settled = found | read, settled | others
        for place, each in hostile.items():
            if place not in settled:
                found |= self._alone(asked, client, place, each, in_order)
        return found

    def _together(
        self, asked: Asked, client: Client, hostile: dict[Field, Hostile], in_order: "Course"
    ) -> tuple[set[Field], set[Field]]:
        """Send hostile values in several fields at once; return the fields read, and the decided ones.

        Decided are those that the refusal marks as wrong, and all of them if it ends like the valid request: refused
        ones are removed until the rest is accepted. If none is marked, one may hide the others.
        """
        found: set[Field] = set()
        settled: set[Field] = set()
        while len(waiting := {place: each for place, each in hostile.items() if place not in settled}) > 1:
            response, read = asked.having(waiting).send(client)
            if response.status_code == 500:
                self.note(f"{asked.name}, {len(waiting)} fields", response)
            if not waiting.keys() <= read:
                break
            course = Course.of(response, read)
            if course.goes_as(in_order):
                done = set(waiting)
                where = group(asked.name)
                self.quiet.update((where, place) for place in done if waiting[place][0] == FIRST)
            elif course.marked and not in_order.marked:
                done = marked_of(response, waiting)
            else:
                done = set()
            if not done:
                break
            found |= read
            settled |= done
        return found, settled

    def _alone(self, asked: Asked, client: Client, field: Field, hostile: Hostile, in_order: "Course") -> set[Field]:
        """Send a hostile value in one field; return the fields that were read."""
        response, read = asked.having({field: hostile}).send(client)
        is_in_order = Course.of(response, read).goes_as(in_order)
        is_other_fault = is_in_order and response.status_code == 422  # the request was refused anyway
        if not is_other_fault:
            self.note(f"{asked.name}, {field[0]} field {field[1]}, {hostile[0]}", response, field[1])
        if hostile[0] == FIRST and is_in_order:
            self.quiet.add((group(asked.name), field))
        return read

    def note(self, what: str, response: Any, name: str = "") -> None:
        """Record the faults of an answer to `what`. `name`: the field with the hostile value."""
        if "NUL" in what and response.status_code == 400 and response.content.decode() == ANSWER:
            return  # the bare answer names no field
        if wrong := fault(response, name):
            self.faults.append(f"{what}: {wrong}")

    def _values(self, where: str, field: Field) -> Iterator[Hostile]:
        """The values for a field. The same code mostly reads the same name in the same part of the site.

        Of many fields read by one line (`weapons/lmg`, `weapons/smg`: prices), only the first gets these.
        Fields read at most addresses (`key`, `lang`) get values at the first few.
        """
        part, name = field
        kind_of_many, is_one_of_many, _ = name.partition("/")
        place = (where, (part, kind_of_many if is_one_of_many else name))
        self.known[place] += 1
        is_new = self.known[place] == 1
        for kind, values in ALWAYS if is_new else ():
            if kind != FILE:
                yield kind, values
            elif field[0] == "form":
                yield kind, [SimpleUploadedFile("a\u202eb.json", b"\0{")]
        if is_new:
            yield from islice(self.turns, TURNS)
        if not is_one_of_many and (FUZZING or not is_new) and self.known[place] <= OFTEN:
            yield from islice(self.rest, OF_REST)


@dataclass(frozen=True)
class Course:
    """The result of a request: the status, its redirect, whether a field is marked as wrong, the fields read."""

    status: int
    location: str
    marked: bool
    read: frozenset[Field]

    @classmethod
    def of(cls, response: Any, read: set[Field]) -> "Course":
        """Return the result of an answered request."""
        marked = not response.streaming and b'aria-invalid="true"' in response.content
        return cls(response.status_code, response.headers.get("Location", ""), marked, frozenset(read))

    def goes_as(self, other: "Course") -> bool:
        """Whether the request ended like another one: nothing kept a field from being used."""
        return replace(self, read=other.read) == other and self.read >= other.read


def _may_be_mixed(hostile: Hostile) -> bool:
    """Whether a hostile value can be sent with others: not NUL or bytes, which are refused before anything is read."""
    return all(not isinstance(value, bytes) and not (isinstance(value, str) and "\0" in value) for value in hostile[1])


# ── Faults in an answer ────────────────────────────────────────────────────────────────────────────────────────────


def fault(response: Any, name: str) -> str:
    """Return the fault of an answer, "" for none."""
    if response.status_code == 500:
        kind, error, _ = response.exc_info
        return f"500 {kind.__name__} {str(error)[:150]}"
    if response.status_code in {400, 422} and not (name and names(response, name)):
        return f"{response.status_code} does not name the field"
    return ""


#: Messages about the builder's buttons and bought extras, which have no fields to mark.
SENTENCES = {
    FILE: "The data cannot be read. Nothing was saved: reload the page.",  # by a program, as a whole
    "class": "This edition does not have that class.",
    "kind": "This edition does not have that type of squad.",
    "preset": "This edition does not have that figure.",
    "type": "This edition does not have that vehicle.",
    "extra": "This edition does not have that extra.",
    "ready": "This edition does not have that ready-made squad.",
    "entry": "The force no longer has that squad: it was changed in another tab.",
    "saved": "That ready-made squad no longer exists: it was deleted, or it is for another game.",
    "sample": "That squad no longer exists: the examples have changed.",
    "level": "The level must be a number from 1 to 9.",
    "passes": "Passes must be a number from 0 to 99.",
    "count": "The quantity must be a number from 1 to 100.",
}
SENTENCES["seen"] = "Someone else changed the games night while you were editing: your changes are not saved yet."
SENTENCES |= dict.fromkeys(
    ("attacker", "defender", "game", "brings", "due"),
    "Lists have been submitted: game, lists, points and when",
)
RULING = "This edition does not have that answer to “"
#: A field marked as wrong, alone or with its group.
MARKED = etree.XPath(
    "//*[@name=$name][@aria-invalid='true' or ancestor::fieldset[contains(@aria-describedby, '-error')]]"
)


def names(response: Any, name: str) -> bool:
    """Whether a refusal names its field: marks it, or says its label."""
    text = response.content.decode()
    if response.headers["Content-Type"].startswith("application/json"):
        said = " ".join(str(value) for value in json.loads(text).values())
        return name in said or SENTENCES.get(name, RULING) in said
    return SENTENCES.get(name, RULING) in text or bool(MARKED(html.document_fromstring(text), name=name))


IN_ERROR = etree.XPath("//*[@aria-invalid='true']/@name")


def marked_of(response: Any, fields: Iterable[Field]) -> set[Field]:
    """Return those of some fields that a page marks as wrong."""
    wrong = set(IN_ERROR(html.document_fromstring(response.content.decode())))
    return {(part, name) for part, name in fields if name in wrong}
