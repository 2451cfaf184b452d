"""The known word that is nearest to a misspelt one."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_WORD = 60  # no id is longer, and comparing takes time by the square


def closest(word: str, candidates: Iterable[str]) -> str:
    """Return the candidate that is most like `word`, capitals apart; "" where none is."""
    close = get_close_matches(word.lower(), list(candidates), n=1) if len(word) <= LONGEST_WORD else []
    return close[0] if close else ""
