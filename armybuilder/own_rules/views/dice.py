"""The dice of an own game: one form, stored as one edit."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from armybuilder.lists.views.page_state import form_key
from armybuilder.own_rules.actions.drafts import change_cells
from armybuilder.own_rules.dice import DiceForm
from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.views.common import draft_of, for_writers, head_of, writer_of


@require_http_methods(["GET", "HEAD", "POST"])
@for_writers
def dice(request: HttpRequest, key: str) -> HttpResponse:
    """Show the dice, and store those that the writer changed; a variant keeps the dice of its parent."""
    rules = draft_of(request, key)
    if rules.parent_id:
        raise Http404
    editor = Editor(rules)
    form = DiceForm(editor.catalogue, rules.patch, editor.language, request.POST or None)
    if form.is_valid():
        seen = _seen(request.POST.get("seen", ""))
        changes = [(place, value) for place, value in form.values().items() if seen.get(place) != value]
        change_cells(key, writer_of(request), changes, key=form_key(request), seen=seen)
        return redirect("own:dice", key)
    questions = editor.catalogue.odds.questions
    context = head_of(editor, writer_of(request)) | {
        "tab": "dice",
        "form": form,
        "seen": json.dumps({place: value for place, value in rules.patch.items() if place in form.fields}),
        "opens": [
            (
                "fire" in questions,
                gettext("Chances to hit"),
                gettext("in the builder and on the game’s page"),
            ),
            ("fire" in questions, gettext("Profile of a list"), gettext("expected hits by distance")),
            ("save" in questions, gettext("Chances to take a man out"), gettext("once there is a save")),
        ],
    }
    return render(request, "own_rules/dice.html", context, status=422 if form.errors else 200)


def _seen(text: str) -> dict[str, Any]:
    """Return the values that the page showed, none if they cannot be read."""
    try:
        seen = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return seen if isinstance(seen, dict) else {}
