"""The web app manifest and the service worker: the site is installable, lists that were opened are read off line.

The service worker asks for these pages and keeps them; nobody is led to them while there is a line.
"""

from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import etag, require_safe
from django.views.decorators.vary import vary_on_cookie

from armybuilder.build import BUILD
from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.builder import build_sheet
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from rules.language import active_language

PAPER = "#F4EEE0"  # --paper of tokens.css by day: a manifest cannot say what it is by night


@require_safe
@cache_control(no_cache=True)
@vary_on_cookie
def manifest(request: HttpRequest) -> HttpResponse:
    """How the site is installed, in the visitor's language: the browser sends the cookie that says which."""
    fields = {
        "id": "/",
        "name": gettext("Squadra, army lists"),
        "short_name": "Squadra",
        "description": gettext("Build the list, count the points, print the sheet."),
        "lang": get_language(),
        "start_url": reverse("lists:index"),
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "icons": [_icon(side, purpose) for side in (192, 512) for purpose in ("any", "maskable")],
        "shortcuts": [
            {"name": gettext("New list"), "url": reverse("lists:home")},
            {"name": gettext("Rules"), "url": reverse("rules:index")},
        ],
    }
    return JsonResponse(fields, content_type="application/manifest+json")


def _icon(side: int, purpose: str) -> dict[str, str]:
    name = f"icon-{side}.png" if purpose == "any" else f"icon-{purpose}-{side}.png"
    return {"src": static(name), "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}


@require_safe
@cache_control(no_cache=True)
@etag(lambda request: f'"{BUILD}"')
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands at the root, as it may only see what is below its own address."""
    return render(request, "offline/worker.js", content_type="text/javascript")


@require_safe
@never_cache
def fallback(request: HttpRequest) -> HttpResponse:
    """The page that stands in for every page that is not kept. It says nothing of who asked for it."""
    return render(request, "offline/fallback.html")


@require_safe
@never_cache
def copy(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """A list to be read and printed, with the time at which this was so. `X-List` is its name, percent-encoded."""
    army_list = get_object_or_404(ArmyList.objects.readable_by(visitor_of(request)), pk=list_id)
    language = active_language()
    context: dict[str, Any] = {
        "army_list": army_list,
        "sheet": build_sheet(army_list.roster, army_list.catalogue, army_list.report, language),
        "address": reverse("lists:builder", args=[list_id]),
        "now": timezone.now(),
    }
    response = render(request, "offline/copy.html", context)
    response["X-List"] = quote(army_list.name)
    return response
