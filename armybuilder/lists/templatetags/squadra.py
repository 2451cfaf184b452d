"""Signs and numbers of the interface, in every template."""

import secrets
from functools import cache

from django import template
from django.http import HttpRequest
from django.template import Context
from django.templatetags.static import static
from django.urls import ResolverMatch
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from armybuilder.languages import addresses
from armybuilder.lists.words import points_in_words, signed
from rules.core.text import minus

register = template.Library()

ARROW = "\N{RIGHTWARDS ARROW}"

#: The kinds of squad whose map sign has another name.
SIGNS = {"sniper-team": "team", "observer-section": "section"}


@register.simple_tag
def form_key() -> SafeString:
    """Return the hidden field of a form that creates something: sent twice it creates one."""
    return format_html('<input type="hidden" name="key" value="{}">', secrets.token_urlsafe(12))


@register.inclusion_tag("_public_head.html", takes_context=True)
def public_head(context: Context, title: str, line: str, picture: str = "", of: str = "") -> dict[str, object]:
    """Return the metadata of a public page for search engines and links.

    `line`: a sentence about the page. `picture`: the address of its picture of 1200 by 630 pixels, if any. `of`: the
    subject of the sentence, if several pages have the same: search engines would take those for one page.
    """
    request: HttpRequest = context["request"]
    site_picture = request.build_absolute_uri(static("icon-512.png"))
    return {
        "title": title,
        "line": line,
        "description": f"{of}: {line}" if of else line,
        "addresses": addresses(request),
        "language": get_language(),
        "picture": picture,
        "site_picture": site_picture,
    }


#: Pages that belong to another part of the navigation than their app, or to none.
SECTIONS = {"home": "", "library": "clubs", "new-force": "clubs", "browse": "public", "search": ""}
APPS = {"forces": "clubs"}  # apps whose pages belong to another's part


@register.simple_tag
def section_of(match: ResolverMatch | None) -> str:
    if match is None:
        return ""
    return SECTIONS.get(match.url_name or "", APPS.get(match.namespace, match.namespace))


@register.simple_tag
def icon(name: str) -> SafeString:
    """Show a lucide icon of `static/icons.svg`: `{% icon "undo-2" %}`. It is decoration beside its word."""
    return _svg("i", f"i-{name}")


@register.simple_tag
def unit(kind: str, vehicle: bool = False) -> SafeString:
    """Return the map sign of a kind of squad, with the oval of vehicles: `{% unit "squad" vehicle=True %}`."""
    sign = SIGNS.get(kind, kind)
    return _svg("unit", f"u-{sign}-vehicle" if vehicle else f"u-{sign}")


@cache
def _svg(css_class: str, symbol: str) -> SafeString:
    """Made once per process: a sheet shows hundreds, and the sprite's address does not change while it runs."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css_class, static("icons.svg"), symbol
    )


@register.filter
def arrows(words: str) -> SafeString:
    """Draw the arrows in words, which the fonts do not have, and name them for screen readers: `143 → 150`."""
    arrow = format_html('{}<span class="vh">{}</span>', _svg("i arrow", "i-arrow-right"), ARROW)
    return format_html_join(arrow, "{}", ((part,) for part in words.split(ARROW)))


register.filter("minus", minus)
register.filter("signed", signed)
register.filter("points", points_in_words)
