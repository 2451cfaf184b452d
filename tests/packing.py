"""Pages as tests read them: a template's line breaks are blanks where a browser shows one, and nothing elsewhere."""

import re
from typing import Any

from django.test import Client

#: Elements that flow with the text around them.
INLINE = "a|b|button|code|em|i|img|input|kbd|label|q|select|small|span|strong|sub|sup|svg|textarea|time"
#: Of these the ones whose own text flows on, too.
FLOWING = "a|b|code|em|i|kbd|q|small|span|strong|sub|sup|time"
KEPT = re.compile(r"(<(textarea|pre|script|style)\b.*?</\2>)", re.DOTALL)
TAG = re.compile(r"<[a-z][^<>]*>", re.IGNORECASE)
BETWEEN_ATTRIBUTES = re.compile(r"""\s+(?=(?:[^"]*"[^"]*")*[^"]*\Z)""")
#: A line break inside of an element beside one outside: the browser shows a single blank.
DOUBLED = (
    re.compile(rf"\s*\n\s*(</(?:{FLOWING})>)(?=\s)"),
    re.compile(rf"(?<=\s)(<(?:{FLOWING})\b[^<>]*>)\s*\n\s*"),
)
BREAK = re.compile(
    rf"(?P<before><(?:{FLOWING})\b[^<>]*>|</(?:{INLINE})>|<(?:img|input)\b[^<>]*>|[^\s>])?"
    r"\s*\n\s*"
    rf"(?P<after>(?=</(?:{FLOWING})>|<(?:{INLINE})\b|[^\s<]))?"
)


def packed(page: str) -> str:
    """Return a page without the line breaks of its templates."""
    parts = KEPT.split(page)
    parts[::3] = map(_packed, parts[::3])
    return "".join(part for place, part in enumerate(parts) if place % 3 != 2)


def _packed(markup: str) -> str:
    markup = TAG.sub(lambda tag: BETWEEN_ATTRIBUTES.sub(" ", tag[0]).replace(" >", ">"), markup)
    for pattern in DOUBLED:
        markup = pattern.sub(r"\1", markup)
    return BREAK.sub(lambda found: (found["before"] or "") + " " * _shows(found), markup)


def _shows(found: re.Match[str]) -> bool:
    return found["before"] is not None and found["after"] is not None


def request_packed(client: Client, **request: Any) -> Any:
    """Let a client of a test read a page packed."""
    response = _request(client, **request)
    if is_page(response):
        response.content = packed(response.content.decode()).encode()
    return response


def is_page(response: Any) -> bool:
    """Whether a response is a page, and not compressed."""
    is_html = response.get("Content-Type", "").startswith("text/html")
    return is_html and not response.streaming and not response.has_header("Content-Encoding")


_request = Client.request
