"""Own rules as others see them: the page of a game, the search among public ones, reports."""

from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.own_rules.models import OwnRules, RulesReport
from armybuilder.sharing.reports import ReportForm, report_page
from armybuilder.sharing.search import NewestFirst
from rules.catalogue import catalogue_for, offered_version
from rules.core.text import Language
from rules.language import active_language
from rules.last_used import remember_ruleset
from rules.models import Ruleset, RulesetVersion
from rules.own.differences import Difference, differences
from rules.views import body_of

A_PAGE = 20
LONGEST_WORDS = 80


class RulesReportForm(ReportForm):
    """Why rules should not be here."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["reason"].label = _("What is wrong with them?")
        self.fields["reason"].error_messages["required"] = _("Say briefly what is wrong with them.")


@require_safe
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show own rules to those who may see them, with who wrote them."""
    version = _opened(request, key)
    if version is None:
        return render(request, "own_rules/not_shown.html", status=404)
    language, ruleset, own = active_language(), version.ruleset, version.own
    catalogue = catalogue_for(version.pk)
    context = {
        "ruleset": ruleset,
        "rules": ruleset.own_rules,
        "version": version,
        "own": own,
        "chain": _shown_chain(ruleset.own_rules),
        "parent": own.parent and own.parent.ruleset,
        "changes": _differences(own.parent_id, version.pk, language) if own.parent_id else (),
        "body": body_of(version.pk, language),
        "formats": [(item.id, item.name.to(language), item.limit) for item in catalogue.formats],
        "has_points": catalogue.has_points,
        "may_write": request.user.is_authenticated and ruleset.own_rules.may_be_written_by(request.user),
    }
    response = render(request, "own_rules/rules.html", context)
    if ruleset.visibility != "public" or ruleset.hidden:
        response["X-Robots-Tag"] = "noindex, nofollow"
    remember_ruleset(request, response, key)
    return response


@lru_cache(maxsize=32)
def _differences(parent_id: UUID, version_id: UUID, language: Language) -> tuple[Difference, ...]:
    return tuple(differences(catalogue_for(parent_id), catalogue_for(version_id), language))


def _opened(request: HttpRequest, key: str) -> RulesetVersion | None:
    """Return the current version of own rules, None for hidden ones. Raises Http404 for those of others."""
    try:
        return offered_version(key, request.user.pk)
    except RulesetVersion.DoesNotExist:
        if Ruleset.objects.filter(pk=key, visibility__in=("link", "public"), hidden__isnull=False).exists():
            return None
        raise Http404 from None


def _shown_chain(rules: OwnRules) -> list[dict[str, str]]:
    """Return the games that the rules came from, the nearest first, without hidden ones."""
    ids = [link["id"] for link in rules.chain]
    hidden = set(Ruleset.objects.filter(pk__in=ids, hidden__isnull=False).values_list("pk", flat=True))
    language = active_language()
    return [
        {"id": link["id"], "name": link[language], "by": link["by"]}
        for link in reversed(rules.chain)
        if link["id"] not in hidden
    ]


@require_safe
def public(request: HttpRequest) -> HttpResponse:
    """Show public rules, the newest first; `q`: words of their names or signatures."""
    words = " ".join(request.GET.get("q", "").split())[:LONGEST_WORDS]
    found = Ruleset.objects.filter(visibility="public", hidden=None, current__isnull=False)
    if words:
        named = models.Q(name_it__icontains=words) | models.Q(name_en__icontains=words)
        found = found.filter(named | models.Q(credit__icontains=words))
    found = found.select_related("current", "own_rules__parent__ruleset")
    heavy = ("odds", "current__catalogue", "own_rules__start", "own_rules__patch", "own_rules__pasted")
    found = found.defer(*heavy, "own_rules__parent__catalogue", "own_rules__parent__ruleset__odds")
    page = NewestFirst(found.order_by("-current__created", "pk"), A_PAGE).get_page(request.GET.get("page"))
    return render(request, "own_rules/public.html", {"page": page, "words": words})


@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, key: str) -> HttpResponse:
    """Take a report of rules, by anybody who may see them."""
    version = _opened(request, key)
    if version is None:
        raise Http404
    rules, back = version.ruleset.own_rules, reverse("own:rules", args=[key])
    form, name = RulesReportForm(request.POST or None), version.ruleset.name
    return report_page(request, form, "own_rules/report.html", RulesReport(rules=rules), name, back)
