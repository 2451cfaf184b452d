"""The page state in a form: its list, its key, the row in its edit state."""

import secrets
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.defaults import page_not_found

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.models import ArmyList
from armybuilder.lists.models.army_lists import BIN_LIFE
from armybuilder.lists.visitors import visitor_of
from armybuilder.numbers import whole_number
from rules.core.document import edits
from rules.core.document.roster import Roster
from rules.core.document.rows import EditRefusedError, RowGoneError

LONGEST_ID = 64  # of a row or squad in an address or a hidden field; ours are shorter


@dataclass(frozen=True, slots=True)
class BuilderState:
    """The state of a builder's page: the row in its edit state, and the squad that the palette adds to."""

    editing: str = ""
    squad: str = ""

    @classmethod
    def of(cls, values: QueryDict) -> "BuilderState":
        return cls(values.get("edit", "")[:LONGEST_ID], values.get("squad", "")[:LONGEST_ID])

    @classmethod
    def after(cls, values: QueryDict) -> "BuilderState":
        """Return the state after a form: `done` closes it."""
        page = cls.of(values)
        return cls(squad=page.squad) if "done" in values else page

    def query(self) -> str:
        named = {"edit": self.editing, "squad": self.squad}
        words = urlencode({name: value for name, value in named.items() if value})
        return f"?{words}" if words else ""


def own_list(request: HtmxHttpRequest, list_id: UUID) -> ArmyList:
    """Return a list that the visitor can edit. Raises Http404."""
    lists = ArmyList.objects.for_visitor(visitor_of(request)).with_current_rules()
    return get_object_or_404(lists, pk=list_id)


def form_key(request: HttpRequest) -> str:
    """Return the one-time key of the submitted form; a form without one counts as sent once."""
    return request.POST.get("key", "")[:64] or secrets.token_urlsafe(12)


def roster_as_shown(request: HtmxHttpRequest, army_list: ArmyList) -> Roster:
    """Return the list as the posted form showed it; if unknown, the current list."""
    was = whole_number(request.POST.get("was", ""))
    if was is None or was == army_list.revision_id:
        return army_list.roster
    revision = army_list.revisions.filter(pk=was).first()
    return revision.roster if revision else army_list.roster


FULL = {
    "squads": _("A list can have at most %(most)s squads."),
    "figures": _("A squad can have at most %(most)s rows of figures."),
    "vehicles": _("A squad can have at most %(most)s rows of vehicles."),
    "extras": _("A list can have at most %(most)s extras."),
    "squad-extras": _("A squad can have at most %(most)s extras."),
    "weapons": _("A row can have at most %(most)s weapons."),
}


def sentence_of(refused: EditRefusedError) -> str:
    """Return the reason why the core refused an edit. One without a sentence is our mistake: it is raised again."""
    match refused:
        case edits.ListFullError():
            return str(FULL[refused.what]) % {"most": refused.most}
        case RowGoneError():
            return gettext("That row no longer exists: it was removed in another tab.")
        case _:
            raise refused


@never_cache
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    binned = _binned(request)
    if binned is None:
        return page_not_found(request, exception)
    assert binned.deleted
    context = {"army_list": binned, "gone": binned.deleted + BIN_LIFE}
    return render(request, "lists/in_bin.html", context, status=404)


def _binned(request: HttpRequest) -> ArmyList | None:
    match = request.resolver_match
    list_id = match.kwargs.get("list_id") if match else None
    if list_id is None or request.method not in ("GET", "HEAD"):
        return None
    return ArmyList.objects.owned_by(visitor_of(request)).filter(pk=list_id, deleted__isnull=False).first()
