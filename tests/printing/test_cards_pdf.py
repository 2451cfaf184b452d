"""Cards as a PDF: nine per page in the cutting position, no text across a frame or other text, no small type.

Each PDF is made once for all tests.
"""

import pytest

from armybuilder.printing.layout.options import Paper
from rules.core.document.roster import Figure
from tests.printing.cards import MM, frames_of, made_up, out_of_frame, overlapping, pages_of, runs_of
from tests.printing.pdfs import letters_outside, letters_overlapping, open_pdf, sizes, text_of
from tests.printing.shapes import LONG, SHAPES, named
from tests.printing.sheets import a_pdf, a_roster, a_squad, twelve_men

CORNERS: dict[Paper, tuple[float, float]] = {
    "a4": (10.5, 16.5),
    "letter": (13.45, 7.7),
}  # mm, of the first card
BOX = "▢"
VETERANS = (0x66, 0x74, 0x2F)


def bulk(ruleset: str) -> bytes:
    """Return a random list of a ruleset, in Italian, on Letter, with backs."""
    return a_pdf(made_up(ruleset, 3), "it", "cards", paper="letter", duplex=True)


HARD = {
    "long names": lambda: a_pdf(named(LONG), "it", "cards"),
    "everything on sale": lambda: a_pdf(SHAPES["everything on sale"], form="cards"),
    "bi": lambda: bulk("bi"),
    "ordinary": lambda: a_pdf(twelve_men(), form="cards"),
}


@pytest.mark.parametrize("shape", HARD)
def test_hard_lists_stay_in_their_frames_and_no_type_is_too_small(shape: str) -> None:
    pdf = HARD[shape]()
    assert letters_outside(pdf, "cards") == []
    assert letters_overlapping(pdf) == []
    pages = pages_of(pdf)
    for page in {*pages[:4], pages[-1]}:  # the sixty cards are similar
        assert out_of_frame(page) == []
        assert overlapping(page) == []
        assert min(letter.size for letter in page.inked if "Signs" not in letter.font) >= 6.49


@pytest.mark.parametrize("paper", CORNERS)
def test_a_page_has_nine_cards_on_the_cutting_lines(paper: Paper) -> None:
    left, top = CORNERS[paper]
    pdf = a_pdf(twelve_men(), form="cards") if paper == "a4" else bulk("bi")
    assert sizes(pdf)[0] == ((595, 842) if paper == "a4" else (612, 792))
    corners = [(x, y) for x, y, *_ in frames_of(pages_of(pdf)[0])]
    places = [(left + 2.5 + 63 * column, top + 2.5 + 88 * row) for row in range(3) for column in range(3)]
    assert len(corners) == 9
    for corner, place in zip(corners, places, strict=True):
        assert corner == pytest.approx(place, abs=0.11)
    picture = open_pdf(pdf)[0].render(scale=4).to_pil().convert("L")
    marks = [(left + 63 * column, top - 3) for column in range(4)] + [(left - 3, top + 88 * row) for row in range(4)]
    for x, y in marks:
        around = [(x + aside * (y < top), y + aside * (x < left)) for aside in (-1.0, 0.0, 1.0)]
        dark = [picture.getpixel((round(x / MM * 4), round(y / MM * 4))) < 128 for x, y in around]
        assert dark == [False, True, False]


def test_every_figure_has_a_card_with_boxes_and_half_cards_are_half_as_high() -> None:
    pdf = a_pdf(twelve_men(), form="cards")
    text = text_of(pdf)
    names = [figure.name for squad in twelve_men().squads for figure in squad.figures]
    assert [name for name in names if name not in text] == []
    assert text.count(BOX) == 12 * 3 + 1 + 2 * (6 + 1)  # plus the losses of two squads with their leaders
    heights = [tall for page in pages_of(pdf) for *_, tall in frames_of(page)]
    assert sorted(set(heights)) == [39.0, 83.0]


def test_numbers_are_under_the_headings_of_their_bands() -> None:
    roster = a_roster(a_squad(Figure(name="Spc. Ortega", weapons=("lmg",))))
    pdf = a_pdf(roster, form="cards", duplex=True)
    words = list(runs_of(pages_of(pdf)[0]))
    heads = [word.left for band in ("25", "50", "100", "150") for word in words if word.text == band]
    row = next(word.base for word in words if word.text == "LMG" and word.left > heads[0] - 30)
    numbers = sorted(word.left for word in words if abs(word.base - row) < 1 and word.text.isdecimal())
    needs = [left for left in numbers if left > heads[0] - 1]  # the card of the squad is next to it
    assert needs[:4] == pytest.approx(heads, abs=0.2)
    fronts, backs = [[round(x) for x, *_ in frames_of(page)] for page in pages_of(pdf)]
    assert (fronts, backs) == ([13, 76, 139], [13, 76, 139])


@pytest.mark.parametrize(("ink", "filled"), [(False, True), (True, False)])
def test_saving_ink_removes_the_shade_of_the_class(ink: bool, filled: bool) -> None:
    roster = a_roster(a_squad(Figure(), class_="veteran"))
    page = open_pdf(a_pdf(roster, form="cards", ink=ink))[0]
    colours = page.render(scale=0.5).to_pil().convert("RGB").getcolors(1_000_000)
    assert any(colour == VETERANS and count > 1000 for count, colour in colours) is filled


def test_a_list_without_cards_has_a_notice_and_an_ordinary_file_is_small() -> None:
    assert "Nothing in this list has a card of the type you chose." in text_of(a_pdf(a_roster(), form="cards"))
    assert len(a_pdf(twelve_men(), form="cards")) < 220_000
