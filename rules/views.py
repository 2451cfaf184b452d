"""The browsable reference: the rulesets, one of them, two side by side, and the search."""

import re
from collections.abc import Callable
from functools import lru_cache
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from rules.catalogue import catalogue_for, current_versions
from rules.core.catalogue.catalogue import Catalogue
from rules.core.contents import guns
from rules.core.text import Language
from rules.language import active_language
from rules.last_used import last_opened, last_used, remember_ruleset
from rules.models import Ruleset, RulesetVersion
from rules.odds.asked import ask
from rules.reference.compare import compare, labels
from rules.reference.page import build_reference
from rules.reference.parts import from_query
from rules.reference.tables import Tables


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    versions = current_versions(request.user.pk)
    rulesets = [(version.ruleset, _other_editions(versions, version)) for version in versions]
    return render(request, "rules/index.html", {"rulesets": rulesets, "back": _back(request)})


@require_safe
def ruleset(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Show a ruleset: its tables, what a game needs at hand, rulings and constraints, each with its paragraph."""
    return _page(request, ruleset_id, "rules/ruleset.html", body_of)


@require_safe
def ranges(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Show what each weapon of a ruleset does: ranges, dice, covering fire, price."""
    return _page(request, ruleset_id, "rules/ranges.html", ranges_of)


def _page(request: HttpRequest, ruleset_id: str, template: str, body: Callable[[UUID, Language], str]) -> HttpResponse:
    """Return a page about a ruleset, and remember it. Raises Http404 for one that the visitor may not see."""
    versions = current_versions(request.user.pk)
    version = _version(versions, ruleset_id)
    context = {
        "ruleset": version.ruleset,
        "others": _other_editions(versions, version),
        "body": body(version.pk, active_language()),
        "back": _back(request),
        "has_odds": _has_odds(catalogue_for(version.pk)),
    }
    response = render(request, template, context)
    remember_ruleset(request, response, ruleset_id)
    return response


def _has_odds(catalogue: Catalogue) -> bool:
    return "fire" in catalogue.odds.questions


@lru_cache(maxsize=32)
def body_of(version_id: UUID, language: Language) -> str:
    """Return the page of a version below its head, rendered once: it is the same for everyone and never changes."""
    catalogue = catalogue_for(version_id)
    context = {"reference": build_reference(catalogue, language), "has_sources": bool(catalogue.item_source)}
    return render_to_string("rules/_reference.html", context)


@require_safe
def compare_rulesets(request: HttpRequest, ruleset_id: str, other_id: str) -> HttpResponse:
    """Show two rulesets side by side. `differences`: only the differences."""
    versions = current_versions(request.user.pk)
    a, b = _version(versions, ruleset_id), _version(versions, other_id)
    only_differences = "differences" in request.GET
    back = _back(request)
    body, differences = comparison_of(a.pk, b.pk, active_language(), only_differences)
    context = {
        "a": a.ruleset,
        "b": b.ruleset,
        "labels": labels(a.ruleset_id, b.ruleset_id),
        "body": _with_way_back(body, back),
        "differences": differences,
        "only_differences": only_differences,
        "back": back,
    }
    return render(request, "rules/compare.html", context)


@lru_cache(maxsize=8)
def comparison_of(version_id: UUID, other_id: UUID, language: Language, only_differences: bool) -> tuple[str, int]:
    """Return two versions side by side below the head, the same for everyone, and the number of different entries."""
    a, b = catalogue_for(version_id), catalogue_for(other_id)
    comparison = compare(a, b, language, only_differences=only_differences)
    return render_to_string("rules/_comparison.html", {"comparison": comparison}), comparison.differences


@lru_cache(maxsize=32)
def ranges_of(version_id: UUID, language: Language) -> str:
    """Return the weapons of a version in short, computed once."""
    catalogue = catalogue_for(version_id)
    rows = Tables(catalogue, language).weapons().entries
    asked = [weapon.id if weapon.fire else "" for weapon in catalogue.weapons] + [""] * len(guns(catalogue))
    weapons = list(zip(asked, rows, strict=True))
    context = {"weapons": weapons, "ruleset_id": catalogue.id, "has_odds": _has_odds(catalogue)}
    return render_to_string("rules/_ranges.html", context)


@require_safe
def search_rules(request: HttpRequest) -> HttpResponse:
    """Answer `q`: names, prices, sentences about fire. `in` limits it to a ruleset; the last used comes first."""
    query = request.GET.get("q", "")[:100].strip()
    versions = current_versions(request.user.pk)
    only = next((version for version in versions if version.ruleset_id == request.GET.get("in")), None)
    usual = only.ruleset_id if only else last_used(request)
    context = {
        "query": query,
        "only": only and only.ruleset,
        "rulesets": [version.ruleset for version in versions],
        "answer": ask(versions, only, usual, query),
        "back": _back(request),
        "opened": last_opened(request),
    }
    response = render(request, "rules/search.html", context)
    if only:
        remember_ruleset(request, response, only.ruleset_id)
    return response


def _with_way_back(body: str, back: UUID | None) -> SafeString:
    """Add the visitor's list to each link of a page that is cached for everyone."""
    pages = re.compile(f'(?<= href=")({re.escape(reverse("rules:index"))}[^"?#]*)')
    return mark_safe(pages.sub(rf"\1{from_query(back)}", body))


def _version(versions: list[RulesetVersion], ruleset_id: str) -> RulesetVersion:
    """Return the version of a ruleset among the current ones. Raises Http404."""
    for version in versions:
        if version.ruleset_id == ruleset_id:
            return version
    raise Http404


def _other_editions(versions: list[RulesetVersion], version: RulesetVersion) -> list[Ruleset]:
    name = version.ruleset.name_it
    return [other.ruleset for other in versions if other.ruleset.name_it == name and other != version]


def _back(request: HttpRequest) -> UUID | None:
    """Return the id of the visitor's list: `from`, if it is one."""
    try:
        return UUID(request.GET.get("from", ""))
    except ValueError:
        return None
