"""Write pictures of printouts into var/shots/print, to see the effect of a change to a style sheet or a layout.

Usage: python scripts/shots_print.py [FOLDER]
"""

import itertools
import os
import sys
from datetime import date
from pathlib import Path

import django
import pypdfium2

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from armybuilder.printing.layout.options import Options, Origin, Version  # noqa: E402

FOLDERS = (
    "fixtures/lists",
    "tests/data/examples",
)  # the folder of samples; games without any have examples
# As a list with a reader is printed.
ORIGIN = Origin(Version(1, date(2026, 11, 21)), "https://squadra.example/lists/00000000-0000-0000-0000-000000000000/")
# Every sample, and an example for games without: (name, saves ink).
LISTS = (
    *((path.stem, False) for path in sorted((ROOT / "fixtures" / "lists").glob("*.json"))),
    ("bi-kandahar", False),
    ("ludonet-pattuglia", True),
)
PAGES = 2  # of each at most
SCALE = 1.15  # dots per point: 83 dpi
COLOURS = 16


def main(folder: Path) -> None:
    """Render every list in every format and language, page by page."""
    from armybuilder.printing.formats.registry import FORMATS
    from armybuilder.printing.pdfs.from_html import make_pdf
    from rules.core.assess import assess
    from rules.core.catalogue.library import read_library
    from rules.core.document.roster import decode
    from rules.core.text import LANGUAGES
    from rules.encoding import CATALOGUES_FILE

    library = read_library(CATALOGUES_FILE.read_bytes())
    folder.mkdir(parents=True, exist_ok=True)
    for (name, ink), form, language in itertools.product(LISTS, FORMATS, LANGUAGES):
        paths = (ROOT / place / f"{name}.json" for place in FOLDERS)
        roster = decode(next(path for path in paths if path.exists()).read_bytes())
        catalogue = library.catalogues[roster.ruleset]
        options = Options(language, ink=ink, origin=ORIGIN)
        page = FORMATS[form].page(roster, catalogue, assess(roster, catalogue), options)
        document = pypdfium2.PdfDocument(make_pdf(page.html, page.css))
        for number, sheet in enumerate(list(document)[:PAGES], start=1):
            picture = sheet.render(scale=SCALE).to_pil().quantize(COLOURS)
            picture.save(folder / f"{form}-{name}-{language}-{number}.png", optimize=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    django.setup()
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var" / "shots" / "print")
