"""The lists of a club on its page: `{% load club_lists %}`."""

from typing import Any

from django import template

from armybuilder.clubs.models import Club
from armybuilder.lists.browsing.listing import LibraryFilter, entry, library_of
from rules.language import active_language

register = template.Library()

SHOWN = 5


@register.inclusion_tag("lists/_of_club.html", name="library_of")
def latest_of(club: Club) -> dict[str, Any]:
    """Return the lists of a club's library that were changed last."""
    lists, language = library_of(club.pk, LibraryFilter("", "", ""))[:SHOWN], active_language()
    return {"club": club, "entries": [(entry(army_list, language), army_list.owner) for army_list in lists]}
