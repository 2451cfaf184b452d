"""A list with what it is worth, as it was counted."""

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.odds import Profile, Strengths


class Profiled(Struct, frozen=True):
    """A list, what it is called where it stands beside another, and what it is worth."""

    name: str
    roster: Roster
    catalogue: Catalogue
    profile: Profile
    strengths: Strengths
