"""Tags of the play screen."""

from collections.abc import Iterable

from django import template
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from armybuilder.games.parts import Part
from armybuilder.games.wording import LogWords
from armybuilder.printing.qr import qr_code as drawn

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: Context, part_id: str, *shown: object) -> Part:
    """Return the part of the page with this id, which shows these things and nothing else that changes."""
    found: Part = context["parts"].part(part_id, *shown)
    return found


@register.simple_tag
def log_lines(lines: Iterable[LogWords]) -> SafeString:
    """Draw lines of the log, which each tap brings anew: half a hundred take a template five times as long."""
    return format_html_join("", "<li>{}{}</li>", ((_whose(line), line.words) for line in lines))


def _whose(line: LogWords) -> str:
    if not line.who:
        return ""
    if line.is_own:
        return format_html('<span class="log-who is-own">{}</span> ', gettext("You"))
    return format_html('<span class="log-who">{}</span> ', line.who)


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """Draw the QR code of an address."""
    return drawn(address)
