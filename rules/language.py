"""The language of the request, as catalogues name it."""

from typing import cast

from django.utils.translation import get_language

from rules.core.text import LANGUAGES, Language


def active_language() -> Language:
    """Return the language that the interface is shown in; English where that is one the rules have no texts in."""
    code = (get_language() or "")[:2]
    return cast(Language, code) if code in LANGUAGES else "en"
