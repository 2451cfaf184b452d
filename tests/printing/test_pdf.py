"""The PDF itself: one page if possible, complete, within the margins, with embedded fonts and tags."""

from pathlib import Path

import pytest

from rules.core.document.roster import Figure
from rules.core.text import Language
from tests.printing.pdfs import (
    POINTS_PER_MM,
    bookmarks_of,
    fonts_of,
    letters_outside,
    letters_overlapping,
    lines_of,
    open_pdf,
    sizes,
    text_of,
    texts,
)
from tests.printing.shapes import EUROPE, MARKUP, SHAPES
from tests.printing.sheets import (
    EXAMPLES,
    SAMPLES,
    a_page,
    a_pdf,
    a_roster,
    a_sheet,
    a_squad,
    read_list,
    twelve_men,
)

A4, LETTER = (595, 842), (612, 792)
WASH = (0xF3, 0xEF, 0xE5)


def washed(pdf: bytes) -> int:
    """The number of pixels on the first page in the background colour of vehicles."""
    colours = open_pdf(pdf)[0].render(scale=0.5).to_pil().convert("RGB").getcolors(1_000_000)
    return sum(count for count, colour in colours if colour == WASH)


@pytest.fixture(scope="module")
def twelve() -> bytes:
    """The ordinary list: twelve figures, a vehicle, two extras."""
    return a_pdf(twelve_men(), "it")


# ── The ordinary list ──────────────────────────────────────────────────────────────────────────────────────────────


def test_twelve_figures_fit_on_a_page(twelve: bytes) -> None:
    assert sizes(twelve) == [A4]


def test_on_letter_their_game_strip_is_on_the_same_page() -> None:
    pdf = a_pdf(twelve_men(), "en", paper="letter")
    assert sizes(pdf) == [LETTER]
    assert "Ours: each box" in text_of(pdf)


def test_every_name_and_total_is_printed(twelve: bytes) -> None:
    text = text_of(twelve)
    names = [figure.name for squad in twelve_men().squads for figure in squad.figures]
    totals = ["146 / 150", "89 pt", "87 pt"]
    words = ["Pattuglia a Surobi", "Alfa", "Bravo", "AR 90", "Regole di ingaggio", *names, *totals]
    assert [word for word in words if word not in text] == []


def test_every_man_has_three_boxes_and_the_vehicle_has_one(twelve: bytes) -> None:
    losses = 14  # twelve men; two leaders count twice
    counters = 8 + 2 * 5 + 4 * 20  # game strip: active turns, objectives and defeat points of both sides
    assert text_of(twelve).count("☐") == 12 * 3 + 1
    assert a_page(twelve_men(), "it").html.count("▢") == losses + counters


def test_numbers_are_under_the_headings_of_their_bands() -> None:
    """The numbers needed at 25, 50, 100 and 150 cm are at tab stops one band apart, each under its heading."""
    lines = lines_of(open_pdf(a_pdf(twelve_men()))[0])
    heads = next(line for line in lines if "2550100150" in "".join(letter.text for letter in line))
    start = "".join(letter.text for letter in heads).index("2550100150")
    lefts = [heads[start + at].left for at in (0, 2, 4, 7)]
    band = 6.75 * POINTS_PER_MM
    for name, numbers in (
        ("LMG", "4566"),
        ("aimed", "3456"),
    ):  # a short name, and a name that ends near a tab stop
        said = name + numbers
        gun = next(line for line in lines if said in "".join(letter.text for letter in line))
        start = "".join(letter.text for letter in gun).index(said) + len(name)
        needs = gun[start : start + 4]
        apart = [need.left - needs[0].left for need in needs]
        assert apart == pytest.approx([0, band, 2 * band, 3 * band], abs=1)
        assert [need.left - left for need, left in zip(needs, lefts, strict=True)] == pytest.approx([0] * 4, abs=2)


