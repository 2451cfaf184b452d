"""Pages for tests: a template's line breaks are blanks where a browser shows one, and nothing elsewhere."""

import re
from typing import Any

from django.test import Client

#: Elements that flow with the text around them.
INLINE = "a|b|button|code|em|i|img|input|kbd|label|q|select|small|span|strong|sub|sup|svg|textarea|time"
#: Those whose own text is inline, too.
FLOWING = "a|b|code|em|i|kbd|q|small|span|strong|sub|sup|time"
KEPT = re.compile(r"(<(textarea|pre|script|style)\b.*?</\2>)", re.DOTALL)
TAG = re.compile(r"<[a-z][^<>]*>", re.IGNORECASE)
#: A tag with more than single blanks between its attributes, which is rare.
LOOSE = re.compile(r"\s\s|[^\S ]| >")
BETWEEN_ATTRIBUTES = re.compile(r"""\s+(?=(?:[^"]*"[^"]*")*[^"]*\Z)""")
#: A line break inside an element beside one outside: the browser shows a single blank.
DOUBLED = (
    re.compile(rf"(?<!\s)\s*\n\s*(</(?:{FLOWING})>)(?=\s)"),
    re.compile(rf"(?<=\s)(<(?:{FLOWING})\b[^<>]*>)\s*\n\s*"),
)
BREAK = re.compile(r"(?<!\s)\s*\n\s*")
TAG_BEFORE = re.compile(rf"<(?:{FLOWING})\b[^<>]*>|</(?:{INLINE})>|<(?:img|input)\b[^<>]*>")
AFTER = re.compile(rf"</(?:{FLOWING})>|<(?:{INLINE})\b|[^\s<]")


def packed(page: str) -> str:
    """Return a page without the line breaks of its templates."""
    parts = KEPT.split(page)
    parts[::3] = map(_packed, parts[::3])
    return "".join(part for place, part in enumerate(parts) if place % 3 != 2)


def _packed(markup: str) -> str:
    markup = TAG.sub(_on_one_line, markup)
    for pattern in DOUBLED:
        markup = pattern.sub(r"\1", markup)
    return BREAK.sub(_blank, markup)


def _on_one_line(tag: re.Match[str]) -> str:
    if not LOOSE.search(tag[0]):
        return tag[0]
    return BETWEEN_ATTRIBUTES.sub(" ", tag[0]).replace(" >", ">")


def _blank(found: re.Match[str]) -> str:
    """Return a blank for a line break that a browser shows, "" for another."""
    markup, start = found.string, found.start()
    if not start or not AFTER.match(markup, found.end()):
        return ""
    if markup[start - 1] != ">":
        return " "
    return " " if TAG_BEFORE.fullmatch(markup, markup.rindex("<", 0, start), start) else ""


def request_packed(client: Client, **request: Any) -> Any:
    """Let a test client read packed pages."""
    response = _request(client, **request)
    if is_page(response):
        response.content = packed(response.content.decode()).encode()
    return response


def is_page(response: Any) -> bool:
    """Whether a response is a page, and not compressed."""
    is_html = response.get("Content-Type", "").startswith("text/html")
    return is_html and not response.streaming and not response.has_header("Content-Encoding")


_request = Client.request
