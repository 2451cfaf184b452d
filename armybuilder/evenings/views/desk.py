"""The organiser's desk: players, their lists, referees, the end of the games night."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import user_of
from armybuilder.evenings.actions import desk, planning
from armybuilder.evenings.actions.entries import drop_out, set_dropped
from armybuilder.evenings.forms.entries import GuestForm, RemarkForm
from armybuilder.evenings.models import Entry
from armybuilder.evenings.pages.desk import (
    Coming,
    Desk,
    disputed_tables,
    next_step,
    stages,
    unanswered,
    unanswered_reminded_today,
)
from armybuilder.evenings.pages.people import Leaving
from armybuilder.evenings.pages.round_tables import progress_of
from armybuilder.evenings.played import published_pairings
from armybuilder.evenings.seats import Seat, may_be_referees
from armybuilder.evenings.views.evenings import act as act_on_evening
from armybuilder.evenings.views.evenings import page
from armybuilder.evenings.views.players import Visit, by_player
from armybuilder.evenings.views.responses import Shown, View, acting, changing, evening_and_membership
from armybuilder.evenings.views.round_page import draft_context
from armybuilder.http import private_form, private_page
from armybuilder.numbers import whole_number
from rules.language import active_language


@private_page
def show(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    return desk_page(request, evening_id)


def desk_page(request: HttpRequest, evening_id: UUID, status: int = 200, **forms: Any) -> HttpResponse:
    """Return the desk, with refused forms. Raises Http404 for everyone except organisers and referees."""
    evening, mine = evening_and_membership(request, evening_id)
    seat = Seat(evening, mine)
    if not seat.has_desk:
        raise Http404
    rounds = list(evening.rounds.all())
    unsettled = sum(not one.is_settled for one in published_pairings(evening)) if evening.phase == "running" else 0
    asked = unanswered(evening) if evening.is_on else []
    shown = Desk(evening, seat, mine.user_id, active_language(), forms.get("refused"))
    coming = Coming((row.name, row.is_here) for row in shown.rows if row.state == "coming")
    step = next_step(evening, rounds, coming, unsettled, disputed_tables(evening) if unsettled else ())
    draft = rounds[-1] if mine.may_organise and rounds and rounds[-1].published is None else None
    context = {
        "at_desk": True,
        "evening": evening,
        "mine": mine,
        "seat": seat,
        "progress": progress_of(evening, rounds),
        "desk": shown,
        "step": step if mine.may_organise else None,
        "stages": stages(evening, rounds, step, coming, shown.handed_in),
        "unanswered": asked,
        "reminds_unanswered": bool(asked) and seat.organises and evening.is_open and not evening.has_begun,
        "unanswered_reminded": unanswered_reminded_today(evening) if seat.organises else None,
        "rounds": rounds,
        "referees": list(evening.referees.select_related("user")),
        "may_be_referees": may_be_referees(evening) if mine.may_organise else [],
        "walk_in_form": GuestForm(),
        "unsettled": unsettled,
        **(draft_context(evening, draft, user_of(request)) if draft else {}),
        **forms,
    }
    return render(request, "evenings/desk.html", context, status=status)


def _shown(request: HttpRequest, evening_id: UUID, of: Mapping[str, int]) -> HttpResponse:
    try:
        return desk_page(request, evening_id)
    except Http404:
        return page(request, evening_id)


act = acting(_shown)


def acting_from(elsewhere: Shown) -> Callable[[View], View]:
    """Return a decorator for acts of the desk (`then`) and of another page, where a refusal is shown."""

    def shown(request: HttpRequest, evening_id: UUID, of: Mapping[str, int]) -> HttpResponse:
        is_at_desk = request.POST.get("then") == "desk"
        return (_shown if is_at_desk else elsewhere)(request, evening_id, of)

    return acting(shown)


act_anywhere = acting_from(lambda request, evening_id, of: page(request, evening_id))


@act
def send_back(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    form = RemarkForm(request.POST)
    if not form.is_valid():
        return desk_page(request, evening_id, 422, refused=pk, remark_form=form)
    sent = desk.send_back(evening_id, user_of(request), pk, form.cleaned_data["remark"])
    messages.success(request, gettext("Sent back. It counts until %(name)s submits another.") % {"name": sent.entry})
    return _to_desk(evening_id, f"e{sent.entry_id}")


@act
def accept(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    accepted = desk.accept(evening_id, user_of(request), pk)
    return _to_desk(evening_id, f"e{accepted.entry_id}")


@act
def check_in(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Check a player in, or (`back`) undo that; `then`: return to the question of who is playing."""
    desk.check_in(evening_id, user_of(request), pk, is_here="back" not in request.POST)
    if request.POST.get("then") == "who":
        method = "lot" if request.POST.get("method") == "lot" else "swiss"
        number = whole_number(request.POST.get("round", "")) or 1
        asked = urlencode({"method": method, "seen": request.POST.get("seen", "")})
        return redirect(reverse("evenings:who-plays", args=[evening_id, number]) + f"?{asked}")
    return _to_desk(evening_id, f"e{pk}")


