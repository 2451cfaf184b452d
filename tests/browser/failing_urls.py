"""The site's addresses and some that fail, each in its way."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from django.views.csrf import csrf_failure

from armybuilder.rate_limits.limits import too_often

FAILURES: dict[str, Exception] = {
    "400": SuspiciousOperation(),
    "403": PermissionDenied(),
    "404": Http404(),
    "500": RuntimeError("on purpose"),
}


def fail(request: HttpRequest, failure: str) -> HttpResponse:
    """Fail as requested."""
    if failure == "403_csrf":
        return csrf_failure(request)
    if failure == "429":
        return too_often(request, 60)
    raise FAILURES[failure]


urlpatterns = [path("fail/<failure>/", fail), path("", include("armybuilder.urls"))]
