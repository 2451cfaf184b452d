"""Tags of the play screen."""

from collections.abc import Iterable, Sequence
from functools import cache

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from armybuilder.games.models import Link
from armybuilder.games.pages.log import LogWords
from armybuilder.games.pages.page import PagePart
from armybuilder.printing.layout.qr import qr_code as drawn

register = template.Library()


@register.tag("part")
def parse_part(parser: Parser, token: Token) -> "PartNode":
    """`{% part "li" id tick %}<li {{ part }}>…</li>{% endpart %}`: an element, its id, and everything it shows."""
    element, part_id, *shown = (parser.compile_filter(bit) for bit in token.split_contents()[1:])
    content = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(element, part_id, shown, content)


class PartNode(Node):
    """A part of the page: its content, or an empty element if the phone has it already."""

    def __init__(
        self,
        element: FilterExpression,
        part_id: FilterExpression,
        shown: Sequence[FilterExpression],
        nodelist: NodeList,
    ) -> None:
        self.element, self.part_id, self.shown, self.nodelist = element, part_id, shown, nodelist

    def render(self, context: Context) -> SafeString:
        """Return its HTML; inside, `part` holds the attributes that mark the element as this part."""
        shown = (value.resolve(context) for value in self.shown)
        part: PagePart = context["parts"].part(self.part_id.resolve(context), *shown)
        if part.is_held:
            return format_html('<{0} id="{1}" data-same></{0}>', self.element.resolve(context), part.id)
        with context.push(part=format_html('id="{}" data-part="{}"', part.id, part.mark)):
            return self.nodelist.render(context)


@register.simple_tag
def log_lines(lines: Iterable[LogWords]) -> SafeString:
    """Draw lines of the log, which change with each tap: a template would take five times as long."""
    whose = cache(_whose)  # of two sides
    return format_html_join("", "<li>{}{}</li>", ((whose(line.who, line.is_own), line.words) for line in lines))


def _whose(who: str, is_own: bool) -> str:
    if not who:
        return ""
    if is_own:
        return format_html('<span class="log-who is-own">{}</span> ', gettext("You"))
    return format_html('<span class="log-who">{}</span> ', who)


@register.simple_tag(takes_context=True)
def qr_code(context: Context, link: Link) -> SafeString:
    return drawn(context["request"].build_absolute_uri(reverse("games:play", args=[link.token])))


@register.simple_tag(takes_context=True)
def join_address(context: Context) -> str:
    """Return the address for typing a code, to read out: visitors without an account need it."""
    return str(context["request"].build_absolute_uri(reverse("games:join"))).partition("://")[2]
