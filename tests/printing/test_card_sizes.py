"""Cards of 57 × 87 mm and of the tarot's size: where the knife expects them, nothing across a frame or another text."""

from pathlib import Path

import pytest

from armybuilder.printing.formats.cards import fit
from armybuilder.printing.formats.cards.options import CardSize
from armybuilder.printing.formats.cards.sizes import CARDS
from armybuilder.printing.layout.measure import width
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import PAPERS, page_size
from rules.core.document.roster import Figure
from rules.core.text import LANGUAGES
from tests.printing.cards import (
    cards_of,
    cards_sheet,
    frames_of,
    made_up,
    notes_of,
    out_of_frame,
    overlapping,
    pages_of,
)
from tests.printing.pdfs import letters_outside
from tests.printing.shapes import SHAPES
from tests.printing.sheets import EXAMPLES, a_page, a_pdf, a_roster, a_squad, read_list

MARK = 6.2  # mm that the marks to cut by stand out
LUDONET = Path("fixtures/lists/pattuglia-nel-bosco.json")


def test_a_sheet_has_room_for_them_and_for_the_marks_on_either_paper() -> None:
    for paper in PAPERS:
        wide, high = page_size(paper, landscape=False)
        for card in CARDS.values():
            assert min(wide - card.sheet_width, high - card.sheet_height) / 2 > MARK


@pytest.mark.parametrize(("size", "paper"), [("57x87", "letter"), ("70x120", "a4")])
def test_they_stand_without_gaps_and_whole(size: CardSize, paper: Paper) -> None:
    pdf = a_pdf(SHAPES["everything on sale"], "it", "cards", paper=paper, size=size)
    assert letters_outside(pdf, "cards", size) == []
    card, (wide, high) = CARDS[size], page_size(paper, landscape=False)
    left = (wide - card.sheet_width) / 2 + card.frame
    top = (high - card.sheet_height) / 2 + card.frame
    wanted = [
        (left + column * card.card_width, top + row * card.card_height)
        for row in range(card.down)
        for column in range(card.across)
    ]
    first = pages_of(pdf)[0]
    for frame, place in zip(frames_of(first, size), wanted, strict=True):
        assert frame == pytest.approx(place, abs=0.11)
    assert (out_of_frame(first, size), overlapping(first)) == ([], [])


@pytest.mark.parametrize(("ruleset", "size"), [("bn", "70x120"), ("ludonet", "57x87")])
def test_lists_of_anything_stay_in_their_frames(ruleset: str, size: CardSize) -> None:
    page = pages_of(a_pdf(made_up(ruleset, 2), "it", "cards", size=size))[0]
    assert (out_of_frame(page, size), overlapping(page)) == ([], [])


@pytest.mark.parametrize("path", EXAMPLES[::2], ids=lambda path: path.stem)
def test_a_larger_card_takes_no_more_cards_and_each_says_all_of_it(path: Path) -> None:
    counts, said = [], []
    for size in ("57x87", "63x88", "70x120"):
        cards = cards_of(read_list(path), "it", size=size)
        counts.append(len(cards))
        notes = [note for card in cards if card.subject.kind == "extra" for note in notes_of(card)]
        said.append(" ".join(notes).split())
    assert counts == sorted(counts, reverse=True)
    assert said[0] == said[1] == said[2]


def test_four_of_the_largest_stand_on_a_sheet_and_their_backs_change_sides() -> None:
    sheets = cards_sheet(a_roster(a_squad(*[Figure()] * 5)), kinds="troops", backs=True, size="70x120").sheets
    four = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [[(place.row, place.column) for place in sheet] for sheet in sheets] == [
        four,
        four,
        [(0, 0)],
        [(0, 1)],
    ]


def test_each_size_is_a_print_out_of_its_own() -> None:
    assert len({a_page(a_roster(), form="cards", size=size).digest for size in CARDS}) == 3


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en", "bn", "bi", "ludonet"])
def test_the_heads_of_the_weapons_table_stand_apart_on_every_size(ruleset: str) -> None:
    for size in CARDS:
        for language in LANGUAGES:
            table = cards_sheet(a_roster(a_squad(), ruleset=ruleset), language, size=size).table
            assert [
                head for head in table.values[:-1] if width(head, fit.HEAD, 6.5) > table.pitch - 0.2
            ] == []


def test_two_long_words_beside_the_boxes_of_a_single_vehicle_have_half_the_line_each() -> None:
    a_tank = a_page(read_list(LUDONET), "en", "cards", size="57x87").html.partition("Carro leggero</h1>")[2]
    ticks = a_tank[a_tank.index('<div class="ticks') : a_tank.index('<p class="foot">')]
    assert ticks.strip() == (
        '<div class="ticks single two t90"><p class="boxes">▢\t▢</p><p class="words">immobilised\tdestroyed</p></div>'
    )
