"""Rules in templates: `{% load rules %}`."""

from collections.abc import Iterable
from pathlib import PurePosixPath
from uuid import UUID

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rules.citations import address, anchor, from_query, paragraphs
from rules.core.catalogue import HOUSE
from rules.core.text import Text
from rules.language import active_language

register = template.Library()


@register.filter
def text(value: Text) -> str:
    """A text of the rules in the language of the interface: `{{ weapon.name|text }}`."""
    return value.to(active_language())


@register.simple_tag
def cite(ruleset: str, source: str, of_list: UUID | str | None = None) -> SafeString:
    """The paragraphs of a citation, each a link into the reference: `{% cite list.ruleset issue.source %}`.

    With a third argument, the list it stands in (its id, or the address of its page), the reference offers the way
    back to that list.
    """
    list_id = PurePosixPath(str(of_list or "")).name
    return _links((address(ruleset, paragraph, list_id), paragraph) for paragraph in paragraphs(source))


@register.simple_tag
def cite_here(source: str) -> SafeString:
    """The paragraphs of a citation on the page of its own ruleset: `{% cite_here row.source %}`."""
    return _links((f"#{anchor(paragraph)}", paragraph) for paragraph in paragraphs(source))


@register.simple_tag
def came_from(list_id: UUID | None) -> str:
    """What is added to an address of the rules, for a visitor who came from a list: `?from=…`, else nothing."""
    return from_query(list_id)


def _links(links: Iterable[tuple[str, str]]) -> SafeString:
    return format_html_join(
        ", ",
        '<a class="cite" href="{}">{}</a>',
        ((where, paragraph_name(paragraph)) for where, paragraph in links),
    )


@register.filter
def paragraph_name(source: str) -> str:
    """What a paragraph is called; `house` is our advice."""
    return gettext("our advice") if source == HOUSE else source
