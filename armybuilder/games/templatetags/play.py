"""Tags of the play screen."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from armybuilder.games.parts import Part
from armybuilder.printing.qr import qr_code as drawn

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: Context, part_id: str, *shown: object) -> Part:
    """Return the part of the page with this id, which shows these things and nothing else that changes."""
    found: Part = context["parts"].part(part_id, *shown)
    return found


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """Draw the QR code of an address."""
    return drawn(address)
