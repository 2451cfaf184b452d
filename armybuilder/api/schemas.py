"""Answers of the API, except `armylist/1` and `armylist-report/1`, which have their own encoders."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Query, Schema

from armybuilder.lists.models import ArmyList
from rules.core.document import edits
from rules.core.document.reader import MOST_BYTES
from rules.core.document.roster import Roster, encode
from rules.core.text import Language


class Summary(Schema):
    """A list without its document. `revision` is the number in its `ETag`."""

    id: UUID
    name: str
    ruleset: str
    role: str
    limit: int | None
    total: int | None
    legal: bool
    figures: int
    vehicles: int
    archived: bool
    changed: datetime
    revision: int


class Page(Schema):
    """A page of lists, the last changed first. `count`: the total number of lists."""

    items: list[Summary]
    count: int
    pages: int


class Problem(Schema):
    """The reason why nothing was done, in a sentence."""

    detail: str


class Refusal(Schema):
    """The reason why a document is refused, as `checklist` says it, and where (`path`, "" the whole of it)."""

    path: str
    detail: str


def refusals(*statuses: int) -> dict[int, type[Schema]]:
    """Return the answers of an operation that refuses a request with these statuses."""
    return {status: Refusal if status == 422 else Problem for status in statuses}


def summary(army_list: ArmyList, ruleset: str, revision: int) -> Summary:
    """Return the API's description of a list at a revision; its document is not needed."""
    return Summary(
        id=army_list.pk,
        name=army_list.name,
        ruleset=ruleset,
        role=army_list.role,
        limit=army_list.limit,
        total=army_list.total,
        legal=army_list.legal,
        figures=army_list.figures,
        vehicles=army_list.vehicles,
        archived=army_list.archived is not None,
        changed=army_list.changed,
        revision=revision,
    )


JSON = "application/json"
AskedLanguage = Annotated[Language, Query(description="the language of the sentences")]


class OtherTypeError(Exception):
    """A request body without the content type of JSON."""


def body(request: HttpRequest) -> bytes:
    """Return the JSON of a request, up to one byte over the maximum. Raises OtherTypeError."""
    kind = request.content_type or ""
    if kind != JSON and not (kind.startswith("application/") and kind.endswith("+json")):
        raise OtherTypeError
    # Not `request.body`, which would read megabytes before it refuses them.
    return request.read(MOST_BYTES + 1)


def list_document(roster: Roster) -> bytes:
    """Return a list as `armylist/1`."""
    return encode(edits.without_ids(roster))


def answer(content: bytes, headers: dict[str, str] | None = None) -> HttpResponse:
    return HttpResponse(content, content_type=JSON, headers=headers)
