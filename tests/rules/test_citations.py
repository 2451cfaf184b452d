"""A citation leads to the paragraph it names."""

import pytest

from rules.citations import address, anchor, paragraphs
from rules.templatetags.rules import cite


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("§8.0", "p-8-0"),
        ("§8.0.1", "p-8-0-1"),
        ("§80.1", "p-80-1"),
        ("Calcolo dei punti", "p-calcolo-dei-punti"),
        ("Unità e distanze di comando", "p-unita-e-distanze-di-comando"),
        ("§8.0, §8.3", "p-8-0"),
        ("house", "p-house"),
    ],
)
def test_the_anchor_of_a_paragraph(source: str, expected: str) -> None:
    assert anchor(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("§8.0", ("§8.0",)),
        ("§8.0, §8.3", ("§8.0", "§8.3")),
        ("Aerei, elicotteri", ("Aerei, elicotteri",)),
    ],
)
def test_the_paragraphs_of_a_citation(source: str, expected: tuple[str, ...]) -> None:
    assert paragraphs(source) == expected


def test_the_address_of_a_paragraph() -> None:
    assert address("bn", "§8.3") == "/rules/bn/#p-8-3"


def test_each_paragraph_of_a_citation_is_a_link() -> None:
    assert cite("bn", "§8.0, §8.3") == (
        '<a class="cite" href="/rules/bn/#p-8-0">§8.0</a>, <a class="cite" href="/rules/bn/#p-8-3">§8.3</a>'
    )
