"""An address as a QR code, drawn in the page itself: the sandbox of `pdf.py` lets in no picture from elsewhere."""

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

DARK = "#1D1F19"  # the ink of print.css


def qr_code(link: str) -> SafeString:
    """Return the code as SVG, its description in the active language; "" for no address."""
    if not link:
        return mark_safe("")
    code = segno.make_qr(link, error="m")
    drawing = code.svg_inline(
        border=0,
        dark=DARK,
        omitsize=True,
        svgclass="qr",
        lineclass=None,
        title=gettext("QR code of the list’s address"),
    )
    return mark_safe(drawing)  # squares and our own words: nothing in it is the list's
