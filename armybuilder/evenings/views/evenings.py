"""The page of a games night: planning, answering, and the parts that members and guests share."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User, user_of
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club
from armybuilder.clubs.views.clubs import membership_of
from armybuilder.evenings.actions import entries, planning
from armybuilder.evenings.forms.entries import GuestForm
from armybuilder.evenings.forms.planning import EveningForm, initial
from armybuilder.evenings.models import NAMED, Entry, Evening, HandIn
from armybuilder.evenings.pages.own_lists import choices, may_submit_again, new_lists
from armybuilder.evenings.pages.people import Leaving
from armybuilder.evenings.seats import Seat, looks_at
from armybuilder.evenings.views.responses import acting, changing, evening_and_membership
from armybuilder.http import private_form, private_page
from armybuilder.rate_limits.limits import count, too_often
from armybuilder.refusals import RefusedError
from rules.language import active_language


def night_context(
    evening: Evening, entries: Sequence[Entry], you: Entry | None, *, is_hidden: bool = False
) -> dict[str, Any]:
    """Return the context for a reader (`you`); `is_hidden`: without their own lists."""
    language = active_language()
    handed = list(HandIn.objects.of_evening(evening).select_related("judged_by"))
    own = [one for one in handed if you and one.entry_id == you.pk and not is_hidden]
    if you:
        you.evening = evening
    takes = evening.takes_lists or may_submit_again(evening, own)
    return {
        "evening": evening,
        "people": entries,
        "you": you,
        "your_answer": you.state if you else "",
        "coming": sum(entry.state == Entry.State.COMING for entry in entries),
        "submitted": {one.entry_id for one in handed},
        "handed": handed,
        "handed_by_you": own,
        "takes_your_list": takes,
        "new_lists": new_lists(evening, language) if takes else [],
        "looks": looks_at(own[0].entry_id) if own else [],
        "leaving": Leaving(you) if you and evening.phase == "running" else None,
    }


LOG_SHOWN = 100
ANNOUNCED = _("Announced. Send the members the address of this page.")


@private_form
def create(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Plan a games night: announce it (`announce`), or save it as a draft."""
    user = user_of(request)
    mine = membership_of(request, club_id)
    if not mine.may_organise:
        raise Http404
    last = Evening.objects.filter(club=club_id).order_by("-start").first()
    form = EveningForm(request.POST or None, club=mine.club, initial=initial(None, last))
    if request.method == "POST" and form.is_valid():
        try:
            evening = planning.plan_evening(club_id, user, form.plan())
        except (Club.DoesNotExist, NotAllowedError):
            raise Http404 from None
        except RefusedError as error:
            form.add_error(None, str(error))
        else:
            return _planned(request, evening)
    return _form_page(request, form, mine.club)


def _planned(request: HttpRequest, evening: Evening) -> HttpResponse:
    if "announce" in request.POST:
        planning.announce(evening.pk, user_of(request))
        messages.success(request, str(ANNOUNCED))
    else:
        messages.success(request, gettext("Saved as a draft: only organisers see it."))
    return redirect("evenings:evening", evening.pk)


@private_form
def edit(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    evening, _mine = evening_and_membership(request, evening_id, organising=True)
    form = EveningForm(request.POST or None, evening=evening, club=evening.club, initial=initial(evening, None))
    if request.method == "POST" and form.is_valid():
        try:
            planning.edit_evening(evening_id, user_of(request), form.plan(), request.POST.get("seen", ""))
        except (Evening.DoesNotExist, NotAllowedError):
            raise Http404 from None
        except RefusedError as error:
            evening.refresh_from_db()
            form.add_error(None, str(error))
        else:
            messages.success(request, gettext("Changed."))
            return redirect("evenings:evening", evening_id)
    return _form_page(request, form, evening.club, evening)


def _form_page(request: HttpRequest, form: EveningForm, club: Club, evening: Evening | None = None) -> HttpResponse:
    context = {"form": form, "club": club, "evening": evening}
    return render(request, "evenings/edit.html", context, status=422 if form.errors else 200)


@private_page
def show(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    return page(request, evening_id)


def page(request: HttpRequest, evening_id: UUID, status: int = 200, **forms: Any) -> HttpResponse:
    """Return the page of a games night, with refused forms. Raises Http404 if the user may not see it."""
    user = user_of(request)
    evening, mine = evening_and_membership(request, evening_id)
    entries = list(evening.entries.in_order())
    you = next((entry for entry in entries if entry.user_id == user.pk), None)
    shared = night_context(evening, entries, you)
    rounds = list(evening.rounds.all())
    context = {
        **shared,
        "mine": mine,
        "rounds": rounds,
        "current": next((one for one in reversed(rounds) if one.published), None),
        "may_drop": mine.may_organise and bool(rounds) and evening.is_on,
        "seat": Seat(evening, mine, entries),
        **_choices(evening, user, takes=shared["takes_your_list"]),
        "guests": [entry for entry in entries if entry.token is not None] if mine.may_organise else [],
        "log": evening.log.select_related("actor", "guest__user").prefetch_related(*NAMED)[:LOG_SHOWN],
        "guest_form": GuestForm(),
        **forms,
    }
    return render(request, "evenings/evening.html", context, status=status)


def _choices(evening: Evening, user: User, *, takes: bool) -> dict[str, Any]:
    """Return the user's lists: those of the game and role of this games night, and the others."""
    made = choices(evening, user) if takes else []
    return {
        "choices": [choice for choice in made if choice.is_for_tonight],
        "has_fitting": any(not choice.why for choice in made),
        "others": [choice for choice in made if not choice.is_for_tonight],
    }


act = acting(lambda request, evening_id, of: page(request, evening_id))


def _back(_request: HttpRequest, evening_id: UUID) -> HttpResponse:
    return redirect("evenings:evening", evening_id)


announce = act(changing(planning.announce, ANNOUNCED, _back))
call_off = act(
    changing(planning.call_off, _("Called off. Tell those who were coming; you can announce it again."), _back)
)
use_house_rules = act(
    changing(planning.use_house_rules, _("The games night now uses the club’s new house rules."), _back)
)


@act
def discard(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    club_id = planning.discard_evening(evening_id, user_of(request), seen=request.POST.get("seen"))
    messages.success(request, gettext("Draft discarded."))
    return redirect("clubs:club", club_id)


@act
def answer(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    user, state = user_of(request), request.POST.get("state", "")
    if wait := count("answer", user.pk):
        return too_often(request, wait)
    if state in entries.SAYS:
        entries.answer(evening_id, user, state, seen=request.POST.get("seen"))
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#who")


@act
def invite_guest(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    form = GuestForm(request.POST)
    if not form.is_valid():
        return page(request, evening_id, 422, guest_form=form)
    entries.invite_guest(evening_id, user_of(request), form.cleaned_data["name"])
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#guests")


@act
def withdraw_link(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    entries.withdraw_link(evening_id, user_of(request), pk)
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#guests")
