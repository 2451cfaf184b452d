"""What the pages of own rules share."""

from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.cache import never_cache

from armybuilder.lists.visitors import visitor_for_writing, visitor_of
from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.models import OwnRules, Writer
from rules.own.patch import place_of

DraftView = Callable[[HttpRequest, str], HttpResponse]


def writer_of(request: HttpRequest) -> Writer:
    visitor = visitor_of(request)
    return visitor.user or visitor.browser_key


def new_writer(request: HttpRequest) -> Writer:
    """Return who begins a game: a browser without an account gets a key."""
    visitor = visitor_for_writing(request)
    return visitor.user or visitor.browser_key


def for_writers(view: DraftView) -> DraftView:
    """Return a view of a draft that asks for a sign-in, except in the browser that began it without an account."""

    @wraps(view)
    def show(request: HttpRequest, key: str) -> HttpResponse:
        has_begun = not request.user.is_authenticated and (
            OwnRules.objects.written_by(writer_of(request)).filter(pk=key).exists()
        )
        return never_cache(view if has_begun else login_required(view))(request, key)

    return show


def draft_of(request: HttpRequest, key: str) -> OwnRules:
    """Return a draft that the user may write. Raises Http404."""
    drafts = OwnRules.objects.select_related("ruleset__current", "ruleset__club", "parent__ruleset")
    rules = get_object_or_404(drafts.defer("ruleset__current__catalogue", "parent__catalogue"), pk=key)
    if not rules.may_be_written_by(writer_of(request)):
        raise Http404
    return rules


def draft_page(request: HttpRequest, editor: Editor, tab: str, status: int = 200, **context: Any) -> HttpResponse:
    """Return a page of a draft, which has the name of its tab."""
    context = head_of(editor, writer_of(request), tab) | context
    return render(request, f"own_rules/{tab}.html", context, status=status)


def head_of(editor: Editor, user: Writer, tab: str) -> dict[str, Any]:
    """Return what the head of each page of a draft shows, and its dock. `here`: the address of the page."""
    edits = editor.rules.edits.all()
    last = edits.to_undo(user)
    undo = editor.words(last.changes[-1][0].removesuffix("!")) if last else ""
    here = reverse(f"own:{tab}", args=[editor.rules.pk])
    return {
        "tab": tab,
        "here": f"{here}?{urlencode([('also', one) for one in sorted(editor.also)])}",
        "rules": editor.rules,
        "at": edits.values_list("number", flat=True).last() or 0,
        "undo": gettext("Undo: %(undo)s") % {"undo": undo} if undo else gettext("Undo"),
        "can_undo": bool(undo),
        "can_redo": edits.to_redo(user, last) is not None,
        "wrong": editor.faults,
        "tabs": _tabs(editor),
        "editor": editor,
    }


def _tabs(editor: Editor) -> list[tuple[str, str, int]]:
    """Return the pages of a draft: address, name, and number of cells to correct."""
    tables = Counter(place_of(place).table for place in editor.faults)
    limits, dice = tables["checks"], tables["dice"]
    tabs = [
        ("tables", pgettext("rules", "Tables"), tables.total() - limits - dice),
        ("limits", gettext("Limits"), limits),
        ("dice", pgettext("rules", "Dice"), dice),
        ("try", gettext("Try it"), 0),
        ("publish", gettext("Versions"), 0),
    ]
    return [tab for tab in tabs if tab[0] != "dice" or editor.has_dice]
