"""The preview of a printout: the pages of the PDF itself, as images."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from django.urls import reverse
from django.utils.translation import gettext

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.choice import PrintChoice
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs import pool, rendering

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Image:
    """A page: where its image is, how large that is in dots, and what it shows."""

    address: str
    width: int
    height: int
    alt: str


@dataclass(frozen=True, slots=True)
class Preview:
    """All pages, or why there are none ("": there are): as of pool.NotPrintedError, "too-often" or "large"."""

    images: tuple[Image, ...]
    problem: str = ""


def preview(pages: Sequence[tuple[ArmyList, Printout]], choice: PrintChoice) -> Preview:
    """Return what is printed of lists, each page with its own, one after the other."""
    try:
        images = (_images(army_list, page, choice) for army_list, page in pages)
        return Preview(tuple(chain.from_iterable(images)))
    except pool.NotPrintedError as error:
        logger.warning("no preview of %s: %s", pages[0][0].pk, type(error).__name__)
        return Preview((), error.problem)


def _images(army_list: ArmyList, page: Printout, choice: PrintChoice) -> list[Image]:
    sizes = rendering.sizes(page)
    words = {"form": FORMATS[page.format].title, "name": army_list.name, "count": len(sizes)}
    return [
        Image(
            reverse("printing:picture", args=[army_list.pk, page.format, number])
            + f"?{replace(choice, form=page.format).options_query}",
            size.width,
            size.height,
            gettext("%(form)s of %(name)s, page %(number)s of %(count)s") % (words | {"number": number}),
        )
        for number, size in enumerate(sizes, start=1)
    ]
