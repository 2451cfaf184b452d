"""Lists in: the page that takes a file or a text, the preview of what it became, and the list that is made of it."""

from itertools import islice
from typing import cast

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.exchange.decoding import decoded
from armybuilder.lists.exchange.document import read_document
from armybuilder.lists.exchange.preview import make_preview
from armybuilder.lists.exchange.proposal import Answers, Reading
from armybuilder.lists.quotas import LONGEST_NAME, QuotaError
from armybuilder.lists.views.forces import force_named
from armybuilder.lists.views.page_state import form_key
from armybuilder.lists.visitors import visitor_for_writing
from armybuilder.rate_limits.limits import limited
from rules.catalogue import current_version, library
from rules.core.catalogue.library import Library
from rules.core.document import edits
from rules.core.document.problem import Problem
from rules.core.document.reader import MOST_BYTES
from rules.core.document.roster import Roster
from rules.core.text import is_writable
from rules.language import active_language

MOST_SENT_BACK = 100_000  # characters of what could not be read; as HTML they are up to six times as many
PICK = "pick."  # before the key of a question
PICKS_AT_MOST, LONGEST_PICK = 200, 200


@require_http_methods(["GET", "HEAD", "POST"])
@limited("import")
def import_list(request: HtmxHttpRequest) -> HttpResponse:
    """Take a list in, from a file or a pasted text: armylist/1, our own shapes of text, or what people write in a chat.

    Nothing is kept until someone who has seen the preview says so (`make`).
    """
    if request.method != "POST":
        return render(request, "lists/import.html")
    file = request.FILES.get("file")
    pasted = request.POST.get("text", "")
    data = _bytes(file) if file else pasted.encode()
    books = library()
    reading = read_document(data, books, active_language(), _answers(request.POST))
    if reading.problems or reading.stopped:
        return _refused(request, reading, pasted, data)
    if "make" in request.POST and reading.roster:
        return _make(request, reading, reading.roster, pasted, data)
    status = 422 if "make" in request.POST else 200
    return _preview(request, reading, books, data, status)


def _make(
    request: HtmxHttpRequest, reading: Reading, roster: Roster, pasted: str, data: bytes
) -> HttpResponse:
    version_id = current_version(roster.ruleset).pk
    visitor = visitor_for_writing(request)
    force = force_named(request, roster.ruleset, reading.force) if reading.force else roster.force
    roster = edits.set_force(roster, force)
    try:
        made = create_from(visitor, roster, version_id, form_key(request), "import")
    except QuotaError as error:
        return _refused(request, Reading(problems=[Problem(str(error))]), pasted, data)
    if reading.force and force is None:
        messages.warning(request, _no_force(reading.force))
    return redirect("lists:builder", made.pk)


def _no_force(name: str) -> str:
    """Return the sentence about a force that is not here, or not for who asks."""
    said = gettext(
        "There is no force “%(name)s” for this game that you can use here. The list follows "
        "no force; its squads are unchanged."
    )
    return said % {"name": name}


def _answers(posted: QueryDict) -> Answers:
    keys = islice((key for key in posted if key.startswith(PICK)), PICKS_AT_MOST)
    picks = {key.removeprefix(PICK): str(posted[key])[:LONGEST_PICK] for key in keys}
    name = " ".join(posted.get("name", "").split())[:LONGEST_NAME]
    return Answers(posted.get("game", ""), posted.get("role", ""), name if is_writable(name) else "", picks)


def _bytes(file: UploadedFile) -> bytes:
    """What a file holds, one byte more than a list may have at most."""
    return cast(bytes, file.read(MOST_BYTES + 1))


def _text_of(data: bytes) -> str:
    """The text that is sent back: none where a file holds no text."""
    return decoded(data) or ""


def _preview(
    request: HtmxHttpRequest, reading: Reading, books: Library, data: bytes, status: int
) -> HttpResponse:
    roster = reading.roster
    is_there = not (reading.force and roster) or force_named(request, roster.ruleset, reading.force)
    context = {
        "preview": make_preview(reading, books, active_language()),
        "no_force": "" if is_there else _no_force(reading.force),
        "text": _text_of(data),
        "no_game": status == 422,
    }
    return render(request, "lists/import_preview.html", context, status=status)


def _refused(request: HtmxHttpRequest, reading: Reading, pasted: str, data: bytes) -> HttpResponse:
    text = _text_of(data)
    kept = text if len(text) <= MOST_SENT_BACK else ""
    context = {
        "reading": reading,
        "unknown": [(line.number, text) for line in reading.lines for text in line.unknown],
        "text": kept,
        "withheld": pasted and not kept,
    }
    return render(request, "lists/import.html", context, status=422)
