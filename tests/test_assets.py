"""The vendored files and style sheets: complete, from our own origin, and small."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from fontTools.ttLib import TTFont

from scripts.make_icons import ICONS
from tests.weights import wire

STATIC = Path(settings.BASE_DIR) / "static"
SHEETS = sorted((STATIC / "css").rglob("*.css"))
PRINT_SHEETS = sorted((Path(settings.BASE_DIR) / "armybuilder").rglob("*.css"))
FIRST_FACES = (
    "barlow-latin-400-normal",
    "barlow-latin-600-normal",
    "barlow-condensed-latin-600-normal",
    "barlow-condensed-latin-700-normal",
)
PRINT_FACES = sorted(path.name for path in (STATIC / "fonts" / "print").glob("barlow*.ttf"))
SIGNS = "−×–·§’“”«»Àèćłő±½"


def test_a_sheet_names_only_files_of_ours() -> None:
    folders = [(sheet, sheet.parent) for sheet in SHEETS] + [(sheet, STATIC / "css") for sheet in PRINT_SHEETS]
    for sheet, folder in folders:
        addresses = re.findall(r"url\(([^)]*)\)", sheet.read_text())
        files = [folder / address.strip("\"'") for address in addresses]
        assert [file for file in files if not file.is_file()] == []
        assert "@import" not in sheet.read_text(), sheet


def test_a_sheet_asks_for_weights_that_are_there() -> None:
    weight = re.compile(r"\bfont(?:-weight)?:\s*(?:italic )?(\d00)\b")
    asked = {sheet.name: set(weight.findall(sheet.read_text())) for sheet in SHEETS}
    assert {name: weights for name, weights in asked.items() if not weights <= {"400", "600", "700"}} == {}


def test_a_first_visit_to_the_builder_stays_small() -> None:
    """The budget is 150 kB over the wire: 12 kB of it for the page itself and the builder's script."""
    frame = render_to_string("500.html") + (Path(settings.BASE_DIR) / "templates" / "base.html").read_text()
    linked = set(re.findall(r'(?:href|src)="/static/([^"#]+)', frame))
    linked |= set(re.findall(r"{% static '([^']+)' %}", frame)) | {"icons.svg", "select.svg"}
    files = [Path(str(finders.find(name))) for name in linked if not name.endswith((".png", ".woff2"))]
    faces = [STATIC / "fonts" / "web" / f"{name}.woff2" for name in FIRST_FACES]
    assert {face.name for face in faces} == {Path(name).name for name in linked if name.endswith(".woff2")}
    assert len(files) == 13
    assert sum(map(wire, (*files, *faces))) <= 138_000


def test_the_sprite_has_each_icon_that_is_made_for_it_once() -> None:
    names = re.findall(r'<symbol id="i-([^"]+)"', (STATIC / "icons.svg").read_text())
    assert sorted(names) == sorted(ICONS)


@pytest.mark.parametrize("name", PRINT_FACES)
def test_a_face_for_paper_has_the_signs_and_letters_of_a_roster(name: str) -> None:
    glyphs = TTFont(STATIC / "fonts" / "print" / name).getBestCmap()
    assert [sign for sign in SIGNS if ord(sign) not in glyphs] == []


def test_the_faces_for_paper_are_all_there() -> None:
    assert PRINT_FACES == [
        "barlow-400-italic.ttf",
        "barlow-400-normal.ttf",
        "barlow-500-normal.ttf",
        "barlow-600-normal.ttf",
        "barlow-700-normal.ttf",
        "barlow-condensed-500-normal.ttf",
        "barlow-condensed-600-normal.ttf",
        "barlow-condensed-700-normal.ttf",
    ]


@pytest.mark.parametrize("licence", ["htmx-0BSD.txt", "barlow-OFL.txt", "barlow-condensed-OFL.txt", "lucide-ISC.txt"])
def test_vendored_files_have_their_licence(licence: str) -> None:
    assert (STATIC / "vendor" / "licences" / licence).stat().st_size > 400
