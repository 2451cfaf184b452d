"""Each format is a self-contained folder: no other module names it."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from armybuilder.printing.choosing.forms import PrintForm
from armybuilder.printing.formats.registry import FOLDER, FORMATS

ACCESS = Path(__file__).resolve().parents[1] / "access" / "who_may.txt"
every_format = pytest.mark.parametrize("name", FORMATS)
LIST = "00000000-0000-0000-0000-000000000000"


def test_every_folder_is_a_format() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/*.py")}
    assert folders == FORMATS.keys()


def test_formats_are_offered_in_their_declared_order() -> None:
    assert list(FORMATS) == [choice for choice, _ in PrintForm({}, "en").fields["form"].choices]  # type: ignore[attr-defined]


@every_format
def test_a_format_folder_has_its_template_and_its_style_sheet(name: str) -> None:
    assert {path.name for path in (FOLDER / name).iterdir()} >= {
        "__init__.py",
        "layout.py",
        "page.html",
        "style.css",
    }


@every_format
def test_a_format_has_a_thumbnail(name: str) -> None:
    assert finders.find(FORMATS[name].thumbnail)


@every_format
def test_the_address_of_a_format_is_in_the_access_table(name: str) -> None:
    assert reverse(f"printing:{name}", args=[LIST]) == f"/lists/{LIST}/print/{name}.pdf"
    assert re.search(rf"\bprinting:{name}\b", ACCESS.read_text())
