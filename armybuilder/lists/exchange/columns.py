"""Turn tables from spreadsheets into rows in our own format.

The column decides whether a number is a count or a price. The first line can name the columns; otherwise the numbers
distinguish them.
"""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from armybuilder.lists.exchange.table import FORMULA
from armybuilder.lists.exchange.words import KEYS, POINTS, said
from armybuilder.lists.recognition.tokens import tokens_of
from armybuilder.lists.recognition.words import DENYING, TOTAL_WORDS, words_in
from rules.core.text import squeezed

COLUMNS = {
    "squad": "squadra squad sezione section reparto plotone platoon",
    "kind": "tipo kind type categoria category",
    "name": "nome name figura figure modello model unita unit voce item descrizione description truppa miniatura chi "
    "cosa what who soldato soldati soldier soldiers troop troops uomo uomini men",
    "count": "numero number n nr num qty qta quantita quantity count pezzi no quanti quante howmany",
    "class": "classe class addestramento training",
    "weapons": "armi weapons arma weapon equipaggiamento equipment armamento armament loadout gear wargear",
    "gear": "rolesandkit ruoliedequipaggiamento ruolieequipaggiamento ruoli roles ruolo role kit dotazione",
    "leadership": "leadership comando ld ldr lead leader livello level liv lv lvl",
    "points": "punti points pt pts costo cost prezzo price totale total puntitotali totalpoints costototale totalcost",
    "each": "cad cadauno each unitcost costeach costounitario prezzounitario unitprice punticad ptcad pointseach"
    " ptseach",
    "combat": "vc cv combatvalue valoredicombattimento valoredicomb valcomb valcombat comb combat",
    "notes": "note notes",
    "own": "nomeproprio customname ownname",
    "details": "dettagli details",
}
MEANT = {word: column for column, words in COLUMNS.items() for word in words_in(words)}
TOTALS = frozenset(map(squeezed, TOTAL_WORDS))
KINDS = ("figure", "figura", "vehicle", "veicolo", "mezzo", "extra")
MARKS = ("\t", "|", ";", ",")

SLASH = " / "
BARE_MARKS = (*MARKS, SLASH)  # commas make a table only if no space follows any of them
MOST_OF_ONE, FEW = 12, 4  # men of a row of a table that names no columns; nothing costs so few points

Numbered = tuple[int, str]


class Typed(NamedTuple):
    """A typed line, and the lines read from it: a line of a table is a heading and a row."""

    number: int
    text: str
    lines: tuple[str, ...]
    is_row: bool = False


def without_columns(lines: Sequence[Numbered]) -> list[Typed]:
    """Return the lines of a text, those of tables with the rows that they are."""
    result: list[Typed] = []
    bare = dict(_bare_tables(lines))
    table: _TypedTable | None = None
    for place, (number, line) in enumerate(lines):
        head = _head(line)
        if head:
            table = head
            rows: Sequence[str] = ()
        elif table and table.mark in line:
            rows = tuple(table.rows(line))
        else:
            table = None
            rows = tuple(bare[place].rows(line)) if place in bare else (line,)
        result.append(Typed(number, line, tuple(rows), is_row=bool(rows) and rows != (line,)))
    return result


def _bare_tables(lines: Sequence[Numbered]) -> Iterator[tuple[int, "_TypedTable"]]:
    """Yield the lines of tables that do not name their columns, each with its table."""
    for mark in BARE_MARKS:
        run: dict[int, list[str]] = {}
        for place, (_number, line) in enumerate((*lines, (0, ""))):
            if mark in line and not (mark == "," and ", " in line):
                run[place] = _cells(line, mark)
                continue
            table = _bare_table(run, mark)
            if table:
                yield from ((row, table) for row, cells in run.items() if table.fits(cells))
            run = {}


def _bare_table(run: Mapping[int, list[str]], mark: str) -> "_TypedTable | None":
    """Return the table that lines are: the smaller numbers say how many, the largest what that costs."""
    width = max(map(len, run.values()), default=0)
    rows = [cells for cells in run.values() if squeezed(next(filter(None, cells), "")) not in TOTALS]
    found = {column: _numbers(rows, column) for column in range(width)}
    numbers = {column: men for column, men in found.items() if men and len(men) >= len(rows) / 3}
    if not numbers:
        return None
    count, *prices = sorted(numbers, key=lambda column: sum(numbers[column]) / len(numbers[column]))
    men = numbers[count]
    fewest, most = min(men), max(men)
    says_many = 3 * len(men) >= 2 * len(numbers[prices[-1]]) if prices else fewest == 1 or most <= FEW
    numbers_lines = count == 0 and len(men) > 1 and men == list(range(1, len(men) + 1))
    says_costs = not prices and fewest > FEW and most > MOST_OF_ONE
    is_counted = says_many and not numbers_lines and 1 <= fewest <= most <= MOST_OF_ONE
    if not is_counted and not says_costs:
        return None
    columns = ["" if column in numbers else "weapons" for column in range(width)]
    columns[count] = "points" if says_costs else "count"
    if prices:
        columns[prices[-1]] = "points"
    if "weapons" not in columns:
        return None
    columns[columns.index("weapons")] = "name"
    return _TypedTable(mark, columns, frozenset(prices[:-1]))


def _numbers(rows: Iterable[list[str]], column: int) -> list[int]:
    cells = (row[column] for row in rows if column < len(row))
    return [int(cell) for cell in cells if cell.isascii() and cell.isdecimal() and len(cell) <= 4]


