"""The builder's markup: `{% load builder %}`."""

from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from armybuilder.lists.templatetags.squadra import icon

register = template.Library()


@register.simple_tag(takes_context=True)
def part(context: Context, template_name: str, value: object) -> SafeString:
    """A piece of the sheet that follows from one immutable value alone: `{% part "lists/_row.html" row %}`.

    An edit leaves most of a sheet as it was. What was printed before is not printed again, which is most of the time
    that an answer takes. In the piece the value is called `it`; `address` is that of the list.
    """
    return _printed(template_name, value, context["address"], get_language())


@lru_cache(maxsize=4096)
def _printed(template_name: str, value: object, address: str, language: str | None) -> SafeString:
    """`language` is only part of the key: texts are looked up in the active one."""
    return mark_safe(get_template(template_name).render({"it": value, "address": address}))


@register.simple_tag
def icon_only(name: str, word: str) -> SafeString:
    """An icon whose word is for those who do not see it."""
    return format_html('{}<span class="vh">{}</span>', icon(name), word)
