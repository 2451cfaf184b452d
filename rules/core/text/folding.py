"""Texts as words are compared: without accents and capitals."""

import unicodedata


def plain(text: str) -> str:
    """Return a text without accents and capitals: `Reparti d’Élite` is reparti d’elite."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).casefold()


def squeezed(text: str) -> str:
    """Return the letters and digits of a text, however they are written apart: `MG-42`, `MG 42` are mg42."""
    return "".join(letter for letter in plain(text) if letter.isalnum())