def test_all_fonts_are_ours(twelve: bytes) -> None:
    names = {font.name.partition("+")[2].partition("-")[0] for font in fonts_of(twelve)}
    assert names == {"Barlow", "Squadra"}


def test_it_has_a_bookmark_for_the_list_and_for_each_squad(twelve: bytes) -> None:
    assert bookmarks_of(twelve)[:3] == [(0, "Pattuglia a Surobi"), (1, "Alfa"), (1, "Bravo")]


def test_the_foot_counts_pages(twelve: bytes) -> None:
    assert "1 / 1" in text_of(twelve)


def test_saving_ink_removes_only_the_fills(twelve: bytes) -> None:
    saved = a_pdf(twelve_men(), "it", ink=True)
    assert text_of(saved) == text_of(twelve)
    assert washed(twelve) > 1000
    assert washed(saved) == 0


# ── Every list ─────────────────────────────────────────────────────────────────────────────────────────────────────

# Two examples of each game.
LISTS: list[tuple[Path, Language]] = [(path, "it") for path in SAMPLES]
LISTS += [(path, "en") for path in EXAMPLES[::2]]


@pytest.mark.parametrize(("path", "language"), LISTS, ids=[path.stem for path, _ in LISTS])
def test_every_example_of_the_seeds_and_two_of_each_game_are_complete(path: Path, language: Language) -> None:
    roster = read_list(path)
    sheet, pdf = a_sheet(roster, language), a_pdf(roster, language)
    text = text_of(pdf)
    rows = [unit for squad in sheet.squads for unit in squad.units]
    wanted = [word for row in rows for word in row.name.split()]
    wanted += [squad.points for squad in sheet.squads] + [row.points for row in rows]
    wanted += [sheet.points]
    assert [word for word in wanted if word not in text] == []
    assert letters_outside(pdf) == []
    assert letters_overlapping(pdf) == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_example_of_the_seeds_fits_on_a_page(path: Path) -> None:
    assert sizes(a_pdf(read_list(path), "it")) == [A4]


# ── Hard shapes ────────────────────────────────────────────────────────────────────────────────────────────────────


def shaped(shape: str) -> bytes:
    """A hard list, without overlaps or text off the page. Other hard lists are in test_forms_pdf.py."""
    pdf = a_pdf(SHAPES[shape])
    assert (letters_outside(pdf), letters_overlapping(pdf)) == ([], [])
    return pdf


def test_names_are_always_printed_as_text() -> None:
    assert MARKUP in text_of(shaped("markup"))


def test_letters_of_other_languages_are_kept() -> None:
    assert EUROPE in text_of(shaped("letters of Europe"))


def test_a_negative_total_is_printed_with_its_sign() -> None:
    assert "−55" in text_of(shaped("less than nothing"))


def test_thirty_figures_take_several_pages_with_headings_and_a_running_head() -> None:
    pages = texts(shaped("thirty figures"))
    assert len(pages) == 2
    assert ["25 50 100 150" in page for page in pages] == ["burst" in page for page in pages]
    assert ["Rangers · 660" in page for page in pages] == [False] + [True] * (len(pages) - 1)
    assert [f"{at + 1} / {len(pages)}" in page for at, page in enumerate(pages)] == [True] * len(pages)


def test_a_row_is_never_split_between_pages() -> None:
    """Each of the thirty has three lines of fire: each page has the same number of each."""
    for page in texts(a_pdf(SHAPES["thirty figures"])):
        men = page.count("Assault rifle, aimed")
        assert (page.count("burst"), page.count("4 5 6 –")) == (men, men)


def test_squads_move_to_the_next_page_whole() -> None:
    squad = a_squad(*[Figure(weapons=("assault-rifle", "rpg")) for _ in range(12)])
    pages = texts(a_pdf(a_roster(squad, squad, squad, name="Three")))
    assert [page.count("burst") for page in pages] == [12, 12, 12]
