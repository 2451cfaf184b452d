"""Reading and writing what is shared. Each verb is one transaction; strangers' lists do not exist for it."""

from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.lists.facets import Facet
from armybuilder.lists.models import ArmyList, ListFacet
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.roster import Roster

if TYPE_CHECKING:
    from armybuilder.sharing.models import Complaint, Publication, ShareLink

LINKS_AT_MOST = 20  # of one list


class TooManyLinksError(Exception):
    """A list has as many links as it may have."""


class HiddenListError(Exception):
    """Staff have hidden the list: nobody but its owner opens it."""


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    """Links to lists."""

    def open(self) -> Self:
        """Links that work: not revoked, their list not in the bin, not hidden by staff."""
        return self.filter(revoked=None, army_list__deleted=None).exclude(army_list__publication__hidden=True)

    def of_a_visitor(self, visitor: Visitor) -> Self:
        """The links to the visitor's own lists."""
        return self.filter(army_list__in=ArmyList.objects.for_visitor(visitor))

    def get_open(self, token: str) -> "ShareLink":
        """Return an open link with all that its page needs. Raises ShareLink.DoesNotExist."""
        whole = self.open().select_related("army_list__owner", "revision", "publication")
        return whole.get(token=token)

    @transaction.atomic
    def make(self, list_id: UUID, visitor: Visitor, *, frozen: bool) -> "ShareLink":
        """Make a link to a visitor's list: to what it says now (`frozen`), else always to the newest.

        Raises ArmyList.DoesNotExist, HiddenListError and TooManyLinksError.
        """
        army_list = ArmyList.objects.for_visitor(visitor).select_for_update().get(pk=list_id)
        if _publications().filter(army_list=army_list, hidden=True).exists():
            raise HiddenListError
        if army_list.share_links.filter(revoked=None).count() >= LINKS_AT_MOST:
            raise TooManyLinksError
        if frozen and army_list.revision_id:
            army_list.revisions.filter(pk=army_list.revision_id).update(is_shared=True)
            army_list.field_edited = (
                ""  # what comes next is another step: nothing goes on beside a shared version
            )
            army_list.save(update_fields=["field_edited"])
        return self.create(army_list=army_list, revision_id=army_list.revision_id if frozen else None)

    @transaction.atomic
    def revoke(self, pk: int, visitor: Visitor) -> None:
        """Let a link open nothing any more; a list that was public through it is so no longer. Raises DoesNotExist."""
        link = self.of_a_visitor(visitor).filter(revoked=None).get(pk=pk)
        _close(link, ArmyList.objects.select_for_update().get(pk=link.army_list_id))


class PublicationQuerySet(models.QuerySet["Publication"]):
    """Public lists."""

    def shown(self) -> Self:
        """Those that can be found: not hidden, not in the bin, not withdrawn (their link is revoked)."""
        return self.filter(hidden=False, army_list__deleted=None, link__revoked=None)

    def listing(self) -> Self:
        """For tables: with their lists and links, without the documents."""
        rules = "army_list__ruleset_version"
        heavy = ("army_list__document", f"{rules}__catalogue", f"{rules}__ruleset__odds")
        return self.select_related(f"{rules}__ruleset", "army_list__owner", "link").defer(*heavy)

    @transaction.atomic
    def publish(self, list_id: UUID, user: User) -> "Publication":
        """Make a user's list public, with a link of its own to the newest. Raises ArmyList.DoesNotExist.

        What staff have hidden stays so, in a copy of it too.
        """
        army_list = ArmyList.objects.for_visitor(Visitor(user)).select_for_update().get(pk=list_id)
        army_list.set_public(public=True)
        found = self.select_related("link").filter(army_list=army_list).first()
        if found is None:
            link, hidden = army_list.share_links.create(), self._says_what_is_hidden(army_list)
            return self.create(army_list=army_list, link=link, hidden=hidden)
        if found.link.revoked:
            found.link = army_list.share_links.create()
            found.save(update_fields=["link"])
        return found

    def _says_what_is_hidden(self, army_list: ArmyList) -> bool:
        """Whether the owner has a hidden list with the same squads: it was copied, or restored from a backup."""
        hidden = self.filter(hidden=True, army_list__owner=army_list.owner_id).select_related("army_list")
        said = _said(army_list)
        return any(_said(one.army_list) == said for one in hidden)

    @transaction.atomic
    def withdraw(self, list_id: UUID, user: User) -> None:
        """Make a user's list public no longer: its public link opens nothing any more. Raises ArmyList.DoesNotExist."""
        army_list = ArmyList.objects.for_visitor(Visitor(user)).select_for_update().get(pk=list_id)
        for publication in self.filter(army_list=army_list).select_related("link"):
            _close(publication.link, army_list)

    def newest(self) -> Self:
        """Those that are public, in the order of their index."""
        return self.filter(army_list__public_since__isnull=False).order_by("-army_list__public_since")

    def holding(self, *facets: Facet) -> Self:
        """Those whose list names all of these, as `("weapon", "lmg")`, the newest first, as an index has the first."""
        first, *others = facets
        found = self.filter(army_list__facets__kind=first[0], army_list__facets__item=first[1])
        for kind, item in others:
            named = ListFacet.objects.filter(army_list=models.OuterRef("army_list"), kind=kind, item=item)
            found = found.filter(models.Exists(named.order_by()))
        return found.order_by("-army_list__facets__public_since")


class ComplaintQuerySet(models.QuerySet["Complaint"]):
    """Complaints about public lists."""

    def open(self) -> Self:
        """Those that staff have not settled."""
        return self.filter(settled=None)

    @transaction.atomic
    def report(
        self, publication: "Publication", reason: str, made_by: User | None
    ) -> "tuple[Complaint, bool]":
        """Put a complaint on the queue, and say whether it is the only one about its list there.

        Raises Publication.DoesNotExist where the list was withdrawn meanwhile.
        """
        # Of two at the same moment one is the first, and none comes to what is withdrawn: the row is held meanwhile.
        type(publication).objects.select_for_update().get(pk=publication.pk)
        is_first = not self.open().filter(publication=publication).exists()
        return self.create(publication=publication, reason=reason, made_by=made_by), is_first


def _close(link: "ShareLink", army_list: ArmyList) -> None:
    """Let a link open nothing any more, and nobody find its list where it was public. The caller holds the list.

    That it is hidden or was reported stays known: otherwise its owner would have it back by making it public again.
    """
    link.revoked = timezone.now()
    link.save(update_fields=["revoked"])
    publication = _publications().select_for_update().filter(link=link).first()
    if publication:
        if not publication.hidden and not publication.complaints.exists():
            publication.delete()
        army_list.set_public(public=False)


def _said(army_list: ArmyList) -> Roster:
    """Return what a list says, however it is called; one without squads says its name."""
    roster = edits.without_ids(army_list.roster)
    return replace(roster, name="") if roster.squads else roster


def _publications() -> PublicationQuerySet:
    from armybuilder.sharing.models import Publication

    return Publication.objects.all()
