"""Sentences in both languages: templates filled with facts, and those of the reader.

`{weapon}` prints a fact, `{over:punto|punti}` a number with its noun, the singular for 1. A number and its unit are
glued (U+00A0). What a check says stands beside its function, in `rules.core.judging.checks`.
"""

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Any

from rules.core.text.text import Language, Text

@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str, str], ...]:
    """A template in parts: (text before a fact, the fact's name or None at the end, its singular, its plural)."""
    parts = []
    for literal, name, spec, _ in Formatter().parse(template):
        one, _, many = (spec or "").partition("|")
        parts.append((literal, name, one, many))
    return tuple(parts)


def fill(template: Text, language: Language, facts: Mapping[str, Any]) -> str:
    """Return a template in `language` with its facts in place."""
    sentence = ""
    for literal, name, one, many in _parts(template.to(language)):
        sentence += literal
        if name is not None:
            fact = facts[name]
            sentence += fact.to(language) if isinstance(fact, Text) else str(fact)
            if many:
                sentence += f"\u00a0{one if fact == 1 else many}"
    return sentence
