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
from rules.odds.asking.facts import Engine, at_hand
from rules.odds.asking.fields import Address
from rules.odds.fire.answer import answered, working
from rules.odds.fire.duel import duel
from rules.odds.fire.form import FireForm, FireReader
from rules.odds.fire.ruler import ruler, what_if
from rules.odds.fire.weapon_grid import grid_of
from rules.odds.from_list import BROUGHT, can_be_from_list, named
from rules.odds.not_found import or_nearest, page_of, questions_of
from rules.odds.questions.pages import PAGES
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


@require_safe
@or_nearest
def fire(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Show the odds of fire in the situation of the address."""
    version, engine = _opened(request, ruleset_id, "fire")
    address = Address(request.GET)
    form = FireReader(address, engine).read()
    answer, refused = _asked(engine, form.raw)
    hand, others = at_hand(form.facts.boxes(engine, form.raw, answer))
    name = address.words("name")
    both = duel(engine, form, answer) if answer else None
    context: dict[str, object] = {
        "called": f"{name}, {within(form.weapon_name)}" if name else "",
        "sides": form.sides,
        "hand": hand,
        "boxes": others,
        "ruler": ruler(engine, form),
        "answer": answered(form, answer) if answer else None,
        "duel": both,
        "workings": _workings(engine, form, answer) if answer else (),
        "what_if": what_if(engine, form, address) if answer else (),
        "refused": refused,
    }
    return _page(request, version, engine, "fire", address, context)


def _workings(engine: Engine, form: FireForm, answer: Raw) -> list[tuple[str, tuple[WorkingStep, ...]]]:
    if form.second is None:
        return [("", working(engine, form, answer))]
    other = engine.try_asking(form.second.raw)
    asked = [(form, answer), *([(form.second, other)] if other else [])]
    return [(one.weapon_name, working(engine, one, its)) for one, its in asked]


SHARED = ("s", "t")  # the troops of both sides are kept for another question
OF_MEN = frozenset(BROUGHT) - {"morale"}  # the questions about one man, whose name is kept
OF_VEHICLES = ("fire", "save")  # the questions in which each vehicle is a target


@require_safe
@or_nearest
def other(request: HttpRequest, ruleset_id: str, question: str) -> HttpResponse:
    """Show the odds of another question in the situation of the address."""
    if question == "fire":
        return HttpResponseRedirect(f"{page_of(ruleset_id, question)}?{request.GET.urlencode()}".rstrip("?"))
    if question not in PAGES:
        raise Http404
    version, engine = _opened(request, ruleset_id, question)
    read, show = PAGES[question]
    address = Address(request.GET)
    asked = read(address, engine)
    answer, refused = _asked(engine, asked.raw)
    shown = show(engine, asked, answer) if answer else None
    name = address.words("name") if question in BROUGHT else ""
    context: dict[str, object] = {
        "called": name,
        "sides": asked.sides,
        "boxes": asked.facts.boxes(engine, asked.raw, answer),
        "answer": shown,
        "workings": [("", shown.steps)] if shown and shown.steps else (),
        "refused": refused,
    }
    return _page(request, version, engine, question, address, context)


@require_safe
@or_nearest
def weapon(request: HttpRequest, ruleset_id: str) -> HttpResponse:
    """Show the hits of a weapon in certain hands: each band, in the open and in cover, still and moving.

    The builder shows it over the list. It is the same for everyone, and cached by the version of the rules.
    """
    version, engine = _opened(request, ruleset_id, "fire")
    address = Address(request.GET)
    form = FireReader(address, engine).read()
    body = weapon_body(version.pk, engine.language, address.written())
    context = {"ruleset": version.ruleset, "form": form, "faults": address.faults, "body": body}
    return render(request, "odds/weapon.html", context)


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


def _asked(engine: Engine, raw: Raw) -> tuple[Raw | None, str]:
    try:
        return engine.ask(raw), ""
    except UnreadableListError as error:
        return None, engine.refusal(error)


def _page(
    request: HttpRequest,
    version: RulesetVersion,
    engine: Engine,
    question: str,
    address: Address,
    context: dict[str, object],
) -> HttpResponse:
    """Return a page of odds. A form's long address is redirected to the short one."""
    path = page_of(version.ruleset_id, question)
    short = f"{path}?{address.written()}"
    is_htmx = "HX-Request" in request.headers
    if request.GET and not address.faults and not is_htmx and request.get_full_path() != short:
        return HttpResponseRedirect(short)
    tabs = [
        (page_of(version.ruleset_id, one) + _shared(request, address, engine, one), name, one == question)
        for one, name in words("questions").items()
        if one in questions_of(engine.catalogue.odds)
    ]
    context |= {
        "ruleset": version.ruleset,
        "question": question,
        "title": word("questions", question),
        "tabs": tabs,
        "path": path,
        "faults": address.faults,
        "link": request.build_absolute_uri(short),
        "situation": address.written(),
        "name": named(address.kept.get("name", "")),
        "can_be_from_list": can_be_from_list(question, engine.catalogue),
    }
    response = render(request, f"odds/{'fire' if question == 'fire' else 'question'}.html", context)
    if is_htmx:
        response["HX-Replace-Url"] = short
    patch_vary_headers(response, ["HX-Request"])
    remember_ruleset(request, response, version.ruleset_id)
    return response


def _shared(request: HttpRequest, address: Address, engine: Engine, question: str) -> str:
    """Return the query that keeps the troops for another question, and a vehicle if each is a target there."""
    known = {*engine.catalogue.class_by_id}
    if question in OF_VEHICLES:
        known |= {*engine.catalogue.vehicle_by_id}
    troops = {name: address.kept[name] for name in SHARED if address.kept.get(name) in known}
    if question in OF_MEN and "name" in address.kept:
        troops["name"] = address.kept["name"]
    return f"?{urlencode(troops)}" if request.GET and troops else ""
