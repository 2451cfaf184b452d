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


class FormRefusedError(RefusedError):
    """The form of a row, a squad or the list itself is not valid."""

    def __init__(self, form: BuilderForm) -> None:
        super().__init__()
        self.form = form


class AdviceGoneError(RefusedError):
    """The list has changed since the suggestion."""


F = TypeVar("F", bound=BuilderForm)


def valid(form: F, edit: Edit) -> F:
    """Return the form of a posted edit, if valid. Raises FormRefusedError."""
    if not form.is_valid():
        raise FormRefusedError(form)
    edit.form = form
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
    """Answer a refused edit with the current list and the reason."""
    page, army_list = BuilderState.of(request.POST), edit.army_list
    match refused:
        case FormRefusedError():
            page = BuilderState(refused.form.row_id, page.squad)
            return render_builder(request, army_list, page, refused=refused.form, status=422)
        case RowGoneError():
            page, notice = BuilderState(squad=page.squad), sentence_of(refused)
            if typed := _typed(request):
                notice += " " + gettext("You had typed: %(text)s") % {"text": typed}
            return respond(request, army_list, page, notice=notice, status=409)
        case AdviceGoneError():
            return respond(request, army_list, page, notice=str(refused))
        case RefusedError():
            status = 429 if isinstance(refused, TooManyEditsError) else 422
            return _with_what_was_typed(request, edit, str(refused), status)
        case _:
            return _with_what_was_typed(request, edit, sentence_of(refused), 422)


def _typed(request: HtmxHttpRequest) -> str:
    """Return the text in a form: what was typed last, or without JavaScript, the name and the notes."""
    fields = [request.POST["touched"]] if "touched" in request.POST else ["name", "notes"]
    texts = [request.POST.get(field, "") for field in fields if field in ("name", "notes")]
    return " · ".join(filter(None, texts))[:LONGEST_NOTES]


def _with_what_was_typed(request: HtmxHttpRequest, edit: Edit, notice: str, status: int) -> HttpResponse:
    """Give the reason, and keep the typed text in its form."""
    page, form = BuilderState.of(request.POST), edit.form
    page = BuilderState(form.row_id, page.squad) if form else page
    return render_builder(request, edit.army_list, page, refused=form, notice=notice, status=status)
