"""A list with what it is worth, as it was counted."""

from typing import TYPE_CHECKING

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster

if TYPE_CHECKING:
    from rules.core.odds.lists.profile import Profile
    from rules.core.odds.lists.strengths import Strengths


class Profiled(Struct, frozen=True):
    """A list, what it is called where it stands beside another, and what it is worth."""

    name: str
    roster: Roster
    catalogue: Catalogue
    profile: "Profile"
    strengths: "Strengths"
