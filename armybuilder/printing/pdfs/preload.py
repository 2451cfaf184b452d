"""Imports for the server of `pool.py` before it forks: its processes share them and start at once.

An error here would end that server. If Pango is missing, the first page reports it.
"""

from contextlib import suppress

import pikepdf  # noqa: F401
import pypdfium2  # noqa: F401

from armybuilder.printing.pdfs.from_html import PangoMissingError, import_weasyprint

with suppress(PangoMissingError):
    import_weasyprint()
