"""Headers of every answer: permissions of the page, caching, search engines."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from armybuilder.api import NAMESPACE
from armybuilder.build import visitor_token

Answer = Callable[[HttpRequest], HttpResponse]

# The site uses only the device's passkeys, and the clipboard for a button.
UNUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
UNLISTED = "noindex, nofollow"
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)


def permissions(get_response: Answer) -> Answer:
    """Return the middleware: `Permissions-Policy` on every answer."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = PERMISSIONS
        return response

    return middleware


def private(get_response: Answer) -> Answer:
    """Forbid caching of personal pages, unless a view says otherwise."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.has_header("Cache-Control") and _is_personal(request):
            add_never_cache_headers(response)
        return response

    return middleware


def for_programs(get_response: Answer) -> Answer:
    """Make the API's answers attachments, which browsers do not display."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.resolver_match and request.resolver_match.namespaces == [NAMESPACE]:
            response["Content-Disposition"] = 'attachment; filename="api.json"'
        return response

    return middleware


def unlisted(get_response: Answer) -> Answer:
    """Keep pages with a secret in their address out of search engines, unless a view says otherwise."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.resolver_match and "token" in request.resolver_match.kwargs:
            response.headers.setdefault("X-Robots-Tag", UNLISTED)
        return response

    return middleware


def _is_personal(request: HttpRequest) -> bool:
    return "Authorization" in request.headers or visitor_token(request) != "nobody"
