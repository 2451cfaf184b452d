"""Every format as a PDF: complete for any list, tagged, with embedded fonts, small, and readable as text."""

from pathlib import Path

import pytest
from django.conf import settings
from lxml.html import document_fromstring, tostring

from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from tests.printing.pdfs import (
    bookmarks_of,
    fonts_of,
    letters_outside,
    letters_overlapping,
    root_of,
    sizes,
    tags_of,
    text_of,
    title_of,
)
from tests.printing.shapes import LONG, SHAPES
from tests.printing.sheets import a_page, a_pdf, twelve_men
from tests.test_contrast import rules

STYLES = sorted(Path(settings.BASE_DIR, "armybuilder").rglob("*.css"))
every_form = pytest.mark.parametrize("form", FORMATS)


# ── Readers and screen readers ───────────────────────────────────────────────────────────────────────────────────────


def a_hard_pdf(form: str) -> bytes:
    """The list with the longest names, in Italian on Letter, rendered once for all tests here."""
    return a_pdf(SHAPES["long names"], "it", form, paper="letter")


@every_form
def test_it_has_title_and_language_and_is_tagged_in_reading_order(form: str) -> None:
    pdf = a_hard_pdf(form)
    root, title = root_of(pdf), LONG.strip()[:40]
    assert title_of(pdf).startswith(title)
    assert (root["/Lang"], bool(root["/MarkInfo"]["/Marked"])) == ("it", True)
    assert bool(root["/ViewerPreferences"]["/DisplayDocTitle"]) is True
    metadata = root["/Metadata"].read_bytes()
    assert (b"pdfuaid:part" in metadata, title.encode() in metadata) == (True, True)
    assert bookmarks_of(pdf)[0][1].startswith(title)
    tags = tags_of(pdf)
    assert (tags[0], "H1" in tags, "Figure without Alt" in tags) == ("Document", True, False)
    numbers, pages = root["/StructTreeRoot"]["/ParentTree"]["/Nums"], root["/Pages"]["/Kids"]
    assert [page["/StructParents"] for page in pages] == list(range(len(pages)))
    assert list(numbers)[: 2 * len(pages) : 2] == list(range(len(pages)))


@every_form
def test_fonts_are_embedded_as_subsets_and_the_file_is_small_and_copyable(form: str) -> None:
    pdf = a_hard_pdf(form)
    assert [font for font in set(fonts_of(pdf)) if not (font.embedded and font.subset and font.readable)] == []
    assert len(pdf) < 220_000
    assert "Hauptfeldwebel" in text_of(pdf)


def class_and_rest(page: Printout) -> tuple[set[str], bytes]:
    """The body classes of a page, and the page without them."""
    root = document_fromstring(page.html)
    return set(root.body.attrib.pop("class", "").split()), tostring(root)


@every_form
def test_saving_ink_removes_no_words(form: str) -> None:
    """A class on the page changes the styles. test_pdf.py checks the result on paper."""
    full, saved = (a_page(twelve_men(), form=form, ink=ink) for ink in (False, True))
    classes, rest = class_and_rest(full)
    assert class_and_rest(saved) == (classes | {"ink"}, rest)
    assert saved.css == full.css


def test_saving_ink_hides_nothing() -> None:
    found = (rule for path in STYLES for rule in rules(path.read_text()))
    declared = {name for selector, declarations in found if ".ink" in selector for name in declarations}
    assert declared == {"background", "background-image", "border", "box-sizing", "color", "line-height"}


# ── Hard shapes ──────────────────────────────────────────────────────────────────────────────────────────────────────


# The hardest lists of each format; long names on Letter are below. `make soak` prints them all. Cards are tested in
# test_cards_pdf.py, and rosters also in test_pdf.py. Formats with little of the list, or fitted to it, need only the
# strangest list. So does the reference, which prints rules: test_reference_pdf.py tests it with all lists.
FITTED = ("scenario", "reference", "kit")
ROWS = ("a name without spaces", "foreign ids")
OF_FORM = dict.fromkeys(FITTED, ("foreign ids",)) | {
    "roster": (*ROWS, "letters of the world", "zero figures", "everything on sale"),
    "cards": (),
}
SHAPED = [(form, shape) for form in FORMATS for shape in OF_FORM.get(form, ROWS)]


@pytest.mark.parametrize(("form", "shape"), SHAPED)
def test_no_text_leaves_the_page_or_overlaps(form: str, shape: str) -> None:
    pdf = a_pdf(SHAPES[shape], form=form)
    assert letters_outside(pdf, form) == []
    assert letters_overlapping(pdf) == []


@every_form
def test_pages_are_a4(form: str) -> None:
    assert "size: 210.0mm 297.0mm" in FORMATS[form].css(Options("en"))


# The other two formats are tested on Letter in their own files.
ON_LETTER = [form for form in FORMATS if form not in ("cards", "reference")]


@pytest.mark.parametrize("form", ON_LETTER)
def test_no_text_leaves_a_letter_page_or_overlaps_in_italian(form: str) -> None:
    pdf = a_hard_pdf(form)
    assert set(sizes(pdf)) == {(612, 792)}
    assert letters_outside(pdf, form) == []
    assert letters_overlapping(pdf) == []
