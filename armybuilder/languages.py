"""The languages of public pages, each with its own address."""

from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

ASKED = "lang"  # in the query


class Addresses(NamedTuple):
    """The addresses of a page: as requested, in any language of the visitor, and in each (code, address)."""

    canonical: str
    any: str
    each: tuple[tuple[str, str], ...]


def language_by_address(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer in the language that the address names, for this page only, before what cookie and browser prefer."""

    def respond(request: HttpRequest) -> HttpResponse:
        asked = _asked(request)
        if asked:
            translation.activate(asked)
            request.LANGUAGE_CODE = asked
        return get_response(request)

    return respond


def addresses(request: HttpRequest) -> Addresses:
    """Return where this page is, without what else its query says: absolute addresses."""
    bare = request.build_absolute_uri(request.path)
    each = tuple((code, f"{bare}?{ASKED}={code}") for code, _ in settings.LANGUAGES)
    return Addresses(dict(each).get(_asked(request), bare), bare, each)


def _asked(request: HttpRequest) -> str:
    asked = request.GET.get(ASKED, "")
    return asked if asked in dict(settings.LANGUAGES) else ""
