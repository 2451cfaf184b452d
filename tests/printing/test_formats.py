"""Every format is a folder that declares itself: nothing else names it."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.urls import reverse

from armybuilder.printing.choosing.forms import COMMON, OPTION_FIELDS, PrintForm
from armybuilder.printing.formats.print_format import FOLDER
from armybuilder.printing.formats.registry import CHOICES, FORMATS, PACKS
from armybuilder.printing.layout.options import Options

ACCESS = Path(__file__).resolve().parents[1] / "access" / "who_may.txt"
every_format = pytest.mark.parametrize("name", FORMATS)
LIST = "00000000-0000-0000-0000-000000000000"


def test_every_folder_is_a_format() -> None:
    folders = {path.parent.name for path in FOLDER.glob("*/*.py")}
    assert folders == FORMATS.keys()


def test_formats_are_offered_in_the_order_that_they_declare_and_packs_last() -> None:
    orders = {found.order: name for name, found in FORMATS.items()}
    assert len(orders) == len(FORMATS)
    assert list(CHOICES) == [*(orders[order] for order in sorted(orders)), *PACKS]
    assert list(CHOICES) == [choice for choice, _ in PrintForm({}, "en").fields["form"].choices]  # type: ignore[attr-defined]


@every_format
def test_its_folder_has_its_template_and_its_style_sheet(name: str) -> None:
    assert {path.name for path in (FOLDER / name).iterdir()} >= {
        "__init__.py",
        "layout.py",
        "page.html",
        "style.css",
    }


@every_format
def test_each_of_its_own_options_has_a_form_field(name: str) -> None:
    own = {option.name for option in fields(FORMATS[name].options)} - {
        option.name for option in fields(Options)
    }
    assert FORMATS[name].fields.keys() == own - {"opponent"}  # the list that `enemy` names
    assert own - {"opponent"} <= OPTION_FIELDS.keys() - COMMON.keys()


@every_format
def test_its_first_options_are_those_of_an_empty_form(name: str) -> None:
    values = PrintForm({}, "en").values()
    found = FORMATS[name]
    assert found.options_from(Options("en"), values) == found.options("en")


@every_format
def test_it_has_an_address_that_the_access_table_knows(name: str) -> None:
    assert reverse(f"printing:{name}", args=[LIST]) == f"/lists/{LIST}/print/{name}.pdf"
    assert re.search(rf"\bprinting:{name}\b", ACCESS.read_text())


def test_packs_are_made_of_formats() -> None:
    assert {name for pack in PACKS.values() for name in pack.formats} <= FORMATS.keys()
