"""Pieces of the sheet that are printed once for each value."""

import re
from collections.abc import Iterator

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import mark_safe

from armybuilder.lists.builder.values import RefusedExtra, Rulings
from armybuilder.lists.templatetags import builder
from armybuilder.lists.visitors import Visitor
from bench.make_lists import roster
from rules.reference.parts import Book
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.factories import a_list
from tests.lists.sheets import catalogues
from tests.packing import packed
from tests.printing.looking import browser_of

MEDIC, UNPRICED = catalogues()["bn"].rulings[:2]
BOOK = Book("bn", "it")
PAGE = Template("{% load builder %}{% part template value %}")


@pytest.fixture(autouse=True)
def _nothing_printed() -> Iterator[None]:
    builder._printed.cache_clear()
    yield
    builder._printed.cache_clear()


def printed(template: str, value: object, address: str = "/lists/a/", hidden: str = "") -> str:
    names = {"template": template, "value": value, "address": address, "hidden": mark_safe(hidden)}
    return PAGE.render(Context(names))


def test_rendered_parts_are_not_rendered_again() -> None:
    refused = (RefusedExtra("Mortars", "The list has no irregulars."),)
    assert printed("lists/_refused.html", refused) == printed("lists/_refused.html", refused)
    assert builder._printed.cache_info().hits == 1


def test_another_value_address_or_language_is_printed_again() -> None:
    refused = (RefusedExtra("Mortars", "No."),)
    for language in ("en", "it"):
        with translation.override(language):
            printed("lists/_refused.html", refused)
            printed("lists/_refused.html", refused, "/lists/b/")
            printed("lists/_refused.html", (RefusedExtra("Mortars", "Never."),))
    assert builder._printed.cache_info().hits == 0


def test_a_piece_escapes_what_it_prints() -> None:
    page = printed("lists/_refused.html", (RefusedExtra("<b>Mortars</b>", "<i>No.</i>"),))
    assert "<b>" not in page
    assert "<i>" not in page
    assert "&lt;b&gt;Mortars&lt;/b&gt;" in page


def test_the_hidden_fields_of_a_form_are_those_of_the_answer() -> None:
    """A token of one visitor is never printed for another."""
    rulings = Rulings(BOOK, (MEDIC, UNPRICED), (("medic", "flat"),), "en")
    first, second = (
        printed("lists/_rulings.html", rulings, hidden=f'<input name="key" value="{key}">') for key in ("one", "two")
    )
    assert builder._printed.cache_info().hits == 1
    assert first.count('<input name="key" value="one">') == 1
    assert second == first.replace('value="one"', 'value="two"')


def test_a_piece_with_a_form_is_printed_again_where_an_answer_is_another() -> None:
    pages = [
        printed("lists/_rulings.html", Rulings(BOOK, (MEDIC,), answers, "en"))
        for answers in ((), (("medic", "flat"),), (("medic", "flat"),))
    ]
    assert builder._printed.cache_info().hits == 1
    assert [re.findall(r'value="([^"]+)" checked', packed(page)) for page in pages] == [
        ["surcharge"],
        ["flat"],
        ["flat"],
    ]


def test_several_pieces_are_printed_as_one_by_one() -> None:
    pages = Template("{% load builder %}{% parts template values %}")
    pieces = [(RefusedExtra(name, "No."),) for name in ("Mortars", "Dragons")]
    together = pages.render(Context({"template": "lists/_refused.html", "values": pieces, "address": "/lists/a/"}))
    assert together == "".join(printed("lists/_refused.html", piece) for piece in pieces)
    assert builder._printed.cache_info().hits == 2


@pytest.mark.django_db
def test_parts_of_two_hundred_users_are_kept(loaded_rules: None) -> None:
    """Without cached pieces an edit takes three times as long (docs/decisions.md)."""
    visitor = Visitor(None, "a browser")
    army_list = a_list(visitor, roster(15))
    assert browser_of(visitor).get(f"/lists/{army_list.pk}/").status_code == 200
    kept = builder._printed.cache_info()
    assert kept.maxsize
    assert 40 * 200 < kept.currsize * 200 <= kept.maxsize
