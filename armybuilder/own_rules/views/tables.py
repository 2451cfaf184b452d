"""The pages on which a draft is edited, and each edit, which is answered with what it changed."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.lists.builder import build_sheet
from armybuilder.numbers import whole_number
from armybuilder.own_rules.actions.drafts import (
    PARENT,
    Change,
    change_cells,
    new_row_id,
    newer_parent,
    redo,
    undo,
)
from armybuilder.own_rules.dice import dice_page
from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.effects import before_last_edit, proof_in_words
from armybuilder.own_rules.models import Edit, OwnRules
from armybuilder.own_rules.posted import act_on_row, as_seen, read_posted
from armybuilder.own_rules.views.common import draft_of, draft_page, for_writers, head_of, writer_of
from armybuilder.refusals import RefusedError
from rules.cells import anchor_of
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.edits import new_ids, with_ids
from rules.own.columns import TABLES
from rules.own.limits import (
    CHECKS_AT_MOST,
    act_on_limit,
    following,
    functions,
    is_full,
    is_there,
    limits_of,
    sentence_to_add,
)
from rules.own.patch import POSITION, WRONG, place_of
from rules.own.proof import proof_of
from rules.reference.items import constraint

LIMITS, DICE = "limits", "dice"  # in `also`: the edit comes from the page of the limits, of the dice
MANY_ROWS = 20  # that changed: then their table is shown again
MORE_ROWS = 5  # that a form without JavaScript adds at once


@require_safe
@for_writers
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show the tables. `also`: empty tables and columns to show; `pick`: the cell whose choices are open."""
    rules = draft_of(request, key)
    blanks = MORE_ROWS if "rows" in request.GET else 1
    editor = Editor(rules, request.GET.getlist("also"), request.GET.get("pick", ""), blanks)
    return _page(request, editor, "tables")


@require_POST
@for_writers
def cells(request: HttpRequest, key: str) -> HttpResponse:
    """Store the posted cells as one edit."""
    rules = draft_of(request, key)
    return _answer(request, rules, _store(request, rules))


@require_POST
@for_writers
def row(request: HttpRequest, key: str) -> HttpResponse:
    """Store the posted cells, and do an act on a row: `act` is “up weapons/lmg”."""
    return _do(request, draft_of(request, key), act_on_row)


@require_http_methods(["GET", "HEAD", "POST"])
@for_writers
def limits(request: HttpRequest, key: str) -> HttpResponse:
    """Show the limits, and do an act on one: `act` is “remove squad-size”, with the posted cells before it."""
    rules = draft_of(request, key)
    if request.method == "POST":
        return _do(request, rules, act_on_check)
    return _page(request, Editor(rules, [LIMITS]), LIMITS)


@require_safe
@for_writers
def dice(request: HttpRequest, key: str) -> HttpResponse:
    """Show the dice of an own game; a variant keeps those of its parent."""
    editor = Editor(draft_of(request, key), [DICE], request.GET.get("pick", ""))
    if not editor.has_dice:
        raise Http404
    return _page(request, editor, DICE)


@require_POST
@for_writers
def undo_edit(request: HttpRequest, key: str) -> HttpResponse:
    return _turned(request, key, undo)


@require_POST
@for_writers
def redo_edit(request: HttpRequest, key: str) -> HttpResponse:
    return _turned(request, key, redo)


def _page(request: HttpRequest, editor: Editor, tab: str, **said: Any) -> HttpResponse:
    """Return a tab, with what is `said` of an edit."""
    context = _shown(editor, tab) | said
    if tab == "tables":
        sections = [*editor.sections(), editor.head()]
        context |= {"sections": sections, "newer": newer_parent(editor.rules)}
    return draft_page(request, editor, tab, **context)


def _shown(editor: Editor, tab: str, before: Catalogue | None = None) -> dict[str, Any]:
    """Return what a tab and the answer to an edit show alike. `before`: the draft before the edit."""
    if tab == DICE:
        return {"page": dice_page(editor)}
    shown: dict[str, Any] = {"proof": proof_in_words(editor.catalogue, editor.language, before)}
    return shown | {"page": limits_page(editor)} if tab == LIMITS else shown


