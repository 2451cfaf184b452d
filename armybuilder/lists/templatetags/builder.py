"""The builder's markup: `{% load builder %}`."""

import secrets
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context, Engine
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from armybuilder.lists.builder.context import abbreviations
from armybuilder.lists.builder.head import points_meter
from armybuilder.lists.builder.values import Abbreviation
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates import newer_force, newer_rules
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import abbreviations_in
from rules.language import active_language

register = template.Library()
register.simple_tag(points_meter)

#: The button of an abbreviation; in a form it does not submit it.
BUTTON = '{}<button class="plain" popovertarget="abbr">{}</button>{}'
BUTTON_IN_FORM = BUTTON.replace(" class", ' type="button" class')

#: A placeholder for the hidden fields of the forms in a piece, which are new in every answer. Nobody can type it.
HIDDEN = format_html("<!--{}-->", secrets.token_hex(16))


@register.simple_tag(takes_context=True)
def part(context: Context, template_name: str, value: Hashable, **more: Hashable) -> SafeString:
    """Return a piece of the sheet that depends only on immutable values: `{% part "lists/_row.html" row %}`.

    An edit changes little of a sheet. Printed pieces are cached, which saves most of the time of an answer. In the
    piece the value is called `it`; `address` is that of the list, `hidden` the fields of its forms. Values come from
    a document, which has limits; values from a request have none, and would fill the cache.
    """
    return _filled(_printed(template_name, value, context["address"], _language(context), **more), context)


@register.simple_tag(takes_context=True)
def parts(context: Context, template_name: str, values: Iterable[Hashable]) -> SafeString:
    """Return the pieces of several values: `{% parts "lists/_row.html" squad.rows %}`."""
    address, language = context["address"], _language(context)
    return _filled("".join(_printed(template_name, value, address, language) for value in values), context)


def _language(context: Context) -> str | None:
    """Return the active language, from the context if possible: it is slow to find."""
    language: str | None = context.get("LANGUAGE_CODE") or get_language()
    return language


def _filled(piece: str, context: Context) -> SafeString:
    return SafeString(piece.replace(HIDDEN, context.get("hidden") or ""))


# Small pieces only, and none that contains an unlimited number of others. The page of 15 entries has 77: those of
# 200 simultaneous builders are kept, 40 MB at most (2.6 kB each); an edit without them takes three times as long.
@lru_cache(maxsize=16_384)
def _printed(template_name: str, value: Hashable, address: str, language: str | None, **more: Hashable) -> str:
    """Print a piece. `language` is only part of the key; numbers below ten thousand need no localisation."""
    values = {"it": value, "address": address, "hidden": HIDDEN, "LANGUAGE_CODE": language, **more}
    return Engine.get_default().get_template(template_name).render(Context(values, use_l10n=False))


@register.filter
def explained(name: str) -> SafeString:
    """Show a name of the rules whose abbreviations explain themselves on a tap."""
    return SafeString(" ".join(map(_explained, name.split(" "))))


# Each edit prints the same few names again.
@lru_cache(maxsize=4096)
def _explained(word: str) -> SafeString:
    short = abbreviations_in(word)
    return format_html(BUTTON, *word.partition(short[0])) if short else escape(word)


@register.filter
def explained_of(name: str, known: Iterable[Abbreviation]) -> SafeString:
    """Explain the abbreviations of the game in a name, also inside a form."""
    meant = {word for item in known for word in abbreviations_in(item.short)}
    return format_html_join(" ", "{}", ((_explained_of(word, meant),) for word in name.split(" ")))


def _explained_of(word: str, meant: set[str]) -> str:
    short = abbreviations_in(word)
    return format_html(BUTTON_IN_FORM, *word.partition(short[0])) if meant.intersection(short) else word


@register.inclusion_tag("lists/_explain.html")
def explain(*catalogues: Catalogue) -> dict[str, object]:
    """Show a button that explains the abbreviations of a game: `{% explain army_list.catalogue %}`."""
    found = (item for catalogue in catalogues for item in abbreviations(catalogue, active_language()))
    return {"abbreviations": list(dict.fromkeys(found))}


@register.inclusion_tag("lists/_house_news.html")
def house_news(army_list: ArmyList) -> dict[str, Any]:
    return {"army_list": army_list, "rules": newer_rules(army_list)}


@register.inclusion_tag("lists/_force_news.html")
def force_news(army_list: ArmyList) -> dict[str, Any]:
    newer = newer_force(army_list)
    name = newer.force.name.to(active_language()) if newer else ""
    return {"army_list": army_list, "force": newer, "name": name}
