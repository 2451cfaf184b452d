"""Pieces of the sheet that are printed once for each value."""

from collections.abc import Iterator

import pytest
from django.template import Context, Template
from django.utils import translation

from armybuilder.lists.sheet.shapes import Pick, RefusedExtra, RulingChoice
from armybuilder.lists.templatetags import builder
from rules.citations import Book

BN = Book("bn", "it")
PAGE = Template("{% load builder %}{% part template value %}")


@pytest.fixture(autouse=True)
def _nothing_printed() -> Iterator[None]:
    builder._printed.cache_clear()
    yield
    builder._printed.cache_clear()


def printed(template: str, value: object, address: str = "/lists/a/") -> str:
    return PAGE.render(Context({"template": template, "value": value, "address": address}))


def test_what_was_printed_is_not_printed_again() -> None:
    refused = (RefusedExtra("Mortars", "The list has no irregulars."),)
    assert printed("lists/_refused.html", refused) == printed("lists/_refused.html", refused)
    assert builder._printed.cache_info().hits == 1


def test_another_value_address_or_language_is_printed_anew() -> None:
    ruling = RulingChoice("medic", "Medic?", BN, "§9.3", (Pick("flat", "Flat"),))
    for language in ("en", "it"):
        with translation.override(language):
            printed("lists/_ruling.html", ruling)
            printed("lists/_ruling.html", ruling, "/lists/b/")
            printed("lists/_ruling.html", RulingChoice("crew", "Crew?", BN, "§8.0", ()))
    assert builder._printed.cache_info().hits == 0


def test_a_piece_escapes_what_it_prints() -> None:
    page = printed("lists/_refused.html", (RefusedExtra("<b>Mortars</b>", "<i>No.</i>"),))
    assert "<b>" not in page
    assert "<i>" not in page
    assert "&lt;b&gt;Mortars&lt;/b&gt;" in page
