"""The language of the request, as a catalogue language, and texts in it."""

from typing import cast

from django.utils.functional import lazy
from django.utils.translation import get_language

from rules.core.text import LANGUAGES, Language, Text


def active_language() -> Language:
    """Return the language of the interface, or English if the rules do not have it."""
    code = (get_language() or "")[:2]
    return cast(Language, code) if code in LANGUAGES else "en"


def _named(text: Text) -> str:
    return text.to(active_language())


#: Return a text that is shown in the language of each request.
named = lazy(_named, str)
