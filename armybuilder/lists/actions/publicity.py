"""Whether everyone can find a list, and by what."""

from django.db import models
from django.utils import timezone

from armybuilder.lists.facets import Facet, facets_of
from armybuilder.lists.models import ArmyList, ListFacet


def set_public(army_list: ArmyList, *, public: bool) -> None:
    """Let everyone find a list by what is in it, or nobody any more. The caller holds the list.

    An edit that waited for it knows from the list itself: rows of other tables it would see as they were before.
    """
    if public == army_list.is_public:
        return
    army_list.public_since = timezone.now() if public else None
    army_list.save(update_fields=["public_since"])
    if public:
        write_facets(army_list, before=frozenset())
    else:
        army_list.facets.all().delete()


def write_facets(army_list: ArmyList, before: frozenset[Facet]) -> None:
    """Add facets for what is in a list now and was not `before`, and delete those of what is gone."""
    now = facets_of(army_list.roster)
    if gone := before - now:
        each = (models.Q(kind=kind, item=item) for kind, item in gone)
        army_list.facets.filter(models.Q(*each, _connector=models.Q.OR)).delete()
    if come := now - before:
        since = army_list.public_since or timezone.now()
        ListFacet.objects.bulk_create(
            ListFacet(army_list=army_list, kind=kind, item=item, public_since=since)
            for kind, item in sorted(come)
        )
