"""Common to the views of clubs."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, Invitation, Membership
from armybuilder.clubs.querysets import NotAllowedError, OwnerStaysError, TooManyError

View = Callable[..., HttpResponse]


def user_of(request: HttpRequest) -> User:
    """Return who is signed in."""
    assert isinstance(request.user, User)
    return request.user


def act(view: View) -> View:
    """Let a view act on a club: by POST, for who is signed in. What is refused is said on the club's page.

    Who is no member gets 404.
    """

    @require_POST
    @login_required
    @wraps(view)
    def acting(request: HttpRequest, club_id: UUID, **of: int) -> HttpResponse:
        try:
            return view(request, club_id, **of)
        except (Club.DoesNotExist, Membership.DoesNotExist, Invitation.DoesNotExist):
            raise Http404 from None
        except NotAllowedError:
            messages.error(request, gettext("You may not do this in the club any more, or never could."))
        except OwnerStaysError:
            messages.error(
                request, gettext("Hand the club over to somebody first: it cannot be without an owner.")
            )
        except TooManyError:
            messages.error(request, gettext("There are too many open invitations. Revoke one first."))
        return redirect("clubs:club", club_id)

    return acting
