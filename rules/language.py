"""The language of the request, as a catalogue language."""

from typing import cast

from django.utils.translation import get_language

from rules.core.text import LANGUAGES, Language


def active_language() -> Language:
    """Return the language of the interface, or English if the rules do not have it."""
    code = (get_language() or "")[:2]
    return cast(Language, code) if code in LANGUAGES else "en"
