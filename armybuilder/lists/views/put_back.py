"""A row that is gone when a form for it comes: it is named, and can be put back with what was typed."""

import secrets
from dataclasses import dataclass
from uuid import UUID

from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.editing import Edit, open_edit
from armybuilder.lists.history.removed_rows import find_gone
from armybuilder.lists.labels import label_of, squad_name_of
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.refusals import sentence_of
from armybuilder.lists.visitors import visitor_of
from armybuilder.refusals import RefusedError
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.naming import squad_label
from rules.core.document.roster import ExtraEntry, Squad
from rules.core.document.rows import EditRefusedError, Place
from rules.core.text import Text
from rules.language import active_language

BACK = "back"  # the field that names a row to be put back before the act of the form
OWN_FIELDS = ("csrfmiddlewaretoken", "key", BACK)  # each form has its own, whatever it is for


@dataclass(frozen=True, slots=True)
class PutBackForm:
    """The sentence about a row that is gone, and the form that puts it back: its address, its fields, its button.

    Without a button there is nothing to put back. `is_kept`: there is no room yet, so it stays while some
    is made.
    """

    text: str
    address: str = ""
    hidden: str = ""
    button: str = ""
    is_kept: bool = False


def put_back_form(
    request: HtmxHttpRequest, army_list: ArmyList, row_id: str, *, repeats: bool
) -> PutBackForm | None:
    """Return how a row that a request asked for is put back; None if the list never had it.

    `repeats`: the form that came is sent once more, and what it asks for is done when the row is there again.
    """
    gone = find_gone(army_list, row_id)
    if gone is None:
        return None
    name, kind = capfirst(_label(gone.place, army_list.catalogue).to(active_language())), _kind(gone.place)
    if gone.is_merged:
        return PutBackForm(gettext("%(name)s is now in a row with identical figures.") % {"name": name})
    posted = _posted(request) if request.method == "POST" else [("edit", row_id)]
    own = zip(OWN_FIELDS, (get_token(request), secrets.token_urlsafe(12), row_id), strict=True)
    return PutBackForm(
        text=_sentence(kind) % {"name": name},
        address=request.path if repeats else reverse("lists:put-back", args=[army_list.pk, row_id]),
        hidden=format_html_join("", '<input type="hidden" name="{}" value="{}">', [*own, *posted]),
        button=pgettext("squad", "Put back") if kind == "-squad" else gettext("Put back"),
    )


def _posted(request: HtmxHttpRequest) -> list[tuple[str, str]]:
    """Return what a form says, but for what each has of its own."""
    fields = ((name, values) for name, values in request.POST.lists() if name not in OWN_FIELDS)
    return [(name, str(value)) for name, values in fields for value in values]


def _sentence(kind: str) -> str:
    return {
        "-squad": pgettext("squad", "%(name)s was removed in another tab."),
        "-extra": pgettext("extra", "%(name)s was removed in another tab."),
        "": gettext("%(name)s was removed in another tab."),
    }[kind]


def put_back(request: HtmxHttpRequest, list_id: UUID, key: str) -> RefusedError | None:
    """Put the row back that a form names for it, if it names one, in a step of undo of its own.

    One that nobody knows of stays away: the act then says that it is gone. Return why there is no room for another.
    Raises ArmyList.DoesNotExist.
    """
    row_id = request.POST.get(BACK, "")
    if not row_id:
        return None
    try:
        with open_edit(list_id, visitor_of(request), f"back {key}"[:64]) as edit:
            _put_back(edit, row_id)
    except RefusedError as full:
        return full
    except EditRefusedError:
        return None
    return None


def _put_back(edit: Edit, row_id: str) -> None:
    gone = find_gone(edit.army_list, row_id)
    if gone is None or gone.is_merged:
        return
    label = _label(gone.place, edit.catalogue)
    try:
        after = edits.put_back(edit.before, gone.roster, gone.place.row.id)
    except edits.ListFullError as full:
        said = _(
            "There is no room to put %(name)s back. %(full)s Remove something first: it is "
            "still in the list’s versions."
        )
        raise RefusedError(said, name=label.to(active_language()), full=sentence_of(full)) from full
    edit.make(after, f"put-back{_kind(gone.place)}", label, squad_name_of(gone.place))


def _label(place: Place, catalogue: Catalogue) -> Text:
    """Return what a row or squad is called inside a sentence."""
    return squad_label(place.row, place.number) if place.table == "squads" else label_of(place, catalogue)


def _kind(place: Place) -> str:
    """Return the end of the names of acts on such a row: they are told otherwise."""
    match place.row:
        case Squad():
            return "-squad"
        case ExtraEntry():
            return "-extra"
        case _:
            return ""
