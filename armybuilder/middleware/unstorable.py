"""Answer a bare 400 to text that no database can store: with NUL or a lone surrogate.

PostgreSQL accepts no NUL, not even in a search term, and UTF-8 has no lone surrogates. The API checks its own JSON, and
each reader of a file checks its content.
"""

import re
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.utils.deprecation import MiddlewareMixin

from armybuilder.api import NAMESPACE

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
ANSWER = "A character in this request cannot be stored."  # in English: browsers do not send any

View = Callable[[HttpRequest], HttpResponse]


def in_utf8(application: WSGIApplication) -> WSGIApplication:
    """Return an application that reads all text as UTF-8, whatever encoding a request claims.

    Before any middleware runs, Django looks up the claimed codec and reads the query with it: it fails on codecs that
    are not for text ("hex"), and others produce unstorable text. An encoding can be spelled in several ways; of the
    parameters only the boundary between the parts of a form is kept.
    """

    def inner(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        kind, *params = environ.get("CONTENT_TYPE", "").split(";")
        boundary = (param for param in params if param.partition("=")[0].strip().lower() == "boundary")
        environ["CONTENT_TYPE"] = ";".join((kind, *boundary))
        return application(environ, start_response)

    return inner


def clean_cookies(get_response: View) -> View:
    """Drop cookies with NUL before sessions are looked up: a browser would send a refused cookie again and again."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if "\0" not in value}
        return get_response(request)

    return middleware


class RefuseUnstorable(MiddlewareMixin):
    """Refuse unstorable text in addresses, queries and forms, after the token of a form is checked."""

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if request.resolver_match and NAMESPACE in request.resolver_match.namespaces:
            return None
        fields = chain(request.GET.lists(), _form(request, view).lists())
        texts = chain(map(str, kwargs.values()), *((name, *values) for name, values in fields))
        if any(UNSTORABLE.search(text) for text in texts):
            return HttpResponse(ANSWER, content_type="text/plain", status=400)
        return None


def _form(request: HttpRequest, view: object) -> QueryDict:
    """Return the form, which the token check has read; without that check it is read here."""
    if request.method != "POST" or getattr(view, "csrf_exempt", False):
        return QueryDict()
    try:
        return request.POST
    except UnreadablePostError:  # the connection broke: the view notices when it reads
        return QueryDict()
