"""The request types that views are annotated with."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from armybuilder.accounts.models import User


class HtmxHttpRequest(HttpRequest):
    """A request as the middleware leaves it: who asks, and whether htmx does."""

    user: User | AnonymousUser
    htmx: HtmxDetails
