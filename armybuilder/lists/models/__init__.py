"""Army lists, each stored as a document with all its revisions. `actions/` changes them."""

from armybuilder.lists.models.army_lists import ArmyList, ArmyListQuerySet
from armybuilder.lists.models.revisions import Revision
from armybuilder.lists.models.saved_squads import ClubListing, Credit, ListFacet, ListTag, SavedSquad
