"""The last choice on a print page: stored with the user, or in a cookie."""

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpResponse, QueryDict

from armybuilder.http import HtmxHttpRequest
from armybuilder.printing.actions import keep_choice
from armybuilder.printing.choosing.choice import PrintChoice
from armybuilder.printing.choosing.forms import PrintForm, says_something
from armybuilder.printing.models import CHOICE_AT_MOST, LastChoice
from rules.language import active_language

COOKIE = "print_options"
COOKIE_AGE = 365 * 24 * 3600


def print_form(request: HtmxHttpRequest) -> PrintForm:
    """Return the form from the address, or with the last choice."""
    query = request.GET if says_something(request.GET) else _remembered(request)
    return PrintForm(query, active_language())


def _remembered(request: HtmxHttpRequest) -> Mapping[str, str]:
    if request.user.is_authenticated:
        last = LastChoice.objects.filter(user=request.user).first()
        return QueryDict(last.query if last else "")
    return QueryDict(request.COOKIES.get(COOKIE, "")[:CHOICE_AT_MOST])


def remember(request: HtmxHttpRequest, response: HttpResponse, choice: PrintChoice) -> None:
    """Save a choice for the next time."""
    if request.user.is_authenticated:
        keep_choice(request.user, choice)
    else:
        response.set_cookie(
            COOKIE,
            choice.query,
            max_age=COOKIE_AGE,
            path="/lists/",
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
