"""Lists in and out: the page that offers a list as text and files, and the one that takes them in."""

from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.limits import limited
from armybuilder.lists.exchange.reading import Reading, read_text
from armybuilder.lists.exchange.table import write_csv
from armybuilder.lists.exchange.writing import SHAPES, Shape, messages, write_text
from armybuilder.lists.models import ArmyList
from armybuilder.lists.quotas import QuotaError
from armybuilder.lists.views.responses import form_key
from armybuilder.lists.visitors import visitor_for_writing, visitor_of
from rules.catalogue import current_version, library
from rules.core import edits
from rules.core.problem import Problem
from rules.core.reader import MOST_BYTES, UnreadableListError, read
from rules.core.roster import encode
from rules.language import active_language

MOST_SENT_BACK = 100_000  # characters of what could not be read; as HTML they are up to six times as many
SHAPE_NAMES = {
    "forum": gettext_lazy("Forum"),
    "compact": gettext_lazy("Compact, for WhatsApp"),
    "discord": gettext_lazy("Discord"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A shape of text that can be asked for."""

    id: str
    name: str
    chosen: bool


@require_safe
def take(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """The list as text to copy, in the shape that was asked for, and as files."""
    army_list = _readable(request, list_id)
    asked = request.GET.get("shape")
    shape = cast(Shape, asked) if asked in SHAPES else "forum"
    has_points = army_list.report.points is not None
    points = request.GET.get("points") != "0"
    text = write_text(
        army_list.roster, army_list.catalogue, army_list.report, shape, active_language(), points
    )
    context = {
        "army_list": army_list,
        "pieces": messages(text) if shape == "discord" else [text],
        "shapes": [Choice(item, str(SHAPE_NAMES[item]), item == shape) for item in SHAPES],
        "has_points": has_points,
        "points": points,
    }
    return render(request, "lists/take.html", context)


@require_safe
def export_json(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """The list as a file: armylist/1, as other programs read it."""
    army_list = _readable(request, list_id)
    return _file(army_list, "json", "application/json", encode(edits.without_ids(army_list.roster)))


@require_safe
def export_csv(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """The list as CSV, for a spreadsheet."""
    army_list = _readable(request, list_id)
    table = write_csv(army_list.roster, army_list.catalogue, army_list.report, active_language())
    return _file(army_list, "csv", "text/csv; charset=utf-8", table.encode())


def _readable(request: HtmxHttpRequest, list_id: UUID) -> ArmyList:
    return get_object_or_404(ArmyList.objects.readable_by(visitor_of(request)), pk=list_id)


def _file(army_list: ArmyList, ending: str, content_type: str, content: bytes) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{slugify(army_list.name) or "list"}.{ending}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)


# ── In ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@require_http_methods(["GET", "HEAD", "POST"])
@limited("import")
def import_list(request: HtmxHttpRequest) -> HttpResponse:
    """Take a list in, from a file or a pasted text: armylist/1, or one of our own shapes of text.

    What cannot be read is told with its place, and nothing is kept; with `anyway` the rest becomes a list.
    """
    if request.method != "POST":
        return render(request, "lists/import.html")
    file = request.FILES.get("file")
    text = request.POST.get("text", "")
    data = _bytes(file) if file else text.encode()
    reading = _read(data)
    if reading.roster is None or (reading.problems and "anyway" not in request.POST):
        return _refused(request, reading, text, _sent_back(text, data))
    version_id = current_version(reading.roster.ruleset).pk
    visitor = visitor_for_writing(request)
    try:
        made = ArmyList.objects.create_from(visitor, reading.roster, version_id, form_key(request))
    except QuotaError as error:
        return _refused(request, Reading(problems=[Problem(error.text)]), text, _sent_back(text, data))
    return redirect("lists:builder", made.pk)


def _bytes(file: UploadedFile) -> bytes:
    """Return the content of a file, at most one byte more than a list may have."""
    return cast(bytes, file.read(MOST_BYTES + 1))


def _read(data: bytes) -> Reading:
    """Return the list in a document, be it JSON or text."""
    if not data.strip():
        return Reading(problems=[Problem(gettext("Choose a file, or paste a text."))])
    if len(data) > MOST_BYTES:
        said = gettext("This is larger than %(most)s kB: a list is far smaller.")
        return Reading(problems=[Problem(said % {"most": MOST_BYTES // 1_000})])
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"{":
        try:
            return read_text(data.decode("utf-8-sig"), library())
        except UnicodeDecodeError:
            return Reading(
                problems=[
                    Problem(gettext("This file is no text: choose a list that was saved as text or JSON."))
                ]
            )
    try:
        return Reading(read(data, library()))
    except UnreadableListError as error:
        return Reading(problems=[Problem(error.line(active_language()))])


def _sent_back(text: str, data: bytes) -> str:
    """The text that is sent back to be mended: none where a file holds no text, or one that is too long."""
    try:
        shown = text or data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""
    return shown if len(shown) <= MOST_SENT_BACK else ""


def _refused(request: HtmxHttpRequest, reading: Reading, pasted: str, text: str) -> HttpResponse:
    context = {
        "reading": reading,
        "problems": reading.problems,
        "text": text,
        "withheld": pasted and not text,
        "readable": bool(text) and reading.roster is not None,
    }
    return render(request, "lists/import.html", context, status=422)
