"""Drafts of own rules that nobody wrote: complete and incomplete rows, right and wrong cells, limits, retired rows."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from rules.cells import MOST_POINTS, Column
from rules.core.catalogue.catalogue import Catalogue
from rules.loading.faults import MOST_LEVEL
from rules.own.columns import NONE, TABLES, columns_of, may_lack
from rules.own.dice import BANDS, DICE, MOST_CHANGE
from rules.own.filling import begun
from rules.own.limits import added, functions
from rules.own.patch import APART, POSITION, Patch, applied, cells_of, place_of
from rules.own.problems import problems_of
from tests.rules.generated import NAMES, Draw
from tests.rules.test_patch import BOOKS

OWN = "own-abcdefgh"
NUMBERS = st.one_of(st.integers(0, 60), st.sampled_from([0, 1, MOST_POINTS - 1, MOST_POINTS]))
PARENTS = sorted(BOOKS)
ROUNDS = 3  # of mending


class Draft(NamedTuple):
    """A draft: its base and its patch."""

    base: Catalogue
    patch: dict[str, Any]

    @property
    def catalogue(self) -> Catalogue:
        return applied(self.base, self.patch, id=OWN)


@st.composite
def drafts(draw: Draw) -> Draft:
    """An own game or a variant, with some rows, limits, wrong cells and retired rows."""
    parent = draw(st.sampled_from([None, None, *PARENTS]))
    base = BOOKS[parent] if parent else a_beginning(draw)
    patch: dict[str, Any] = {}
    if parent:
        change_the_parent(draw, base, patch)
    rows = {table: [f"{table[:3]}{number:03}" for number in range(draw(st.integers(0, 4)))] for table in TABLES}
    rows["leadership"] = draw(st.lists(st.sampled_from(["1", "2", "3", "4"]), max_size=2, unique=True))
    rows["formats"] = draw(st.sampled_from([[], [], ["open"], ["attacker", "defender"]]))
    rows["characteristics"] = rows["characteristics"][:2]
    for table, ids in rows.items():
        for number, row in enumerate(ids):
            place = f"{table}/{row}"
            patch[f"{place}/position"] = draw(st.integers(0, 9)) * APART + number
            if draw(st.integers(0, 9)) == 0:
                patch[f"{place}/retired"] = True
            for column in columns_of(base, table):
                if column.field == "name" and draw(st.integers(0, 19)):
                    patch[f"{place}/name"] = a_name(draw, row)
                elif column.field != "name" and (column.kind == "points" or draw(st.booleans())):
                    cell(draw, patch, f"{place}/{column.field}", column, rows.get(column.source, []))
    for function in draw(st.lists(st.sampled_from(functions()), max_size=4)):
        patch |= dict(added(function, base, patch, applied(base, patch, id=OWN)))
    for place in list(patch):
        if place.startswith("checks/") and type(patch[place]) is int and draw(st.booleans()):
            patch[place] = draw(st.integers(0, 12))
    if parent is None and draw(st.booleans()):
        patch |= dice(draw, rows["weapons"], rows["characteristics"])
    return Draft(base, patch)


def mended(base: Catalogue, patch: Patch) -> dict[str, Any]:
    """Return a patch without the rows and limits that have problems, and with troops if there are none."""
    for _ in range(ROUNDS):
        found = problems_of(base, patch, applied(base, patch, id=OWN))
        rows = {problem.place[:2] for problem in found}
        if any(not row for _table, row in rows):  # no troops, or no legal list
            rows |= {place_of(place)[:2] for place in patch if place.startswith(("checks/", "formats/"))}
        patch = {place: value for place, value in patch.items() if place_of(place)[:2] not in rows}
        if ("classes", "") in rows:
            name = {"it": "Fante", "en": "Rifleman"}
            patch |= {f"classes/fante0/{POSITION}": 0, "classes/fante0/name": name}
            patch |= {"classes/fante0/points": 1} if base.has_points else {}
    return dict(patch)


def a_beginning(draw: Draw) -> Catalogue:
    yes = st.booleans()
    return begun(
        OWN,
        draw(st.sampled_from(NAMES)),
        limit=draw(st.sampled_from([None, 40, 150, 600, 9999])),
        has_roles=draw(yes),
        has_leaders=draw(yes),
        has_points=draw(st.sampled_from([True, True, False])),
    )


def change_the_parent(draw: Draw, base: Catalogue, patch: dict[str, Any]) -> None:
    """Change some cells of the parent's rows and checks, retire some of them, and move some rows."""
    cells = cells_of(base)
    for place in draw(st.lists(st.sampled_from(sorted(cells)), max_size=12, unique=True)):
        table, row, field = place_of(place)
        if table == "checks":
            if type(cells[place]) is int:
                patch[place] = draw(st.integers(0, 12))
            elif field == "severity":
                patch[place] = draw(st.sampled_from(["error", "warning"]))
        elif field == "name":
            patch[place] = a_name(draw, row)
        elif table != "head":
            column = next(column for column in columns_of(base, table) if column.field == field)
            ids = [entry.id for entry in getattr(base, column.source)] if column.source else []
            if may_lack(table, field) and draw(st.integers(0, 9)) == 0:
                patch[place] = [] if column.kind == "some" else NONE
            else:
                cell(draw, patch, place, column, ids)
    places = sorted({place.rpartition("/")[0] for place in cells if not place.startswith("head")})
    retired = draw(st.lists(st.sampled_from(places), max_size=8))
    if draw(st.integers(0, 9)) == 0:
        table = draw(st.sampled_from(["classes", "weapons", "vehicles", "roles", "formats", "checks"]))
        retired += [place for place in places if place.startswith(f"{table}/")]
    patch |= {f"{place}/retired": True for place in retired if not place.startswith("leadership/")}
    for place in draw(st.lists(st.sampled_from(places), max_size=4)):
        if not place.startswith(("checks/", "leadership/", "formats/")):
            patch[f"{place}/position"] = draw(st.integers(0, 40)) * APART / 2


