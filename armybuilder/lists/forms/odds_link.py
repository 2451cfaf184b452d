"""Where the odds of a weapon stand as a row fires it."""

from django.urls import reverse

from armybuilder.lists.forms.context import FormContext
from rules.core.roster import Figure
from rules.odds.hands import hands_query


def weapon_odds(figure: Figure, troops: str, weapon: str, context: FormContext) -> str:
    """Return the address of the odds of a weapon in the hands of a figure; "": the ruleset has none."""
    squad = next((one for one in context.roster.squads if figure in one.figures), None)
    query = hands_query(figure, troops, weapon, squad, context.catalogue)
    return f"{reverse('odds:weapon', args=[context.catalogue.id])}?{query}" if query else ""
