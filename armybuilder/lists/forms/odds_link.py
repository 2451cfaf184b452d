"""Where the odds of a weapon stand as a row fires it: its troops, and what holds of its squad."""

from django.urls import reverse
from django.utils.http import urlencode

from armybuilder.lists.forms.context import FormContext
from rules.core.roster import Figure, Squad


def weapon_odds(figure: Figure, troops: str, weapon: str, context: FormContext) -> str:
    """Return the address of the odds of a weapon in the hands of a figure; "": the ruleset has none."""
    catalogue = context.catalogue
    if "fire" not in catalogue.odds.questions or troops not in catalogue.class_by_id:
        return ""
    facts = dict.fromkeys(_facts(figure, weapon, context), "1")
    return f"{reverse('odds:weapon', args=[catalogue.id])}?{urlencode({'s': troops, 'w': weapon} | facts)}"


def _facts(figure: Figure, weapon: str, context: FormContext) -> list[str]:
    """Return what holds of a figure that fires: roles, his squad's motivation, that nobody serves the weapon."""
    measures = context.catalogue.odds.profile
    if measures is None:
        return []
    facts = [role for role in figure.roles if role in measures.roles]
    squad = next((one for one in context.roster.squads if figure in one.figures), Squad(name=""))
    motivation = squad.modifiers.motivation
    facts += [measures.motivated] if motivation > 0 else [measures.tired] if motivation < 0 else []
    crew = measures.crew
    if crew and weapon in crew.weapons and not any(crew.role in one.roles for one in squad.figures):
        facts.append(crew.alone)
    return [fact for fact in facts if fact]
