"""The HTML of a printout, from its template.

WeasyPrint counts a blank at the end of a table cell, where a browser shows none: a column becomes too wide for its
words, and they break. Line breaks of templates beside block elements are therefore left out: those followed by spaces,
as tabs and line breaks of a value count where `white-space` is `pre`.
"""

import re
from collections.abc import Mapping

from django.template.loader import render_to_string

BLOCKS = (
    "article|aside|body|caption|dd|div|dl|dt|footer|h[1-6]|head|header|html|li|main|nav|ol|p|section|table|tbody|td|"
    "tfoot|th|thead|tr|ul"
)
BREAK_AFTER_BLOCK = re.compile(rf"(</?(?:{BLOCKS})\b[^<>]*>)(?: *\n)+  +")
BREAK_BEFORE_BLOCK = re.compile(rf" *\n[ \n]*(?=</?(?:{BLOCKS})\b)")


def print_markup(template_name: str, context: Mapping[str, object]) -> str:
    """Return a template as HTML, without line breaks beside block elements."""
    html = render_to_string(template_name, {**context})
    return BREAK_AFTER_BLOCK.sub(r"\1", BREAK_BEFORE_BLOCK.sub("", html))
