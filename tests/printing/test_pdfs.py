"""The checks of PDFs find their faults."""

import pytest

from tests.printing.pdfs import letters_outside, letters_overlapping, tags_of
from tests.printing.sheets import pdf_of


def a_document(body: str) -> bytes:
    return pdf_of(f'<html lang="en"><title>t</title><body>{body}</body></html>')


def test_text_off_the_page_or_in_its_margin_is_found() -> None:
    for place in ("margin-left: -6mm", "margin-left: 190mm", "margin-top: -12mm"):
        assert letters_outside(a_document(f'<p style="{place}">M</p>')) == ["M"]
    assert letters_outside(a_document("<p>M</p>")) == []


@pytest.mark.parametrize(("left", "outside"), [("10mm", []), ("61mm", ["M"]), ("65.6mm", [])])
def test_text_across_the_edge_of_a_card_is_found(left: str, outside: list[str]) -> None:
    """The first card begins 10.5 mm from the edge of the page, half a millimetre outside the margin of this page."""
    pdf = a_document(f'<p style="margin: 20mm 0 0 {left}">M</p>')
    assert letters_outside(pdf, "cards") == outside


def test_text_on_other_text_is_found_but_not_a_ligature() -> None:
    on_another = '<p style="font: 20pt/1 Barlow">M</p><p style="font: 20pt/1 Barlow; margin-top: -20pt">H</p>'
    assert set(letters_overlapping(a_document(on_another))) == {"MH", "HM"}
    assert letters_overlapping(a_document("<p>fifth flag</p><p>M</p>")) == []


def test_a_picture_without_a_description_is_found() -> None:
    picture = '<svg viewBox="0 0 1 1" width="9" height="9">{}<path d="M0 0h1v1z"/></svg>'
    assert "Figure without Alt" in tags_of(a_document(f"<p>{picture.format('')}</p>"))
    assert "Figure" in tags_of(a_document(f"<p>{picture.format('<title>A sign</title>')}</p>"))