@act
def add(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    if user_id := whole_number(request.POST.get("user", "")):
        return _to_desk(evening_id, f"e{desk.add_member(evening_id, user_of(request), user_id).pk}")
    form = GuestForm(request.POST)
    if not form.is_valid():
        return desk_page(request, evening_id, 422, walk_in_form=form)
    return _to_desk(evening_id, f"e{desk.add_guest(evening_id, user_of(request), form.cleaned_data['name']).pk}")


@act
def remind(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    entry = whole_number(request.POST.get("entry", ""))
    names = desk.remind(evening_id, user_of(request), entry)
    if names:
        messages.success(request, gettext("Reminded: %(names)s.") % {"names": ", ".join(names)})
    else:
        messages.info(request, gettext("Nobody was reminded: everyone without a list was reminded in the last hour."))
    return _to_desk(evening_id, f"e{entry}" if entry else "")


@act
def remind_unanswered(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    names = desk.remind_unanswered(evening_id, user_of(request))
    if names:
        messages.success(request, gettext("Reminded: %(names)s.") % {"names": ", ".join(names)})
    else:
        messages.info(request, gettext("Nobody was reminded: everyone has answered, or was reminded today."))
    return _to_desk(evening_id)


@act
def appoint(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    desk.appoint(evening_id, user_of(request), whole_number(request.POST.get("user", "")) or 0)
    return _to_desk(evening_id, "referees")


@act
def dismiss(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    desk.dismiss(evening_id, user_of(request), pk)
    return _to_desk(evening_id, "referees")


def _back(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Redirect to where the form was: the desk (`then`), or the page of the games night."""
    return redirect("evenings:desk" if request.POST.get("then") == "desk" else "evenings:evening", evening_id)


close = act_anywhere(changing(planning.close_submissions, _("Closed: lists can no longer be submitted."), _back))
reopen = act_anywhere(
    changing(
        planning.reopen_submissions,
        _("Reopened until the games night starts. The lists are hidden again."),
        _back,
    )
)


@act
def finish(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    if planning.finish(evening_id, user_of(request), seen=request.POST.get("seen", "")):
        messages.success(request, gettext("Finished: the standings are final."))
    return _to_desk(evening_id)


@act
def resume(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    if planning.resume(evening_id, user_of(request)):
        messages.success(request, gettext("Rounds can be paired and results entered again."))
    return _to_desk(evening_id)


def _to_desk(evening_id: UUID, anchor: str = "") -> HttpResponse:
    return redirect(reverse("evenings:desk", args=[evening_id]) + (f"#{anchor}" if anchor else ""))


@private_form
def drop(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Drop a player, at once or after their game, or (`back`) reinstate them; a GET shows the effects first."""
    if request.method == "POST":
        return _drop(request, evening_id=evening_id, pk=pk)
    return _drop_page(request, evening_id, {"pk": pk})


def _drop_page(request: HttpRequest, evening_id: UUID, of: Mapping[str, int]) -> HttpResponse:
    evening, mine = evening_and_membership(request, evening_id)
    if not mine.may_organise:
        if request.method == "POST":
            return page(request, evening_id)
        raise Http404
    entries = Entry.objects.select_related("user", "evening")
    entry = get_object_or_404(entries, evening=evening, pk=of["pk"])
    then = (request.GET if request.method == "GET" else request.POST).get("then")
    context = {
        "evening": evening,
        "mine": mine,
        "rounds": evening.rounds.all(),
        "leaving": Leaving(entry),
        "then": "desk" if then == "desk" else "",
    }
    return render(request, "evenings/drop.html", context)


@acting(_drop_page)
def _drop(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    set_dropped(
        evening_id,
        user_of(request),
        pk,
        dropped="back" not in request.POST,
        after_game="after-game" in request.POST,
        seen=request.POST.get("seen", ""),
    )
    if request.POST.get("then") == "desk":
        return _to_desk(evening_id, f"e{pk}")
    return redirect("evenings:evening", evening_id)


@by_player(act_on_evening)
def go_home(request: HttpRequest, visit: Visit) -> HttpResponse:
    after_game, seen = "after-game" in request.POST, request.POST.get("seen", "")
    drop_out(visit.evening_id, visit.player, after_game=after_game, seen=seen)
    messages.success(request, gettext("You have dropped out. An organiser can reinstate you."))
    return visit.home()
