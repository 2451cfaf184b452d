"""The request type that views are annotated with, and the usual kind of page."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from armybuilder.accounts.models import User


class HtmxHttpRequest(HttpRequest):
    """A request as the middleware leaves it: who asks, and whether htmx does."""

    user: User | AnonymousUser
    htmx: HtmxDetails


def private_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view for signed-in users that is only read (GET, HEAD), and never cached."""
    return require_safe(never_cache(login_required(view)))
