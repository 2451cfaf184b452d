"""Write pictures of print-outs into docs/shots: what a change to a style sheet or a layout did is seen there.

Usage: python scripts/shots_print.py [FOLDER]
"""

import os
import sys
from datetime import date
from pathlib import Path

import django
import pypdfium2

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from armybuilder.printing.options import Form, Options, Origin, RulesVersion  # noqa: E402

FOLDERS = (
    "fixtures/lists",
    "tests/data/examples",
)  # where samples are; the games that have none there have examples
# As a sample is printed that others can read.
ORIGIN = Origin(
    RulesVersion(1, date(2026, 11, 21)), "https://squadra.example/lists/00000000-0000-0000-0000-000000000000/"
)
# Form, sample, options; pages of each at most.
SHOTS: tuple[tuple[Form, str, Options], ...] = (
    ("roster", "bersaglieri-nassiriya", Options("it", origin=ORIGIN)),
    ("roster", "paratroopers-sainte-mere", Options("en", origin=ORIGIN)),
    ("cards", "bersaglieri-nassiriya", Options("it")),
    ("cards", "paratroopers-sainte-mere", Options("en", ink=True)),
    ("deployment", "ludonet-pattuglia", Options("it")),
    ("reference", "rangers-surobi", Options("it")),
    ("reference", "paratroopers-sainte-mere", Options("en")),
)
PAGES = 2
SCALE = 1.6  # dots a point: 115 dots an inch


def main(folder: Path) -> None:
    """Render the samples of `SHOTS`, page by page."""
    from armybuilder.printing.forms import FORMS
    from armybuilder.printing.pdf import make_pdf
    from rules.core.assess import assess
    from rules.core.library import read_library
    from rules.core.roster import decode
    from rules.shipped import CATALOGUES_FILE

    library = read_library(CATALOGUES_FILE.read_bytes())
    for form, name, options in SHOTS:
        paths = (ROOT / folder / f"{name}.json" for folder in FOLDERS)
        roster = decode(next(path for path in paths if path.exists()).read_bytes())
        catalogue = library.catalogues[roster.ruleset]
        page = FORMS[form](roster, catalogue, assess(roster, catalogue), options)
        document = pypdfium2.PdfDocument(make_pdf(page.html, page.form, page.paper))
        for number, sheet in enumerate(list(document)[:PAGES], start=1):
            picture = sheet.render(scale=SCALE).to_pil().quantize(96)
            picture.save(folder / f"{form}-{name}-{options.language}-{number}.png", optimize=True)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    django.setup()
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "shots")
