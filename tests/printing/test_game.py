"""The game strip of a roster: a player's counters, from the data of the ruleset."""

import pytest
from django.utils.translation import override
from msgspec.structs import replace

from armybuilder.printing.formats.roster.game import GameStrip, defeat_step, game_strip
from armybuilder.printing.layout.options import Origin
from armybuilder.printing.units.morale import track
from rules.core.document.roster import Figure
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import texts
from tests.printing.sheets import (
    EXAMPLES,
    a_pdf,
    a_roster,
    a_setting,
    a_squad,
    catalogue,
    read_list,
    twelve_men,
)

LED = a_squad(Figure(leadership=2), Figure(count=3), class_="veteran")
ACTIVE = track(range(-1, -9, -1))
SUMS = (("▢" * 20, 100), ("▢" * 20, 200))


def strip(ruleset: str) -> GameStrip | None:
    with override("en"):
        return game_strip(a_setting(a_roster(LED, ruleset=ruleset)))


def test_road_to_hell_has_turns_with_a_bar_where_the_die_starts() -> None:
    expected = GameStrip(
        initiative="2d6 + 6",
        active=ACTIVE,
        turns=track(range(1, 17), 10),
        limit="10 + d6",
        objectives="",
        defeat_step=5,
        defeat=SUMS,
    )
    assert [strip(ruleset) for ruleset in ("rth-it", "rth-en")] == [expected] * 2


def test_breaking_news_has_markers_and_no_last_turn() -> None:
    assert strip("bn") == GameStrip(
        initiative="2d6 + 6",
        active=ACTIVE,
        turns="",
        limit="",
        objectives=track(range(1, 6)),
        defeat_step=5,
        defeat=SUMS,
    )


@pytest.mark.parametrize("ruleset", ["bi", "ludonet"])
def test_a_game_without_counters_has_no_strip(ruleset: str) -> None:
    assert strip(ruleset) is None


def test_a_list_without_men_has_no_rolls() -> None:
    empty = game_strip(a_setting(a_roster(ruleset="rth-en")))
    assert empty is not None
    assert (empty.initiative, empty.active, empty.limit) == ("", "", "10 + d6")


def test_a_box_is_worth_the_common_divisor_of_defeat_points() -> None:
    book = catalogue("rth-en")
    assert defeat_step(replace(book, handbook=())) == 0
    only = next(table for table in book.handbook if table.id == "defeat-points")
    tens = tuple(row for row in only.rows if row.cells in [(10,), (50,)])
    assert defeat_step(replace(book, handbook=(replace(only, rows=tens),))) == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_twelve_men_with_the_strip_fit_on_a_page(language: Language) -> None:
    said = {"en": "Ours: each box", "it": "Nostri: una casella"}[language]
    assert [said in text for text in texts(a_pdf(twelve_men(), language))] == [True]


@pytest.mark.parametrize(("lines", "pages"), [(0, [True]), (88, [True, False])])
def test_every_list_has_its_whole_strip_above_its_notes(lines: int, pages: list[bool]) -> None:
    for said in ("Initiative 2d6", "Objectives\nOurs", "Ours: each box is 5 points."):
        assert [said in text for text in texts(a_pdf(a_roster(LED, notes="A note.\n" * lines)))] == pages


def test_counters_that_move_to_the_next_page_are_printed_once() -> None:
    [sword] = (path for path in EXAMPLES if path.stem == "rth-en-sword")
    pages = texts(a_pdf(read_list(sword), origin=Origin(link="https://squadra.example/x")))
    said = "A box for each active turn", "Ours: each box is 5 points."
    assert [sum(text.count(one) for text in pages) for one in said] == [1, 1]


def test_the_first_page_is_never_only_a_head_and_the_second_never_only_a_row() -> None:
    """A squad that only just misses the first page still starts there."""
    pages = texts(a_pdf(a_roster(a_squad(*[Figure(weapons=("assault-rifle", "rpg"))] * 20)), paper="letter"))
    assert [text.count("AT soldier") for text in pages] == [18, 2]