class Outcome:
    """What a request has done: the places to show again, the draft before, and what there is to say."""

    def __init__(self, later: Iterable[Edit], before: Catalogue) -> None:
        self.before = before
        self.places = [place for edit in later for place, _before, _after in edit.changes]
        self.replaced: dict[str, Any] = {}
        self.refusal = ""
        self.focus = ""

    def write(
        self,
        request: HttpRequest,
        rules: OwnRules,
        changes: list[tuple[str, Any]],
        key: str,
        seen: dict[str, Any] | None = None,
    ) -> None:
        """Make an edit; the draft has its cells then."""
        if not changes:
            return
        try:
            made = change_cells(rules.pk, writer_of(request), changes, key=key, seen=seen)
        except RefusedError as error:
            self.refusal = str(error)
            return
        self.places += [place for place, _value in changes]
        self.replaced |= made.replaced
        if made.edit:
            rules.patch, rules.changed = made.edit.rules.patch, made.edit.rules.changed


def _key(request: HttpRequest) -> str:
    return request.POST.get("key", "")[:32] or new_row_id()


def _at(request: HttpRequest) -> int:
    return whole_number(request.POST.get("at", ""), digits=8) or 0


def _store(request: HttpRequest, rules: OwnRules) -> Outcome:
    """Store the posted cells. Raises Http404 for places that the draft does not have."""
    later = list(rules.edits.filter(number__gt=_at(request)).select_related("author"))
    editor = Editor(rules)
    made = Outcome(later, editor.catalogue)
    others = [edit for edit in later if edit.author_id != request.user.pk]
    seen = as_seen(rules.patch, others)
    try:
        changes = read_posted(editor, request.POST, seen)
    except LookupError:
        raise Http404 from None
    before = {place: seen.get(place) for place, _value in changes}
    made.write(request, rules, changes, _key(request), before)
    made.replaced = {
        place: (value, _author(others, place)) for place, value in made.replaced.items() if not place.endswith(WRONG)
    }
    return made


def _do(request: HttpRequest, rules: OwnRules, changes_of: Callable[[Editor, str, str], list[Change]]) -> HttpResponse:
    """Store the posted cells, then do an act on a row or on a limit."""
    made = _store(request, rules)
    act, _, of = request.POST.get("act", "").partition(" ")
    try:
        changes = changes_of(Editor(rules), act, of)
    except LookupError:
        raise Http404 from None
    except RefusedError as error:
        made.refusal = str(error)
        return _answer(request, rules, made)
    made.write(request, rules, changes, f"{_key(request)}-{act}")
    new = next((at for at, value in changes if value is not None and at.endswith(POSITION)), "")
    made.focus = new if act in ("above", "copy") else of if "/" in of else ""
    return _answer(request, rules, made)


def _author(edits: list[Edit], place: str) -> str:
    """Return the name of the last to write a place."""
    for edit in reversed(edits):
        if any(at == place for at, _before, _after in edit.changes):
            return edit.author.get_username() if edit.author else ""
    return ""


def _turned(request: HttpRequest, key: str, turn: Any) -> HttpResponse:
    rules = draft_of(request, key)
    made = Outcome(rules.edits.filter(number__gt=_at(request)), rules.catalogue)
    try:
        edit = turn(key, writer_of(request), _key(request))
    except RefusedError as error:
        made.refusal = str(error)
    else:
        if edit:
            made.places += [place for place, _before, _after in edit.changes]
            made.focus = edit.changes[-1][0].removesuffix(WRONG)
            rules.patch, rules.changed = edit.rules.patch, edit.rules.changed
    return _answer(request, rules, made)


