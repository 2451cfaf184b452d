"""Documents in and out, in the formats that files and the command line have."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query

from rules.core import edits
from rules.core.library import Library
from rules.core.reader import MOST_BYTES, read
from rules.core.roster import Roster, encode
from rules.core.text import Language

AskedLanguage = Annotated[Language, Query(description="the language of the sentences")]


def read_body(request: HttpRequest, books: Library) -> Roster:
    """Return the list that a request brings, which may name what the books know. Raises UnreadableListError."""
    # Not `request.body`, which would read megabytes before it refuses them.
    return read(request.read(MOST_BYTES + 1), books)


def list_document(roster: Roster) -> bytes:
    """Return a list as `armylist/1`."""
    return encode(edits.without_ids(roster))


def answer(content: bytes, headers: dict[str, str] | None = None) -> HttpResponse:
    """Return JSON that is encoded already."""
    return HttpResponse(content, content_type="application/json", headers=headers)
