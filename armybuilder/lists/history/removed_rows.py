"""Rows that are gone from a list, as they were: another tab, or undo, took them away."""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug

from armybuilder.lists.models import ArmyList
from rules.core.document.roster import Roster
from rules.core.document.rows import Place, find_place, places

LOOKED_THROUGH = 500  # of the last revisions, each of which is read where none has the row
LONGEST_ID = 64
MERGING = ("merge", "sections")


@dataclass(frozen=True, slots=True)
class GoneRow:
    """What is gone: the row itself, or its squad where that is gone too; and the list when it last had it.

    `is_merged`: it was put into a row of its equals, and nobody is missing.
    """

    place: Place
    roster: Roster
    is_merged: bool


def find_gone(army_list: ArmyList, row_id: str) -> GoneRow | None:
    """Return a row that the list had once and has no more; None if nobody knows of one."""
    now = {place.row.id for place in places(army_list.roster)}
    if row_id in now or not _is_id(row_id):
        return None
    last = army_list.revisions.filter(number__gt=army_list.last_number - LOOKED_THROUGH)
    found = last.filter(document__contains=f'"id":"{row_id}"').order_by("-number").first()
    if found is None:
        return None
    roster = found.roster
    place = next((place for place in places(roster) if place.row.id == row_id), None)
    if place is None:  # the database knows no capitals
        return None
    if place.squad and place.squad.id not in now:
        place = find_place(roster, place.squad.id)
    after = army_list.revisions.filter(number__gt=found.number).order_by("number")
    return GoneRow(place, roster, after.values_list("action", flat=True).first() in MERGING)


def _is_id(text: str) -> bool:
    """Whether a text of an address or a form can be the id of a row; others would break the query."""
    try:
        validate_slug(text)
    except ValidationError:
        return False
    return len(text) <= LONGEST_ID
