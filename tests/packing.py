"""Pages for tests: a template's line breaks are blanks where a browser shows one, and nothing elsewhere."""

import re
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Any

from django.test import Client

#: Elements that flow with the text around them.
INLINE = "a|b|button|code|em|i|img|input|kbd|label|q|select|small|span|strong|sub|sup|svg|textarea|time"
#: Those whose own text is inline, too.
FLOWING = "a|b|code|em|i|kbd|q|small|span|strong|sub|sup|time"
KEPT = re.compile(r"(<(textarea|pre|script|style)\b.*?</\2>)", re.DOTALL)
#: A tag with more than single blanks between its attributes, which is rare.
LOOSE_TAG = re.compile(r"<[a-z][^<>]*?(?=\s\s|[^\S ]| >)[^<>]*>", re.IGNORECASE)
BETWEEN_ATTRIBUTES = re.compile(r"""\s+(?=(?:[^"]*"[^"]*")*[^"]*\Z)""")
#: A line break inside an element beside one outside: the browser shows a single blank.
CLOSED = re.compile(rf"</(?:{FLOWING})>(?=\s|\Z)")
OPENED = re.compile(rf"(?:\A|(?<=\s))<(?:{FLOWING})\b[^<>]*>\Z")
TAG_BEFORE = re.compile(rf"<(?:{FLOWING})\b[^<>]*>|</(?:{INLINE})>|<(?:img|input)\b[^<>]*>")
AFTER = re.compile(rf"</(?:{FLOWING})>|<(?:{INLINE})\b|[^\s<]")


def packed(page: str) -> str:
    """Return a page without the line breaks of its templates."""
    parts = KEPT.split(page)
    parts[::3] = map(_packed, parts[::3])
    return "".join(part for place, part in enumerate(parts) if place % 3 != 2)


def _packed(markup: str) -> str:
    first, *rest = LOOSE_TAG.sub(_on_one_line, markup).split("\n")
    if not rest:
        return first
    lines = [first.rstrip(), *filter(None, map(str.strip, rest[:-1])), rest[-1].lstrip()]
    together = [lines[0]]
    for before, after in pairwise(lines):
        together += (_between(before, after), after)
    return "".join(together)


def _on_one_line(tag: re.Match[str]) -> str:
    return _tight(tag[0])


@lru_cache(maxsize=10_000)
def _tight(tag: str) -> str:
    return BETWEEN_ATTRIBUTES.sub(" ", tag).replace(" >", ">")


@lru_cache(maxsize=50_000)
def _between(before: str, after: str) -> str:
    """Return a blank for the break between two lines where a browser shows one, "" elsewhere."""
    if not before or not AFTER.match(after) or CLOSED.match(after) or OPENED.search(before):
        return ""
    if not before.endswith(">"):
        return " "
    return " " if TAG_BEFORE.fullmatch(before, before.rfind("<")) else ""


def request_packed(client: Client, **request: Any) -> Any:
    """Let a test client read packed pages."""
    response: Any = _request(client, **request)
    if is_page(response):
        kind: Any = type(response)
        response.__class__ = _packing(kind)
    return response


@cache
def _packing(kind: Any) -> Any:
    """Return the class of a response that is packed when it is first read: many are not."""

    class Packed(kind):  # type: ignore[misc]
        @cached_property
        def content(self) -> bytes:
            return packed(super().content.decode()).encode()

    return Packed


def is_page(response: Any) -> bool:
    """Whether a response is a page, and not compressed."""
    is_html = response.get("Content-Type", "").startswith("text/html")
    return is_html and not response.streaming and not response.has_header("Content-Encoding")


_request = Client.request
