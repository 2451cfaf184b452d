"""Tables from spreadsheets: a first line names the columns, and each line below it becomes a row as we print it.

So a number is how many or a price by its column. Tables without such a line are read like any other text.
"""

import csv
from collections.abc import Iterator, Sequence

from armybuilder.lists.exchange.table import FORMULA
from armybuilder.lists.exchange.words import EXTRAS, KEYS, POINTS
from armybuilder.lists.exchange.writing import said
from armybuilder.lists.recognition.tokens import tokens_of, words_in
from armybuilder.lists.recognition.vocabulary import TOTAL_WORDS
from rules.core.folding import squeezed

COLUMNS = {
    "squad": "squadra squad sezione section reparto plotone platoon",
    "kind": "tipo kind type categoria category",
    "name": "nome name figura figure modello model unita unit voce item descrizione description truppa miniatura",
    "count": "numero number n nr num qty qta quantita quantity count pezzi no",
    "class": "classe class addestramento training",
    "weapons": "armi weapons arma weapon equipaggiamento equipment armamento armament",
    "gear": "rolesandkit ruoliedequipaggiamento ruolieequipaggiamento ruoli roles ruolo role kit dotazione",
    "leadership": "leadership comando ld",
    "points": "punti points pt pts costo cost prezzo price totale total puntitotali totalpoints costototale totalcost",
    "each": "cad cadauno each unitcost costounitario prezzounitario unitprice punticad ptcad pointseach ptseach",
    "notes": "note notes",
}
MEANT = {word: column for column, words in COLUMNS.items() for word in words_in(words)}
KINDS = ("figure", "figura", "vehicle", "veicolo", "mezzo", "extra", "force", "forza")
MARKS = ("\t", "|", ";", ",")

Numbered = tuple[int, str]


def without_columns(lines: Sequence[Numbered]) -> list[Numbered]:
    """Return the lines of a text, those of tables as rows as we print them."""
    result: list[Numbered] = []
    table: _Table | None = None
    for number, line in lines:
        head = _head(line)
        if head:
            table = head
        elif table and table.mark in line:
            result += [(number, row) for row in table.rows(line)]
        else:
            table = None
            result.append((number, line))
    return result


def _head(line: str) -> "_Table | None":
    """Return the table that a line is the head of: two columns are known at least, and one says what things are."""
    for mark in MARKS:
        if mark in line:
            columns = [MEANT.get(squeezed(cell), "") for cell in _cells(line, mark)]
            known = {column for column in columns if column}
            if known & {"name", "weapons"} and known & {"count", "points", "each"}:
                return _Table(mark, columns)
    return None


def _cells(line: str, mark: str) -> list[str]:
    text = line.strip("\ufeff")
    text = text.strip(" |") if mark == "|" else text
    cells = next(csv.reader([text], delimiter=mark), [])
    return [_harmless(cell.strip()) for cell in cells]


def _harmless(cell: str) -> str:
    """Return a cell without what we write before one that would begin a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


class _Table:
    """A table whose columns are known. `columns`: the meaning of each, "" of one that nobody knows."""

    def __init__(self, mark: str, columns: Sequence[str]) -> None:
        self.mark, self.columns = mark, columns
        self.squad: tuple[str, str] = ("", "")

    def rows(self, line: str) -> Iterator[str]:
        """Yield a line of the table as rows as we print them, with the heading of a squad before its first one."""
        cells = _cells(line, self.mark)
        row = {column: cell for column, cell in zip(self.columns, cells, strict=False) if column and cell}
        others = [cell for place, cell in enumerate(cells) if cell and not self.column(place)]
        if not any(any(map(str.isalnum, cell)) for cell in cells):
            return  # |---|---|
        name, points = row.get("name", ""), row.get("points", "") or row.get("each", "")
        if squeezed(name or row.get("squad", "")) in map(squeezed, TOTAL_WORDS):
            yield f"{name or row.get('squad', '')} {points}"
            return
        kind = squeezed(row.get("kind", ""))
        if kind in ("force", "forza"):
            yield f"{KEYS['held to'].en} {name.split(' · ')[0]}"
            return
        yield from self.heading(row, kind)
        if kind and kind not in KINDS:
            others.append(row["kind"])
        yield " | ".join([self.row(row, kind, points), *others])

    def column(self, place: int) -> str:
        return self.columns[place] if place < len(self.columns) else ""

    def heading(self, row: dict[str, str], kind: str) -> Iterator[str]:
        squad, class_ = row.get("squad", ""), row.get("class", "")
        is_person = kind not in ("vehicle", "veicolo", "mezzo", "extra")
        if kind == "extra" and not squad:
            if self.squad[0] != EXTRAS.en:
                yield f"+ {EXTRAS.en} +"
            self.squad = (EXTRAS.en, "")
        elif squad and squad != self.squad[0]:
            troops = f" · {said(class_)}" if class_ and is_person else ""
            yield f"+ {said(squad)}{troops} +"
            self.squad = (squad, class_ if is_person else "")

    def row(self, row: dict[str, str], kind: str, points: str) -> str:
        """Return the row itself: 4x Rifleman: Rifle [40 pt]"""
        name = row.get("name", "")
        if kind == "extra":
            count = row.get("count", "1")
            text = name if count == "1" else f"{count}x {name}"
            return text + _price(points)
        words = []
        if row.get("class") and kind in ("vehicle", "veicolo", "mezzo"):
            words.append(f"{KEYS['vehicle'].en} {said(row['class'])}")
        elif row.get("class") and row["class"] != self.squad[1]:
            words.append(f"{KEYS['class'].en} {said(row['class'])}")
        if row.get("leadership"):
            words.append(f"{KEYS['leadership'].en} {row['leadership']}")
        words += [row[column] for column in ("gear", "weapons") if row.get(column)]
        if row.get("notes"):
            words.append(f"{KEYS['notes'].en} {said(row['notes'])}")
        count = (
            f"{row['count']}x " if row.get("count", "").isdecimal() else f"{row.get('count', '')} ".lstrip()
        )
        said_words = f": {', '.join(words)}" if words else ""
        return f"{count}{name}{said_words}{_price(points)}"


def _price(points: str) -> str:
    """Return the points of a row in our brackets; a cell that is no number stays as it is."""
    numbers = [token for token in tokens_of(points) if token.is_number]
    if len(numbers) != 1:
        return f" {points}" if points else ""
    sign = "-" if numbers[0].before.endswith(("-", "−")) else ""
    return f" [{sign}{numbers[0].key} {POINTS.en}]"
