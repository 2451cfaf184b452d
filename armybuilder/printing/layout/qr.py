"""An address as an inline QR code: the sandbox of `pdfs/from_html.py` accepts no other pictures."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

DARK = "#1D1F19"  # the ink of print.css


def qr_code(link: str) -> SafeString:
    """Return the code as SVG, with a description in the active language; "" without an address."""
    if not link:
        return mark_safe("")
    return mark_safe(
        _drawing(link, gettext("QR code for the list’s address"))
    )  # only squares and our own words, no content of a list


@lru_cache(maxsize=100)
def _drawing(link: str, title: str) -> str:
    """Drawn once: a preview needs it on each page, and finding the best pattern takes 20 ms."""
    code = segno.make_qr(link, error="m")
    return code.svg_inline(border=0, dark=DARK, omitsize=True, svgclass="qr", lineclass=None, title=title)
