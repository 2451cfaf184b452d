"""The forms of clubs."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.models import user_of
from armybuilder.clubs import actions
from armybuilder.clubs.actions import close_club, create_club, edit_club, mail_invitation
from armybuilder.clubs.house import house_games
from armybuilder.clubs.models import Club, Invitation, Membership
from armybuilder.http import or_404, private_action, private_page
from armybuilder.rate_limits.limits import count
from armybuilder.refusals import RefusedError
from armybuilder.time_zones import TimeZoneField, show_times_in, zone_names, zone_of
from rules.fields import WholeNumberField
from rules.language import active_language


class NewClubForm(forms.Form):
    """The name of a club, and its time zone, which the browser fills in."""

    name = forms.CharField(
        max_length=80,
        error_messages={"required": _("Give the club a name."), "max_length": _("At most 80 characters.")},
    )
    time_zone = TimeZoneField()


class ClubForm(NewClubForm):
    """The name and description of a club."""

    about = forms.CharField(
        max_length=2000, required=False, error_messages={"max_length": _("At most 2,000 characters.")}
    )


class InvitationForm(forms.Form):
    """The number of uses of an invitation (empty: any), and the email it is sent to."""

    uses = WholeNumberField(
        min_value=1,
        max_value=1000,
        required=False,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("Enter a number from 1 to 1,000, or leave it empty.")
        ),
    )
    email = forms.EmailField(required=False, error_messages={"invalid": _("This is not an email address.")})


View = Callable[..., HttpResponse]


def act(view: View) -> View:
    """Let a member act on a club by POST (others get 404); the club's page shows a refusal."""

    @private_action
    @wraps(view)
    def acting(request: HttpRequest, club_id: UUID, **of: int) -> HttpResponse:
        try:
            with or_404():
                return view(request, club_id, **of)
        except RefusedError as error:
            messages.error(request, str(error))
        return redirect("clubs:club", club_id)

    return acting


def membership_of(request: HttpRequest, club_id: UUID) -> Membership:
    """Return the user's membership, with its club. Raises Http404 for strangers."""
    return get_object_or_404(Membership.objects.select_related("club"), club=club_id, user=user_of(request))


@private_page
def index(request: HttpRequest) -> HttpResponse:
    memberships = Membership.objects.filter(user=user_of(request)).select_related("club")
    return render(request, "clubs/index.html", {"memberships": memberships.order_by("club__name")})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest) -> HttpResponse:
    form = NewClubForm(request.POST or None, initial={"time_zone": settings.TIME_ZONE})
    if request.method == "POST" and form.is_valid():
        try:
            club = create_club(user_of(request), **form.cleaned_data)
        except RefusedError as error:
            form.add_error(None, str(error))
        else:
            return redirect("clubs:club", club.pk)
    context = {"form": form, "zones": sorted(zone_names())}
    return render(request, "clubs/create.html", context, status=422 if form.errors else 200)


