"""Importing and exporting lists."""

from itertools import islice
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import structs

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.browsing.list_names import suggested_name
from armybuilder.lists.exchange.decoding import decoded
from armybuilder.lists.exchange.our_format.writing import SHAPES, Shape, write_text
from armybuilder.lists.exchange.our_format.writing import messages as discord_messages
from armybuilder.lists.exchange.preview import make_preview
from armybuilder.lists.exchange.proposal import Answers, Reading
from armybuilder.lists.exchange.reading import read_document
from armybuilder.lists.exchange.table import write_csv
from armybuilder.lists.models import ArmyList
from armybuilder.lists.quotas import LONGEST_NAME, QuotaError
from armybuilder.lists.views.page_state import form_key
from armybuilder.lists.views.rules import force_named
from armybuilder.lists.visitors import visitor_for_writing, visitor_of
from armybuilder.rate_limits.limits import limited
from rules.catalogue import current_version, library
from rules.core.catalogue.library import Library
from rules.core.document import edits
from rules.core.document.problem import Problem
from rules.core.document.reader import MOST_BYTES
from rules.core.document.roster import Roster, encode
from rules.core.text import is_writable
from rules.language import active_language

MOST_SENT_BACK = 100_000  # characters of an unreadable text; as HTML they are up to six times as many
SHAPE_NAMES = {
    "forum": gettext_lazy("Forum"),
    "compact": gettext_lazy("Compact, for WhatsApp"),
    "discord": gettext_lazy("Discord"),
}


@require_safe
def take(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Return the list as text to copy, in the chosen format, and as files."""
    army_list = _readable(request, list_id)
    asked = request.GET.get("shape")
    shape = cast(Shape, asked) if asked in SHAPES else "forum"
    is_own = army_list.is_of(visitor_of(request))
    has_points = army_list.report.points is not None
    points = request.GET.get("points") != "0"
    text = write_text(army_list.roster, army_list.catalogue, army_list.report, shape, active_language(), points)
    context = {
        "army_list": army_list,
        "suggested_name": suggested_name(army_list, active_language()) if is_own else "",
        "pieces": discord_messages(text) if shape == "discord" else [text],
        "shape": shape,
        "shapes": SHAPE_NAMES.items(),
        "has_points": has_points,
        "points": points,
    }
    return render(request, "lists/take.html", context)


@require_safe
def export_json(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Return the list as a file: armylist/1, as other programs read it."""
    army_list = _readable(request, list_id)
    return _file(army_list, "json", "application/json", encode(edits.without_ids(army_list.roster)))


@require_safe
def export_csv(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    army_list = _readable(request, list_id)
    table = write_csv(army_list.roster, army_list.catalogue, army_list.report, active_language())
    return _file(army_list, "csv", "text/csv; charset=utf-8", table.encode())


def _readable(request: HtmxHttpRequest, list_id: UUID) -> ArmyList:
    return get_object_or_404(ArmyList.objects.readable_by(visitor_of(request)), pk=list_id)


def _file(army_list: ArmyList, ending: str, content_type: str, content: bytes) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{slugify(army_list.name) or "list"}.{ending}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)


PICK = "pick."  # before the key of a question
PICKS_AT_MOST, LONGEST_PICK = 200, 200


@require_http_methods(["GET", "HEAD", "POST"])
@limited("import")
def import_list(request: HtmxHttpRequest) -> HttpResponse:
    """Import a list from a file or a pasted text. Nothing is stored until the preview is confirmed (`make`)."""
    if request.method != "POST":
        return render(request, "lists/import.html")
    file = request.FILES.get("file")
    pasted = request.POST.get("text", "")
    data = file.read(MOST_BYTES + 1) if file else pasted.encode()
    books = library(request.user.pk)
    reading = read_document(data, books, active_language(), _answers(request.POST))
    if reading.problems or reading.stopped:
        return _refused(request, reading, pasted, data)
    if "make" in request.POST and reading.roster:
        return _make(request, reading, reading.roster, pasted, data)
    status = 422 if "make" in request.POST else 200
    return _preview(request, reading, books, data, status)


def _make(request: HtmxHttpRequest, reading: Reading, roster: Roster, pasted: str, data: bytes) -> HttpResponse:
    version_id = current_version(roster.ruleset).pk
    visitor = visitor_for_writing(request)
    force = force_named(request, roster.ruleset, reading.force) if reading.force else roster.force
    roster = structs.replace(roster, force=force)
    try:
        made = create_from(visitor, roster, version_id, form_key(request), "import")
    except QuotaError as error:
        return _refused(request, Reading(problems=[Problem(str(error))]), pasted, data)
    if reading.force and force is None:
        messages.warning(request, _no_force(reading.force))
    return redirect("lists:builder", made.pk)


def _no_force(name: str) -> str:
    """Return the sentence about a force that does not exist for the visitor."""
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


def _preview(request: HtmxHttpRequest, reading: Reading, books: Library, data: bytes, status: int) -> HttpResponse:
    roster = reading.roster
    is_there = not (reading.force and roster) or force_named(request, roster.ruleset, reading.force)
    context = {
        "preview": make_preview(reading, books, active_language()),
        "no_force": "" if is_there else _no_force(reading.force),
        "text": decoded(data) or "",  # none of a file without text
        "no_game": status == 422,
    }
    return render(request, "lists/import_preview.html", context, status=status)


def _refused(request: HtmxHttpRequest, reading: Reading, pasted: str, data: bytes) -> HttpResponse:
    text = decoded(data) or ""
    kept = text if len(text) <= MOST_SENT_BACK else ""
    context = {
        "reading": reading,
        "unknown": [(line.number, text) for line in reading.lines for text in line.unknown],
        "text": kept,
        "withheld": pasted and not kept,
    }
    return render(request, "lists/import.html", context, status=422)
