"""The sections of a squad: its men one at a time, several of whom are put into a section at once."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.report import flags_at
from armybuilder.lists.builder.rows import rows_of
from armybuilder.lists.builder.values import SheetRow
from armybuilder.lists.forms.fields import LONGEST_TEAM
from armybuilder.lists.labels import squad_name
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.builder_page import respond
from armybuilder.lists.views.editing import edit_response, editing
from armybuilder.lists.views.page_state import BuilderState, own_list
from armybuilder.lists.views.refusals import sentence_of
from rules.core.document import edits, sections
from rules.core.document.roster import Squad
from rules.core.document.rows import Place, RowGoneError, find_place
from rules.language import active_language


@dataclass(frozen=True, slots=True)
class Man:
    """One man of a row: the value of his box, his name, and what else he is and carries."""

    value: str
    name: str
    gear: str


@dataclass(frozen=True, slots=True)
class Section:
    """A section with its men; those without one have label ""."""

    label: str
    size: str
    men: tuple[Man, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def squad_sections(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Show the men of a squad by section, with boxes; put those who are ticked (`man`) into the section `to`."""
    if request.method == "POST":
        return _assign(request, list_id, row)
    army_list = own_list(request, list_id)
    if "team" not in army_list.catalogue.reads:
        raise Http404
    try:
        place = find_place(army_list.roster, row, (Squad,))
    except RowGoneError as gone:
        return respond(request, army_list, BuilderState(), notice=sentence_of(gone))
    return render(request, "lists/sections.html", _page(army_list, place))


def _assign(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    chosen = Counter(value.rpartition(" ")[0] for value in set(request.POST.getlist("man")))
    to = request.POST.get("to", "").strip()[:LONGEST_TEAM]
    with editing(request, list_id) as edit:
        after = sections.assign(edit.before, row, chosen, to, edits.new_ids())
        edit.make(after, "sections", squad_name(edit.before, row))
    if edit.refused:
        return edit_response(request, edit)
    messages.success(request, _told(edit.after == edit.before, chosen.total(), to))
    return redirect("lists:sections", list_id, row)


def _told(nothing: bool, number: int, to: str) -> str:
    if nothing:
        return gettext("Nobody was moved: tick the men first.")
    if not to:
        text = ngettext("%(count)s man is now in no section.", "%(count)s men are now in no section.", number)
    else:
        text = ngettext(
            "%(count)s man is now in section %(section)s.",
            "%(count)s men are now in section %(section)s.",
            number,
        )
    return text % {"count": number, "section": to}


def _page(army_list: ArmyList, place: Place) -> dict[str, object]:
    context = Context(army_list.roster, army_list.catalogue, active_language(), army_list.report)
    squad: Squad = place.row
    figures = {figure.id: figure for figure in squad.figures}
    rows = [row for row in rows_of(squad, place.path, None, context) if row.id in figures]
    labels = sorted({row.team for row in rows})
    return {
        "army_list": army_list,
        "squad": squad,
        "name": squad_name(army_list.roster, squad.id).to(context.language),
        "sections": [_section(label, rows) for label in labels],
        "labels": list(dict.fromkeys((*sections.TEAMS, *filter(None, labels)))),
        "flags": flags_at(context, place.path),
    }


def _section(label: str, rows: list[SheetRow]) -> Section:
    own = [row for row in rows if row.team == label]
    count = sum(row.count for row in own)
    size = ngettext("%(count)s figure", "%(count)s figures", count) % {"count": count}
    return Section(label, size, tuple(_men(own)))


def _men(rows: list[SheetRow]) -> Iterator[Man]:
    for row in rows:
        gear = " · ".join(chip.text for chip in row.gear if chip.text != row.name)
        yield from (Man(f"{row.id} {number}", row.name, gear) for number in range(row.count))
