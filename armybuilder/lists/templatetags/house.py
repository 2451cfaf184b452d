"""What a list says of newer house rules of its club, and of its force: `{% load house %}`."""

from typing import Any

from django import template

from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates import newer_force, newer_rules
from rules.language import active_language

register = template.Library()


@register.inclusion_tag("lists/_house_news.html")
def house_news(army_list: ArmyList) -> dict[str, Any]:
    """Say that the club that a list is made for plays by other house rules by now."""
    return {"army_list": army_list, "rules": newer_rules(army_list)}


@register.inclusion_tag("lists/_force_news.html")
def force_news(army_list: ArmyList) -> dict[str, Any]:
    """Say that the force that a list is held to has changed since."""
    newer = newer_force(army_list)
    name = newer.force.name.to(active_language()) if newer else ""
    return {"army_list": army_list, "force": newer, "name": name}
