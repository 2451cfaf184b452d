"""Where the odds of the weapons of a row stand, as this row fires them."""

from django.urls import reverse

from armybuilder.lists.forms.context import FormContext
from rules.core.document.roster import Figure, Vehicle
from rules.odds.fire.weapon_grid import weapons_of


def weapon_odds(row: Figure | Vehicle, context: FormContext) -> dict[str, str]:
    """Return the address of the odds of each weapon that a row of the list has; none where there are none."""
    if context.list_id is None:
        return {}
    weapons = weapons_of(row, context.catalogue)
    return {
        weapon: reverse("lists:weapon-odds", args=[context.list_id, row.id, weapon]) for weapon in weapons
    }
