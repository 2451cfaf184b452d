"""Common to the views of clubs."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from armybuilder.clubs.models import Club, Invitation, Membership
from armybuilder.refusals import RefusedError

View = Callable[..., HttpResponse]


def act(view: View) -> View:
    """Let a view act on a club by POST. The user must be signed in, and be a member (404).

    The club's page shows the sentence of a refusal.
    """

    @require_POST
    @login_required
    @wraps(view)
    def acting(request: HttpRequest, club_id: UUID, **of: int) -> HttpResponse:
        try:
            return view(request, club_id, **of)
        except (Club.DoesNotExist, Membership.DoesNotExist, Invitation.DoesNotExist):
            raise Http404 from None
        except RefusedError as error:
            messages.error(request, str(error))
        return redirect("clubs:club", club_id)

    return acting
