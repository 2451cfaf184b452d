"""The preview of a printout: images of the PDF's pages, and the number of sheets."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.choice import PrintChoice
from armybuilder.printing.formats.registry import FORMATS, PrintFormat
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs import pool, rendering

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Image:
    """A page: its format, the address and size in dots of its image, its short name, and its description."""

    form: str
    address: str
    width: int
    height: int
    name: str
    alt: str


@dataclass(frozen=True, slots=True)
class Preview:
    """All pages, and the number of sheets; or why there are none: as in `pool.NotPrintedError`, or "large"."""

    images: tuple[Image, ...] = ()
    sheets: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Offered:
    """A format on the page: whether it is ticked, its number of sheets (0: not shown), and if they are cut out."""

    format: PrintFormat
    is_ticked: bool
    sheets: int
    is_cut: bool


def preview(army_list: ArmyList, pages: Sequence[Printout], choice: PrintChoice) -> Preview:
    """Show the printed pages of a list, each format after the other."""
    try:
        counts = [len(rendering.sizes(page)) for page in pages]
        images = tuple(image for page in pages for image in _images(army_list, page, choice))
    except pool.NotPrintedError as error:
        logger.warning("no preview of %s: %s", army_list.pk, type(error).__name__)
        return Preview(problem=error.problem)
    return Preview(images, sheets_in_words(pages, counts, choice.options))


def _images(army_list: ArmyList, page: Printout, choice: PrintChoice) -> Iterator[Image]:
    sizes, title = rendering.sizes(page), str(FORMATS[page.format].title)
    words = {"form": title, "name": army_list.name, "count": len(sizes)}
    for number, size in enumerate(sizes, start=1):
        yield Image(
            page.format,
            reverse("printing:picture", args=[army_list.pk, page.format, number])
            + f"?{replace(choice, formats=(page.format,)).options_query}",
            size.width,
            size.height,
            f"{title} {number}" if len(sizes) > 1 else title,
            gettext("%(form)s of %(name)s, page %(number)s of %(count)s") % (words | {"number": number}),
        )


# ── Sheets ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def sheets_in_words(pages: Sequence[Printout], counts: Sequence[int], options: Options) -> str:
    """Return the number of sheets to read and to cut out: "1 sheet to read, 2 to cut"."""
    read = cut = begun = 0
    for page, count in zip(pages, counts, strict=True):
        if page.behind != "next":
            cut += -(-count // 2) if page.behind == "back" else count
        else:
            begun = 0 if page.opens else begun
            more = -(-(begun + count) // options.sides) - -(-begun // options.sides)
            read, begun = read + more, begun + count
    if not read:
        return ngettext("%(count)s sheet to cut", "%(count)s sheets to cut", cut) % {"count": cut}
    said = ngettext("%(count)s sheet to read", "%(count)s sheets to read", read) % {"count": read}
    return said + gettext(", %(count)s to cut") % {"count": cut} if cut else said


def offered(choice: PrintChoice, shown: Preview = Preview()) -> list[Offered]:
    """Return the formats, those that are shown with their sheets."""
    return [_offered(found, choice, shown) for found in FORMATS.values()]


def _offered(found: PrintFormat, choice: PrintChoice, shown: Preview) -> Offered:
    behind, pages = found.behind(choice.options), sum(image.form == found.name for image in shown.images)
    sides = 2 if behind == "back" or (behind == "next" and choice.options.duplex) else 1
    return Offered(found, found.name in choice.formats, -(-pages // sides), behind != "next")
