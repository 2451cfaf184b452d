"""The page on which a list is pasted or uploaded, with its preview; nothing is saved before it is submitted."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions.submissions import submit_for, submit_pasted
from armybuilder.evenings.eligibility import role_name
from armybuilder.evenings.errors import UnfitError
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.pages.list_choice import fitting_lists
from armybuilder.evenings.pages.pasting import Pasted, judge_pasted, read_pasted
from armybuilder.evenings.pages.requirements import requirements_of
from armybuilder.evenings.seats import seat_of
from armybuilder.evenings.versions import submitted_version
from armybuilder.evenings.views.guests import by_link
from armybuilder.evenings.views.responses import shown_evening
from armybuilder.lists.browsing.club_library import LibraryFilter, library_of
from armybuilder.lists.builder import build_sheet
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from armybuilder.rate_limits.limits import limited
from armybuilder.refusals import RefusedError
from rules.core.document.reader import MOST_BYTES
from rules.language import active_language

LISTS_SHOWN = 100


def pasted_from(request: HttpRequest, evening: Evening) -> tuple[Pasted, str]:
    """Return the list in a file (`file`) or a text (`text`), and the text, so that none of it is lost."""
    file = request.FILES.get("file")
    data = file.read(MOST_BYTES + 1) if file else request.POST.get("text", "").encode()
    try:
        text = data.decode("utf-8-sig")[:MOST_BYTES]
    except UnicodeDecodeError:
        text = ""
    return read_pasted(evening, data, request.POST.get("role", ""), active_language()), text


def pasted_or_chosen(request: HttpRequest, evening: Evening, lists: Sequence[ArmyList]) -> dict[str, Any]:
    """Return the pasted list, or the chosen one (`list`) of `lists`. Raises Http404 if it is not one of them."""
    chosen = request.POST.get("list", "")
    if not chosen:
        pasted, text = pasted_from(request, evening)
        return {"pasted": pasted, "text": text}
    found = next((one for one in lists if str(one.pk) == chosen), None)
    if found is None:
        raise Http404
    return {"pasted": judge_pasted(evening, found.roster, active_language()), "text": "", "chosen": chosen}


def paste_page(
    request: HttpRequest, evening: Evening, entry: Entry, status: int = 200, **said: Any
) -> HttpResponse:
    """Return the page, with the pasted list if there is one."""
    pasted: Pasted | None = said.get("pasted")
    language = active_language()
    sheet = pasted.sheet if pasted else None
    rules = evening.rules_played
    submitted = list(HandIn.objects.current().filter(entry=entry).only("pk"))
    now = submitted_version(submitted)
    context = {
        "evening": evening,
        "entry": entry,
        "requirements": requirements_of(evening, language),
        "roles": [(role, role_name(evening.catalogue, role, language)) for role in evening.limits],
        "role": request.POST.get("role", "") if pasted else "",
        "sheet": build_sheet(sheet.roster, rules, sheet.report, language)
        if sheet and sheet.roster.ruleset == evening.catalogue.id
        else None,
        "address": request.path,
        "is_replacing": bool(submitted),
        "seen": request.POST.get("seen", now) if request.method == "POST" and status != 409 else now,
        **said,
    }
    if pasted and not pasted.fits and status == 200 and request.method == "POST":
        status = 422
    return render(request, "evenings/paste.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@limited("import")
def submit_for_player(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Submit at the desk for a player: pasted text, a file, or a list of the club's library (`list`)."""
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    mine = evening.club.memberships.get(user=user)
    if not mine.may_organise:
        raise Http404
    entry = get_object_or_404(Entry.objects.select_related("user"), pk=pk, evening=evening)
    game = LibraryFilter("", evening.catalogue.id, "")
    shown = list(library_of(evening.club_id, game).filter(role__in=[*evening.limits])[:LISTS_SHOWN])
    said: dict[str, Any] = {
        "at_desk": True,
        "is_hidden": not evening.shows_lists,
        "plays": seat_of(evening, mine).plays,
        "lists": [(one.pk, f"{one.name} ({one.owner})") for one in shown],
    }
    if request.method != "POST":
        return paste_page(request, evening, entry, **said)
    said |= pasted_or_chosen(request, evening, shown)
    if not {"make", "accept"} & request.POST.keys():
        return paste_page(request, evening, entry, **said)
    try:
        although_illegal, seen = "accept" in request.POST, request.POST.get("seen")
        submit_for(evening_id, user, pk, said["pasted"], although_illegal=although_illegal, seen=seen)
    except (Evening.DoesNotExist, Entry.DoesNotExist):
        raise Http404 from None
    except RefusedError as error:
        return _refused_page(request, evening, entry, error, said)
    messages.success(request, gettext("Handed in for %(name)s.") % {"name": entry})
    return redirect(reverse("evenings:desk", args=[evening_id]) + f"#e{pk}")


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def submit_as_guest(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Choose a list made in this browser, or paste one, see how it is read, and submit it (`make`)."""
    evening, language = entry.evening, active_language()
    own = fitting_lists(evening, visitor_of(request))
    labels = [(one.pk, f"{one.name} ({role_name(evening.catalogue, one.role, language)})") for one in own]
    if request.method != "POST":
        return paste_page(request, evening, entry, lists=labels)
    said = {"lists": labels} | pasted_or_chosen(request, evening, own)
    if "make" not in request.POST:
        return paste_page(request, evening, entry, **said)
    try:
        submit_pasted(entry, said["pasted"], seen=request.POST.get("seen"))
    except RefusedError as error:
        return _refused_page(request, evening, entry, error, said)
    messages.success(request, gettext("Handed in."))
    return redirect("evenings:guest", entry.token)


def _refused_page(
    request: HttpRequest, evening: Evening, entry: Entry, error: RefusedError, said: Mapping[str, Any]
) -> HttpResponse:
    """Return the page with the reason of a refusal; an unfit list has its reasons there already."""
    if isinstance(error, UnfitError):
        return paste_page(request, evening, entry, 422, **said)
    return paste_page(request, evening, entry, 409, refused=str(error), **said)
