"""The quick reference as a PDF: an exact ruler on its edge, one page if possible, nothing off the page."""

from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from armybuilder.printing.formats.reference.layout import ReferenceSheet, lay_out
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import PAPERS
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
from tests.printing.sheets import (
    EXAMPLES,
    SAMPLES,
    a_page,
    a_pdf,
    a_roster,
    a_setting,
    a_squad,
    catalogue,
    read_list,
    twelve_men,
)

MM = 25.4 / 72
HEIGHTS: dict[Paper, float] = {"a4": 297.0, "letter": 279.4}
LEFT, FOOT = 19.0, 10.5  # margins in mm


def reference(roster: Roster, language: Language = "it", paper: Paper = "a4", **options: Any) -> bytes:
    return a_pdf(roster, language, "reference", paper=paper, **options)


def laid_out(roster: Roster, language: Language, paper: Paper) -> ReferenceSheet:
    with override(language):
        return lay_out(a_setting(roster, language, paper=paper))


def strokes(pdf: bytes, page: int = 0) -> list[tuple[float, float]]:
    """The horizontal strokes left of the text, from top to bottom: (mm from the top of the page, length in mm)."""
    found = level_strokes_of(open_pdf(pdf)[page])
    return [(round(top, 3), round(length, 2)) for left, top, length in found if left < LEFT - 5]


def over_the_foot(pdf: bytes) -> list[str]:
    """The letters below the margin, except the foot."""
    return [
        letter.text
        for page in open_pdf(pdf)
        for letter in glyphs_of(page)
        if letter.bottom > page.get_height() - FOOT / MM + 0.5
        and "Condensed" in letter.font
        and letter.right < page.get_width() * 0.9
    ]


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


def a_list() -> bytes:
    """The list for most tests: one of everything, on three pages."""
    return reference(EVERYTHING["bi"], "it", "letter")


# ── The ruler ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_edge_is_a_ruler_of_25_cm_at_the_same_place_on_every_page() -> None:
    found = strokes(a_list())
    tops, lengths = zip(*found, strict=True)
    assert len(tops) == 251
    assert [round(top - tops[0], 2) for top in tops] == [float(mm) for mm in range(251)]
    assert 4 < tops[0] < tops[-1] < HEIGHTS["letter"] - 4, "off what printers print"
    assert {lengths[mm] for mm in range(0, 251, 10)} == {5.5}
    assert {lengths[mm] for mm in range(5, 251, 10)} == {3.8}
    assert {length for mm, length in enumerate(lengths) if mm % 5} == {2.3}
    assert strokes(a_list(), 1) == found


def test_each_page_has_printing_instructions() -> None:
    said = ["stampa al 100 %, senza adattare alla pagina" in page for page in texts(a_list())]
    assert said == [True, True, True]


# ── Pages ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", [*SAMPLES, *EXAMPLES], ids=lambda path: path.stem)
def test_a_list_fits_on_a_page(path: Path) -> None:
    """Every list, in both languages, on both papers."""
    pages = [len(laid_out(read_list(path), language, paper).pages) for language in LANGUAGES for paper in PAPERS]
    assert pages == [1] * 4


@pytest.mark.parametrize("game", EVERYTHING)
def test_the_pages_match_the_layout_and_are_complete(game: str) -> None:
    """`make soak` prints other lists, on both papers."""
    roster = EVERYTHING[game]
    sheet, pdf = laid_out(roster, "it", "letter"), reference(roster, "it", "letter")
    assert (set(sizes(pdf)), len(texts(pdf))) == ({(612, 792)}, len(sheet.pages))
    assert (letters_outside(pdf, "reference"), over_the_foot(pdf), letters_overlapping(pdf)) == ([], [], [])


def test_a_line_before_a_citation_is_full() -> None:
    text = open_pdf(reference(twelve_men(), "en"))[0].get_textpage().get_text_bounded()
    assert "Fire: number needed on a d6, by range" in map(str.strip, text.splitlines())


def test_type_in_a_table_is_at_most_a_tenth_smaller_than_on_its_page() -> None:
    """A citation beside a title has the smallest type."""
    size = laid_out(EVERYTHING["bi"], "it", "letter").size / 100
    letters = [letter for page in open_pdf(a_list()) for letter in glyphs_of(page)]
    assert min(letter.size for letter in letters if letter.text.strip()) >= min(0.9 * size, 6.49)


# ── The PDF ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_its_bookmarks_are_its_sections() -> None:
    marks = [title for depth, title in bookmarks_of(a_list()) if depth == 1]
    assert marks[:3] == [
        "Classi",
        "Fuoco: distanze in cm · al massimo, con un d10",
        "Movimento dei veicoli, cm",
    ]


def test_its_file_is_named_after_the_list() -> None:
    [path] = [path for path in SAMPLES if path.stem == "bersaglieri-nassiriya"]
    assert a_page(read_list(path), "it", "reference").file_name == "Bersaglieri-a-Nassiriya-149-promemoria.pdf"


def test_the_page_requests_no_file_and_escapes_names() -> None:
    html = a_page(SHAPES["markup"], "en", "reference").html
    assert [word for word in ("src=", "href=", "url(", "<link", "<script") if word in html] == []