@private_page
def show(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show a club: its members, invitations and rulings."""
    return page(request, club_id)


def page(request: HttpRequest, club_id: UUID, status: int = 200, **forms: Any) -> HttpResponse:
    """Return a club's page, with refused forms. Raises Http404 for strangers."""
    mine = membership_of(request, club_id)
    club = mine.club
    show_times_in(zone_of(club.time_zone))
    context = {
        "club": club,
        "mine": mine,
        "people": [(member, mine.may_remove(member)) for member in club.memberships.in_order()],
        "invitations": [
            (item, request.build_absolute_uri(f"/clubs/join/{item.token}/")) for item in club.invitations.open()
        ]
        if mine.may_organise
        else [],
        "games": house_games(club, active_language()),
        **forms,
    }
    return render(request, "clubs/club.html", context, status=status)


@private_page
def settings_page(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Show a club's name, description and time zone to organisers, and how to close or leave it to everyone."""
    return _settings(request, club_id)


def _settings(request: HttpRequest, club_id: UUID, form: ClubForm | None = None) -> HttpResponse:
    """Return the settings, with a refused form. Raises Http404 for strangers."""
    mine = membership_of(request, club_id)
    show_times_in(zone_of(mine.club.time_zone))
    context = {
        "club": mine.club,
        "mine": mine,
        "zones": sorted(zone_names()) if mine.may_organise else [],
        "edit_form": form,
    }
    return render(request, "clubs/settings.html", context, status=422 if form else 200)


@act
def edit(request: HttpRequest, club_id: UUID) -> HttpResponse:
    form = ClubForm(request.POST)
    if not form.is_valid():
        return _settings(request, club_id, form)
    edit_club(club_id, user_of(request), **form.cleaned_data)
    messages.success(request, gettext("Saved."))
    return redirect("clubs:settings", club_id)


@act
def close(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Close a club for good; typing its name again prevents a mistake."""
    club = get_object_or_404(Club.objects.of(user_of(request)), pk=club_id)
    if request.POST.get("name", "").strip() != club.name:
        messages.error(request, gettext("The club was not closed: what you typed is not its name."))
        return redirect("clubs:settings", club_id)
    close_club(club_id, user_of(request))
    messages.success(request, gettext("The club is closed. Everyone keeps their own lists."))
    return redirect("clubs:index")


@act
def invite(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Create an invitation link, and email it if an address is given."""
    form = InvitationForm(request.POST)
    if form.is_valid() and form.cleaned_data["email"]:
        return _invite_by_mail(request, club_id, form)
    if not form.is_valid():
        return page(request, club_id, 422, invitation_form=form)
    actions.invite(club_id, user_of(request), uses=form.cleaned_data["uses"])
    return redirect(reverse("clubs:club", args=[club_id]) + "#invite")


def _invite_by_mail(request: HttpRequest, club_id: UUID, form: InvitationForm) -> HttpResponse:
    """Let the worker email an invitation, within the limit."""
    user, email = user_of(request), form.cleaned_data["email"]
    if count("invitation-mail", user.pk) or count("invitation-to", email.lower()):
        form.add_error("email", gettext("A lot of invitations were emailed today. Pass this one on yourself."))
        return page(request, club_id, 429, invitation_form=form)
    with transaction.atomic():
        made = actions.invite(club_id, user, uses=1, email=email)
        site = request.build_absolute_uri("/")
        mail_invitation.enqueue(made.pk, user.get_username(), site, get_language())
    messages.success(request, gettext("The invitation has been sent to %(email)s.") % {"email": email})
    return redirect("clubs:club", club_id)


@act
def revoke(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    actions.revoke_invitation(club_id, user_of(request), pk)
    messages.success(request, gettext("Revoked. Anyone already in stays in."))
    return redirect("clubs:club", club_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation: the club's name and a button. Looking at it joins nothing, and needs no account."""
    try:
        if request.method == "POST":
            return _accept(request, token)
        invitation = Invitation.objects.open().select_related("club").get(token=token)
    except Invitation.DoesNotExist:
        return render(request, "clubs/no_invitation.html", status=404)
    return render(request, "clubs/join.html", {"club": invitation.club})


@login_required
def _accept(request: HttpRequest, token: str) -> HttpResponse:
    club = actions.accept_invitation(token, user_of(request))
    messages.success(request, gettext("You have joined. To show the club a list, open it and choose Share."))
    return redirect("clubs:club", club.pk)


@act
def leave(request: HttpRequest, club_id: UUID) -> HttpResponse:
    actions.leave_club(club_id, user_of(request))
    messages.success(request, gettext("You have left the club, and your lists have left its library."))
    return redirect("clubs:index")


@act
def remove(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    actions.remove_member(club_id, user_of(request), pk)
    text = gettext(
        "Removed from the club, with their lists removed from its library. Open invitations "
        "no longer work: create new ones for anyone still to join."
    )
    messages.success(request, text)
    return redirect("clubs:club", club_id)


@act
def set_organiser(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Make a member an organiser (`on`), or an ordinary member again."""
    actions.set_organiser(club_id, user_of(request), pk, organises=request.POST.get("on") == "1")
    return redirect("clubs:club", club_id)


@act
def hand_over(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    actions.hand_over_club(club_id, user_of(request), pk)
    messages.success(request, gettext("The club has a new owner; you stay as an organiser."))
    return redirect("clubs:club", club_id)
