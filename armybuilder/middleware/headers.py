"""Headers of the answers of views: permissions of the page, caching, search engines."""

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
    """Return the middleware: `Permissions-Policy` on every answer but static files, which are no pages."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = PERMISSIONS
        return response

    return middleware


def of_the_view(get_response: Answer) -> Answer:
    """Return the middleware: headers that follow from the address and the visitor, unless a view sets them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response, match = get_response(request), request.resolver_match
        if match and match.namespaces == [NAMESPACE]:  # browsers save the API's answers, and display none
            response["Content-Disposition"] = 'attachment; filename="api.json"'
        if match and "token" in match.kwargs:  # a secret address
            response.headers.setdefault("X-Robots-Tag", UNLISTED)
        if not response.has_header("Cache-Control") and _is_personal(request):
            add_never_cache_headers(response)
        return response

    return middleware


def _is_personal(request: HttpRequest) -> bool:
    return "Authorization" in request.headers or visitor_token(request) != "nobody"
