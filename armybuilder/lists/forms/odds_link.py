"""Where the odds of the weapons of a row stand, as this row fires them."""

from django.urls import reverse

from armybuilder.lists.forms.context import FormContext
from rules.core.roster import Figure, Vehicle
from rules.odds.hands import in_hands, usual_class


def weapon_odds(row: Figure | Vehicle, context: FormContext) -> dict[str, str]:
    """Return the address of the odds of each weapon that a row of the list fires; none where there are none."""
    squads = context.roster.squads
    squad = next((one for one in squads if row in (*one.figures, *one.vehicles)), None)
    if squad is None or context.list_id is None:
        return {}
    fired = in_hands(row, squad, context.catalogue, usual_class(context.roster))
    return {
        weapon: reverse("lists:weapon-odds", args=[context.list_id, row.id, weapon]) for weapon, _ in fired
    }
