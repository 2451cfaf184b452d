"""Documents in and out, in the formats that files and the command line have."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query

from rules.core.catalogue.library import Library
from rules.core.document import edits
from rules.core.document.reader import MOST_BYTES, read
from rules.core.document.roster import Roster, encode
from rules.core.text import Language

JSON = "application/json"
AskedLanguage = Annotated[Language, Query(description="the language of the sentences")]


class OtherTypeError(Exception):
    """What a request brings is not said to be JSON."""


def body(request: HttpRequest) -> bytes:
    """Return the JSON that a request brings, as far as a document may reach and a byte more. Raises OtherTypeError."""
    kind = request.content_type or ""
    if kind != JSON and not (kind.startswith("application/") and kind.endswith("+json")):
        raise OtherTypeError
    # Not `request.body`, which would read megabytes before it refuses them.
    return request.read(MOST_BYTES + 1)


def read_body(request: HttpRequest, books: Library) -> Roster:
    """Return the list that a request brings, which may name what the books know.

    Raises OtherTypeError, UnreadableListError.
    """
    return read(body(request), books)


def list_document(roster: Roster) -> bytes:
    """Return a list as `armylist/1`."""
    return encode(edits.without_ids(roster))


def answer(content: bytes, headers: dict[str, str] | None = None) -> HttpResponse:
    """Return JSON that is encoded already."""
    return HttpResponse(content, content_type=JSON, headers=headers)
