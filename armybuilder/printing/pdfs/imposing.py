"""The pages of a booklet in binding order: a multiple of four, or two on a sheet to fold.

Runs in the processes of `pool.py`.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from armybuilder.printing.pdfs.joining import annotations, named_places, saved, size_of

if TYPE_CHECKING:
    from pikepdf import Object, Page, Pdf

TO_A_SHEET = 4  # pages: two on each side


def bound(content: bytes) -> bytes:
    """Return a booklet with blank pages before its back cover, to make its pages a multiple of four."""
    from pikepdf import Pdf

    with Pdf.open(BytesIO(content)) as pdf:
        _fill(pdf)
        return saved(pdf)


def imposed(content: bytes) -> bytes:
    """Return a booklet two pages on a side, in the order in which sheets printed on both sides are folded into one.

    Its tags, bookmarks and links are those of the pages.
    """
    from pikepdf import Pdf

    with Pdf.open(BytesIO(content)) as pdf:
        _fill(pdf)
        pages = list(pdf.pages)
        width, height = size_of(pages[0])
        places: dict[tuple[int, int], _Place] = {}
        for pair in sides(len(pages)):
            pdf.add_blank_page(page_size=(2 * width, height))
            for number, left in zip(pair, (0.0, width), strict=True):
                places[pages[number - 1].obj.objgen] = _placed(pages[number - 1], pdf.pages[-1], left)
        _retag(pdf.Root.get("/StructTreeRoot"), None, places)
        _lead(pdf, places)
        del pdf.pages[: len(pages)]
        return saved(pdf)


class _Place(NamedTuple):
    """The place of a page on a side: the side, the page as a drawing on it, and its left edge in points."""

    side: "Object"
    drawing: "Object"
    left: float


def _placed(page: "Page", side: "Page", left: float) -> _Place:
    """Draw a page on a side, and take its links along."""
    from pikepdf import Array, Name

    drawing = page.as_form_xobject()
    if "/StructParents" in page.obj:
        drawing.StructParents = page.obj.StructParents
    name = side.add_resource(drawing, Name.XObject)
    side.contents_add(f"q 1 0 0 1 {left} 0 cm {name} Do Q".encode())
    side.obj.Tabs = Name.S
    links = annotations(page)
    for link in links:
        link.Rect = Array([float(edge) + left * (at % 2 == 0) for at, edge in enumerate(link.Rect)])
        link.P = side.obj
    side.obj.Annots = Array([*annotations(side), *links])
    return _Place(side.obj, drawing, left)


def _retag(element: Any, page: Any, places: "dict[tuple[int, int], _Place]") -> None:
    """Let an element and those below it be marked in the drawings of their pages."""
    from pikepdf import Array, Dictionary, Name

    if element is None or "/K" not in element:
        return
    page = element.get("/Pg", page)
    place = places[page.objgen] if page is not None else None
    kids: list[Any] = list(element.K) if isinstance(element.K, Array) else [element.K]
    for at, kid in enumerate(kids):
        if isinstance(kid, int) and place:
            kids[at] = Dictionary(Type=Name.MCR, Pg=place.side, Stm=place.drawing, MCID=kid)
        elif kid.get("/Type") in (Name.MCR, Name.OBJR):
            own = places[kid.get("/Pg", page).objgen]
            kid.Pg = own.side
            if kid.Type == Name.MCR:
                kid.Stm = own.drawing
        else:
            _retag(kid, page, places)
    element.K = Array(kids)
    if place:
        element.Pg = place.side


def _lead(pdf: "Pdf", places: "dict[tuple[int, int], _Place]") -> None:
    """Let bookmarks and links lead to the sides, where the pages are now."""
    from pikepdf import Array

    links = [note.Dest for side in pdf.pages for note in annotations(side) if "/Dest" in note]
    marks = [item.Dest for item in _below(pdf.Root.get("/Outlines"))]
    for target in [*named_places(pdf).values(), *links, *marks]:
        if isinstance(target, Array) and target[0].objgen in places:
            place = places[target[0].objgen]
            target[0] = place.side
            if len(target) > 2:
                target[2] = float(target[2]) + place.left


def _below(item: Any) -> "Iterator[Object]":
    """Yield the bookmarks below one."""
    child = item.get("/First") if item is not None else None
    while child is not None:
        yield child
        yield from _below(child)
        child = child.get("/Next")


def sides(pages: int) -> list[tuple[int, int]]:
    """Return the pages (from 1) left and right on each side of the sheets: fronts and backs in turns.

    The sheets are nested; the back is printed flipped on the short edge.
    """
    return [
        (pages - number, number + 1) if number % 2 == 0 else (number + 1, pages - number)
        for number in range(pages // 2)
    ]


def _fill(pdf: "Pdf") -> None:
    """Add blank pages before the last page."""
    size = size_of(pdf.pages[0])
    while len(pdf.pages) % TO_A_SHEET:
        pdf.add_blank_page(page_size=size)
        pdf.pages.insert(len(pdf.pages) - 2, pdf.pages[-1])
        del pdf.pages[-1]
