"""Several PDFs in one: pages, tags, bookmarks and links of each, with one title."""

from functools import cache
from io import BytesIO
from typing import Any

import pikepdf
import pypdf
import pytest
from pypdf.generic import ArrayObject

from armybuilder.printing.layout.options import Sides
from armybuilder.printing.pdfs.joining import Part, join
from tests.printing.sheets import pdf_of

HOSTILE = "<&> \\1 “ł漢"


def a_pdf(title: str, *paragraphs: str) -> bytes:
    body = f"<h1>{title}</h1><h2 id='place'>Alpha</h2>" + "".join(paragraphs)
    return pdf_of(f'<!doctype html><html lang="it"><title>{title}</title>{body}</html>')


@cache
def joined() -> pypdf.PdfReader:
    """Return three lists joined: the second has two pages and a link to its first page; the third has another title."""
    link = "<p style='break-before: page'><a href='#place'>there</a></p>"
    parts = [Part("One", a_pdf("One")), Part("Two", a_pdf("Two", link)), Part(HOSTILE, a_pdf("Three", link))]
    return pypdf.PdfReader(BytesIO(join(parts, HOSTILE)))


def outline(reader: pypdf.PdfReader, items: list[Any]) -> list[Any]:
    return [
        outline(reader, item) if isinstance(item, list) else (item.title, reader.get_destination_page_number(item))
        for item in items
    ]


def test_all_pages_are_there_in_order() -> None:
    texts = [page.extract_text().split() for page in joined().pages]
    assert [(text[0], text[1:]) for text in texts] == [
        ("OneAlpha", ["1", "/", "1"]),
        ("TwoAlpha", ["1", "/", "2"]),
        ("there", ["2", "/", "2"]),
        ("ThreeAlpha", ["1", "/", "2"]),
        ("there", ["2", "/", "2"]),
    ]


def test_each_list_starts_on_a_front_when_double_sided() -> None:
    link = "<p style='break-before: page'>there</p>"
    parts = [Part("One", a_pdf("One")), Part("Two", a_pdf("Two", link)), Part("Three", a_pdf("Three"))]
    reader = pypdf.PdfReader(BytesIO(join(parts, "All", 2)))
    texts = [page.extract_text().split()[:1] for page in reader.pages]
    assert texts == [["OneAlpha"], [], ["TwoAlpha"], ["there"], ["ThreeAlpha"]]
    assert len({(page.mediabox.width, page.mediabox.height) for page in reader.pages}) == 1
    assert [place for _, place in outline(reader, reader.outline)[::2]] == [0, 2, 4]


def test_each_list_has_a_bookmark_above_its_own_bookmarks() -> None:
    reader = joined()
    assert outline(reader, reader.outline) == [
        ("One", 0),
        [("Alpha", 0)],
        ("Two", 1),
        [("Alpha", 1)],
        (HOSTILE, 3),
        [("Three", 3), [("Alpha", 3)]],
    ]


def test_title_and_language_are_in_their_standard_places() -> None:
    reader = joined()
    metadata = reader.xmp_metadata
    assert reader.metadata
    assert metadata
    assert reader.metadata.title == HOSTILE
    assert metadata.dc_title == {"x-default": HOSTILE}
    assert b'pdfuaid:part="1"' in metadata.stream.get_data()
    root: dict[str, Any] = reader.root_object
    assert (root["/Lang"], root["/MarkInfo"], root["/ViewerPreferences"]) == (
        "it",
        {"/Marked": True},
        {"/DisplayDocTitle": True},
    )


def test_every_page_finds_its_own_tags() -> None:
    """A page number leads to elements on that page, and from each element up to the root."""
    reader = joined()
    root = reader.root_object["/StructTreeRoot"]
    numbers = root["/ParentTree"]["/Nums"]  # type: ignore[index]
    by_number = dict(zip(numbers[::2], numbers[1::2], strict=True))
    assert list(by_number) == list(range(len(by_number)))
    for page in reader.pages:
        elements = by_number[page["/StructParents"]].get_object()
        assert isinstance(elements, ArrayObject)
        assert {element.get_object()["/Pg"].indirect_reference for element in elements} == {page.indirect_reference}
        assert {up(element) for element in elements} == {root["/K"][0].idnum}  # type: ignore[index]


def up(element: Any) -> int:
    """Return the number of the root element."""
    while (parent := element.get_object().raw_get("/P")).get_object().get("/Type") != "/StructTreeRoot":
        element = parent
    number: int = element.idnum
    return number


def test_the_tree_is_one_document_with_a_part_for_each_list() -> None:
    document = joined().root_object["/StructTreeRoot"]["/K"][0]  # type: ignore[index]
    assert (document["/S"], [part.get_object()["/S"] for part in document["/K"]]) == (
        "/Document",
        ["/Part"] * 3,
    )


def test_links_stay_within_their_list_and_keep_their_tags() -> None:
    reader = joined()
    numbers = reader.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]  # type: ignore[index]
    by_number = dict(zip(numbers[::2], numbers[1::2], strict=True))
    found = []
    for page in reader.pages:
        for annotation in page.get("/Annots", []):
            link = annotation.get_object()
            found.append((page.page_number, reader.pages.index(link["/Dest"][0].get_object())))
            assert by_number[link["/StructParent"]].get_object()["/Pg"] == page
    assert found == [(2, 1), (4, 3)]
    assert "/Names" not in reader.root_object


@pytest.mark.parametrize("sides", [1, 2])
def test_cut_out_pages_have_blank_backs_on_single_and_double_sided_paper(sides: Sides) -> None:
    """One sheet to read, two to cut out, and one with its own back."""
    link = "<p style='break-before: page'>there</p>"
    parts = [
        Part("Read", a_pdf("Read")),
        Part("Cut", a_pdf("Cut", link), "blank"),
        Part("Back", a_pdf("Back", link), "back"),
        Part("Again", a_pdf("Again"), opens=False),
    ]
    reader = pypdf.PdfReader(BytesIO(join(parts, "All", sides)))
    said = [(page.extract_text().split() or [""])[0] for page in reader.pages]
    assert said == ["ReadAlpha", "", "CutAlpha", "", "there", "", "BackAlpha", "there", "AgainAlpha"]
    places = [place for _, place in outline(reader, reader.outline)[::2]]
    assert places == [0, 2, 6, 8]


def test_one_list_is_also_a_bundle() -> None:
    reader = pypdf.PdfReader(BytesIO(join([Part("One", a_pdf("One"))], "All")))
    assert (len(reader.pages), outline(reader, reader.outline)) == (1, [("One", 0), [("Alpha", 0)]])


def test_broken_files_are_refused() -> None:
    with pytest.raises(pikepdf.PdfError):
        join([Part("One", b"no PDF")], "All")
