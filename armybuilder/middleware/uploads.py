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
        if is_unknown := "HTTP_TRANSFER_ENCODING" in request.META:
            status, said = 411, "Say how large the request is: Content-Length is needed."
        elif _length(request) > most:
            status, said = 413, f"The request is larger than {most:,} bytes."
        else:
            return None
        if request.resolver_match.namespaces == [NAMESPACE]:
            return JsonResponse({"detail": said}, status=status)
        if is_unknown:  # only programs send these
            return HttpResponse(said, content_type="text/plain", status=status)
        request.POST = QueryDict()  # the page frame needs it
        return render(request, "413.html", {"most": most / 1_000_000}, status=status)


def _length(request: HttpRequest) -> int:
    """Return the announced length; 0 if it is not a number, like Django."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or "0")
    except ValueError:
        return 0
