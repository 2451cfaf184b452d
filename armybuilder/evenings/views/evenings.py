"""Evenings: planned, shown, announced, called off."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club, Membership
from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.actions.departures import Leaving, leaving_of
from armybuilder.evenings.actions.submissions import may_hand_in_again
from armybuilder.evenings.forms.entries import GuestForm
from armybuilder.evenings.forms.planning import EveningForm, initial
from armybuilder.evenings.models import NAMED, Entry, Evening, HandIn
from armybuilder.evenings.pages.answers import answers, links
from armybuilder.evenings.pages.list_choice import Choice, choices
from armybuilder.evenings.pages.requirements import asked
from armybuilder.evenings.querysets import (
    OPEN_EVENINGS_AT_MOST,
    ChangedError,
    ListsHandedInError,
    NotOpenError,
    TooManyError,
)
from armybuilder.evenings.seeing import looks_at, seat_of
from armybuilder.evenings.views.responses import NOT_OPEN, acting, shown_evening
from rules.language import active_language

LOG_SHOWN = 100


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def create(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Plan an evening: announce it (`announce`), or keep it as a draft."""
    user = user_of(request)
    mine = get_object_or_404(Membership.objects.select_related("club"), club=club_id, user=user)
    if not mine.may_organise:
        raise Http404
    last = Evening.objects.filter(club=club_id).order_by("-start").first()
    form = EveningForm(request.POST or None, club=mine.club, initial=initial(None, last))
    if request.method == "POST" and form.is_valid():
        try:
            evening = Evening.objects.plan(club_id, user, form.plan())
        except (Club.DoesNotExist, NotAllowedError):
            raise Http404 from None
        except TooManyError:
            text = gettext("The club has %(most)s evenings ahead already. Call one off, or discard a draft.")
            form.add_error(None, text % {"most": OPEN_EVENINGS_AT_MOST})
        else:
            return _planned(request, evening)
    return _form_page(request, form, mine.club)


def _planned(request: HttpRequest, evening: Evening) -> HttpResponse:
    if "announce" in request.POST:
        Evening.objects.announce(evening.pk, user_of(request))
        messages.success(request, gettext("Announced. Send the members the address of this page."))
    else:
        messages.success(request, gettext("Kept as a draft: only organisers see it."))
    return redirect("evenings:evening", evening.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def edit(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Change an evening."""
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    if not evening.club.memberships.get(user=user).may_organise:
        raise Http404
    form = EveningForm(
        request.POST or None, evening=evening, club=evening.club, initial=initial(evening, None)
    )
    if request.method == "POST" and form.is_valid():
        try:
            Evening.objects.edit(evening_id, user, form.plan(), request.POST.get("seen", ""))
        except (Evening.DoesNotExist, NotAllowedError):
            raise Http404 from None
        except NotOpenError:
            form.add_error(None, NOT_OPEN)
        except ChangedError:
            evening.refresh_from_db()
            text = gettext(
                "Somebody else changed the evening while you did: yours is not kept yet. Look at what it says now, "
                "then keep yours again if it is right."
            )
            form.add_error(None, text)
        except ListsHandedInError:
            text = gettext(
                "Lists have been handed in: game, lists, points and when all see them stay as they are."
            )
            form.add_error(None, text)
        else:
            messages.success(request, gettext("Changed."))
            return redirect("evenings:evening", evening_id)
    return _form_page(request, form, evening.club, evening)


def _form_page(
    request: HttpRequest, form: EveningForm, club: Club, evening: Evening | None = None
) -> HttpResponse:
    context = {"form": form, "club": club, "evening": evening}
    return render(request, "evenings/edit.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
@login_required
def show(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """An evening's page for the members of its club."""
    return page(request, evening_id)


def page(request: HttpRequest, evening_id: UUID, status: int = 200, **forms: Any) -> HttpResponse:
    """Return an evening's page, with the forms that were refused. Raises Http404 for who may not see it."""
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    mine = evening.club.memberships.get(user=user)
    entries = list(evening.entries.in_order())
    you = next((entry.pk for entry in entries if entry.user_id == user.pk), None)
    handed = list(HandIn.objects.of_evening(evening).select_related("judged_by"))
    yours = [hand_in for hand_in in handed if hand_in.entry.user_id == user.pk]
    takes = evening.takes_lists or may_hand_in_again(evening, yours)
    context = {
        "evening": evening,
        "mine": mine,
        "asked": asked(evening, active_language()),
        "answers": answers(entries, you, {hand_in.entry_id for hand_in in handed}),
        "rounds": list(evening.rounds.all()),
        "handed": handed,
        "seat": seat_of(evening, mine, entries),
        "handed_by_you": yours,
        "takes_your_list": takes,
        **_choices(evening, user, takes=takes),
        "links": links(entries, request.build_absolute_uri(reverse("evenings:guest", args=["-"])))
        if mine.may_organise
        else [],
        "looks": looks_at(yours[0].entry_id) if yours else [],
        "leaving": _leaving(evening, entries, you),
        "log": evening.log.select_related("actor", "guest__user").prefetch_related(*NAMED)[:LOG_SHOWN],
        "guest_form": GuestForm(),
        **forms,
    }
    return render(request, "evenings/evening.html", context, status=status)


def _leaving(evening: Evening, entries: Sequence[Entry], you: int | None) -> Leaving | None:
    """Return the effects of dropping out on the reader's games, while rounds are played."""
    own = next((entry for entry in entries if entry.pk == you), None)
    if own is None or evening.phase != "running":
        return None
    own.evening = evening
    return leaving_of(own)


def _choices(evening: Evening, user: User, *, takes: bool) -> dict[str, list[Choice]]:
    """Return one's lists: those that are for this evening, and the others."""
    made = choices(evening, user, active_language()) if takes else []
    return {
        "choices": [choice for choice in made if choice.is_for_tonight],
        "others": [choice for choice in made if not choice.is_for_tonight],
    }


act = acting(lambda request, evening_id, of: page(request, evening_id))


@act
def announce(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Let the members see a draft, or one that was called off again."""
    if Evening.objects.announce(evening_id, user_of(request), seen=request.POST.get("seen")):
        messages.success(request, gettext("Announced. Send the members the address of this page."))
    return redirect("evenings:evening", evening_id)


@act
def call_off(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Call an evening off."""
    if Evening.objects.call_off(evening_id, user_of(request), seen=request.POST.get("seen")):
        messages.success(
            request, gettext("Called off. Tell those who meant to come; you can announce it again.")
        )
    return redirect("evenings:evening", evening_id)


@act
def take_house_rules(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Play by the club's house rules as they are now."""
    if Evening.objects.take_house_rules(evening_id, user_of(request), seen=request.POST.get("seen")):
        messages.success(request, gettext("The evening plays by the club’s new house rules."))
    return redirect("evenings:evening", evening_id)


@act
def discard(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Delete a draft."""
    club_id = Evening.objects.discard(evening_id, user_of(request), seen=request.POST.get("seen"))
    messages.success(request, gettext("The draft is discarded."))
    return redirect("clubs:club", club_id)
