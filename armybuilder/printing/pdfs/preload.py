"""Imports for the server of `pool.py` before it forks: its processes share them and start at once.

It also renders a small page, because libraries prepare much with their first page. Nothing of the page is kept: each
process has fonts of its own. An error here would end that server. If Pango is missing, the first page reports it.
"""

from contextlib import suppress

import pikepdf  # noqa: F401
import pypdfium2  # noqa: F401

from armybuilder.printing.pdfs.from_html import PangoMissingError, fonts, make_pdf, style_sheet

HTML = """<!DOCTYPE html><html lang="it"><title>A</title><h1>A</h1><p>Uno <b>due</b> <span>precipitevolmente</span>
<table><thead><tr><th>A<tbody><tr><td>B</table><p class="right">C"""
CSS = """
@font-face { font-family: "Barlow"; src: url("../fonts/print/barlow-400-normal.ttf"); }
@page { size: 60mm 60mm; @bottom-left { content: counter(page) " / " counter(pages); } }
body { width: 30mm; font: 8pt/1.3 "Barlow", sans-serif; hyphens: auto; }
h1 { border: .2mm solid #111; background: #eee url("../print/squad.svg") no-repeat; letter-spacing: .1em; }
.right { float: right; white-space: pre; tab-size: 4mm; }
"""

with suppress(PangoMissingError):
    make_pdf(HTML, CSS)
    style_sheet.cache_clear()
    fonts.cache_clear()
