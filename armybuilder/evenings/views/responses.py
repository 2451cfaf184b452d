"""Common to the views of evenings."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from armybuilder.clubs.querysets import NotAllowedError
from armybuilder.evenings.choosing import why
from armybuilder.evenings.hand_ins import ClosedError, DoesNotFitError
from armybuilder.evenings.models import Entry, Evening
from armybuilder.evenings.querysets import GuestsNotAllowedError, NotOpenError, TooManyError
from armybuilder.lists.models import ArmyList
from rules.language import active_language

View = Callable[..., HttpResponse]


def act(view: View) -> View:
    """Let a view act on an evening: by POST, for who is signed in. What is refused is said on the evening's page.

    Who is no member of its club gets 404.
    """

    @require_POST
    @login_required
    @wraps(view)
    def acting(request: HttpRequest, evening_id: UUID, **of: int) -> HttpResponse:
        try:
            return view(request, evening_id, **of)
        except (Evening.DoesNotExist, Entry.DoesNotExist, ArmyList.DoesNotExist):
            raise Http404 from None
        except NotAllowedError:
            messages.error(request, gettext("You may not do this in the club any more, or never could."))
        except NotOpenError:
            messages.error(request, not_open())
        except ClosedError:
            text = gettext(
                "Nothing is changed: no list is handed in or taken back any more. Yours is as it was."
            )
            messages.error(request, text)
        except DoesNotFitError as error:
            messages.error(request, why(error.candidate, error.evening, active_language()))
        except GuestsNotAllowedError:
            messages.error(
                request, gettext("This evening is for members. Change that first, to invite guests.")
            )
        except TooManyError:
            messages.error(request, gettext("There are as many guests as one evening takes."))
        return redirect("evenings:evening", evening_id)

    return acting


def not_open() -> str:
    """Return the sentence for who comes too late, or too early."""
    return gettext("Nothing is changed: the evening is over, called off or not announced yet.")
