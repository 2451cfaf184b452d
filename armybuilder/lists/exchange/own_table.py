"""Convert the CSV from `table.py` into the text format of `writing.py`, ready to read."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from armybuilder.lists.exchange.columns import MARKS
from armybuilder.lists.exchange.our_format.scanning import broken, split
from armybuilder.lists.exchange.our_format.words import (
    EXTRAS,
    KEYS,
    POINTS,
    PRICES,
    RULINGS,
    plain_or_quoted,
    quoted,
    said,
)
from armybuilder.lists.exchange.our_format.writing import LONGEST_LINE
from armybuilder.lists.recognition.words import COLUMNS
from armybuilder.spreadsheets import BOM, FORMULA
from rules.core.text import Text, squeezed

FIRST = ["squad", "kind", "name", "count", "class", "weapons", "gear", "leadership", "points", "notes"]
LINES_ABOVE = 5  # possible headings above a table
WORDS = {
    "list": "list lista",
    "force": "force forza",
    "squad": "squad squadra",
    "figure": "figure figura",
    "vehicle": "vehicle veicolo mezzo",
    "extra": "extra",
    "ruling": "ruling interpretazione",
    "price": "price prezzo",
}
KINDS = {word: kind for kind, words in WORDS.items() for word in words.split()}
SECTIONS: dict[str, Text] = {"extra": EXTRAS, "ruling": RULINGS, "price": PRICES}

Cells = Mapping[str, str]


def as_text(document: str) -> str:
    """Return our own table as text; other text is unchanged."""
    above, head = "", document.removeprefix(BOM)
    for _line in range(LINES_ABOVE):
        first, _, rest = head.partition("\n")
        for mark in MARKS:
            columns = [COLUMNS.get(squeezed(cell), "") for cell in first.strip().split(mark)]
            if columns[: len(FIRST)] == FIRST:
                return above + _text_of(rest, mark, columns) or document
        above, head = f"{above}{first}\n", rest
    return document


def _text_of(table: str, mark: str, columns: Sequence[str]) -> str:
    try:
        records = list(csv.reader(io.StringIO(table, newline=""), delimiter=mark, strict=True))
    except csv.Error:
        return ""
    rows = (dict.fromkeys(FIRST, "") | dict(zip(columns, map(_plain, cells), strict=False)) for cells in records)
    lines = _OwnTable().lines(row for row in rows if any(row.values()))
    return "\n".join(piece for line in lines for piece in broken(line, LONGEST_LINE))


def _plain(cell: str) -> str:
    """Return a cell without the mark that we write before a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith((*FORMULA, "'")) else cell


class _OwnTable:
    """Converts the rows of a table into lines, in order."""

    def __init__(self) -> None:
        self.squad, self.class_, self.section = "", "", ""

    def lines(self, rows: Iterator[Cells]) -> Iterator[str]:
        for row in rows:
            kind = KINDS.get(squeezed(row["kind"]), "")
            yield from self.heading(kind, row)
            match kind:
                case "list":
                    yield from self.list_lines(row)
                case "force":
                    whose = row.get("own") or row["name"].split(" · ")[0]
                    yield f"{KEYS['held to'].en} {plain_or_quoted(whose)}"
                case "figure":
                    yield self.figure(row)
                case "vehicle":
                    yield self.vehicle(row)
                case "extra":
                    yield self.extra(row)
                case "ruling":
                    yield f"{quoted(row['name'])}: {quoted(row.get('details', ''))}"
                case "price":
                    yield f"{quoted(row['name'])} {row['count']}"
                case "":
                    yield ", ".join(filter(None, row.values()))

    def heading(self, kind: str, row: Cells) -> Iterator[str]:
        """Yield the heading of a row, or the heading above it."""
        is_in_squad = kind in ("figure", "vehicle", "extra") and row["squad"] != ""
        if kind == "squad" or (is_in_squad and row["squad"] != self.squad):
            self.squad, self.section = row["squad"], ""
            self.class_ = "" if kind in ("vehicle", "extra") else row["class"]
            parts = [plain_or_quoted(row["squad"]), said(self.class_)]
            if kind == "squad":
                parts = [_label(row), said(self.class_), row.get("details", "")]
            yield f"+ {' · '.join(filter(None, parts))} +"
        elif kind in SECTIONS and not is_in_squad and kind != self.section:
            self.section = kind
            yield f"+ {SECTIONS[kind].en} +"

    def list_lines(self, row: Cells) -> Iterator[str]:
        yield f"++ {' · '.join(filter(None, (plain_or_quoted(row['name']), row['class'], row['gear'])))} ++"
        yield from split(row.get("details", ""), ";")
        if row["notes"]:
            yield f"{KEYS['notes'].en} {quoted(row['notes'])}"

    def figure(self, row: Cells) -> str:
        words = [f"{KEYS['class'].en} {said(row['class'])}"] if row["class"] not in ("", self.class_) else []
        if row["leadership"]:
            words.append(f"{KEYS['leadership'].en} {row['leadership']}")
        return _row(row, _label(row, is_known=True), words)

    def vehicle(self, row: Cells) -> str:
        is_type = row["name"] in ("", row["class"], row["class"].rpartition("/")[2])
        own = row.get("own") or ("" if is_type else row["name"])
        is_plain = not own and "/" not in row["class"]
        words = [] if is_plain else [f"{KEYS['vehicle'].en} {said(row['class'])}"]
        return _row(row, said(row["class"]) if is_plain else quoted(own), words)

    def extra(self, row: Cells) -> str:
        count = [f"{KEYS['count'].en} {row['count']}"] if row["count"] not in ("", "1") else []
        words = [*filter(None, (row.get("details", ""),)), *count]
        name = f"{KEYS['extra'].en} {said(row['class'] or row['name'])}"
        return (f"{name}: {', '.join(words)}" if words else name) + _price(row)


def _label(row: Cells, is_known: bool = False) -> str:
    """Return the name of a row: the owner's in quotation marks, or its type."""
    own, name = row.get("own", ""), row["name"]
    if own and name in (own, ""):
        return quoted(own)
    return name if is_known else plain_or_quoted(name)


def _row(row: Cells, label: str, words: Sequence[str]) -> str:
    """Return a row in our own format."""
    notes = f"{KEYS['notes'].en} {quoted(row['notes'])}" if row["notes"] else ""
    every = filter(None, (*words, row["gear"], row["weapons"], row.get("details", ""), notes))
    said_words = ", ".join(every)
    return f"{row['count'] or 1}x {label}{': ' if said_words else ''}{said_words}{_price(row)}"


def _price(row: Cells) -> str:
    return f" [{row['points']} {POINTS.en}]" if row["points"].lstrip("-").isdecimal() else ""
