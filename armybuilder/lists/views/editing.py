"""The steps that all edits share. A refused edit is answered with 422 and the typed values."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar
from uuid import UUID

from django.http import Http404, HttpResponse
from django.utils.translation import gettext

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.editing import Edit, open_edit
from armybuilder.lists.forms import BuilderForm, FormContext
from armybuilder.lists.forms.fields import LONGEST_NOTES
from armybuilder.lists.history import last_done
from armybuilder.lists.models import ArmyList
from armybuilder.lists.quotas import TooManyEditsError
from armybuilder.lists.views.builder_page import render_builder, respond
from armybuilder.lists.views.page_state import BuilderState, form_key, own_list, sentence_of
from armybuilder.lists.visitors import visitor_of
from armybuilder.refusals import RefusedError
from rules.core.document.rows import EditRefusedError, RowGoneError
from rules.language import active_language


class AdviceGoneError(RefusedError):
    """The list has changed since the suggestion."""


F = TypeVar("F", bound=BuilderForm)


def valid(form: F, edit: Edit) -> F:
    """Return the form of a posted edit, which an answer shows again. Raises RefusedError if it is not valid."""
    edit.form = form
    if not form.is_valid():
        raise RefusedError
    return form


def form_context(edit: Edit) -> FormContext:
    return FormContext(edit.before, edit.catalogue, active_language(), list_id=edit.army_list.pk)


@contextmanager
def editing(request: HtmxHttpRequest, list_id: UUID) -> Iterator[Edit]:
    """Open the edit of a list for a form; `edit_response` answers after the block.

    The block sees the list under its lock, which fetches it once. If it refuses (EditRefusedError of the core,
    RefusedError), nothing is written, and the answer has the reason. Raises Http404.
    """
    try:
        with open_edit(list_id, visitor_of(request), form_key(request)) as edit:
            yield edit
    except ArmyList.DoesNotExist:
        raise Http404 from None
    except (EditRefusedError, RefusedError) as refused:
        edit.army_list, edit.refused = own_list(request, list_id), refused


def edit_response(
    request: HtmxHttpRequest,
    edit: Edit,
    *,
    page: BuilderState | None = None,
    focus: str = "",
    removes: bool = False,
    moves: bool = False,
) -> HttpResponse:
    """Answer an edit with the sheet of its list.

    `page`: the page to show (None: the same as before); `focus`: the row to go to if the current one vanishes.
    `removes`: something was removed, and a message offers to undo it. The same goes for a copied or moved row
    (`moves`), unless it stayed in place.
    """
    if edit.refused:
        return _refused(request, edit, edit.refused)
    if edit.is_repeat:
        return respond(request, edit.army_list, BuilderState.of(request.POST))
    is_told = removes or (moves and edit.after != edit.before)
    toast = last_done(edit.army_list) if is_told else ""
    page = page or BuilderState.of(request.POST)
    return respond(request, edit.army_list, page, focus=focus, toast=toast, can_be_undone=True)


def _refused(request: HtmxHttpRequest, edit: Edit, refused: EditRefusedError | RefusedError) -> HttpResponse:
    """Answer a refused edit with the current list, the reason, and the typed text in its form."""
    page, army_list, form = BuilderState.of(request.POST), edit.army_list, edit.form
    if isinstance(refused, RowGoneError):
        page, notice = BuilderState(squad=page.squad), sentence_of(refused)
        if typed := _typed(request):
            notice += " " + gettext("You had typed: %(text)s") % {"text": typed}
        return respond(request, army_list, page, notice=notice, status=409)
    if isinstance(refused, AdviceGoneError):
        return respond(request, army_list, page, notice=str(refused))
    notice = str(refused) if isinstance(refused, RefusedError) else sentence_of(refused)
    page = BuilderState(form.row_id, page.squad) if form else page
    status = 429 if isinstance(refused, TooManyEditsError) else 422
    return render_builder(request, army_list, page, refused=form, notice=notice, status=status)


def _typed(request: HtmxHttpRequest) -> str:
    """Return the text in a form: what was typed last, or without JavaScript, the name and the notes."""
    fields = [request.POST["touched"]] if "touched" in request.POST else ["name", "notes"]
    texts = [request.POST.get(field, "") for field in fields if field in ("name", "notes")]
    return " · ".join(filter(None, texts))[:LONGEST_NOTES]
