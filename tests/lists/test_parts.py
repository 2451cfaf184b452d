"""Pieces of the sheet that are printed once for each value."""

from collections.abc import Iterator

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import mark_safe

from armybuilder.lists.sheet.shapes import Pick, RefusedExtra, RulingChoice
from armybuilder.lists.templatetags import builder
from rules.reference.citations import Book

BN = Book("bn", "it")
PAGE = Template("{% load builder %}{% part template value %}")


@pytest.fixture(autouse=True)
def _nothing_printed() -> Iterator[None]:
    builder._printed.cache_clear()
    yield
    builder._printed.cache_clear()


def printed(template: str, value: object, address: str = "/lists/a/", hidden: str = "") -> str:
    names = {"template": template, "value": value, "address": address, "hidden": mark_safe(hidden)}
    return PAGE.render(Context(names))


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


def test_the_hidden_fields_of_a_form_are_those_of_the_answer() -> None:
    """A token of one visitor is never printed for another."""
    rulings = (RulingChoice("medic", "Medic?", BN, "§9.3", (Pick("flat", "Flat"),)),)
    first, second = (
        printed("lists/_rulings.html", rulings, hidden=f'<input name="key" value="{key}">')
        for key in ("one", "two")
    )
    assert builder._printed.cache_info().currsize == 2  # the form and the ruling in it
    assert first.count('<input name="key" value="one">') == 1
    assert second == first.replace('value="one"', 'value="two"')


def test_several_pieces_are_printed_as_one_by_one() -> None:
    pages = Template("{% load builder %}{% parts template values %}")
    rulings = [RulingChoice(name, f"{name}?", BN, "§9.3", ()) for name in ("medic", "crew")]
    together = pages.render(
        Context({"template": "lists/_ruling.html", "values": rulings, "address": "/lists/a/"})
    )
    assert together == "".join(printed("lists/_ruling.html", ruling) for ruling in rulings)
    assert builder._printed.cache_info().hits == 2
