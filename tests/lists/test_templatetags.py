"""Signs and numbers."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template import Context, Template
from django.templatetags.static import static
from django.utils import translation

SYMBOL = "{http://www.w3.org/2000/svg}symbol"


def render(source: str) -> str:
    return Template(source).render(Context())


@pytest.fixture(scope="module")
def sprite() -> set[str]:
    """The ids of the symbols in the sprite."""
    root = ElementTree.parse(Path(settings.BASE_DIR) / "static" / "icons.svg").getroot()
    return {symbol.attrib["id"] for symbol in root.iter(SYMBOL)}


def test_an_icon_points_into_the_sprite() -> None:
    address = static("icons.svg")
    assert render('{% icon "undo-2" %}') == (
        f'<svg class="i" aria-hidden="true"><use href="{address}#i-undo-2"/></svg>'
    )


@pytest.mark.parametrize(
    ("kind", "vehicle", "symbol"),
    [
        ("squad", False, "u-squad"),
        ("squad", True, "u-squad-vehicle"),
        ("section", False, "u-section"),
        ("section", True, "u-section-vehicle"),
        ("platoon", False, "u-platoon"),
        ("sniper-team", False, "u-team"),
        ("observer-section", True, "u-section-vehicle"),
        ("empty", False, "u-empty"),
    ],
)
def test_a_unit_sign_shows_size_and_vehicles(kind: str, vehicle: bool, symbol: str, sprite: set[str]) -> None:
    svg = render(f'{{% unit "{kind}" vehicle={vehicle} %}}')
    assert svg == f'<svg class="unit" aria-hidden="true"><use href="{static("icons.svg")}#{symbol}"/></svg>'
    assert symbol in sprite


def test_a_name_cannot_leave_its_attribute() -> None:
    assert "<script>" not in render("""{% icon '"><script>' %}""")


def test_every_icon_that_a_template_names_is_in_the_sprite(sprite: set[str]) -> None:
    pages = (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    named = {
        (page.name, name) for page in pages for name in re.findall(r'{%\s*icon "([^"]+)"', page.read_text("utf-8"))
    }
    assert named
    assert {(page, name) for page, name in named if f"i-{name}" not in sprite} == set()


@pytest.mark.parametrize(("number", "text"), [(5, "5"), (0, "0"), (-5, "−5"), (12345, "12345"), (-1000, "−1000")])
def test_minus_is_a_true_minus_sign(number: int, text: str) -> None:
    assert render(f"{{{{ {number}|minus }}}}") == text


@pytest.mark.parametrize(("number", "text"), [(5, "+5"), (0, "±0"), (-5, "−5"), (1200, "+1200")])
def test_a_change_shows_its_sign(number: int, text: str) -> None:
    assert render(f"{{{{ {number}|signed }}}}") == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (150, "150\xa0points"),
        (1, "1\xa0point"),
        (0, "0\xa0points"),
        (-1, "−1\xa0point"),
        (-40, "−40\xa0points"),
    ],
)
def test_points_are_glued_to_their_number(number: int, text: str) -> None:
    with translation.override("en"):
        assert render(f"{{{{ {number}|points }}}}") == text
