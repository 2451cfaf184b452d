"""A citation links to the paragraph that it names."""

import pytest
from django.utils.translation import override

from rules.core.text import Language
from rules.reference.parts import Book, address, anchor, check_address, foreign_language, paragraphs
from rules.templatetags.rules import cite, cite_here, lang


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
    assert cite(Book("bn", "it"), "§8.0, §8.3") == (
        '<a class="cite" href="/rules/bn/#p-8-0">§8.0</a>, <a class="cite" href="/rules/bn/#p-8-3">§8.3</a>'
    )


def test_a_constraint_without_a_paragraph_has_a_row() -> None:
    assert check_address("bn", "empty", "12") == "/rules/bn/?from=12#checks-empty"


# The language of a heading


@pytest.mark.parametrize(
    ("language", "source", "expected"),
    [
        ("it", "Calcolo dei punti", "it"),
        ("en", "Calculating points", ""),
        (None, "Annex", ""),
        ("it", "§8.0", ""),
        ("it", "house", ""),
    ],
)
def test_the_language_of_a_heading_on_an_english_page(language: Language | None, source: str, expected: str) -> None:
    with override("en"):
        assert foreign_language(Book("any", language), source) == expected


def test_a_heading_in_another_language_is_marked() -> None:
    source, english = "Calculating points", Book("rth-en", "en")
    with override("it"):
        assert cite(english, source) == (
            '<a class="cite" href="/rules/rth-en/#p-calculating-points" lang="en">“Calculating points” (en)</a>'
        )
        assert cite_here(english, source) == (
            '<a class="cite" href="#p-calculating-points" lang="en">“Calculating points” (en)</a>'
        )
        assert lang(english, source) == ' lang="en"'
    with override("en"):
        assert cite_here(english, source) == ('<a class="cite" href="#p-calculating-points">Calculating points</a>')
        assert lang(english, source) == ""
