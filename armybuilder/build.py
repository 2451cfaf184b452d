"""The build of the site and the visitor of an answer: parts of a page must be from one build and visitor."""

from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.visitors import visitor_of

#: The sources of a page, besides the static files.
SOURCES = (
    "templates/**/*",
    "armybuilder/**/*.py",
    "armybuilder/**/*.yaml",
    "rules/**/*.py",
    "rules/**/*.yaml",
    "locale/**/*.mo",
)


def _build_id() -> str:
    """Return a short hash of the sources of all pages: the same on every machine with the same build."""
    # Storage without a manifest, as in development, has names without hashes and no manifest hash either.
    digest = sha256(getattr(staticfiles_storage, "manifest_hash", "").encode())
    for pattern in SOURCES:
        for path in sorted(path for path in settings.BASE_DIR.glob(pattern) if path.is_file()):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


#: Types that a browser shows and can keep. Others get no token: reading it would load the session, even for /healthz.
PAGES = ("text/html", "application/pdf")

#: Read when the process starts: a file replaced later belongs to the next build.
BUILD = _build_id()


def build(request: HttpRequest) -> dict[str, str]:
    """Return the context processor: the build, for each page."""
    return {"build": BUILD}


def build_headers_middleware(
    get_response: Callable[[HtmxHttpRequest], HttpResponse],
) -> Callable[[HtmxHttpRequest], HttpResponse]:
    """Return the middleware: `X-Build` on parts that htmx fetches, `X-Visitor` on the pages themselves."""

    def middleware(request: HtmxHttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.htmx:
            response["X-Build"] = BUILD
        elif _is_page(response):
            response["X-Visitor"] = visitor_token(request)
        return response

    return middleware


def _is_page(response: HttpResponse) -> bool:
    answers = response.status_code < 300 or 400 <= response.status_code < 500
    return answers and response.get("Content-Type", "").startswith(PAGES)


def visitor_token(request: HttpRequest) -> str:
    """Return a token of the visitor: an account, or a browser with drafts. "nobody" has only public pages."""
    visitor = visitor_of(request)
    who = f"user {visitor.user.pk}" if visitor.user else visitor.browser_key
    return salted_hmac("visitor", who).hexdigest()[:16] if who else "nobody"
