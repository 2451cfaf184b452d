"""Limit the size of a request: it is refused by its length, before it is read or written to disk.

Django looks for the form token in the body of every POST, and would write files of any size to disk before the view
runs. No server passes on more than the announced length. Without one (`Transfer-Encoding: chunked`) Django reads
nothing.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from armybuilder.api import NAMESPACE
from armybuilder.personal_data import reading

# Lists can be smaller: the reader of a slightly larger one explains its limits.
A_LIST = 6_000_000
AROUND_A_FILE = 1_000_000  # the other fields of its form


def most_bytes(view_name: str) -> int:
    """Return the limit of an address: more where files are read."""
    if view_name == "backup:restore":
        return reading.MOST_BYTES + AROUND_A_FILE
    if view_name == "lists:import" or view_name.startswith(f"{NAMESPACE}:"):
        return A_LIST
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE is not None
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE


class UploadLimit(MiddlewareMixin):
    """The middleware, before everything that reads the body."""

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Refuse bodies too large for the address, or of unknown size."""
        assert request.resolver_match
        most = most_bytes(request.resolver_match.view_name)
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return _unknown(request)
        return _too_large(request, most) if _length(request) > most else None


def _length(request: HttpRequest) -> int:
    """Return the announced length; 0 if it is not a number, like Django."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or "0")
    except ValueError:
        return 0


def _too_large(request: HttpRequest, most: int) -> HttpResponse:
    if _is_api(request):
        return JsonResponse({"detail": f"The request is larger than {most:,} bytes."}, status=413)
    request.POST = QueryDict()  # the page frame needs it
    return render(request, "413.html", {"most": most / 1_000_000}, status=413)


def _unknown(request: HttpRequest) -> HttpResponse:
    text = "Say how large the request is: Content-Length is needed."  # only programs send these
    if _is_api(request):
        return JsonResponse({"detail": text}, status=411)
    return HttpResponse(text, content_type="text/plain", status=411)


def _is_api(request: HttpRequest) -> bool:
    assert request.resolver_match
    return request.resolver_match.namespaces == [NAMESPACE]
