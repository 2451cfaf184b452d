"""The link of a list for the codes on printouts."""

from django.db.models import F
from django.urls import reverse

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.origin import register_links
from armybuilder.sharing.models import ShareLink


def address_of(army_list: ArmyList) -> str:
    """Return the address of the public link to the latest version, or of the last one created; "" for none."""
    links = ShareLink.objects.open().filter(army_list=army_list, revision=None)
    link = links.order_by(F("publication").asc(nulls_last=True), "-created").first()
    return reverse("sharing:shared", args=[link.token]) if link else ""


register_links(address_of)
