"""Rules in templates: `{% load rules %}`."""

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import HOUSE
from rules.core.judging.report import FORCE
from rules.core.text import Language
from rules.encoding import shipped_ids
from rules.language import active_language
from rules.last_used import last_used
from rules.reference.parts import (
    Cited,
    address,
    anchor,
    check_address,
    foreign_language,
    from_query,
    paragraphs,
)

register = template.Library()


@register.simple_tag
def shipped_rulesets(row: Any) -> str:
    """Return the ids of the shipped rulesets that a page of the admin edits: that of a row, otherwise all of them."""
    edited = {getattr(row, "ruleset_id", row.pk)} & shipped_ids() if row else shipped_ids()
    return ", ".join(sorted(edited))


Said = TypeVar("Said", covariant=True)


class InLanguages(Protocol[Said]):
    """Something with a text in either language: a text, a found entry."""

    def to(self, language: Language) -> Said: ...


@register.simple_tag(takes_context=True)
def odds_url(context: Context) -> str:
    """Return the address of the odds of the ruleset that the visitor last used, or of the choice of a ruleset."""
    ruleset_id = last_used(context["request"]) if "request" in context else ""
    return reverse("odds:fire", args=[ruleset_id]) if ruleset_id else reverse("odds:index")


@register.filter
def text(value: InLanguages[Said]) -> Said:
    """Return a text or an entry's text in the language of the interface: `{{ weapon.name|text }}`."""
    return value.to(active_language())


@register.simple_tag
def cite(book: Cited, source: str, of_list: UUID | str | None = None) -> SafeString:
    """Return the paragraphs of a citation as links to the reference: `{% cite issue.book issue.source %}`.

    With a third argument, a list (its id, or the address of its page), the reference links back to that list.
    """
    list_id = _id_of(of_list)
    return _links(book, ((address(book.id, paragraph, list_id), paragraph) for paragraph in paragraphs(source)))


@register.simple_tag
def cite_here(book: Cited, source: str) -> SafeString:
    """Return the paragraphs of a citation on the page of its own ruleset: `{% cite_here reference row.source %}`."""
    return _links(book, ((f"#{anchor(paragraph)}", paragraph) for paragraph in paragraphs(source)))


@register.simple_tag
def check_url(book: Cited, code: str, of_list: UUID | str | None = None) -> str:
    """Return the address of a constraint in the reference; `of_list` as in `cite`."""
    return check_address(book.id, code, _id_of(of_list))


@register.simple_tag
def lang(book: Cited, source: str) -> SafeString:
    """Return the `lang` attribute of a heading that is not in the reader's language: ` lang="it"`."""
    language = foreign_language(book, source)
    return format_html(' lang="{}"', language) if language else SafeString()


@register.simple_tag
def came_from(list_id: UUID | None) -> str:
    """Return the query of an address of the rules, for a visitor who came from a list: `?from=…`, otherwise nothing."""
    return from_query(list_id)


def _links(book: Cited, links: Iterable[tuple[str, str]]) -> SafeString:
    return format_html_join(
        ", ",
        '<a class="cite" href="{}"{}>{}</a>',
        ((where, lang(book, paragraph), heading(book, paragraph)) for where, paragraph in links),
    )


def heading(book: Cited, source: str) -> str:
    """Return a paragraph as cited; a heading in another language has its `lang`."""
    language = foreign_language(book, source)
    return f"“{source}” ({language})" if language else paragraph_name(source)


def _id_of(of_list: UUID | str | None) -> str:
    return PurePosixPath(str(of_list or "")).name


@register.filter
def paragraph_name(source: str) -> str:
    """Return the name of a paragraph; `house` is our advice."""
    if source == FORCE:
        return gettext("force")
    return gettext("our advice") if source == HOUSE else source
