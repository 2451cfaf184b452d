"""What the pages of own rules share."""

from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

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
    return {
        "rules": editor.rules,
        "at": edits.values_list("number", flat=True).last() or 0,
        "undo": editor.words(last.changes[-1][0].removesuffix("!")) if last else "",
        "can_redo": edits.to_redo(user, last) is not None,
        "wrong": editor.wrong,
        "wrong_tables": [place for place in editor.wrong if not place.startswith("checks/")],
        "wrong_limits": [place for place in editor.wrong if place.startswith("checks/")],
        "editor": editor,
    }
