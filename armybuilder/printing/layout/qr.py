"""An address as a QR code, drawn in the page: the sandbox of `pdf.py` accepts no other pictures."""

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

DARK = "#1D1F19"  # the ink of print.css


def qr_code(link: str) -> SafeString:
    """Return the code as SVG with a description in the active language; "" for no address."""
    if not link:
        return mark_safe("")
    return mark_safe(
        _drawing(link, gettext("QR code for the list’s address"))
    )  # squares and our own words, nothing from a list


@lru_cache(maxsize=100)
def _drawing(link: str, title: str) -> str:
    """Drawn once: a preview needs it for each page, and the best pattern takes 20 ms to find."""
    code = segno.make_qr(link, error="m")
    return code.svg_inline(border=0, dark=DARK, omitsize=True, svgclass="qr", lineclass=None, title=title)
