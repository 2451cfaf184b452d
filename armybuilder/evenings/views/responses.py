"""Common to the views of evenings."""

from collections.abc import Callable, Mapping
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from django_stubs_ext import StrPromise

from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Membership
from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.actions.attack_roll import LevelError, RolledError
from armybuilder.evenings.actions.rounds import (
    DoubtfulError,
    GoneError,
    NobodyPlaysError,
    NoDraftError,
    NotFreeError,
    PlayedError,
    StillPairingError,
    TooManyPlayersError,
    TooManyRoundsError,
)
from armybuilder.evenings.actions.submissions import ClosedError, DoesNotFitError
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing
from armybuilder.evenings.pages.list_choice import why
from armybuilder.evenings.querysets import (
    GuestsNotAllowedError,
    ListsHandedInError,
    LookedError,
    NotOpenError,
    OwnCauseError,
    PlaysError,
    RefereeError,
    TooManyError,
)
from armybuilder.evenings.states import (
    DroppedOutError,
    MovedOnError,
    NotDroppedError,
    NotPlayingError,
    PairedError,
    RoundClosedError,
    SettledError,
)
from armybuilder.evenings.views.read import UnreadableError
from armybuilder.lists.models import ArmyList
from rules.language import active_language

View = Callable[..., HttpResponse]


class TableGoneError(Exception):
    """The table no longer exists, or belongs to other players."""


NOT_OPEN = _("Nothing is changed: the evening is over, called off or not announced yet.")
SENTENCES: dict[type[Exception], StrPromise] = {
    NotAllowedError: _("You may not do this in the club any more, or never could."),
    NotOpenError: NOT_OPEN,
    LookedError: _(
        "Nothing was changed: a player who has seen hidden lists cannot play at that games night."
    ),
    PlaysError: _("Nothing was changed: a player cannot be a referee or see hidden lists."),
    OwnCauseError: _("Nothing was changed: this is your own game or list. Ask another organiser."),
    RefereeError: _("Nothing was changed: a referee cannot play at the same games night."),
    ClosedError: _("Nothing is changed: no list is handed in or taken back any more. Yours is as it was."),
    GuestsNotAllowedError: _("This evening is for members. Change that first, to invite guests."),
    ListsHandedInError: _("Lists have been handed in: the house rules of the evening stay as they are."),
    TooManyError: _("There are as many guests as one evening takes."),
    NobodyPlaysError: _("Fewer than two come: there is nobody to pair."),
    TooManyPlayersError: _("More than 300 come: that is more than one round pairs."),
    StillPairingError: _("The round is being paired still. Wait a moment, and look at it again."),
    TooManyRoundsError: _("An evening has ten rounds at most."),
    NoDraftError: _("Nothing is changed: the round is published or paired anew already. Look at it again."),
    GoneError: _("The round was not published: a player in it has dropped out. Re-pair it."),
    DoubtfulError: _(
        "The round was not published: a player in it is not coming, or only maybe. Publish it anyway, or re-pair it."
    ),
    TableGoneError: _("Nothing was saved: the round has been re-paired, or this is not your table."),
    PlayedError: _("A result or a roll of this round is written already: it is not taken back."),
    RoundClosedError: _("Nothing is changed: the round is closed. An organiser writes its results now."),
    NotFreeError: _("Nothing is changed: choose two who are not at a table yet."),
    RolledError: _("Nothing is rolled: it is decided already who attacks."),
    LevelError: _("Nothing is written: both totals are the same. Roll again at the table."),
    MovedOnError: _("Nothing was changed: the page has changed since you opened it. Look at it again."),
    PairedError: _("Nothing was changed: you have been paired. Drop out instead if you cannot play."),
    DroppedOutError: _("Nothing was changed: only an organiser can reinstate a player who has dropped out."),
    NotPlayingError: _("Nothing was changed: only a player who is coming can drop out."),
    NotDroppedError: _("Nothing was changed: the player has not dropped out."),
    SettledError: _("Nothing is changed: the result stands already. An organiser corrects it."),
}


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
            except DoesNotFitError as error:
                said = why(error.candidate, error.evening, active_language())
            except tuple(SENTENCES) as error:
                said = str(SENTENCES[type(error)])
            except UnreadableError as error:
                return refuse(str(error), 422)
            return refuse(said, 409)

        return acting_view

    return act
