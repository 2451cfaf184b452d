"""Texts that a database cannot store are kept from the views.

NUL is refused: PostgreSQL takes it in no text, not even in one that is looked for. The API says itself what it takes,
in JSON. The content of files is their readers' business.
"""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.http import Http404, HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from armybuilder.api import NAMESPACE

NUL = "\0"

#: What the fields are called that people write in; the others have the names that forms give them.
LABELS: dict[str, str | Promise] = {
    "about": _("Where and when you meet"),
    "code": _("The code"),
    "email": _("E-mail address"),
    "force": _("Force"),
    "login": _("User name or e-mail"),
    "name": _("Name"),
    "notes": _("Notes"),
    "oldpassword": "password",
    "password1": "password",
    "password2": _("The same password again"),
    "q": _("Search"),
    "reason": _("What is wrong with it"),
    "tag": _("Tag"),
    "team": _("Team"),
    "text": _("Pasted text"),
    "username": _("User name"),
}

View = Callable[[HttpRequest], HttpResponse]


def label_of(field: str) -> str:
    """Return what a field is called, in the language of the page."""
    return str(LABELS.get(field, field.replace(NUL, "")))


def in_utf8(application: WSGIApplication) -> WSGIApplication:
    """Return an application to which all texts are UTF-8, whatever a request says of them, as our pages are.

    Django looks for a codec of the name that is given before any middleware runs, reads the query with it, and fails
    where that is none for texts ("hex"); others make letters that no database stores. There are several ways to write
    the name, and other parameters have encodings too, so that none stays but the one that is needed.
    """

    def inner(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ["CONTENT_TYPE"] = _plain(environ.get("CONTENT_TYPE", ""))
        return application(environ, start_response)

    return inner


def _plain(content_type: str) -> str:
    """A content type with nothing but the kind, and the boundary that the parts of a form have."""
    kind, *params = content_type.split(";")
    boundary = (param for param in params if param.partition("=")[0].strip().lower() == "boundary")
    return ";".join((kind, *boundary))


def clean_cookies(get_response: View) -> View:
    """The middleware that drops cookies with NUL in them, before sessions are looked for.

    They are dropped rather than refused: a browser would send them again with every request.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        # Only the escapes of quoted values can say NUL.
        if "\\" in request.META.get("HTTP_COOKIE", ""):
            request.COOKIES = {name: value for name, value in request.COOKIES.items() if NUL not in value}
        return get_response(request)

    return middleware


class NoNul:
    """The middleware that refuses NUL in addresses, queries and forms. It comes after the check of a form's token."""

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Let a request through: it is looked at when its view is known."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Return the page of 400 where a field has a NUL in it. Raises Http404 where the address has."""
        if request.resolver_match and NAMESPACE in request.resolver_match.namespaces:
            return None
        if any(isinstance(value, str) and NUL in value for value in kwargs.values()):
            raise Http404
        field = _with_nul(request.GET) or _with_nul(_form(request, view))
        if field is None:
            return None
        return render(request, "400_character.html", {"field": label_of(field)}, status=400)


def _form(request: HttpRequest, view: object) -> QueryDict:
    """The form that was sent. It has been read by now, to look for its token: but where a view wants none."""
    if request.method != "POST" or getattr(view, "csrf_exempt", False):
        return QueryDict()
    try:
        return request.POST
    except UnreadablePostError:  # the line broke: the view is told when it reads
        return QueryDict()


def _with_nul(fields: QueryDict) -> str | None:
    """The name of a field with NUL in its name or one of its values, None where there is none."""
    return next((name for name, values in fields.lists() if _has_nul((name, *values))), None)


def _has_nul(texts: Iterable[str]) -> bool:
    return any(NUL in text for text in texts)