def a_name(draw: Draw, row: str) -> dict[str, str]:
    name = f"{draw(st.sampled_from(NAMES))} {row}"
    return {"it": name, "en": name}


def cell(draw: Draw, patch: dict[str, Any], place: str, column: Column, ids: list[str]) -> None:
    """Write a cell, rarely a wrong one."""
    ids = [option for option, _label in column.options] or ids
    if column.kind in ("points", "number") and draw(st.integers(0, 49)) == 0:
        patch[place + "!"] = "4,5"
    match column.kind:
        case "points" | "number":
            if draw(st.integers(0, 19)):
                number = draw(NUMBERS)
                signed = -number if column.least < 0 and draw(st.booleans()) else number
                patch[place] = max(column.least, min(signed, column.most))
        case "levels":
            patch[place] = " ".join(map(str, draw(st.lists(NUMBERS, min_size=1, max_size=MOST_LEVEL))))
        case "distance":
            patch[place] = draw(st.sampled_from(["0", "30", "45−2d6", "<i>{x} %s"]))
        case "some" if ids:
            patch[place] = draw(st.lists(st.sampled_from(ids), min_size=1, max_size=3, unique=True))
        case "one" | "choice" if ids:
            patch[place] = draw(st.sampled_from(ids))
        case "text":
            patch[place] = {"it": "<i>Nota {x} %s", "en": "<i>Note {x} %s"}


def dice(draw: Draw, weapons: list[str], columns: list[str]) -> dict[str, Any]:
    """The dice of an own game, as its form stores them."""
    die = draw(st.sampled_from(DICE))
    bands = draw(st.integers(1, len(BANDS)))
    edges = draw(st.lists(st.integers(1, 999), min_size=bands, max_size=bands, unique=True))
    made: dict[str, Any] = {"dice//die": die}
    made |= {f"dice/{band}/to": edge for band, edge in zip(BANDS, edges, strict=False)}
    for weapon in weapons:
        made[f"dice/{weapon}/dice"] = draw(st.integers(1, 20))
        for band in BANDS[:bands]:
            if draw(st.booleans()):
                made[f"dice/{weapon}/{band}"] = draw(st.integers(2, die))
    for effect in ("moved", "cover"):
        made[f"dice//{effect}"] = draw(st.integers(-MOST_CHANGE, MOST_CHANGE))
    if weapons:
        made["dice//stays"] = draw(st.lists(st.sampled_from(weapons), unique=True))
    if columns:
        made["dice//save"] = columns[0]
    return made
