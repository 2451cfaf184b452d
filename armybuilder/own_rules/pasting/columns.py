"""The columns of a pasted table: what each one says, by its heading, by its cells, and by the menus."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from armybuilder.own_rules.pasting.cells import number_in
from armybuilder.own_rules.pasting.words import KINDS, NAMES, NOTES, POINTS, STATS, words_of
from rules.core.catalogue.catalogue import StatFormat

Role = Literal["name", "points", "stat", "note", "kind"]
ROLES = get_args(Role)
MOST_COLUMNS = 24
MOSTLY = 0.6  # the part of a column's cells that decides what it is
BY_WORDS: tuple[tuple[Role, frozenset[str]], ...] = (
    ("kind", KINDS),
    ("points", POINTS),
    ("name", NAMES),
    ("stat", STATS),
    ("note", NOTES),
)


@dataclass
class Column:
    """A column of a block. `name`: its heading; `format`: how it writes numbers of troops.

    `may_be_price`: its numbers could be the price.
    """

    name: str
    role: Role
    format: StatFormat = "number"
    may_be_price: bool = False


def columns_of(rows: Sequence[Sequence[str]], head: Sequence[str], table: str, menus: Sequence[str]) -> list[Column]:
    """Return the columns of rows with several cells: one has the names, one at most the price.

    `menus`: the role that was chosen for each column, "" for none.
    """
    width = min(MOST_COLUMNS, max(map(len, rows), default=0))
    heads = list(head)
    if len(heads) == width - 1 and heads and role_by_head(heads[0]) in ("points", "stat"):
        heads.insert(0, "")  # in a text from a PDF the column of names has no heading
    heads = [*heads, *[""] * width][:width]
    roles = [role_by_head(head) for head in heads]
    numeric = [_is_numeric(rows, at) for at in range(width)]
    if width and "name" not in roles:
        words = [at for at in range(width) if not numeric[at]]
        named = [at for at in words if roles[at] is None]
        roles[next(iter(named or words), 0)] = "name"
    priced = [at for at in range(width) if roles[at] == "points"]
    priced = priced or [at for at in range(width) if roles[at] is None and numeric[at]]
    usual: list[Role] = ["stat" if it and table == "classes" else "note" for it in numeric]
    columns = [
        Column(
            heads[at],
            "points" if at in priced else roles[at] or usual[at],
            _format(rows, at),
            may_be_price=at in priced,
        )
        for at in range(width)
    ]
    keep_one(columns, "name")
    keep_one(columns, "points")
    for column, chosen in zip(columns, menus, strict=False):
        if chosen in ROLES and chosen != column.role:
            column.role, column.may_be_price = cast(Role, chosen), False
            keep_one(columns, column.role, column)
            for other in columns if chosen == "points" else ():
                other.may_be_price = False
    return columns


def keep_one(columns: Sequence[Column], role: str, kept: Column | None = None) -> None:
    """Make all columns but one of a role notes, if only one can have it: names and prices."""
    same = [column for column in columns if column.role == role] if role in ("name", "points") else []
    for column in same:
        if column is not (kept or same[0]):
            column.role = "note"


def role_by_head(head: str) -> Role | None:
    words = set(words_of(head))
    return next((role for role, known in BY_WORDS if words & known), None)


def _filled(rows: Sequence[Sequence[str]], at: int) -> list[str]:
    return [row[at] for row in rows if at < len(row) and row[at] not in ("", "-", "–", "—")]


def _format(rows: Sequence[Sequence[str]], at: int) -> StatFormat:
    """Return how a column writes its numbers: 4+, +1 or 5."""
    cells = _filled(rows, at)
    if cells and all(cell.endswith("+") for cell in cells):
        return "save"
    is_signed = all(cell.startswith(("+", "-", "−", "–")) or cell == "0" for cell in cells)
    return "bonus" if is_signed and any(cell.startswith("+") for cell in cells) else "number"


def _is_numeric(rows: Sequence[Sequence[str]], at: int) -> bool:
    cells = _filled(rows, at)
    return bool(cells) and sum(number_in(cell) is not None for cell in cells) >= MOSTLY * len(cells)
