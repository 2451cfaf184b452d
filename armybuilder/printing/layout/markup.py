"""The HTML of a printout, from its template.

WeasyPrint counts a blank at the end of a table cell, where a browser shows none: a column becomes too wide for its
words, and they break. Where `white-space` is `pre`, every line break is shown. So line breaks of templates, which
spaces follow, are left out beside block elements and are a blank elsewhere; tabs and line breaks of values stay.
"""

import re
from collections.abc import Mapping

from django.template.loader import render_to_string

BLOCKS = (
    "article|aside|body|caption|dd|div|dl|dt|footer|h[1-6]|head|header|html|li|main|nav|ol|p|section|table|tbody|td|"
    "tfoot|th|thead|tr|ul"
)
BREAK_AFTER_BLOCK = re.compile(rf"(</?(?:{BLOCKS})\b[^<>]*>)(?: *\n)+  +")
BREAK = re.compile(r"(?: *\n)+  +")
BREAK_BEFORE_BLOCK = re.compile(rf" *\n[ \n]*(?=</?(?:{BLOCKS})\b)")


def print_markup(template_name: str, context: Mapping[str, object]) -> str:
    """Return a template as HTML, without line breaks beside block elements; any other is a blank."""
    html = render_to_string(template_name, {**context})
    return BREAK.sub(" ", BREAK_AFTER_BLOCK.sub(r"\1", BREAK_BEFORE_BLOCK.sub("", html)))
