"""The imports of the server of `pool.py`, before it forks: its processes share them, and begin at once.

An error here would end that server. Where Pango is missing, whoever wants a page is told.
"""

from contextlib import suppress

from armybuilder.printing.pdfs.from_html import PangoMissingError, import_weasyprint

with suppress(PangoMissingError):
    import_weasyprint()
