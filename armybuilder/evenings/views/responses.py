"""Common to the views of games nights."""

from collections.abc import Callable, Mapping
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_POST

from armybuilder.accounts.users import user_of
from armybuilder.clubs.models import Membership
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing
from armybuilder.evenings.views.read import UnreadableError
from armybuilder.lists.models import ArmyList
from armybuilder.refusals import RefusedError

View = Callable[..., HttpResponse]


def status_of(error: RefusedError) -> int:
    """Return the status of a refusal: invalid input, or a conflict with the current state."""
    return 422 if isinstance(error, UnreadableError) else 409


def shown_evening(request: HttpRequest, evening_id: UUID) -> Evening:
    """Return a games night with its club, and show times in the club's time zone. Raises Http404."""
    visible = Evening.objects.visible_to(user_of(request)).select_related("club")
    return in_its_zone(get_object_or_404(visible, pk=evening_id))


def in_its_zone(evening: Evening) -> Evening:
    """Show times in the time zone of a games night, whose club must be loaded."""
    timezone.activate(evening.zone)
    return evening


#: Shows the current version of the page that was acted on. Arguments: the request, the games night and further parts of
#: the address.
Shown = Callable[[HttpRequest, UUID, Mapping[str, int]], HttpResponse]


def acting(shown: Shown) -> Callable[[View], View]:
    """Return a decorator for views that act on a games night: by POST, for signed-in users.

    A refusal is shown on the current version of the page (`shown`). Strangers to the club get 404.
    """

    def act(view: View) -> View:
        @require_POST
        @login_required
        @wraps(view)
        def acting_view(request: HttpRequest, evening_id: UUID, **of: int) -> HttpResponse:
            def refuse(said: str, status: int) -> HttpResponse:
                messages.error(request, said)
                response = shown(request, evening_id, of)
                response.status_code = status
                return response

            try:
                return view(request, evening_id, **of)
            except (
                Evening.DoesNotExist,
                Entry.DoesNotExist,
                ArmyList.DoesNotExist,
                Pairing.DoesNotExist,
                HandIn.DoesNotExist,
                Membership.DoesNotExist,
            ):
                raise Http404 from None
            except RefusedError as error:
                return refuse(str(error), status_of(error))

        return acting_view

    return act
