"""The blocks of a pasted text: a heading, its columns, and its rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from armybuilder.own_rules.pasting.cells import Item, Typed, item_of, number_in
from armybuilder.own_rules.pasting.words import KINDS, NAMES, NOTES, POINTS, STATS, table_of, words_of
from rules.core.catalogue.catalogue import StatFormat

Role = Literal["name", "points", "stat", "note", "kind"]
ROLES = get_args(Role)
MOST_COLUMNS = 24
MOSTLY = 0.6  # the part of a column's cells that decides what it is
WITHOUT_POINTS = ("kit", "sides")
LONGEST_BARE, LONGEST_LOOSE = 5, 8  # words of a row without a price, and with one that nothing marks


@dataclass
class Column:
    """A column of a block. `name`: its heading; `format`: how it writes numbers of troops."""

    name: str
    role: Role
    format: StatFormat = "number"
    table_of: Callable[[str], str] = table_of


@dataclass
class Block:
    """Rows below a heading. `is_titled`: the heading says which table they belong to.

    `prices`: the columns that could be the price; `items`: lines without cells, as they are read.
    """

    number: int
    table: str
    is_titled: bool = False
    headings: list[int] = field(default_factory=list)
    head: Sequence[str] = ()
    rows: list[Typed] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    prices: list[int] = field(default_factory=list)
    items: dict[int, Item] = field(default_factory=dict)

    def take_price(self, at: int) -> None:
        """Make a column the price; the others that could be are notes."""
        for place in self.prices:
            self.columns[place].role = "points" if place == at else "note"

    @property
    def names_tables(self) -> bool:
        """Whether each row says in a cell which table it belongs to."""
        return any(_role_by_head(head) == "kind" for head in self.head)

    @property
    def samples(self) -> Sequence[Sequence[str]]:
        """Return the cells of its first rows."""
        return [line.cells[:MOST_COLUMNS] for line in self.rows if len(line.cells) > 1][:3]


def blocks_of(
    lines: Sequence[Typed], answers: Mapping[str, str]
) -> tuple[Typed | None, list[Block], list[Typed]]:
    """Return the line with the name of the game if there is one, the blocks, and the lines that are in none."""
    name: Typed | None = None
    blocks: list[Block] = []
    loose: list[Typed] = []
    open_block: Block | None = None
    for place, line in enumerate(lines):
        is_named = open_block is not None and open_block.names_tables and len(line.cells) > 1
        table, following = "" if is_named else _heading(line), lines[place + 1 : place + 2]
        if place == 0 and len(line.cells) == 1 and _begins(following, table):
            name = line
        elif table or (_is_head(line) and not is_named):
            if table or open_block is None or open_block.rows:
                before = open_block or Block(0, "classes")
                open_block = Block(
                    len(blocks) + 1, table or before.table, is_titled=bool(table) or before.is_titled
                )
                blocks.append(open_block)
            open_block.headings.append(line.number)
            if len(line.cells) > 1 or not table:
                open_block.head = line.cells
        elif not blocks and name is None and not _is_row(line, None):
            name = line
        elif _is_row(line, open_block):
            if open_block is None:
                open_block = Block(1, "classes")
                blocks.append(open_block)
            open_block.rows.append(line)
        else:
            loose.append(line)
    for block in blocks:
        _settle_items(block, loose)
        _settle_columns(block, answers)
    return name, blocks, loose


def _begins(following: Sequence[Typed], table: str) -> bool:
    """Whether the second line begins a table, another than the first: the first is the name of the game."""
    return any(_heading(line) not in ("", table) or (not table and _is_head(line)) for line in following)


def _heading(line: Typed) -> str:
    """Return the table that a line begins, "" if it is no heading."""
    first = line.cells[0] if line.cells else ""
    if len(words_of(first)) > 4 or any(map(number_in, line.cells)) or item_of(line.bare).points:
        return ""
    return table_of(first)


def _is_head(line: Typed) -> bool:
    """Whether a line names columns."""
    words = {word for cell in line.cells for word in words_of(cell)}
    if any(map(number_in, line.cells)):
        return False
    is_price = len(line.cells) == 1 and words <= POINTS
    return is_price or (len(line.cells) > 1 and not words.isdisjoint(NAMES | POINTS | KINDS))


def _is_row(line: Typed, block: Block | None) -> bool:
    if len(line.cells) > 1:
        return any(map(number_in, line.cells)) or (block is not None and bool(block.head))
    if item_of(line.bare).points:
        return True
    return block is not None and block.table in WITHOUT_POINTS and len(words_of(line.bare)) <= LONGEST_BARE


def _settle_items(block: Block, loose: list[Typed]) -> None:
    """Read the lines of a list; a number without a sign before it is no price where others have one."""
    listed = [line for line in block.rows if len(line.cells) < 2]
    sure = [line for line in listed if _is_sure(line)]
    for line in listed:
        item = item_of(line.bare)
        if line not in sure and len(words_of(line.bare)) > LONGEST_LOOSE:
            block.rows.remove(line)
            loose.append(line)
        elif sure and line not in sure and not _is_free(item) and len(sure) * 2 >= len(listed):
            item = Item(line.bare.strip(" -–—•*"), None, "")
            if block.table == "classes" or len(words_of(line.bare)) > LONGEST_BARE:
                block.rows.remove(line)
                loose.append(line)
        block.items[line.number] = item


def _is_sure(line: Typed) -> bool:
    """Whether a line's price is marked: by a sign, a dash, dots, brackets or a unit."""
    item = item_of(line.bare)
    price = item.points
    if price is None or _is_free(item):
        return False
    before, _, after = line.bare.rpartition(price.typed)
    return price.typed[0] in "+-−" or before.rstrip()[-1:] in "-–—:=…._(" or bool(after.strip(" )*."))


