"""Evenings: planned, shown, announced, called off."""

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

from armybuilder.accounts.models import User
from armybuilder.accounts.users import user_of
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club, Membership
from armybuilder.evenings.actions import planning
from armybuilder.evenings.forms.entries import GuestForm
from armybuilder.evenings.forms.planning import EveningForm, initial
from armybuilder.evenings.models import NAMED, Evening
from armybuilder.evenings.pages.answers import guest_links
from armybuilder.evenings.pages.list_choice import ListChoice, choices
from armybuilder.evenings.seats import seat_of
from armybuilder.evenings.views.night import night_context
from armybuilder.evenings.views.responses import acting, shown_evening
from armybuilder.http import private_page
from armybuilder.refusals import RefusedError
from rules.language import active_language

LOG_SHOWN = 100


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def create(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Plan a games night: announce it (`announce`), or save it as a draft."""
    user = user_of(request)
    mine = get_object_or_404(Membership.objects.select_related("club"), club=club_id, user=user)
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
        messages.success(request, gettext("Announced. Send the members the address of this page."))
    else:
        messages.success(request, gettext("Kept as a draft: only organisers see it."))
    return redirect("evenings:evening", evening.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def edit(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Edit a games night."""
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    if not evening.club.memberships.get(user=user).may_organise:
        raise Http404
    form = EveningForm(
        request.POST or None, evening=evening, club=evening.club, initial=initial(evening, None)
    )
    if request.method == "POST" and form.is_valid():
        try:
            planning.edit_evening(evening_id, user, form.plan(), request.POST.get("seen", ""))
        except (Evening.DoesNotExist, NotAllowedError):
            raise Http404 from None
        except RefusedError as error:
            evening.refresh_from_db()
            form.add_error(None, str(error))
        else:
            messages.success(request, gettext("Changed."))
            return redirect("evenings:evening", evening_id)
    return _form_page(request, form, evening.club, evening)


def _form_page(
    request: HttpRequest, form: EveningForm, club: Club, evening: Evening | None = None
) -> HttpResponse:
    context = {"form": form, "club": club, "evening": evening}
    return render(request, "evenings/edit.html", context, status=422 if form.errors else 200)


@private_page
def show(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """The page of a games night for the members of its club."""
    return page(request, evening_id)


def page(request: HttpRequest, evening_id: UUID, status: int = 200, **forms: Any) -> HttpResponse:
    """Return the page of a games night, with refused forms. Raises Http404 if the user may not see it."""
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    mine = evening.club.memberships.get(user=user)
    entries = list(evening.entries.in_order())
    you = next((entry for entry in entries if entry.user_id == user.pk), None)
    shared = night_context(evening, entries, you)
    context = {
        **shared,
        "mine": mine,
        "rounds": list(evening.rounds.all()),
        "seat": seat_of(evening, mine, entries),
        **_choices(evening, user, takes=shared["takes_your_list"]),
        "links": guest_links(entries, request.build_absolute_uri(reverse("evenings:guest", args=["-"])))
        if mine.may_organise
        else [],
        "log": evening.log.select_related("actor", "guest__user").prefetch_related(*NAMED)[:LOG_SHOWN],
        "guest_form": GuestForm(),
        **forms,
    }
    return render(request, "evenings/evening.html", context, status=status)


def _choices(evening: Evening, user: User, *, takes: bool) -> dict[str, list[ListChoice]]:
    """Return the user's lists: those that fit this games night, and the others."""
    made = choices(evening, user, active_language()) if takes else []
    return {
        "choices": [choice for choice in made if choice.is_for_tonight],
        "others": [choice for choice in made if not choice.is_for_tonight],
    }


act = acting(lambda request, evening_id, of: page(request, evening_id))


@act
def announce(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Let the members see a draft, or one that was called off again."""
    if planning.announce(evening_id, user_of(request), seen=request.POST.get("seen")):
        messages.success(request, gettext("Announced. Send the members the address of this page."))
    return redirect("evenings:evening", evening_id)


@act
def call_off(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Call a games night off."""
    if planning.call_off(evening_id, user_of(request), seen=request.POST.get("seen")):
        messages.success(
            request, gettext("Called off. Tell those who meant to come; you can announce it again.")
        )
    return redirect("evenings:evening", evening_id)


@act
def use_house_rules(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Play by the club's house rules as they are now."""
    if planning.use_house_rules(evening_id, user_of(request), seen=request.POST.get("seen")):
        messages.success(request, gettext("The evening plays by the club’s new house rules."))
    return redirect("evenings:evening", evening_id)


@act
def discard(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Delete a draft."""
    club_id = planning.discard_evening(evening_id, user_of(request), seen=request.POST.get("seen"))
    messages.success(request, gettext("The draft is discarded."))
    return redirect("clubs:club", club_id)
