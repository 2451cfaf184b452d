"""Write the pictures of example printouts for the front page into static/img/samples.

Usage: python scripts/sample_pictures.py, after a change to an example or to a roster or card (or `make shots`).
"""

import itertools
import os
import sys
from datetime import date
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import django
import pypdfium2
from PIL.Image import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from armybuilder.printing.layout.options import Options, Origin, Version  # noqa: E402
from rules.core.text import LANGUAGES, Language  # noqa: E402

SAMPLES = ROOT / "fixtures" / "lists"
FOLDER = ROOT / "static" / "img" / "samples"
ORIGIN = Origin(Version(1, date(2026, 11, 21)), "https://squadra.example/lists/00000000-0000-0000-0000-000000000000/")
SIDE = 440  # dots of an example's picture, which is square: the head of its roster, twice the size on the page
ON_TOP = "bersaglieri-nassiriya"  # the example with its roster and cards at the head of the front page
WIDTH = 520  # dots of those
QUALITY = 30


def main() -> None:
    """Render the roster of each example, and the sheets at the head of the front page, in both languages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    samples = sorted(SAMPLES.glob("*.json"))
    for path, language in itertools.product(samples, LANGUAGES):
        head = picture(path, "roster", language, SIDE).crop((0, 0, SIDE, SIDE))
        save(head, f"{uuid5(NAMESPACE_URL, path.stem)}-{language}")
    for form, language in itertools.product(("roster", "cards"), LANGUAGES):
        save(picture(SAMPLES / f"{ON_TOP}.json", form, language, WIDTH), f"{form}-{language}")


def picture(path: Path, form: str, language: Language, width: int) -> Image:
    """Return the first page of an example's printout, `width` dots wide."""
    from armybuilder.printing.formats.registry import FORMATS
    from armybuilder.printing.pdfs.from_html import make_pdf
    from rules.core.assess import assess
    from rules.core.catalogue.library import read_library
    from rules.core.document.roster import decode
    from rules.encoding import CATALOGUES_FILE

    roster = decode(path.read_bytes())
    catalogue = read_library(CATALOGUES_FILE.read_bytes()).catalogues[roster.ruleset]
    found = FORMATS[form]
    page = found.page(roster, catalogue, assess(roster, catalogue), Options(language, origin=ORIGIN))
    sheet = pypdfium2.PdfDocument(make_pdf(page.html, page.css))[0]
    rendered: Image = sheet.render(scale=width / sheet.get_width()).to_pil()
    return rendered


def save(image: Image, name: str) -> None:
    """Write a picture into the folder of the static files."""
    image.save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    os.environ.setdefault("SQUADRA_LOCAL", "1")
    django.setup()
    main()