def _is_free(item: Item) -> bool:
    return item.points is not None and item.points.typed.isalpha()


def _settle_columns(block: Block, answers: Mapping[str, str]) -> None:
    """Decide what each column says: by its heading, by its cells, and by the menus."""
    rows = [line.cells for line in block.rows if len(line.cells) > 1]
    if not rows:
        return
    width = min(MOST_COLUMNS, max(map(len, rows)))
    head = list(block.head)
    if len(head) == width - 1 and _role_by_head(head[0]) in ("points", "stat"):
        head.insert(0, "")  # in a text from a PDF the column of names has no heading
    heads = [head[at] if at < len(head) else "" for at in range(width)]
    roles: list[Role | None] = [_role_by_head(head) for head in heads]
    numeric = [_is_numeric(rows, at) for at in range(width)]
    if "name" not in roles:
        named = next((at for at in range(width) if roles[at] is None and not numeric[at]), None)
        named = named if named is not None else next((at for at in range(width) if not numeric[at]), 0)
        roles[named] = "name"
    elif roles.count("name") > 1:
        first = roles.index("name")
        roles = [role if role != "name" or at == first else "note" for at, role in enumerate(roles)]
    block.prices = [at for at in range(width) if roles[at] == "points"]
    if not block.prices:
        block.prices = [at for at in range(width) if roles[at] is None and numeric[at]]
    has_stats = block.table == "classes"
    for at in range(width):
        role = roles[at] or ("stat" if numeric[at] and has_stats else "note")
        role = "points" if at in block.prices[:1] else role
        block.columns.append(Column(heads[at], role, _format(rows, at)))
    for at in block.prices[1:]:
        block.columns[at].role = "note"
    _by_menus(block, answers)


def _by_menus(block: Block, answers: Mapping[str, str]) -> None:
    """Let the menus above the columns decide."""
    for at, column in enumerate(block.columns):
        chosen = answers.get(f"column-{block.number}-{at}")
        if chosen in ROLES and chosen != column.role:
            column.role = cast(Role, chosen)
            block.prices = [] if chosen == "points" else [place for place in block.prices if place != at]
            if chosen in ("points", "name"):
                for other in block.columns:
                    if other is not column and other.role == chosen:
                        other.role = "note"


def _role_by_head(head: str) -> Role | None:
    words = set(words_of(head))
    for role, known in (
        ("kind", KINDS),
        ("points", POINTS),
        ("name", NAMES),
        ("stat", STATS),
        ("note", NOTES),
    ):
        if words & known:
            return cast(Role, role)
    return None


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
