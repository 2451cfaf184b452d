"""The templates of a list, true to size, on as few sheets as they fit."""

from collections.abc import Iterator

from msgspec.structs import replace

from armybuilder.printing.kit.areas import area_parts
from armybuilder.printing.kit.circles import Rings, round_parts
from armybuilder.printing.kit.part import Part
from armybuilder.printing.options import Paper
from armybuilder.printing.sizes import KIT_USED, PAPERS, content_width
from rules.core.catalogue import Catalogue
from rules.core.handbook import Area, PrintedRow, PrintedTable, Subjects
from rules.core.printed_handbook import printed_handbook
from rules.core.roster import Roster
from rules.core.text import Language
from rules.core.used_entries import concerns, subjects_of


def shelves(roster: Roster, catalogue: Catalogue, language: Language, paper: Paper) -> list[list[list[Part]]]:
    """Return the templates that a list's rules lay on the table: pages of rows of parts that fit the paper.

    Each part stands in the first row that has room for it: long strips come to stand beside one another.
    """
    room = content_width(paper)
    high = PAPERS[paper].paper_height - PAPERS[paper].bottom - 14 - KIT_USED / 2
    pages: list[list[list[Part]]] = []
    for part in parts(roster, catalogue, language):
        rows = (row for page in pages for row in page)
        beside = next((row for row in rows if _is_room_beside(row, part, room)), None)
        if beside is not None:
            beside.append(part)
            continue
        below = next((page for page in pages if sum(map(_height, page)) + part.height <= high), None)
        if below is None:
            below = []
            pages.append(below)
        below.append([part])
    return pages


def _is_room_beside(row: list[Part], part: Part, room: float) -> bool:
    return part.height <= _height(row) and sum(one.width for one in row) + part.width <= room


def _height(row: list[Part]) -> float:
    return max(part.height for part in row)


def parts(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Part]:
    """Yield the parts of all templates of a list: the round ones, then the others, the largest first."""
    rounds: dict[Rings, list[str]] = {}
    areas: dict[Area, list[str]] = {}
    has = _subjects(roster, catalogue)
    for table, row in _rows(catalogue, has):
        of_table, of_row, source = table.name.to(language), row.name.to(language), row.source or table.source
        if row.circles:
            name = of_row if row.cells else of_table
            rounds.setdefault(row.circles, []).append(f"{name} {source}")
        for area in row.areas:
            if area.about is None or concerns(area.about, has):
                areas.setdefault(replace(area, about=None), []).append(f"{of_table}, {of_row} {source}")
    for rings in sorted(rounds, key=lambda rings: rings[::-1], reverse=True):
        yield from round_parts(rings, list(dict.fromkeys(rounds[rings])))
    for area in sorted(areas, key=lambda area: (area.long or 0, area.wide), reverse=True):
        yield from area_parts(area, list(dict.fromkeys(areas[area])))


def _subjects(roster: Roster, catalogue: Catalogue) -> Subjects:
    """Return what the list has; of what troops might do there is no template."""
    return replace(subjects_of(roster, catalogue), classes=())


def _rows(catalogue: Catalogue, has: Subjects) -> Iterator[tuple[PrintedTable, PrintedRow]]:
    """Yield the rows of tables that are about something the list has, and concern it."""
    for table in printed_handbook(catalogue):
        if any(concerns(row.about, has) for row in table.rows if not row.about.everyone):
            yield from ((table, row) for row in table.rows if concerns(row.about, has))
