"""Cards as a PDF: nine to a page where the knife expects them, no text across a frame or another text, six points."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from armybuilder.printing.layout.options import Paper
from rules.core.document.roster import Figure
from tests.printing.cards import frames_of, made_up, out_of_frame, overlapping, pages_of, runs_of
from tests.printing.pdfs import letters_outside, letters_overlapping, open_pdf, sizes, text_of
from tests.printing.shapes import SHAPES
from tests.printing.sheets import EXAMPLES, a_pdf, a_roster, a_squad, read_list, twelve_men

# Each with a list of anything: men, vehicles and whatever else its dice give, two sheets of them.
RULESETS = {"rth-it": 3, "rth-en": 7, "bn": 8, "bi": 3, "ludonet": 2}
CORNERS: dict[Paper, tuple[float, float]] = {
    "a4": (10.5, 16.5),
    "letter": (13.4, 7.7),
}  # mm, of the first card
BOX = "▢"
VETERANS = (0x66, 0x74, 0x2F)


def on_letter(ruleset: str) -> bytes:
    """Return anything that a ruleset has, in Italian."""
    return a_pdf(made_up(ruleset, RULESETS[ruleset]), "it", "cards", paper="letter")


def rounded(boxes: Iterable[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """Return each box once, in mm and tenths."""
    return sorted({tuple(round(side, 1) for side in box) for box in boxes})


@pytest.mark.parametrize("paper", CORNERS)
def test_nine_stand_on_a_page_without_gaps(paper: Paper) -> None:
    left, top = CORNERS[paper]
    pdf = a_pdf(twelve_men(), form="cards") if paper == "a4" else on_letter("bn")
    page = pages_of(pdf)[0]
    wanted = [(left + 2.5 + 63 * column, top + 2.5 + 88 * row) for row in range(3) for column in range(3)]
    for frame, place in zip(frames_of(page), wanted, strict=True):
        assert frame == pytest.approx(place, abs=0.11)


def test_the_marks_to_cut_by_stand_outside_the_cards() -> None:
    page = pages_of(a_pdf(twelve_men(), form="cards"))[0]
    ticks = [(x, x + 63.2, y, y + 6.0) for x, y, *size in page.paths if size == [63.2, 6.0]]
    sides = [(x, x + 5.0, y, y + 88.2) for x, y, *size in page.paths if size == [5.0, 88.2]]
    assert rounded(ticks) == [
        (10.4, 73.6, 9.3, 15.3), (10.4, 73.6, 281.7, 287.7), (136.4, 199.6, 9.3, 15.3), (136.4, 199.6, 281.7, 287.7),
    ]  # fmt: skip
    assert rounded(sides) == [
        (4.3, 9.3, 16.4, 104.6), (4.3, 9.3, 192.4, 280.6), (200.7, 205.7, 16.4, 104.6), (200.7, 205.7, 192.4, 280.6),
    ]  # fmt: skip


# `make soak` prints the others, too.
@pytest.mark.parametrize(
    "shape",
    ["long names", "a name without spaces", "letters of the world", "foreign ids", "everything on sale"],
)
def test_hard_lists_stay_in_their_frames(shape: str) -> None:
    pdf = a_pdf(SHAPES[shape], form="cards")
    assert letters_outside(pdf, "cards") == []
    assert letters_overlapping(pdf) == []
    pages = pages_of(pdf)
    for page in {pages[0], *pages[1:2], pages[-1]}:  # sixty cards are much alike
        assert out_of_frame(page) == []
        assert overlapping(page) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_lists_of_anything_stay_in_their_frames_and_nothing_is_set_too_small(ruleset: str) -> None:
    assert set(sizes(on_letter(ruleset))) == {(612, 792)}
    for page in pages_of(on_letter(ruleset)):
        assert out_of_frame(page) == []
        assert overlapping(page) == []
        assert min(letter.size for letter in page.inked if "Signs" not in letter.font) >= 6.49


# Of two games: what any game has is in the lists of anything above.
@pytest.mark.parametrize("path", EXAMPLES[4::4], ids=lambda path: path.stem)
def test_ordinary_lists_stay_in_theirs(path: Path) -> None:
    for page in pages_of(a_pdf(read_list(path), form="cards")):
        assert out_of_frame(page) == []
        assert overlapping(page) == []


def test_every_figure_has_its_card_and_its_boxes() -> None:
    pdf = a_pdf(twelve_men(), "it", "cards")
    text = text_of(pdf)
    names = [figure.name for squad in twelve_men().squads for figure in squad.figures]
    assert [name for name in names if name not in text] == []
    assert text.count(BOX) == 12 * 3 + 1 + 2 * (6 + 1)  # and the losses of two squads with their leaders


def test_a_group_has_a_line_of_boxes_for_each_man() -> None:
    roster = a_roster(a_squad(Figure(count=14, weapons=("assault-rifle",))))
    pdf = a_pdf(roster, form="cards")
    assert [len(frames_of(page)) for page in pages_of(pdf)] == [5]
    assert text_of(pdf).count(BOX) == 14 * 3 + 14


def test_numbers_stand_under_the_heads_of_their_bands() -> None:
    roster = a_roster(a_squad(Figure(name="Spc. Ortega", weapons=("lmg",))))
    words = list(runs_of(pages_of(a_pdf(roster, form="cards"))[0]))
    heads = [word.left for band in ("25", "50", "100", "150") for word in words if word.text == band]
    row = next(word.base for word in words if word.text == "LMG" and word.left > heads[0] - 30)
    numbers = sorted(word.left for word in words if abs(word.base - row) < 1 and word.text.isdecimal())
    needs = [left for left in numbers if left > heads[0] - 1]  # the card of the squad lies beside it
    assert needs[:4] == pytest.approx(heads, abs=0.2)


def test_backs_follow_their_cards_and_stand_mirrored() -> None:
    roster = a_roster(a_squad(Figure(name="Miller"), Figure(name="Boyd")))
    pages = pages_of(a_pdf(roster, form="cards", duplex=True))
    fronts, backs = [[round(x) for x, _ in frames_of(page)] for page in pages]
    assert (fronts, backs) == ([13, 76, 139, 13], [13, 76, 139, 139])


@pytest.mark.parametrize(("ink", "filled"), [(False, True), (True, False)])
def test_saving_ink_leaves_out_the_shade_of_the_class(ink: bool, filled: bool) -> None:
    roster = a_roster(a_squad(Figure(), class_="veteran"))
    page = open_pdf(a_pdf(roster, form="cards", ink=ink))[0]
    colours = page.render(scale=0.5).to_pil().convert("RGB").getcolors(1_000_000)
    assert any(colour == VETERANS and count > 1000 for count, colour in colours) is filled


def test_a_list_without_cards_says_so() -> None:
    text = text_of(a_pdf(a_roster(), form="cards"))
    assert "Nothing in this list has a card of the type you chose." in text
