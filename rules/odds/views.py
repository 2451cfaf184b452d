"""The odds pages of a ruleset: fire, and each other question that it has."""

from functools import lru_cache
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from rules.catalogue import catalogue_for, current_versions, library_of
from rules.core.document.problem import UnreadableListError
from rules.core.text import Language
from rules.language import active_language
from rules.last_used import remember_ruleset
from rules.models import RulesetVersion
from rules.odds.asking.boxes import at_hand, boxes_of
from rules.odds.asking.form import Engine, Form
from rules.odds.fire.answer import answered, working
from rules.odds.fire.duel import duel
from rules.odds.fire.form import FireForm
from rules.odds.fire.ruler import ruler
from rules.odds.fire.weapon_grid import grid_of
from rules.odds.fire.what_if import what_if
from rules.odds.from_list import BROUGHT, can_be_from_list, named
from rules.odds.questions import PAGES, page_of, questions_of
from rules.odds.showing.answers import Raw, WorkingStep
from rules.odds.showing.words import within, word, words


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the rulesets with odds of fire, each with a link to its page."""
    able = [
        version.ruleset
        for version in current_versions(request.user.pk)
        if "fire" in questions_of(catalogue_for(version.pk).odds)
    ]
    return render(request, "odds/index.html", {"rulesets": able})


SHARED = ("s", "t")  # the troops of both sides are kept for another question
OF_MEN = frozenset(BROUGHT) - {"morale"}  # the questions about one man, whose name is kept
OF_VEHICLES = ("fire", "save")  # the questions in which each vehicle is a target


@require_safe
def fire(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Show the odds of fire in the situation of the address."""
    version, engine = _opened(request, ruleset_id, "fire")
    form = FireForm(request.GET, engine)
    answer, refused = _asked(form)
    name = form.words("name")
    hand, others = at_hand(boxes_of(form, answer))
    context: dict[str, object] = {
        "called": f"{name}, {within(form.weapon_name)}" if name else "",
        "hand": hand,
        "boxes": others,
        "ruler": ruler(form),
        "answer": answered(form, answer) if answer else None,
        "duel": duel(form, answer) if answer else None,
        "workings": _workings(form, answer) if answer else (),
        "what_if": what_if(form) if answer else (),
        "refused": refused,
    }
    return _page(request, version, form, context)


def _workings(form: FireForm, answer: Raw) -> list[tuple[str, tuple[WorkingStep, ...]]]:
    if form.second is None:
        return [("", working(form, answer))]
    other = form.engine.try_asking(form.second.raw)
    asked = [(form, answer), *([(form.second, other)] if other else [])]
    return [(one.weapon_name, working(one, its)) for one, its in asked]


@require_safe
def other(request: HttpRequest, ruleset_id: str, question: str) -> HttpResponse:
    """Show the odds of another question in the situation of the address."""
    if question == "fire":
        return HttpResponseRedirect(f"{page_of(ruleset_id, question)}?{request.GET.urlencode()}".rstrip("?"))
    if question not in PAGES:
        raise Http404
    version, engine = _opened(request, ruleset_id, question)
    read, show = PAGES[question]
    form = Form(request.GET, engine, question)
    read(form)
    answer, refused = _asked(form)
    shown = show(form, answer) if answer else None
    context: dict[str, object] = {
        "called": form.words("name") if question in BROUGHT else "",
        "boxes": boxes_of(form, answer),
        "answer": shown,
        "workings": [("", shown.steps)] if shown and shown.steps else (),
        "refused": refused,
    }
    return _page(request, version, form, context)


@require_safe
def weapon(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Show the hits of a weapon in certain hands: each band, in the open and in cover, still and moving.

    The builder shows it over the list. It is the same for everyone, and cached by the version of the rules.
    """
    version, engine = _opened(request, ruleset_id, "fire")
    form = FireForm(request.GET, engine)
    body = weapon_body(version.pk, engine.language, form.address)
    return render(request, "odds/weapon.html", {"ruleset": version.ruleset, "form": form, "body": body})


@lru_cache(maxsize=256)
def weapon_body(version_id: UUID, language: Language, query: str) -> str:
    """Return the hits of a weapon of a version, computed once; `query` is the shortest address of the situation."""
    catalogue = catalogue_for(version_id)
    context = {"grid": grid_of(catalogue, language, query), "book": catalogue, "query": query}
    return render_to_string("odds/_weapon.html", context)


def _opened(request: HttpRequest, ruleset_id: str, question: str) -> tuple[RulesetVersion, Engine]:
    """Return the current version of a ruleset and its engine. Raises Http404 if it does not have the question."""
    versions = current_versions(request.user.pk)
    version = next((one for one in versions if one.ruleset_id == ruleset_id), None)
    if version is None:
        raise Http404
    books = library_of(versions)
    engine = Engine(books, books.catalogues[ruleset_id], active_language())
    if question not in questions_of(engine.catalogue.odds):
        raise Http404
    return version, engine


def _asked(form: Form) -> tuple[Raw | None, str]:
    try:
        return form.engine.ask(form.raw), ""
    except UnreadableListError as error:
        return None, form.engine.refusal(error)


def _page(request: HttpRequest, version: RulesetVersion, form: Form, context: dict[str, object]) -> HttpResponse:
    """Return a page of odds. A form's long address is redirected to the short one."""
    question = form.question
    path = page_of(version.ruleset_id, question)
    short = f"{path}?{form.address}"
    is_htmx = "HX-Request" in request.headers
    if request.GET and not form.is_changed and not is_htmx and request.get_full_path() != short:
        return HttpResponseRedirect(short)
    tabs = [
        (page_of(version.ruleset_id, one) + _shared(request, form, one), name, one == question)
        for one, name in words("questions").items()
        if one in questions_of(form.odds)
    ]
    context |= {
        "ruleset": version.ruleset,
        "question": question,
        "title": word("questions", question),
        "tabs": tabs,
        "path": path,
        "form": form,
        "link": request.build_absolute_uri(short),
        "name": named(form.kept.get("name", "")),
        "can_be_from_list": can_be_from_list(question, form.catalogue),
    }
    response = render(request, f"odds/{'fire' if question == 'fire' else 'question'}.html", context)
    if is_htmx:
        response["HX-Replace-Url"] = short
    patch_vary_headers(response, ["HX-Request"])
    remember_ruleset(request, response, version.ruleset_id)
    return response


def _shared(request: HttpRequest, form: Form, question: str) -> str:
    """Return the query that keeps the troops for another question, and a vehicle if each is a target there."""
    known = {*form.catalogue.class_by_id}
    if question in OF_VEHICLES:
        known |= {*form.catalogue.vehicle_by_id}
    troops = {name: form.kept[name] for name in SHARED if form.kept.get(name) in known}
    if question in OF_MEN and "name" in form.kept:
        troops["name"] = form.kept["name"]
    return f"?{urlencode(troops)}" if request.GET and troops else ""
