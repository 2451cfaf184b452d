"""Submitting lists, looking at them, and checking printed sheets by their code."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.accounts.models import user_of
from armybuilder.clubs.models import Membership
from armybuilder.evenings.actions import submissions
from armybuilder.evenings.actions.desk import look, mark_checked
from armybuilder.evenings.actions.submissions import submit_for, submit_pasted
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.pages import own_lists
from armybuilder.evenings.pages.own_lists import (
    Pasted,
    fitting_lists,
    judge_pasted,
    list_label,
    new_lists,
    read_pasted,
)
from armybuilder.evenings.seats import Seat, has_seen_lists
from armybuilder.evenings.states import UnfitError
from armybuilder.evenings.versions import compared_version, submitted_version
from armybuilder.evenings.views.evenings import act
from armybuilder.evenings.views.players import Visit, by_link, by_player, is_hidden_here
from armybuilder.evenings.views.responses import evening_and_membership, shown_evening, submitted_at
from armybuilder.http import or_404, private_form, private_page
from armybuilder.lists.browsing.my_lists import ListFilter, library_of
from armybuilder.lists.builder import build_sheet
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.page_state import form_key
from armybuilder.lists.visitors import Visitor, visitor_for_writing, visitor_of
from armybuilder.rate_limits.limits import count, limited, too_often
from armybuilder.refusals import RefusedError
from rules.core.assess import assess
from rules.core.document.reader import MOST_BYTES
from rules.language import active_language


@act
@limited("new-list")
def new_list(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Make a list for a games night (`new`: its role and force), and open it in the builder."""
    evening, mine = evening_and_membership(request, evening_id)
    return _new_list(request, evening, Visitor(user_of(request)), mine=mine)


