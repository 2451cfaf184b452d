"""The style sheet of our fonts, for which each page of the live server waits.

Otherwise fonts show only if they arrive at once, at random. It is changed here rather than on its way into the
browser: there each page would request every file again.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse

NAME = "css/site/fonts.css"


class Letters:
    """Middleware before the one that serves static files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the style sheet, or pass the request on."""
        if request.path != f"/static/{NAME}":
            return self.get_response(request)
        headers = {"Cache-Control": "max-age=3600"}
        return HttpResponse(_awaited(), content_type="text/css", headers=headers)


@cache
def _awaited() -> str:
    sheet = Path(settings.BASE_DIR, "static", NAME).read_text()
    return sheet.replace("font-display: optional", "font-display: block")
