"""The link of a list for the codes on printouts."""

from django.db.models import F, Q
from django.urls import reverse

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.origin import register_links
from armybuilder.sharing.models import ShareLink


def address_of(army_list: ArmyList) -> str:
    """Return the address of a link that opens the list as it is now, the public one first; "" for none."""
    shows_this = Q(revision=None) | Q(revision=army_list.revision_id)
    links = ShareLink.objects.open().filter(shows_this, army_list=army_list)
    order = (F("publication").asc(nulls_last=True), F("revision").asc(nulls_first=True), "-created")
    link = links.order_by(*order).first()
    return reverse("sharing:shared", args=[link.token]) if link else ""


register_links(address_of)
