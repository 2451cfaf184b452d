"""Lists in and out: the page that offers a list as text and files, and the one that takes them in."""

from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.browsing.list_names import suggested_name
from armybuilder.lists.exchange.table import write_csv
from armybuilder.lists.exchange.writing import SHAPES, Shape, messages, write_text
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from rules.core.document import edits
from rules.core.document.roster import encode
from rules.language import active_language

MOST_SENT_BACK = 100_000  # characters of what could not be read; as HTML they are up to six times as many
SHAPE_NAMES = {
    "forum": gettext_lazy("Forum"),
    "compact": gettext_lazy("Compact, for WhatsApp"),
    "discord": gettext_lazy("Discord"),
}


@dataclass(frozen=True, slots=True)
class ShapeChoice:
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
    is_own = army_list.is_of(visitor_of(request))
    has_points = army_list.report.points is not None
    points = request.GET.get("points") != "0"
    text = write_text(
        army_list.roster, army_list.catalogue, army_list.report, shape, active_language(), points
    )
    context = {
        "army_list": army_list,
        "suggested_name": suggested_name(army_list, active_language()) if is_own else "",
        "pieces": messages(text) if shape == "discord" else [text],
        "shapes": [ShapeChoice(item, str(SHAPE_NAMES[item]), item == shape) for item in SHAPES],
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
