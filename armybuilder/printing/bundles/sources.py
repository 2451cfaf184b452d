"""The parts of a job by its source: selected lists; higher apps register others."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from armybuilder.lists.models import ArmyList
from armybuilder.printing.bundles.binding import CoverLine, cover_line
from armybuilder.printing.choosing.origin import with_origin
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.models import LISTS, PrintJob


@dataclass(frozen=True, slots=True)
class BundlePart:
    """A list, or another printable part, with the names of its bookmarks.

    `line`: its line on a cover page.
    """

    name: str
    pages: Callable[[], Iterable[tuple[str, Printout]]]
    line: Callable[[], CoverLine] | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The source of parts of jobs, with the current rights of the user. `again`: the page to order them on."""

    parts: Callable[[PrintJob], Iterator[BundlePart]]
    again: Callable[[PrintJob], str]


_sources: dict[str, Source] = {}


def register_source(name: str, source: Source) -> None:
    """Register the source of jobs with this name."""
    _sources[name] = source


def source_of(job: PrintJob) -> Source:
    return _sources[job.source]


def list_parts(job: PrintJob) -> Iterator[BundlePart]:
    """Yield the lists that still exist, each for print.

    One at a time: their documents can be large, and someone may be editing them.
    """
    choice = job.as_chosen
    readable = with_origin(ArmyList.objects.readable_by(job.visitor))
    for list_id in job.list_ids:
        if army_list := readable.filter(pk=list_id).first():
            yield BundlePart(
                army_list.name,
                partial(choice.named_pages, army_list),
                partial(cover_line, army_list, choice.options),
            )


register_source(LISTS, Source(list_parts, lambda job: job.again))
