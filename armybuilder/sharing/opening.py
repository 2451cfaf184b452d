"""Opening a link: the list that it shows, for pages and for programs."""

from dataclasses import dataclass

from armybuilder.http import or_404
from armybuilder.lists.models import ArmyList, Revision
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
        """Whether everyone may find it, search engines too."""
        return hasattr(self.link, "publication")

    @property
    def state(self) -> State:
        """Whether the list is legal, illegal, or just begun."""
        return state_of(self.report, self.catalogue)

    @property
    def author(self) -> str:
        """The owner's username, "" for a draft."""
        return self.army_list.owner.get_username() if self.army_list.owner else ""


def open_link(token: str) -> Shared:
    """Return the list that a link shows. Raises Http404 for one that was revoked, or never was."""
    with or_404():
        link = ShareLink.objects.get_open(token)
    shown: ArmyList | Revision = link.revision or link.army_list
    roster, catalogue = shown.roster, shown.catalogue
    return Shared(link, link.army_list, shown, roster, catalogue, assess(roster, catalogue))
