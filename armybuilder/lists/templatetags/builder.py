"""The builder's markup: `{% load builder %}`."""

import secrets
from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from armybuilder.lists.templatetags.squadra import icon

register = template.Library()


#: Stands in a piece where the hidden fields of its forms go, which are new in every answer. Nobody can write it.
HIDDEN = format_html("<!--{}-->", secrets.token_hex(16))


@register.simple_tag(takes_context=True)
def part(context: Context, template_name: str, value: Hashable, **more: Hashable) -> SafeString:
    """A piece of the sheet that follows from immutable values alone: `{% part "lists/_row.html" row %}`.

    An edit leaves most of a sheet as it was. What was printed before is not printed again, which is most of the time
    that an answer takes. In the piece the value is called `it`; `address` is that of the list, `hidden` the fields of
    its forms. Values come from a document, which has its bounds; what a request says has none and would be kept.
    """
    return _filled(_printed(template_name, value, context["address"], get_language(), **more), context)


@register.simple_tag(takes_context=True)
def parts(context: Context, template_name: str, values: Iterable[Hashable]) -> SafeString:
    """The pieces of several values, one after the other: `{% parts "lists/_row.html" squad.rows %}`."""
    address, language = context["address"], get_language()
    pieces = (_printed(template_name, value, address, language) for value in values)
    return _filled(mark_safe("".join(pieces)), context)


def _filled(piece: SafeString, context: Context) -> SafeString:
    return mark_safe(piece.replace(HIDDEN, context.get("hidden", "")))


# Small pieces only, and none that holds others of a number without bounds: some thousands are kept.
@lru_cache(maxsize=4096)
def _printed(
    template_name: str, value: Hashable, address: str, language: str | None, **more: Hashable
) -> SafeString:
    """`language` is only part of the key: texts are looked up in the active one."""
    values = {"it": value, "address": address, "hidden": HIDDEN, **more}
    return mark_safe(get_template(template_name).render(values))


@register.simple_tag
def icon_only(name: str, word: str) -> SafeString:
    """An icon whose word is for those who do not see it."""
    return format_html('{}<span class="vh">{}</span>', icon(name), word)
