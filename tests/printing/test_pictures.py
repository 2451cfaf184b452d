"""The preview shows the pages of the PDF as images, in the size given by the page in advance."""

from io import BytesIO

import pytest
from PIL import Image

from armybuilder.printing.layout.options import Paper
from armybuilder.printing.pdfs.pictures import Size, page_picture, page_sizes
from tests.printing.sheets import pdf_of

TWO_PAGES = '<!doctype html><html lang="en"><title>Two</title><p>One</p><p style="break-before: page">Two</p></html>'


@pytest.mark.parametrize(("paper", "size"), [("a4", Size(1191, 1684)), ("letter", Size(1224, 1584))])
def test_given_sizes_match_the_images(paper: Paper, size: Size) -> None:
    pdf = pdf_of(TWO_PAGES, paper)
    assert page_sizes(pdf) == [size, size]
    images = [Image.open(BytesIO(page_picture(pdf, number))) for number in (1, 2)]
    assert [(image.format, image.size) for image in images] == [("PNG", (size.width, size.height))] * 2


@pytest.mark.parametrize("number", [0, 3])
def test_a_page_beyond_the_end_does_not_exist(number: int) -> None:
    with pytest.raises(IndexError):
        page_picture(pdf_of(TWO_PAGES), number)
