"""The quick reference as a PDF: a true ruler on its edge, one page where it fits, all of it on the page."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from armybuilder.printing.formats.reference.layout import ReferenceSheet, lay_out
from armybuilder.printing.layout.options import Options, Paper
from rules.core.assess import assess
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import (
    bookmarks_of,
    glyphs_of,
    letters_outside,
    letters_overlapping,
    level_strokes_of,
    open_pdf,
    sizes,
    texts,
)
from tests.printing.shapes import SHAPES
from tests.printing.sheets import EXAMPLES, SAMPLES, a_page, a_pdf, a_roster, a_squad, catalogue, read_list

MM = 25.4 / 72
PAPERS: tuple[Paper, ...] = ("a4", "letter")
HEIGHTS: dict[Paper, float] = {"a4": 297.0, "letter": 279.4}
LEFT, FOOT = 20.0, 11.0  # margins in mm
COVERING = "Fuoco di copertura: per distanza in cm"
# One page in either language: all but those which need two in type that can be read.
LONG = next(path for path in SAMPLES if path.stem == "alpini-musahi")
TWO_PAGES = {"alpini-musahi"}


def reference(roster: Roster, language: Language = "it", paper: Paper = "a4", **options: Any) -> bytes:
    return a_pdf(roster, language, "reference", paper=paper, **options)


def laid_out(roster: Roster, language: Language, paper: Paper) -> ReferenceSheet:
    return lay_out(
        roster,
        catalogue(roster.ruleset),
        assess(roster, catalogue(roster.ruleset)),
        Options(language, paper),
    )


def strokes(pdf: bytes, page: int = 0) -> list[tuple[float, float]]:
    """The level strokes left of the text, from above: (mm from the top of the page, length in mm)."""
    found = level_strokes_of(open_pdf(pdf)[page])
    return [(round(top, 3), round(length, 2)) for left, top, length in found if left < LEFT - 5]


def over_the_foot(pdf: bytes) -> list[str]:
    """The letters, the foot's own aside, that stand below the margin."""
    return [
        letter.text
        for page in open_pdf(pdf)
        for letter in glyphs_of(page)
        if letter.bottom > page.get_height() - FOOT / MM + 0.5
        and "Condensed" in letter.font
        and letter.right < page.get_width() * 0.9
    ]


def a_list() -> Roster:
    return read_list(next(path for path in SAMPLES if path.stem == "bersaglieri-nassiriya"))


# ── The ruler ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_edge_is_a_ruler_of_25_cm() -> None:
    printed: dict[Paper, Roster] = {"a4": a_list(), "letter": EVERYTHING["bn"]}
    for paper, roster in printed.items():
        stand_a_millimetre_apart(strokes(reference(roster, paper=paper)), HEIGHTS[paper])


def stand_a_millimetre_apart(found: list[tuple[float, float]], height: float) -> None:
    tops = [top for top, _ in found]
    assert len(tops) == 251
    assert [round(top - tops[0], 2) for top in tops] == [float(mm) for mm in range(251)]
    assert 4 < tops[0] < tops[-1] < height - 4, "off what printers print"


def test_centimetres_have_the_longest_strokes() -> None:
    found = strokes(reference(a_list()))
    lengths = {mm: length for mm, (_, length) in enumerate(found)}
    assert {lengths[mm] for mm in range(0, 251, 10)} == {5.5}
    assert {lengths[mm] for mm in range(5, 251, 10)} == {3.8}
    assert {length for mm, length in lengths.items() if mm % 5} == {2.3}


def test_every_page_has_it_at_the_same_place() -> None:
    pdf = reference(read_list(LONG))
    assert strokes(pdf, 1) == strokes(pdf, 0)


def test_each_page_says_how_to_print_it() -> None:
    pages = texts(reference(read_list(LONG)))
    assert ["stampa al 100 %, senza adattare alla pagina" in page for page in pages] == [True, True]


# ── Pages ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_stands_on_one_page(path: Path, language: Language) -> None:
    pages = laid_out(read_list(path), language, "a4").pages
    assert len(pages) == (2 if path.stem in TWO_PAGES else 1)


@pytest.mark.parametrize("path", [*SAMPLES, *EXAMPLES], ids=lambda path: path.stem)
def test_every_list_takes_two_pages_at_most(path: Path) -> None:
    """In the longer language on the shorter paper."""
    assert len(laid_out(read_list(path), "it", "letter").pages) <= 2


