"""Each format is a folder that declares itself: no other module names it."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from armybuilder.printing.choosing.forms import PrintForm
from armybuilder.printing.formats.print_format import FOLDER
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options
from rules.core.assess import assess
from tests.printing.pdfs import open_pdf
from tests.printing.sheets import a_pdf, catalogue, twelve_men

ACCESS = Path(__file__).resolve().parents[1] / "access" / "who_may.txt"
every_format = pytest.mark.parametrize("name", FORMATS)
LIST = "00000000-0000-0000-0000-000000000000"


def test_every_folder_is_a_format() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/*.py")}
    assert folders == FORMATS.keys()


def test_formats_are_offered_in_the_order_that_they_declare() -> None:
    assert list(FORMATS) == sorted(FORMATS, key=lambda name: FORMATS[name].order)
    assert list(FORMATS) == [choice for choice, _ in PrintForm({}, "en").fields["form"].choices]  # type: ignore[attr-defined]


@every_format
def test_its_folder_has_its_template_and_its_style_sheet(name: str) -> None:
    assert {path.name for path in (FOLDER / name).iterdir()} >= {
        "__init__.py",
        "layout.py",
        "page.html",
        "style.css",
    }


@every_format
def test_it_has_a_thumbnail(name: str) -> None:
    assert finders.find(FORMATS[name].thumbnail)


@every_format
def test_its_pages_are_counted_without_rendering_them(name: str) -> None:
    roster = twelve_men()
    book, options = catalogue(roster.ruleset), Options("en", duplex=True)
    counted = FORMATS[name].count(roster, book, assess(roster, book), options)
    assert counted in (0, len(open_pdf(a_pdf(roster, form=name, duplex=True))))
    assert (counted == 0) == (name == "roster")


@every_format
def test_it_has_an_address_that_the_access_table_knows(name: str) -> None:
    assert reverse(f"printing:{name}", args=[LIST]) == f"/lists/{LIST}/print/{name}.pdf"
    assert re.search(rf"\bprinting:{name}\b", ACCESS.read_text())
