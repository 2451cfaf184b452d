"""What the pages of own rules share."""

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext, pgettext

from armybuilder.accounts.models import User, user_of
from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.models import OwnRules


def draft_of(request: HttpRequest, key: str) -> OwnRules:
    """Return a draft that the user may write. Raises Http404."""
    drafts = OwnRules.objects.select_related("ruleset__current", "ruleset__club", "parent__ruleset")
    rules = get_object_or_404(drafts.defer("ruleset__current__catalogue", "parent__catalogue"), pk=key)
    if not rules.may_be_written_by(user_of(request)):
        raise Http404
    return rules


def head_of(editor: Editor, user: User) -> dict[str, Any]:
    """Return what the head of each page of a draft shows, and its dock."""
    edits = editor.rules.edits.all()
    last = edits.to_undo(user)
    undo = editor.words(last.changes[-1][0].removesuffix("!")) if last else ""
    return {
        "rules": editor.rules,
        "at": edits.values_list("number", flat=True).last() or 0,
        "undo": gettext("Undo: %(undo)s") % {"undo": undo} if undo else gettext("Undo"),
        "can_undo": bool(undo),
        "can_redo": edits.to_redo(user, last) is not None,
        "wrong": editor.wrong,
        "tabs": _tabs(editor),
        "editor": editor,
    }


def _tabs(editor: Editor) -> list[tuple[str, str, int]]:
    """Return the pages of a draft: address, name, and number of cells to correct."""
    limits = sum(place.startswith("checks/") for place in editor.wrong)
    tabs = [
        ("tables", pgettext("rules", "Tables"), len(editor.wrong) - limits),
        ("limits", gettext("Limits"), limits),
        ("dice", pgettext("rules", "Dice"), 0),
        ("try", gettext("Try it"), 0),
        ("publish", gettext("Versions"), 0),
    ]
    return [tab for tab in tabs if tab[0] != "dice" or not editor.is_variant]
