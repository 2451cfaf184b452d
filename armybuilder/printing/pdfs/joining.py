"""Join several PDFs into one, with their tags (PDF/UA-1) and a bookmark for each.

qpdf copies pages. Tags, bookmarks and named places belong to the document and are copied here (ISO 32000-1 §12.3,
§14.7): each tree of elements becomes part of one tree, with new numbers. Runs in the processes of `pool.py`.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from armybuilder.printing.layout.options import Sides
from armybuilder.printing.layout.printout import Behind

if TYPE_CHECKING:
    from pikepdf import Array, Object, OutlineItem, Page, Pdf


class Part(NamedTuple):
    """A PDF with the name of its bookmark. `behind`, `opens`: as in `Printout`."""

    name: str
    content: bytes
    behind: Behind = "next"
    opens: bool = True


def join(parts: Sequence[Part], title: str, sides: Sides = 1) -> bytes:
    """Return one PDF of one or more, each with the name of its bookmark. The language is that of the first.

    Sheets to cut out start on a front, and have nothing behind them but their own backs. If both `sides` of the paper
    are printed, each part that opens starts on a front, too.
    """
    from pikepdf import Pdf

    joined = Pdf.new()
    tags = _Tags(joined)
    with joined.open_outline() as outline:
        for part in parts:
            if len(joined.pages) % 2 and (part.behind != "next" or (sides == 2 and part.opens)):
                _add_blank(joined)
            first, step = len(joined.pages), 2 if part.behind == "blank" else 1
            with Pdf.open(BytesIO(part.content)) as pdf:
                _resolve_links(pdf)
                for page in pdf.pages:
                    joined.pages.append(page)
                    if part.behind == "blank":
                        _add_blank(joined)
                tags.take_over(pdf, joined.pages[first::step])
                outline.root.append(_bookmark(pdf, part.name, first, step))
                if first == 0:
                    _describe(joined, pdf, title)
    tags.close()
    return saved(joined)


def saved(pdf: "Pdf") -> bytes:
    """Return a document as a compressed file."""
    from pikepdf import ObjectStreamMode

    target = BytesIO()
    pdf.save(target, object_stream_mode=ObjectStreamMode.generate)
    return target.getvalue()


def _add_blank(joined: "Pdf") -> None:
    joined.add_blank_page(page_size=size_of(joined.pages[-1]))


def size_of(page: "Page") -> tuple[float, float]:
    """Return the width and height of a page, in points."""
    left, bottom, right, top = (float(edge) for edge in page.mediabox.as_list())
    return right - left, top - bottom


class _Tags:
    """The tree of tagged elements, and the numbers by which pages and links find theirs."""

    def __init__(self, joined: "Pdf") -> None:
        from pikepdf import Array, Dictionary, Name

        self.joined = joined
        self.document = joined.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, K=Array()))
        self.parents: list[Any] = []
        self.next_number = 0

    def take_over(self, pdf: "Pdf", pages: "Sequence[Page]") -> None:
        """Add a document's elements. Its pages were copied before: the elements' copies point to the pages' copies."""
        from pikepdf import Name

        offset = self.next_number
        tree = self.joined.copy_foreign(pdf.Root.StructTreeRoot)
        for element in _elements(tree.K):
            element.S, element.P = Name.Part, self.document
            self.document.K.append(element)
        for number, elements in _pairs(tree.ParentTree.Nums):
            self.parents += [offset + int(number), elements]
            self.next_number = max(self.next_number, offset + int(number) + 1)
        for page in pages:
            _renumber(page.obj, "/StructParents", offset)
            for annotation in annotations(page):
                _renumber(annotation, "/StructParent", offset)

    def close(self) -> None:
        """Make it the document's tree."""
        from pikepdf import Array, Dictionary, Name

        root = self.joined.make_indirect(
            Dictionary(
                Type=Name.StructTreeRoot,
                K=Array([self.document]),
                ParentTree=Dictionary(Nums=Array(self.parents)),
            )
        )
        self.document.P = root
        self.joined.Root.StructTreeRoot = root


def _elements(children: "Object") -> "list[Object]":
    from pikepdf import Array

    return list(children) if isinstance(children, Array) else [children]


def _renumber(thing: "Object", key: str, offset: int) -> None:
    if key in thing:
        thing[key] = int(thing[key]) + offset


def annotations(page: "Page") -> "list[Object]":
    """Return the links of a page."""
    return list(page.obj.get("/Annots", []))


def _resolve_links(pdf: "Pdf") -> None:
    """Replace named places of links (`squad-1`), which are the same in every list."""
    from pikepdf import String

    places = named_places(pdf)
    for page in pdf.pages:
        for annotation in annotations(page):
            if isinstance(annotation.get("/Dest"), String):
                annotation.Dest = places[str(annotation.Dest)]


def named_places(pdf: "Pdf") -> dict[str, Any]:
    """Return the named places of a document."""
    flat: Any = pdf.Root.Names.Dests.Names if "/Names" in pdf.Root and "/Dests" in pdf.Root.Names else []
    return {str(name): place for name, place in _pairs(flat)}


def _bookmark(pdf: "Pdf", name: str, first: int, step: int) -> "OutlineItem":
    """Return a document's bookmark with its own below it; a title that repeats the name is omitted."""
    from pikepdf import OutlineItem

    bookmark = OutlineItem(name, first)
    with pdf.open_outline() as outline:
        items = list(outline.root)
        if len(items) == 1 and items[0].title == name:
            items = items[0].children
        bookmark.children.extend(_moved(item, pdf, first, step) for item in items)
    return bookmark


def _moved(item: "OutlineItem", pdf: "Pdf", first: int, step: int) -> "OutlineItem":
    """Return the same bookmark for a document with its pages at every `step` from page `first` on (0: the first)."""
    from pikepdf import OutlineItem, Page

    place: Array = item.destination  # type: ignore[assignment]
    number = first + step * pdf.pages.index(Page(place[0]))
    moved = OutlineItem(item.title, number, "XYZ", left=float(place[2]), top=float(place[3]))
    moved.children.extend(_moved(child, pdf, first, step) for child in item.children)
    return moved


def _describe(joined: "Pdf", first: "Pdf", title: str) -> None:
    """Set the metadata of the document: title, language, tagging and standard."""
    for key in ("/Lang", "/MarkInfo", "/ViewerPreferences", "/Metadata"):
        joined.Root[key] = joined.copy_foreign(first.make_indirect(first.Root[key]))
    joined.trailer.Info = joined.copy_foreign(first.docinfo)
    with joined.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"] = title


def _pairs(flat: Any) -> Iterator[tuple[Any, Any]]:
    """Return the keys and values of a flat PDF array."""
    items = list(flat)
    return zip(items[::2], items[1::2], strict=True)
