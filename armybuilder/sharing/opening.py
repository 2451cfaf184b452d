"""Opening a link: the list that it shows, for pages and for programs."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext

from armybuilder.http import or_404
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.profiles.comparison import Side
from armybuilder.lists.visitors import Visitor
from armybuilder.numbers import whole_number
from armybuilder.sharing.models import ShareLink
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report, State, state_of


@dataclass(frozen=True, slots=True)
class Shared:
    """A shared list: the document of the link's revision, otherwise the list as it is."""

    link: ShareLink
    army_list: ArmyList
    shown: ArmyList | Revision
    roster: Roster
    catalogue: Catalogue
    report: Report

    @property
    def is_public(self) -> bool:
        """Whether everyone can find it, including search engines."""
        return hasattr(self.link, "publication")

    @property
    def state(self) -> State:
        return state_of(self.report, self.catalogue)

    @property
    def changed(self) -> datetime:
        return self.link.revision.created if self.link.revision else self.army_list.changed

    @property
    def author(self) -> str:
        return self.army_list.owner.get_username() if self.army_list.owner else ""


def open_link(token: str) -> Shared:
    """Return the list that a link shows. Raises Http404 for a revoked or unknown one."""
    with or_404():
        link = ShareLink.objects.get_open(token)
    shown: ArmyList | Revision = link.revision or link.army_list
    roster, catalogue = shown.roster, shown.catalogue
    return Shared(link, link.army_list, shown, roster, catalogue, assess(roster, catalogue))


def side_of(visitor: Visitor, ref: str) -> Side | None:
    """Return the list, version or link of a reference, None for an empty one. Raises Http404."""
    if not ref:
        return None
    list_id, _, number = ref.partition(".")
    try:
        key = UUID(list_id)
    except ValueError:
        return _shared(ref)
    readable = ArmyList.objects.for_visitor(visitor) if number else ArmyList.objects.readable_by(visitor)
    army_list = get_object_or_404(readable, pk=key)
    if number:
        return _version(army_list, ref, whole_number(number))
    url = reverse("lists:builder", args=[army_list.pk])
    return _side(army_list, army_list, ref, army_list.name, url, army_list.changed)


def _version(army_list: ArmyList, ref: str, number: int | None) -> Side:
    if number is None:
        raise Http404
    revision = get_object_or_404(army_list.revisions, number=number)
    name = gettext("%(list)s, version %(version)s") % {
        "list": army_list.name,
        "version": f"“{revision.name}”" if revision.name else number,
    }
    url = reverse("lists:version", args=[army_list.pk, number])
    return _side(army_list, revision, ref, name, url, revision.created)


def _shared(token: str) -> Side:
    shared = open_link(token)
    url = reverse("sharing:shared", args=[token])
    return _side(shared.army_list, shared.shown, token, shared.roster.name, url, shared.changed)


def _side(army_list: ArmyList, shown: ArmyList | Revision, ref: str, name: str, url: str, changed: datetime) -> Side:
    version_id, roster, catalogue = shown.ruleset_version_id, shown.roster, shown.catalogue
    return Side(army_list.pk, ref, name, url, shown.document, version_id, roster, catalogue, changed)