# `make soak` sets the others, and each of them on either paper; a list of everything of each game is below.
LISTS: list[tuple[Path, Language, Paper]] = [
    *((path, "it", "a4") for path in SAMPLES if path.stem == "bersaglieri-nassiriya"),
    *((path, "en", "letter") for path in EXAMPLES if path.stem == "ludonet-pattuglia"),
    # A row with a value whose name is broken within: it stood below a float, and the last block on a third page.
    *((path, "it", "a4") for path in EXAMPLES if path.stem == "bi-milizia-a-punti"),
]


@pytest.mark.parametrize(("path", "language", "paper"), LISTS, ids=[path.stem for path, _, _ in LISTS])
def test_the_pages_are_those_laid_out_and_whole(path: Path, language: Language, paper: Paper) -> None:
    are_those_laid_out_and_whole(read_list(path), language, paper)


def are_those_laid_out_and_whole(roster: Roster, language: Language, paper: Paper) -> None:
    sheet = laid_out(roster, language, paper)
    pdf = reference(roster, language, paper)
    pages = [" ".join(page.split()) for page in texts(pdf)]
    assert len(pages) == len(sheet.pages)
    blocks = [
        (number, block) for number, page in enumerate(sheet.pages) for column in page for block in column
    ]
    assert [
        block.title for number, block in blocks if " ".join(block.title.split()) not in pages[number]
    ] == []
    assert (letters_outside(pdf, "reference"), over_the_foot(pdf), letters_overlapping(pdf)) == ([], [], [])


EVERYTHING = {
    game: a_roster(
        a_squad(
            Figure(weapons=tuple(catalogue(game).weapon_by_id)[:10], roles=tuple(catalogue(game).role_by_id)),
            Figure(weapons=tuple(catalogue(game).weapon_by_id)[10:20]),
            Figure(weapons=tuple(catalogue(game).weapon_by_id)[20:]),
            class_=catalogue(game).classes[0].id,
            vehicles=tuple(Vehicle(type=kind) for kind in catalogue(game).vehicle_by_id),
        ),
        ruleset=game,
        extras=tuple(ExtraEntry(extra=extra) for extra in catalogue(game).extra_by_id),
        rulings={ruling.id: ruling.options[-1].id for ruling in catalogue(game).rulings},
    )
    for game in ("rth-it", "rth-en", "bn", "bi", "ludonet")
}


@pytest.mark.parametrize("game", EVERYTHING)
def test_no_table_is_set_more_than_a_tenth_smaller_than_its_page(game: str) -> None:
    for language, paper in product(LANGUAGES, PAPERS):
        sheet = laid_out(EVERYTHING[game], language, paper)
        sizes_of = {
            block.own_size or sheet.size for page in sheet.pages for column in page for block in column
        }
        assert min(sizes_of) >= max(650, 0.9 * sheet.size)


def test_no_letter_is_smaller_than_six_and_a_half_points() -> None:
    """The list of which a table is set smallest."""
    letters = [
        letter for page in open_pdf(reference(EVERYTHING["bn"], "it", "letter")) for letter in glyphs_of(page)
    ]
    assert min(letter.size for letter in letters if letter.text.strip()) >= 6.49


@pytest.mark.parametrize("game", EVERYTHING)
def test_a_list_of_everything_runs_nowhere_off_a_letter(game: str) -> None:
    assert set(sizes(reference(EVERYTHING[game], "it", "letter"))) == {(612, 792)}
    are_those_laid_out_and_whole(EVERYTHING[game], "it", "letter")


# ── The PDF ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_its_bookmarks_are_its_sections() -> None:
    marks = [title for depth, title in bookmarks_of(reference(a_list())) if depth == 1]
    assert marks[:3] == ["Classi", "Fuoco: numero da fare con 1d6, per distanza in cm", COVERING]


def test_its_file_is_named_after_the_list() -> None:
    assert a_page(a_list(), "it", "reference").file_name == "Bersaglieri-a-Nassiriya-149-promemoria.pdf"


def test_the_page_asks_for_no_file_of_its_own_and_escapes_names() -> None:
    html = a_page(SHAPES["markup"], "en", "reference").html
    assert [word for word in ("src=", "href=", "url(", "style=", "<link", "<script") if word in html] == []
