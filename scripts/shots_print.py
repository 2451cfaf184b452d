"""Write pictures of printed rosters into docs/shots: what a change to print.css or the layout did is seen there.

Usage: python scripts/shots_print.py [FOLDER]
"""

import os
import sys
from pathlib import Path

import django
import pypdfium2

ROOT = Path(__file__).resolve().parents[1]
SHOTS = (("bersaglieri-nassiriya", "it"), ("paratroopers-sainte-mere", "en"))
SCALE = 1.6  # dots a point: 115 dots an inch


def main(folder: Path) -> None:
    """Render the samples of `SHOTS`, page by page."""
    from armybuilder.printing.options import Options
    from armybuilder.printing.pdf import make_pdf
    from armybuilder.printing.roster import roster_page
    from rules.core.assess import assess
    from rules.core.library import read_library
    from rules.core.roster import decode
    from rules.shipped import CATALOGUES_FILE

    library = read_library(CATALOGUES_FILE.read_bytes())
    for name, language in SHOTS:
        roster = decode((ROOT / "fixtures" / "lists" / f"{name}.json").read_bytes())
        catalogue = library.catalogues[roster.ruleset]
        page = roster_page(
            roster, catalogue, assess(roster, catalogue), Options("it" if language == "it" else "en")
        )
        document = pypdfium2.PdfDocument(make_pdf(page.html, page.form, page.paper))
        for number, sheet in enumerate(document, start=1):
            picture = sheet.render(scale=SCALE).to_pil().quantize(96)
            picture.save(folder / f"roster-{name}-{language}-{number}.png", optimize=True)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    django.setup()
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "shots")
