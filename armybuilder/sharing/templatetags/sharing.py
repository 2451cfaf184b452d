"""A reader's lists on rules pages."""

from typing import Any

from django import template

from armybuilder.lists.browsing.listing import names_of
from armybuilder.lists.visitors import visitor_of
from armybuilder.sharing.views.compare import WHOSE_NAMES

register = template.Library()


@register.inclusion_tag("sharing/_lists_to_ask.html", takes_context=True)
def lists_to_ask(context: dict[str, Any], ruleset: str, question: str, situation: str) -> dict[str, object]:
    """Offer the visitor's lists of a ruleset, for asking about their men in a situation."""
    visitor = visitor_of(context["request"])
    found = names_of(visitor, ruleset) if visitor.user or visitor.browser_key else {}
    groups = [(WHOSE_NAMES[whose], lists) for whose, lists in found.items() if lists]
    return {"groups": groups, "ruleset": ruleset, "question": question, "situation": situation}
