"""The questions of a ruleset with a page, and suggestions for unknown addresses."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext

from rules.catalogue import catalogue_for, current_versions
from rules.core.catalogue.odds.data import Odds
from rules.core.odds.answering import ANSWERS
from rules.core.text import closest, shown
from rules.language import active_language
from rules.models import RulesetVersion
from rules.odds.asking.fields import SAID
from rules.odds.showing.words import QUESTIONS, within, word


def questions_of(odds: Odds) -> list[str]:
    """Return the answerable questions of a ruleset, in the order of the tabs."""
    known = ANSWERS.keys() & odds.questions
    return [question for question in QUESTIONS if question in known]


def page_of(ruleset_id: str, question: str) -> str:
    if question == "fire":
        return reverse("odds:fire", args=[ruleset_id])
    return reverse("odds:question", args=[ruleset_id, question])


View = Callable[..., HttpResponse]


def or_nearest(view: View) -> View:
    """Let a 404 of a ruleset's odds suggest addresses."""

    @wraps(view)
    def with_nearest(request: HttpRequest, ruleset_id: str, **asked: str) -> HttpResponse:
        try:
            return view(request, ruleset_id, **asked)
        except Http404:
            return _nowhere(request, ruleset_id, asked.get("question", "fire"))

    return with_nearest


def _nowhere(request: HttpRequest, ruleset_id: str, question: str) -> HttpResponse:
    versions = current_versions(request.user.pk)
    version = next((one for one in versions if one.ruleset_id == ruleset_id), None)
    context = (
        _without_question(version, question) if version else _without_ruleset(versions, ruleset_id, question)
    )
    context |= {"situation": request.GET.urlencode()}
    return render(request, "odds/nowhere.html", context, status=404)


def _without_question(version: RulesetVersion, question: str) -> dict[str, object]:
    """Return why a ruleset does not have the question, and the questions that it has."""
    known = questions_of(catalogue_for(version.pk).odds)
    game = version.ruleset.name.to(active_language())
    if question in QUESTIONS:
        reason = gettext("In %(game)s there are no dice for “%(question)s”.")
        reason %= {"question": word("questions", question), "game": game}
    else:
        reason = gettext("“%(told)s” is not one of the odds questions.") % {"told": shown(question, SAID)}
    offered = {one: (page_of(version.ruleset_id, one), word("questions", one)) for one in known}
    meant = _offered(offered, "" if question in QUESTIONS else question)
    return {"reason": reason, "ruleset": version.ruleset} | meant


def _without_ruleset(versions: Iterable[RulesetVersion], ruleset_id: str, question: str) -> dict[str, object]:
    language = active_language()
    asked = question if question in QUESTIONS else "fire"
    offered = {}
    for one in versions:
        if asked in questions_of(catalogue_for(one.pk).odds):
            name = f"{one.ruleset.name.to(language)}, {within(one.ruleset.edition.to(language))}"
            offered[one.ruleset_id] = page_of(one.ruleset_id, asked), name
    reason = gettext("“%(told)s” is not a game on this site.") % {"told": shown(ruleset_id, SAID)}
    return {"reason": reason} | _offered(offered, ruleset_id)


def _offered(offered: Mapping[str, tuple[str, str]], word: str) -> dict[str, object]:
    """Return the page that is most like a word, by id or name, if one is, and the others."""
    spelt = {slugify(name): id_ for id_, (_, name) in offered.items()} | {id_: id_ for id_ in offered}
    meant = spelt.get(closest(word, spelt), "") if word else ""
    others = [page for id_, page in offered.items() if id_ != meant]
    return {"nearest": offered.get(meant), "others": others}
