"""Types of requests for views, the usual kind of page, and “not found” answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from armybuilder.accounts.models import User

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


class HtmxHttpRequest(HttpRequest):
    """A request after the middleware, with its user and htmx."""

    user: User | AnonymousUser
    htmx: HtmxDetails


def private_page(view: View) -> View:
    """Return a view for signed-in users that is only read (GET, HEAD), and never cached."""
    return require_safe(never_cache(login_required(view)))


def private_form(view: View) -> View:
    """Return a view for signed-in users that shows a form and takes it (POST), and is never cached."""
    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(login_required(view)))


def private_action(view: View) -> View:
    """Return a view for signed-in users that only acts (POST)."""
    return require_POST(login_required(view))


@contextmanager
def or_404(*others: type[Exception]) -> Iterator[None]:
    """Raise Http404 if the block finds no row, or raises one of the `others`."""
    missing: tuple[type[Exception], ...] = (ObjectDoesNotExist, *others)
    try:
        yield
    except missing:
        raise Http404 from None
