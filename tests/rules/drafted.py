"""Drafts of own rules that nobody wrote: complete and incomplete rows, right and wrong cells, limits, retired rows."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from rules.core.catalogue.catalogue import Catalogue
from rules.own.beginning import begun
from rules.own.columns import TABLES, columns_of
from rules.own.limits import added, functions
from rules.own.patch import applied
from tests.rules.generated import NAMES, Draw
from tests.rules.test_patch import BOOKS

OWN = "own-abcdefgh"
PRICES = st.one_of(st.integers(0, 60), st.sampled_from([0, 1, 998, 999]))
PARENTS = sorted(BOOKS)


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
    rows = {
        table: [f"{table[:3]}{number:03}" for number in range(draw(st.integers(0, 4)))] for table in TABLES
    }
    rows["leadership"] = draw(st.lists(st.sampled_from(["1", "2", "3", "4"]), max_size=2, unique=True))
    rows["formats"] = draw(st.sampled_from([[], [], ["open"], ["attacker", "defender"]]))
    rows["characteristics"] = rows["characteristics"][:2]
    for table, ids in rows.items():
        for number, row in enumerate(ids):
            place = f"{table}/{row}"
            patch[f"{place}/position"] = draw(st.integers(0, 9)) * 1000 + number
            if draw(st.integers(0, 9)) == 0:
                patch[f"{place}/retired"] = True
            for column in columns_of(base, table):
                if column.field == "name" and draw(st.integers(0, 19)):
                    name = f"{draw(st.sampled_from(NAMES))} {row}"
                    patch[f"{place}/name"] = {"it": name, "en": name}
                elif column.field != "name" and (column.kind == "points" or draw(st.booleans())):
                    cell(draw, patch, f"{place}/{column.field}", column.kind, rows.get(column.source, []))
    for function in draw(st.lists(st.sampled_from(functions()), max_size=4)):
        patch |= dict(added(function, base, patch, applied(base, patch, id=OWN)))
    for place in list(patch):
        if place.startswith("checks/") and isinstance(patch[place], int) and draw(st.booleans()):
            patch[place] = draw(st.integers(0, 12))
    return Draft(base, patch)


def a_beginning(draw: Draw) -> Catalogue:
    yes = st.booleans()
    return begun(
        OWN,
        draw(st.sampled_from(NAMES)),
        limit=draw(st.sampled_from([None, 40, 150, 600])),
        has_roles=draw(yes),
        has_leaders=draw(yes),
        has_points=draw(st.sampled_from([True, True, False])),
    )


def cell(draw: Draw, patch: dict[str, Any], place: str, kind: str, ids: list[str]) -> None:
    """Write a cell, rarely a wrong one."""
    if kind in ("points", "number") and draw(st.integers(0, 49)) == 0:
        patch[place + "!"] = "4,5"
    match kind:
        case "points" | "number":
            if draw(st.integers(0, 19)):
                patch[place] = draw(PRICES)
        case "some" if ids:
            patch[place] = draw(st.lists(st.sampled_from(ids), min_size=1, max_size=3, unique=True))
        case "one" if ids:
            patch[place] = draw(st.sampled_from(ids))
        case "text":
            patch[place] = {"it": "<i>Nota {x} %s", "en": "<i>Note {x} %s"}
