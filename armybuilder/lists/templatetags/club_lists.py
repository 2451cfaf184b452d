"""The lists of a club on its page: `{% load club_lists %}`."""

from typing import Any

from django import template

from armybuilder.clubs.models import Club
from armybuilder.lists.browsing.my_lists import ListFilter, library_of

register = template.Library()

SHOWN = 5


@register.inclusion_tag("lists/_of_club.html", name="library_of")
def latest_of(club: Club) -> dict[str, Any]:
    """Return the lists of a club's library that were changed last."""
    return {"club": club, "entries": library_of(club.pk, ListFilter())[:SHOWN]}
