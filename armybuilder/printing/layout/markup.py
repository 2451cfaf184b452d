"""The HTML of a printout, from its template.

WeasyPrint counts a trailing space in a table cell, unlike browsers, so that words break. It shows every line break if
`white-space` is `pre`. Line breaks of templates, followed by indentation, are therefore removed beside block elements
and replaced by a space elsewhere. Tabs and line breaks in values stay.
"""

import re
from collections.abc import Mapping

from django.template.loader import render_to_string

BLOCKS = (
    "article|aside|body|caption|dd|div|dl|dt|footer|h[1-6]|head|header|html|li|main|nav|ol|p|section|table|tbody|td|"
    "tfoot|th|thead|title|tr|ul"
)
BREAK_AFTER_BLOCK = re.compile(rf"(</?(?:{BLOCKS})\b[^<>]*>)(?: *\n)+  +")
BREAK = re.compile(r"(?: *\n)+  +")
BREAK_BEFORE_BLOCK = re.compile(rf" *\n[ \n]*(?=</?(?:{BLOCKS})\b)")


def print_markup(template_name: str, context: Mapping[str, object]) -> str:
    """Return a template as HTML, without line breaks beside block elements. Other breaks become spaces."""
    html = render_to_string(template_name, {**context})
    return BREAK.sub(" ", BREAK_AFTER_BLOCK.sub(r"\1", BREAK_BEFORE_BLOCK.sub("", html)))
