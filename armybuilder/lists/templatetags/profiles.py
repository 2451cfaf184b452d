"""The numbers of profiles in words: `{% load profiles %}`."""

from django import template

from armybuilder.lists.profiles.fire import at_distance
from rules.odds.showing.answers import mean, percent, share

register = template.Library()
register.filter("mean", mean)
register.filter("percent", percent)
register.filter("share", share)


@register.filter
def at(distance: int) -> str:
    """Return one distance in words: at 25 cm."""
    return at_distance(distance)
