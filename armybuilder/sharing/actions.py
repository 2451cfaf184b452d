"""Share lists: links, publishing, reports. Other people's lists do not exist for it."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.lists.actions.storing import set_public
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.refusals import RefusedError
from armybuilder.sharing.models import Publication, Report, ShareLink
from rules.core.document import edits
from rules.core.document.roster import Roster

LINKS_AT_MOST = 20  # of one list


@transaction.atomic
def make_link(list_id: UUID, visitor: Visitor, *, frozen: bool, reuse: bool = False) -> ShareLink:
    """Create a link to a visitor's list; `frozen`: to its present version. `reuse`: return an earlier one."""
    army_list = _locked(list_id, visitor)
    if Publication.objects.filter(army_list=army_list, hidden=True).exists():
        raise RefusedError(_("The operator of this site has hidden this list: nobody else can open it."))
    latest = army_list.share_links.filter(revoked=None, revision=None, publication=None)
    if reuse and (had := latest.order_by("-pk").first()):
        return had
    if army_list.share_links.filter(revoked=None).count() >= LINKS_AT_MOST:
        raise RefusedError(_("A list can have at most %(most)s links. Revoke one first."), most=LINKS_AT_MOST)
    if frozen and army_list.revision_id:
        army_list.revisions.filter(pk=army_list.revision_id).update(is_shared=True)
        # The next edit is another step: a shared version is not continued.
        army_list.field_edited = ""
        army_list.save(update_fields=["field_edited"])
    return ShareLink.objects.create(army_list=army_list, revision_id=army_list.revision_id if frozen else None)


@transaction.atomic
def revoke_link(pk: int, visitor: Visitor) -> None:
    """Revoke a link: it no longer works, and a list that was public through it is private again."""
    own = ArmyList.objects.for_visitor(visitor)
    link = ShareLink.objects.filter(army_list__in=own, revoked=None).get(pk=pk)
    _close(link, ArmyList.objects.select_for_update().get(pk=link.army_list_id))


@transaction.atomic
def publish(list_id: UUID, user: User) -> Publication:
    """Make a user's list public, with its own link; a list hidden by staff stays hidden, and so do copies."""
    army_list = _locked(list_id, Visitor(user))
    set_public(army_list, public=True)
    found = Publication.objects.select_related("link").filter(army_list=army_list).first()
    if found is None:
        link, hidden = army_list.share_links.create(), _says_what_is_hidden(army_list)
        return Publication.objects.create(army_list=army_list, link=link, hidden=hidden)
    if found.link.revoked:
        found.link = army_list.share_links.create()
        found.save(update_fields=["link"])
    return found


def _says_what_is_hidden(army_list: ArmyList) -> bool:
    """Whether the owner has a hidden list with the same squads: a copy, or restored from a backup."""
    hidden = Publication.objects.filter(hidden=True, army_list__owner=army_list.owner_id)
    said = _said(army_list)
    return any(_said(one.army_list) == said for one in hidden.select_related("army_list"))


def _said(army_list: ArmyList) -> Roster:
    """Return the content of a list without its name; without squads, its name."""
    roster = edits.without_ids(army_list.roster)
    return replace(roster, name="") if roster.squads else roster


@transaction.atomic
def withdraw(list_id: UUID, user: User) -> None:
    """Make a user's list private again: its public link no longer works."""
    army_list = _locked(list_id, Visitor(user))
    for publication in Publication.objects.filter(army_list=army_list).select_related("link"):
        _close(publication.link, army_list)


def _locked(list_id: UUID, visitor: Visitor) -> ArmyList:
    return ArmyList.objects.for_visitor(visitor).select_for_update().get(pk=list_id)


def _close(link: ShareLink, army_list: ArmyList) -> None:
    """Revoke a link, and make its list private if it was public through it. The caller has locked the list.

    The row of a hidden or reported list is kept: its owner could otherwise make it public again.
    """
    link.revoked = timezone.now()
    link.save(update_fields=["revoked"])
    publication = Publication.objects.select_for_update().filter(link=link).first()
    if publication:
        if not publication.hidden and not publication.complaints.exists():
            publication.delete()
        set_public(army_list, public=False)


@transaction.atomic
def send_report(report: Report) -> bool:
    """Store a report, and return whether it is the first open one about the same thing.

    Raises DoesNotExist if that is gone.
    """
    thing = getattr(report, report.about)
    # The row is locked: simultaneous actions run one after the other, and none on a withdrawn list.
    type(thing).objects.select_for_update().get(pk=thing.pk)
    is_first = not type(report).objects.open().filter(**{report.about: thing}).exists()
    report.save()
    return is_first
