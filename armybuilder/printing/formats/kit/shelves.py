"""The templates of a list at actual size, in the lowest possible rows."""

from collections.abc import Iterator

from msgspec.structs import replace

from armybuilder.printing.formats.kit.areas import area_parts
from armybuilder.printing.formats.kit.circles import Rings, round_part
from armybuilder.printing.formats.kit.part import TemplatePart
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import content_width
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import Area, PrintedRow, PrintedTable, Subjects
from rules.core.contents import subjects_of
from rules.core.document.roster import Roster
from rules.core.handbook_for_list import concerns
from rules.core.odds import printed_handbook
from rules.core.text import Language

Ways = list[list[TemplatePart]]  # the parts of a template: standing, or lying


def shelves(
    roster: Roster, catalogue: Catalogue, language: Language, paper: Paper
) -> list[list[TemplatePart]]:
    """Return the templates that a list's rules lay on the table, in rows that fit the paper, the highest first."""
    room = content_width(paper)
    chosen: list[TemplatePart] = []
    for ways in templates(roster, catalogue, language):
        more = (rows_of([*chosen, *parts], room) for parts in ways)
        chosen = [part for row in min(more, key=_height) for part in row]
    return rows_of(chosen, room)


def rows_of(parts: list[TemplatePart], room: float) -> list[list[TemplatePart]]:
    """Return parts in rows, each in the first that has room for it: the highest come first."""
    rows: list[list[TemplatePart]] = []
    for part in sorted(parts, key=lambda part: part.height, reverse=True):
        beside = next((row for row in rows if sum(one.width for one in row) + part.width <= room), None)
        if beside is None:
            rows.append([part])
        else:
            beside.append(part)
    return rows


def _height(rows: list[list[TemplatePart]]) -> float:
    return sum(row[0].height for row in rows)


def templates(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Ways]:
    """Yield the templates of a list: the round ones, then the others, the largest first."""
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
        yield [[round_part(rings, list(dict.fromkeys(rounds[rings])))]]
    for area in sorted(areas, key=lambda area: (area.long or 0, area.wide), reverse=True):
        yield _ways(area, list(dict.fromkeys(areas[area])))


def _ways(area: Area, names: list[str]) -> Ways:
    """Return the parts of a template upright and lying, unless only lying needs glue."""
    standing, lying = (list(area_parts(area, names, lying=lying)) for lying in (False, True))
    return [standing] if len(standing) == 1 < len(lying) else [standing, lying]


def _subjects(roster: Roster, catalogue: Catalogue) -> Subjects:
    """Return the subjects of the list that have templates."""
    return replace(subjects_of(roster, catalogue), classes=())


def _rows(catalogue: Catalogue, has: Subjects) -> Iterator[tuple[PrintedTable, PrintedRow]]:
    """Yield the rows of tables that are about something the list has, and concern it."""
    for table in printed_handbook(catalogue):
        if any(concerns(row.about, has) for row in table.rows if not row.about.everyone):
            yield from ((table, row) for row in table.rows if concerns(row.about, has))