@act
@limited("new-list")
def new_list_for(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    evening, mine = evening_and_membership(request, evening_id, organising=True)
    entry = evening.entries.select_related("user").get(pk=pk)
    return _new_list(request, evening, Visitor(user_of(request)), mine=mine, entry=entry)


@require_POST
@limited("new-list")
@by_link
def new_list_as_guest(request: HttpRequest, entry: Entry) -> HttpResponse:
    return _new_list(request, entry.evening, visitor_for_writing(request), entry=entry)


def _new_list(
    request: HttpRequest,
    evening: Evening,
    visitor: Visitor,
    *,
    mine: Membership | None = None,
    entry: Entry | None = None,
) -> HttpResponse:
    asked = request.POST.get("new", "")
    new = next((one for one in new_lists(evening, active_language()) if one.value == asked), None)
    if new is None:
        raise Http404
    made = submissions.make_list(evening, visitor, new, form_key(request), mine=mine, entry=entry)
    return redirect("lists:builder", made.pk)


@act
def submit(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Submit a copy of a list (`list`), or of both lists of a pair; the builder sends `builder`."""
    yours, in_builder = reverse("evenings:evening", args=[evening_id]) + "#yours", "builder" in request.POST
    try:
        list_id = UUID(request.POST.get("list", ""))
    except ValueError:
        messages.error(request, gettext("Choose a list first."))
        return redirect(yours)
    if wait := count("hand-in", user_of(request).pk):
        return too_often(request, wait)
    try:
        submissions.submit(evening_id, user_of(request), list_id, seen=submitted_at(request))
    except RefusedError as error:
        if not in_builder:
            raise
        messages.error(request, str(error))
        return redirect("lists:builder", list_id)
    messages.success(request, gettext("Submitted as a copy: changes to your list do not affect it."))
    return redirect("lists:builder", list_id) if in_builder else redirect(yours)


@by_player(act)
def withdraw(request: HttpRequest, visit: Visit) -> HttpResponse:
    if submissions.withdraw(visit.evening_id, visit.player, seen=submitted_at(request)):
        messages.success(request, gettext("Withdrawn. You can submit again until the deadline."))
    return visit.home("#yours")


@by_player(act)
def resubmit(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Submit again, unchanged, the lists that were sent back."""
    if submissions.resubmit(visit.evening_id, visit.player, seen=submitted_at(request)):
        messages.success(request, gettext("Submitted again as it is."))
    return visit.home("#yours")


@private_page
def show(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Show a submitted list to its player, to the club once revealed, and to those who see hidden ones."""
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    shown = HandIn.objects.current().select_related("entry__user")
    handed = get_object_or_404(shown, pk=pk, entry__evening=evening)
    is_own = handed.entry.user_id == user.pk
    is_covered = not (is_own or evening.shows_lists)
    if is_covered and asks_before(request, evening):
        return render(request, "evenings/open_hidden.html", {"evening": evening, "handed": handed})
    if is_covered:
        with or_404():
            look(evening_id, user, pk)
    context = submitted_sheet(request, evening, handed) | {"is_covered": is_covered, "is_own": is_own}
    return render(request, "evenings/submitted.html", context)


@require_safe
@by_link
def show_to_guest(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    evening = guest.evening
    if is_hidden_here(request, guest):
        raise Http404
    shown = HandIn.objects.current().select_related("entry__user").filter(entry__evening=evening)
    handed = get_object_or_404(shown if evening.shows_lists else shown.filter(entry=guest), pk=pk)
    context = submitted_sheet(request, evening, handed) | {
        "guest": guest,
        "is_own": handed.entry_id == guest.pk,
    }
    return render(request, "evenings/submitted.html", context)


def asks_before(request: HttpRequest, evening: Evening) -> bool:
    """Return whether to warn first about seeing a hidden list (`open`: the user was warned).

    Users who have seen a hidden list of this games night are not warned again. Raises Http404 if they may see none.
    """
    user = user_of(request)
    if not Seat(evening, evening.club.memberships.get(user=user)).sees_hidden:
        raise Http404
    return "open" not in request.GET and not has_seen_lists(evening, user.pk)


def submitted_sheet(request: HttpRequest, evening: Evening, handed: HandIn) -> dict[str, Any]:
    """Return a submitted list as its page shows it, judged by the rules of the games night."""
    roster, rules = handed.roster, evening.rules_played
    return {
        "evening": evening,
        "handed": handed,
        "sheet": build_sheet(roster, rules, assess(roster, rules), active_language()),
        "address": request.path,
    }


LISTS_SHOWN = 100


def pasted_from(request: HttpRequest, evening: Evening) -> tuple[Pasted, str]:
    """Return the list in a file (`file`) or a text (`text`), and the text, to keep all of it."""
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


def paste_page(request: HttpRequest, evening: Evening, entry: Entry, status: int = 200, **said: Any) -> HttpResponse:
    pasted: Pasted | None = said.get("pasted")
    language = active_language()
    sheet = pasted.sheet if pasted else None
    rules = evening.rules_played
    submitted = list(HandIn.objects.current().filter(entry=entry).only("pk"))
    now = submitted_version(submitted)
    context = {
        "evening": evening,
        "entry": entry,
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


@private_form
@limited("import")
def submit_for_player(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Submit at the desk for a player: pasted text, a file, or a list of the club's library (`list`)."""
    user = user_of(request)
    evening, mine = evening_and_membership(request, evening_id, organising=True)
    entry = get_object_or_404(Entry.objects.select_related("user"), pk=pk, evening=evening)
    game = ListFilter(game=evening.catalogue.id)
    made = ArmyList.objects.for_visitor(Visitor(user)).filter(entry=entry, role__in=[*evening.limits])
    shown = list(library_of(evening.club_id, game).filter(role__in=[*evening.limits])[:LISTS_SHOWN])
    language = active_language()
    said: dict[str, Any] = {
        "at_desk": True,
        "is_hidden": not evening.shows_lists,
        "plays": Seat(evening, mine).plays,
        "new_lists": new_lists(evening, language) if evening.started is None else [],
        "lists": [(one.pk, list_label(evening, one, language, str(one.owner))) for one in shown],
    }
    shown += made
    if request.method != "POST":
        return paste_page(request, evening, entry, **said)
    said |= pasted_or_chosen(request, evening, shown)
    if not {"make", "accept"} & request.POST.keys():
        return paste_page(request, evening, entry, **said)
    although_illegal, seen = "accept" in request.POST, request.POST.get("seen")

    def act() -> None:
        with or_404():
            submit_for(evening_id, user, pk, said["pasted"], although_illegal=although_illegal, seen=seen)

    done = gettext("Submitted for %(name)s.") % {"name": entry}
    back = reverse("evenings:desk", args=[evening_id]) + f"#e{pk}"
    return _submitted(request, evening, entry, said, act, done, back)


@require_http_methods(["GET", "HEAD", "POST"])
@by_link
def submit_as_guest(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Choose a list made in this browser, or paste one, preview it, and submit it (`make`)."""
    evening, language = entry.evening, active_language()
    own = fitting_lists(evening, visitor_of(request))
    labels = [(one.pk, list_label(evening, one, language)) for one in own]
    if request.method != "POST":
        return paste_page(request, evening, entry, lists=labels)
    said = {"lists": labels} | pasted_or_chosen(request, evening, own)
    if "make" not in request.POST:
        return paste_page(request, evening, entry, **said)

    def act() -> None:
        submit_pasted(entry, said["pasted"], seen=request.POST.get("seen"))

    back = reverse("evenings:guest", args=[entry.token])
    return _submitted(request, evening, entry, said, act, gettext("Submitted."), back)


def _submitted(
    request: HttpRequest,
    evening: Evening,
    entry: Entry,
    said: Mapping[str, Any],
    act: Callable[[], None],
    done: str,
    back: str,
) -> HttpResponse:
    """Submit a list (`act`). The bar of the builder leads back to the builder; otherwise the page shows a refusal."""
    in_builder = said.get("chosen") if "builder" in request.POST else None
    try:
        act()
    except RefusedError as error:
        is_unfit = isinstance(error, UnfitError)
        if in_builder:
            messages.error(request, " ".join(said["pasted"].why) if is_unfit else str(error))
            return redirect("lists:builder", in_builder)
        if is_unfit:
            return paste_page(request, evening, entry, 422, **said)
        return paste_page(request, evening, entry, 409, refused=str(error), **said)
    messages.success(request, done)
    return redirect("lists:builder", in_builder) if in_builder else redirect(back)


@private_page
def check(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Show the submitted list with a code (`code`), once lists are revealed; attempts are counted."""
    user, code = user_of(request), request.GET.get("code", "").strip()
    evening, mine = evening_and_membership(request, evening_id)
    seat = Seat(evening, mine)
    if not seat.sees_all:
        raise Http404
    if code and (wait := count("check-code", user.pk)):
        return too_often(request, wait)
    found = HandIn.objects.with_code(evening, code) if code else None
    if found and found.entry.user_id != user.pk and not evening.shows_lists:
        if asks_before(request, evening):
            context = {"evening": evening, "handed": found, "code": code}
            return render(request, "evenings/open_hidden.html", context)
        with or_404():
            look(evening_id, user, found.pk)
    context = {"evening": evening, "code": code, "found": found}
    if found:
        is_own = found.entry.user_id == user.pk
        context |= _checked(evening, found, closely=seat.sees_hidden or is_own) | {
            "address": request.path,
            "seen": compared_version(found),
            "may_compare": seat.has_desk and evening.is_on and not is_own and found.withdrawn is None,
        }
    return render(request, "evenings/check.html", context)


@act
def compare(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Mark a list as checked against its printed sheet, or (`back`) undo that."""
    is_done, seen = "back" not in request.POST, request.POST.get("seen")
    found = mark_checked(evening_id, user_of(request), pk, is_done=is_done, seen=seen)
    return redirect(reverse("evenings:check", args=[evening_id]) + f"?code={found.shown_code}")


def _checked(evening: Evening, found: HandIn, *, closely: bool) -> dict[str, Any]:
    """Return the details of a list; `closely`: with each change of the player's own list since."""
    roster, rules, language = found.roster, evening.rules_played, active_language()
    report = assess(roster, rules)
    instead = found.withdrawn and HandIn.objects.current().filter(entry=found.entry_id, role=found.role)
    standing = instead.first() if instead else None
    own = None if found.withdrawn or found.army_list is None or found.army_list.deleted else found.army_list
    return {
        "report": report,
        "sheet": build_sheet(roster, rules, report, language),
        "rules": own_lists.rules_words(evening, language),
        "prices": own_lists.prices_words(evening),
        "instead": standing,
        "otherwise": standing and own_lists.changed(evening, roster, standing.roster, language),
        "since": own and own_lists.changed_since(evening, found, own, language),
        "is_gone": not (found.withdrawn or own),
        "closely": closely,
    }


@private_page
def check_anywhere(request: HttpRequest) -> HttpResponse:
    """Redirect to the games night of a code (`code`), if it is in one of the user's clubs; attempts are counted."""
    user, code = user_of(request), request.GET.get("code", "").strip()
    if code and (wait := count("check-code", user.pk)):
        return too_often(request, wait)
    found = HandIn.objects.evening_of_code(user, code) if code else None
    evening = Evening.objects.select_related("club").filter(pk=found).first() if found else None
    if evening and Seat(evening, evening.club.memberships.get(user=user)).sees_all:
        return redirect(reverse("evenings:check", args=[evening.pk], query={"code": code}))
    return render(request, "evenings/check_anywhere.html", {"code": code, "covered": evening})
