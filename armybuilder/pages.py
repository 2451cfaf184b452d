"""Static pages: about, credits, privacy, terms."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
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
from armybuilder.sharing.models import Publication, PublicationQuerySet
from rules.catalogue import catalogue_for, current_versions
from rules.language import active_language
from rules.odds.questions import page_of, questions_of


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the security contact (RFC 9116), settings.SECURITY_CONTACT; 404 without one."""
    contact: str = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    # It changes now and then, and is not cached for long.
    expires = (timezone.now() + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = (
        f"Contact: {contact if ':' in contact else 'mailto:' + contact}",
        f"Expires: {expires}",
        "Preferred-Languages: it, en",
        f"Canonical: {request.build_absolute_uri()}",
    )
    return HttpResponse("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=utf-8")


def _page(name: str) -> Callable[[HttpRequest], HttpResponse]:
    """Return the view of a page that only depends on who runs the site."""

    @require_safe
    def view(request: HttpRequest) -> HttpResponse:
        operator = {
            "operator": settings.OPERATOR_NAME,
            "operator_address": settings.OPERATOR_ADDRESS,
            "operator_mail": settings.OPERATOR_MAIL,
        }
        return render(request, f"pages/{name}.html", operator)

    return view


about, terms, sources, privacy = map(_page, ("about", "terms", "sources", "privacy"))

STANDING = (
    "lists:home",
    "lists:samples",
    "lists:forces",
    "sharing:browse",
    "rules:index",
    "odds:index",
    "about",
    "sources",
    "privacy",
    "terms",
)


class Addresses(Sitemap):  # type: ignore[type-arg]  # generic for mypy alone
    """Pages by their addresses."""

    def location(self, item: str) -> str:
        return item


class StandingPages(Addresses):
    """The pages that always exist."""

    def items(self) -> list[str]:
        return [reverse(name) for name in STANDING]


class Rules(Addresses):
    """The reference of each ruleset, its odds, and two editions of a game side by side."""

    def items(self) -> list[str]:
        addresses = []
        versions = current_versions()
        for one in versions:
            addresses += [reverse(name, args=[one.ruleset_id]) for name in ("rules:ruleset", "rules:ranges")]
            questions = questions_of(catalogue_for(one.pk).odds)
            addresses += [page_of(one.ruleset_id, question) for question in questions]
        for a, b in combinations(versions, 2):
            if a.ruleset.name_it == b.ruleset.name_it:
                addresses.append(reverse("rules:compare", args=[a.ruleset_id, b.ruleset_id]))
        return addresses


class PublicLists(Sitemap):  # type: ignore[type-arg]  # generic for mypy alone
    """Public lists, the newest first."""

    limit = 5000

    def items(self) -> PublicationQuerySet:
        shown = Publication.objects.shown().select_related("link", "army_list")
        return shown.only("link__token", "army_list__changed").order_by("-pk")

    def location(self, item: Publication) -> str:
        return reverse("sharing:shared", args=[item.link.token])

    def lastmod(self, item: Publication) -> datetime:
        """Return when it was changed last."""
        return item.army_list.changed


SITEMAPS = {"pages": StandingPages, "rules": Rules, "lists": PublicLists}


PAPER = "#F4EEE0"  # --paper of tokens.css by day: a manifest has no colour for the night


@require_safe
@cache_control(no_cache=True)
@vary_on_cookie
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest in the visitor's language: the browser sends the language cookie."""
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
    """Return the service worker. Its address is at the root, because its scope is below it."""
    return render(request, "offline/worker.js", content_type="text/javascript")


@require_safe
@never_cache
def fallback(request: HttpRequest) -> HttpResponse:
    """Return the page shown instead of pages that are not stored. It has no personal data."""
    return render(request, "offline/fallback.html")


@require_safe
@never_cache
def copy(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show a copy of a list for offline reading and printing, with its time. `X-List`: its name, percent-encoded."""
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
