"""What a list says of its club's house rules: `{% load house %}`."""

from typing import Any

from django import template

from armybuilder.lists.house import newer_rules
from armybuilder.lists.models import ArmyList

register = template.Library()


@register.inclusion_tag("lists/_house_news.html")
def house_news(army_list: ArmyList) -> dict[str, Any]:
    """Say that the club that a list is made for plays by other house rules by now."""
    return {"army_list": army_list, "rules": newer_rules(army_list)}
