"""Citations: the paragraphs that an entry or a check names, and where the reference shows them."""

import re
from uuid import UUID

from django.urls import reverse
from django.utils.text import slugify


def paragraphs(source: str) -> tuple[str, ...]:
    """Return the paragraphs of a citation: `§8.0, §8.3` names two, `Calcolo dei punti` is one."""
    return tuple(re.split(r", (?=§)", source))


def anchor(source: str) -> str:
    """Return the anchor in the reference of the (first) paragraph of a citation: `§8.0` is at `p-8-0`."""
    return "p-" + slugify(paragraphs(source)[0].replace(".", "-"))


def from_query(list_id: UUID | str | None) -> str:
    """Return the query that tells a page of the rules which list a visitor came from: `?from=…`."""
    return f"?from={list_id}" if list_id else ""


def address(ruleset: str, source: str, from_list: str = "") -> str:
    """Return the address of the (first) paragraph of a citation in the reference of a ruleset."""
    return f"{reverse('rules:ruleset', args=[ruleset])}{from_query(from_list)}#{anchor(source)}"
