"""The names of the handbook's topics."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.core.catalogue.handbook import Topic

# In the order of the reference's page.
TOPICS: dict[Topic, str | Promise] = {
    "command": _("Command"),
    "actions": _("Actions"),
    "movement": _("Movement"),
    "observation": _("Observation"),
    "spotting": _("Spotting"),
    "fire": _("Fire"),
    "fire-modifiers": _("Fire modifiers"),
    "covering-fire": _("Covering fire"),
    "opportunity": _("Opportunity fire"),
    "blast": _("Blast"),
    "indirect": _("Indirect fire"),
    "smoke": _("Smoke"),
    "damage": _("Damage"),
    "penetration": _("Penetration"),
    "saves": _("Saves"),
    "vehicles": _("Vehicles in action"),
    "bombardment": _("Bombardment"),
    "aircraft": _("Aircraft"),
    "anti-air": _("Anti-air fire"),
    "melee": _("Melee"),
    "storming": _("Storming"),
    "suppression": _("Suppression"),
    "morale": _("Morale"),
    "wounded": _("Wounded"),
    "defeat-points": _("Defeat points"),
    "scenario": _("Scenario"),
}
