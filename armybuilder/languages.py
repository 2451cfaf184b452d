"""Corrections of Django's Italian: months without a capital, an hour with an apostrophe, units."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext_noop, ngettext_lazy

MONTHS = [
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
]
# With Django's no-break spaces as characters: GNU gettext does not read \u escapes.
AGO = [
    ngettext_lazy("an hour ago", "%(count)s hours ago", "count"),
    ngettext_lazy("a minute ago", "%(count)s minutes ago", "count"),
    ngettext_lazy("a second ago", "%(count)s seconds ago", "count"),
]


ASKED = "lang"  # in the query


def language_by_address(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer in the language of the address, for this page only, before cookie and browser."""

    def respond(request: HttpRequest) -> HttpResponse:
        asked = _asked(request)
        if asked:
            translation.activate(asked)
            request.LANGUAGE_CODE = asked
        return get_response(request)

    return respond


def addresses(request: HttpRequest) -> dict[str, Any]:
    """Return the absolute addresses of this page: as requested, in any language of the visitor, and in each."""
    bare = request.build_absolute_uri(request.path)
    each = {code: f"{bare}?{ASKED}={code}" for code, _ in settings.LANGUAGES}
    return {"canonical": each.get(_asked(request), bare), "any": bare, "each": each.items()}


def _asked(request: HttpRequest) -> str:
    asked = request.GET.get(ASKED, "")
    return asked if asked in dict(settings.LANGUAGES) else ""