def _head(line: str) -> "_TypedTable | None":
    """Return the table that a line is the head of: two columns are known, and one says, or may say, what things are."""
    for mark in MARKS:
        if mark in line:
            cells = _cells(line, mark)
            columns = [MEANT.get(squeezed(cell), "") for cell in cells]
            if "kind" in columns and "name" not in columns:
                columns[columns.index("kind")] = "name"
            known = {column for column in columns if column}
            if not known & {"count", "points", "each"}:
                continue
            until = columns.index("weapons") if "weapons" in known else len(columns)
            words = (place for place in range(until) if not columns[place] and cells[place].isalpha())
            if len(known) >= 2 and "name" not in known and (place := next(words, None)) is not None:
                columns[place] = "name"
            if "name" not in columns and "gear" in columns[:until]:
                columns[columns.index("gear")] = "name"
            if "name" in columns or "weapons" in columns:
                return _TypedTable(mark, columns)
    return None


def _cells(line: str, mark: str) -> list[str]:
    text = line.strip("\ufeff")
    text = text.strip(" |") if mark == "|" else text
    if mark == SLASH:
        text, mark = text.replace(SLASH, "\t"), "\t"
    cells = next(csv.reader([text], delimiter=mark), [])
    return [_harmless(cell.strip()) for cell in cells]


def _harmless(cell: str) -> str:
    """Return a cell without what we write before one that would begin a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


class _TypedTable:
    """A table whose columns are known. `columns`: the meaning of each, "" of one that nobody knows.

    `skipped`: columns that say nothing more, as what each costs beside what all cost.
    """

    def __init__(self, mark: str, columns: Sequence[str], skipped: Collection[int] = ()) -> None:
        self.mark, self.columns, self.skipped = mark, columns, skipped
        self.squad: tuple[str, str] = ("", "")

    def fits(self, cells: Sequence[str]) -> bool:
        """Whether a line has a name, and a number in the column of counts or prices."""
        row = self.by_column(cells)
        number = row.get("count" if "count" in self.columns else "points", "")
        return bool(row.get("name")) and number.isdecimal()

    def by_column(self, cells: Sequence[str]) -> dict[str, str]:
        """Return the cells that say something, by their columns."""
        row: dict[str, str] = {}
        for column, cell in zip(self.columns, cells, strict=False):
            is_none = column in ("weapons", "gear") and squeezed(cell) in DENYING
            if column and any(map(str.isalnum, cell)) and not is_none:
                row[column] = f"{row[column]}, {cell}" if column == "weapons" and column in row else cell
        return row

    def rows(self, line: str) -> Iterator[str]:
        """Yield a line of the table as rows as we print them, with the heading of a squad before its first one."""
        cells = _cells(line, self.mark)
        row = self.by_column(cells)
        others = [
            cell
            for place, cell in enumerate(cells)
            if cell and not self.column(place) and place not in self.skipped
        ]
        if not any(any(map(str.isalnum, cell)) for cell in cells):
            return  # |---|---|
        name, points = row.get("name", ""), row.get("points", "") or row.get("each", "")
        if not (name or row.get("weapons") or others) and points and len(row) == 1:
            yield f"{TOTAL_WORDS[0]} {points}"
            return
        total = next((cell for cell in cells if squeezed(cell) in TOTALS), "")
        if total:
            yield f"{total} {points}"
            return
        yield from self.heading(row)
        if row.get("kind") and squeezed(row["kind"]) not in KINDS:
            others.append(row["kind"])
        yield " | ".join([self.row(row, points), *others])

    def column(self, place: int) -> str:
        return self.columns[place] if place < len(self.columns) else ""

    def heading(self, row: dict[str, str]) -> Iterator[str]:
        squad, class_ = row.get("squad", ""), row.get("class", "")
        if squad and squad != self.squad[0]:
            troops = f" · {said(class_)}" if class_ else ""
            yield f"+ {said(squad)}{troops} +"
            self.squad = (squad, class_)

    def row(self, row: dict[str, str], points: str) -> str:
        """Return the row as text: `4x Rifleman: Rifle [40 pt]`."""
        words = [_all_of_one(row[column]) for column in ("weapons", "gear") if row.get(column)]
        if row.get("class") and row["class"] != self.squad[1]:
            words.append(f"{KEYS['class'].en} {said(row['class'])}")
        if row.get("leadership"):
            words.append(f"{KEYS['leadership'].en} {row['leadership']}")
        if row.get("combat"):
            words.append(f"{KEYS['combat value'].en} {row['combat']}")
        if row.get("notes"):
            words.append(f"{KEYS['notes'].en} {said(row['notes'])}")
        count = (
            f"{row['count']}x " if row.get("count", "").isdecimal() else f"{row.get('count', '')} ".lstrip()
        )
        said_words = f": {', '.join(words)}" if words else ""
        return f"{count}{row.get('name', '')}{said_words}{_price(points)}"


def _all_of_one(weapons: str) -> str:
    """Return weapons that stand in one cell as those of one man: M4 + M203."""
    for sign in ("+", "&", " e ", " and "):
        weapons = weapons.replace(sign, " with ")
    return weapons


def _price(points: str) -> str:
    """Return the points of a row in our brackets; other cells stay."""
    numbers = [token for token in tokens_of(points) if token.is_number]
    if len(numbers) != 1:
        return f" {points}" if points else ""
    sign = "-" if numbers[0].before.endswith(("-", "−")) else ""
    return f" [{sign}{numbers[0].key} {POINTS.en}]"
