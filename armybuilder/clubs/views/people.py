"""The people of a club: invited, joining, leaving, removed, given more to do."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.users import user_of
from armybuilder.clubs import actions
from armybuilder.clubs.forms import InvitationForm
from armybuilder.clubs.models import Invitation
from armybuilder.clubs.tasks import mail_invitation
from armybuilder.clubs.views.clubs import page
from armybuilder.clubs.views.responses import act
from armybuilder.rate_limits.limits import count


@act
def invite(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Make an invitation link, and mail it where an address is given."""
    form = InvitationForm(request.POST)
    if form.is_valid() and form.cleaned_data["email"]:
        return _invite_by_mail(request, club_id, form)
    if not form.is_valid():
        return page(request, club_id, 422, invitation_form=form)
    actions.invite(club_id, user_of(request), uses=form.cleaned_data["uses"])
    return redirect(reverse("clubs:club", args=[club_id]) + "#invite")


def _invite_by_mail(request: HttpRequest, club_id: UUID, form: InvitationForm) -> HttpResponse:
    """Let the worker send an invitation; whoever has sent too many passes the link on without us."""
    user, email = user_of(request), form.cleaned_data["email"]
    if count("invitation-mail", user.pk) or count("invitation-to", email.lower()):
        form.add_error(
            "email", gettext("A lot of invitations were emailed today. Pass this one on yourself.")
        )
        return page(request, club_id, 429, invitation_form=form)
    with transaction.atomic():
        made = actions.invite(club_id, user, uses=1, email=email)
        site = request.build_absolute_uri("/")
        mail_invitation.enqueue(made.pk, user.get_username(), site, get_language())
    messages.success(request, gettext("The invitation is on its way to %(email)s.") % {"email": email})
    return redirect("clubs:club", club_id)


@act
def revoke(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Let an invitation let nobody in any more."""
    actions.revoke_invitation(club_id, user_of(request), pk)
    messages.success(request, gettext("Revoked. Anyone already in stays in."))
    return redirect("clubs:club", club_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of an invitation: the club's name and a button; looking joins nothing, and takes no account."""
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
    messages.success(request, gettext("You are in. To show the club a list, open it and choose Share."))
    return redirect("clubs:club", club.pk)


@act
def leave(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Leave a club."""
    actions.leave_club(club_id, user_of(request))
    messages.success(request, gettext("You have left the club, and your lists have left its library."))
    return redirect("clubs:index")


@act
def remove(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Remove a member."""
    actions.remove_member(club_id, user_of(request), pk)
    text = gettext(
        "Removed from the club, with their lists removed from its library. Open invitations "
        "no longer work: create new ones for anyone still to join."
    )
    messages.success(request, text)
    return redirect("clubs:club", club_id)


@act
def set_organiser(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Make a member an organiser (`on`), or one of the others again."""
    actions.set_organiser(club_id, user_of(request), pk, organises=request.POST.get("on") == "1")
    return redirect("clubs:club", club_id)


@act
def hand_over(request: HttpRequest, club_id: UUID, pk: int) -> HttpResponse:
    """Make a member the owner."""
    actions.hand_over_club(club_id, user_of(request), pk)
    messages.success(request, gettext("The club has a new owner; you stay as an organiser."))
    return redirect("clubs:club", club_id)
