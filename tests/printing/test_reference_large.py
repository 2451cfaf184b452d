"""The quick reference in large type: landscape pages, nothing under nine points, two of them for an ordinary list."""

from pathlib import Path

import pytest

from armybuilder.printing.formats.reference.layout import lay_out
from armybuilder.printing.formats.reference.options import ReferenceOptions
from armybuilder.printing.formats.reference.sizes import LARGE
from armybuilder.printing.layout.sizes import PAPERS, page_size
from rules.core.assess import assess
from rules.core.text import LANGUAGES
from tests.printing.pdfs import letters_outside, letters_overlapping, sizes
from tests.printing.shapes import SHAPES
from tests.printing.sheets import EXAMPLES, SAMPLES, a_page, a_pdf, catalogue, read_list

THREE_PAGES = {
    "bi-kandahar",
    "bi-milizia-a-punti",
    "bn-checkpoint",
    "bn-insorti",
}  # examples that have everything


def test_columns_and_gutters_are_as_wide_as_the_page_between_its_margins() -> None:
    for paper in PAPERS:
        sizes, (wide, _) = LARGE[paper], page_size(paper, landscape=True)
        inside = sizes.columns * sizes.column + (sizes.columns - 1) * sizes.gutter
        assert 0 <= wide - sizes.side - sizes.ruler_side - inside < 0.5


@pytest.mark.parametrize("path", [*SAMPLES, *EXAMPLES], ids=lambda path: path.stem)
def test_it_takes_two_pages_in_nine_points_or_more(path: Path) -> None:
    roster = read_list(path)
    for language in LANGUAGES:
        sheet = lay_out(
            roster,
            catalogue(roster.ruleset),
            assess(roster, catalogue(roster.ruleset)),
            ReferenceOptions(language, large=True),
        )
        assert sheet.size >= 900
        assert len(sheet.pages) <= (3 if path.stem in THREE_PAGES else 2)


def test_its_pages_lie_on_their_side_and_are_whole() -> None:
    pdf = a_pdf(SHAPES["long names"], "it", "reference", paper="letter", large=True)
    assert set(sizes(pdf)) == {(792, 612)}
    assert (letters_outside(pdf, "reference"), letters_overlapping(pdf)) == ([], [])


def test_it_promises_no_ruler() -> None:
    page = a_page(SHAPES["markup"], form="reference", large=True)
    assert ("a ruler of 25" in page.html, "without fitting" in page.html) == (False, False)
    assert page.digest != a_page(SHAPES["markup"], form="reference").digest