def _answer(request: HttpRequest, rules: OwnRules, made: Outcome) -> HttpResponse:
    """Answer an edit: with what it changed, or by showing the page again."""
    also = request.POST.getlist("also")
    tab = next((page for page in (LIMITS, DICE) if page in also), "tables")
    editor = Editor(rules, also)
    notes = [_note(editor, place, *said) for place, said in made.replaced.items()]
    said = {"refusal": made.refusal, "notes": notes}
    if request.headers.get("HX-Request"):
        if PARENT in made.places:
            return HttpResponse(status=409)  # every cell of the page is an old one
        context = head_of(editor, writer_of(request), tab) | _shown(editor, tab, made.before) | said
        context["focus"] = anchor_of(made.focus)
        if tab == DICE:
            context |= context["page"].changed(made.places)
        elif tab == "tables":
            context |= _changed(editor, made)
        return render(request, "own_rules/_answer.html", context)
    if notes or made.refusal:
        return _page(request, editor, tab, **said)
    query = [("also", one) for one in also if one != tab]
    query += [("rows", "5")] if "more" in request.POST else []
    address = reverse(f"own:{tab}", args=[rules.pk])
    anchor = anchor_of(made.focus or next(iter(reversed(made.places)), "").rpartition("/")[0])
    return redirect(f"{address}{'?' if query else ''}{urlencode(query)}#{anchor}")


def _changed(editor: Editor, made: Outcome) -> dict[str, Any]:
    """Return what is shown again: whole tables where rows moved or went, and single rows."""
    places = [at for at in map(place_of, made.places) if at.table in TABLES or at.table == "head"]
    whole = {at.table for at in places if at.row and not editor.has_row(at.table, at.row)}
    moved = (at.table for at in places if at.field == POSITION)
    whole |= {table for table in moved if made.focus or TABLES[table].rows}
    if any(at.table == "characteristics" for at in places):
        whole |= {"characteristics", "classes"}
    rows = dict.fromkeys((at.table, at.row) for at in places if at.table not in whole)
    whole |= {table for table, number in Counter(table for table, _row in rows).items() if number > MANY_ROWS}
    rows = {row: None for row in rows if row[0] not in whole}
    return {
        "sections": [editor.section(table) for table in sorted(whole)],
        "changed_rows": [editor.row(*row) for row in rows],
    }


def _note(editor: Editor, place: str, value: Any, author: str) -> dict[str, Any]:
    """Say that another's value was replaced."""
    column = editor.column(place)
    theirs, mine = editor.shown(column, value) or "–", editor.shown(column, editor.patch.get(place)) or "–"
    said = gettext(
        "%(author)s changed “%(cell)s” while you were writing: %(theirs)s there, %(mine)s here. Yours counts."
    )
    facts = {"author": author, "cell": editor.words(place), "theirs": theirs, "mine": mine}
    return {
        "text": said % facts,
        "place": place,
        "value": editor.typed(place, {place: value}),
        "theirs": theirs,
    }


def limits_page(editor: Editor) -> dict[str, Any]:
    """Return the limits, the sentences that follow from the tables, and the checks to add."""
    book, language = editor.catalogue, editor.language
    sentences = (constraint(check, book, language) for check in following(book))
    return {
        "limits": limits_of(editor.base, editor.patch, book, language),
        "following": list(dict.fromkeys(filter(None, sentences))),
        "to_add": [
            sentence_to_add(function, book, language)
            for function in functions()
            if not is_there(function, editor.base, editor.patch)
        ],
    }


def act_on_check(editor: Editor, act: str, code: str) -> list[Change]:
    """Return the changes of an act on a limit. Raises LookupError, and RefusedError for one too many."""
    if act == "add" and is_full(editor.base, editor.patch):
        raise RefusedError(_("There are %(most)s limits, the most that you can add."), most=CHECKS_AT_MOST)
    return act_on_limit(act, code, editor.base, editor.patch, editor.catalogue)


@require_safe
@for_writers
def try_lists(request: HttpRequest, key: str) -> HttpResponse:
    """Show the three lists, and one of them whole: `list` is its sort, the full one without it."""
    editor = Editor(draft_of(request, key))
    book, language = editor.catalogue, editor.language
    lists = proof_of(book, language)
    wanted = [one for one in lists if one.sort == request.GET.get("list", "full")]
    shown = next(iter(wanted or lists), None)
    sheet = build_sheet(with_ids(shown.roster, new_ids()), book, shown.report, language) if shown else None
    return draft_page(
        request,
        editor,
        "try",
        proof=proof_in_words(book, language, before_last_edit(editor.rules)),
        address=request.path,
        sheet=sheet,
        shown=shown.sort if shown else "",
    )
