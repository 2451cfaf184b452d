"""The lists that a draft allows, as the builder shows a list that is only read."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from armybuilder.lists.builder import build_sheet
from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.proof import before_last_edit, proof_in_words
from armybuilder.own_rules.views.common import draft_of, draft_page, for_writers
from rules.core.document.edits import new_ids, with_ids
from rules.own.proof import proof_of


@require_safe
@for_writers
def show(request: HttpRequest, key: str) -> HttpResponse:
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
