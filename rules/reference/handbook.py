"""The handbook in the reference, in one language: a chapter for each topic."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from django.utils.text import slugify
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import TABLES, Entry
from rules.core.catalogue.handbook import PrintedCell, PrintedRow, PrintedTable, Topic
from rules.core.odds import printed_handbook
from rules.core.text import Language, Text, minus
from rules.reference.parts import (
    Chapter,
    Heading,
    Link,
    Listing,
    ReferenceItem,
    ShortAnswer,
    Table,
    TableCell,
    TableRow,
    nothing,
    readings,
)

TOPICS = msgspec.yaml.decode(Path(__file__).with_name("topics.yaml").read_bytes(), type=dict[Topic, Text])
AnchoredRow = tuple[str, PrintedRow]
SHORT = 8  # letters: a column of such texts is styled like numbers


def handbook_chapters(catalogue: Catalogue, language: Language) -> list[Chapter]:
    handbook = _Handbook(catalogue, language)
    chapters = (
        Chapter(f"topic-{topic}", title.to(language), handbook.parts(topic))
        for topic, title in TOPICS.items()
    )
    return [chapter for chapter in chapters if chapter.parts]


@dataclass(frozen=True, slots=True)
class _Handbook:
    """The handbook of a catalogue in a language."""

    catalogue: Catalogue
    language: Language

    def parts(self, topic: Topic) -> list[Table | Listing]:
        tables = [table for table in printed_handbook(self.catalogue) if table.topic == topic]
        return [part for table in tables for part in self._parts_of(table)]

    def _parts_of(self, table: PrintedTable) -> Iterator[Table | Listing]:
        """Yield the rows with cells as a table, and then the one-line rules as a listing."""
        with_cells = [(anchor, row) for anchor, row in _anchored(table) if row.cells]
        in_words = [(anchor, row) for anchor, row in _anchored(table) if not row.cells]
        if with_cells:
            yield self._table(table, with_cells)
        if in_words:
            yield self._listing(table, in_words, follows=bool(with_cells))

    def _listing(self, table: PrintedTable, rows: Iterable[AnchoredRow], *, follows: bool) -> Listing:
        """Return the listing. `follows`: after rows with cells."""
        return Listing(
            title=table.name.to(self.language),
            items=[self._item(row, anchor, table) for anchor, row in rows],
            anchor="" if follows else _anchor(table),
            source=table.source,
            is_optional=table.optional and not follows,
            notes=readings(table, self.language) if not follows else (),
            is_headed=not follows,
        )

    def _item(self, row: PrintedRow, anchor: str, table: PrintedTable) -> ReferenceItem:
        return ReferenceItem(
            anchor,
            row.name.to(self.language),
            row.source or table.source,
            sentences=[row.text.to(self.language)] if row.text else [],
            about=self._about(row),
        )

    def _table(self, table: PrintedTable, rows: Sequence[AnchoredRow]) -> Table:
        styles = ["n" if _is_narrow(table, place) else "" for place in range(len(table.columns))]
        headings = [
            Heading(column.to(self.language), style=style)
            for column, style in zip(table.columns, styles, strict=True)
        ]
        if any(row.text for _, row in rows):
            headings.append(Heading(gettext("Rule"), style="told"))
            styles.append("told")
        return Table(
            title=table.name.to(self.language),
            first=table.name.to(self.language),
            headings=headings,
            rows=[self._row(row, anchor, table, styles) for anchor, row in rows],
            anchor=_anchor(table),
            source=table.source,
            is_optional=table.optional,
            notes=readings(table, self.language),
        )

    def _row(self, row: PrintedRow, anchor: str, table: PrintedTable, styles: Sequence[str]) -> TableRow:
        values: list[PrintedCell] = [*row.cells, *[None] * (len(table.columns) - len(row.cells))]
        if len(styles) > len(values):
            values.append(row.text)
        cells = [self._cell(value, style) for value, style in zip(values, styles, strict=True)]
        source = row.source or table.source
        name, answer = row.name.to(self.language), self._answer(row, table)
        return TableRow(anchor, name, source, cells, about=self._about(row), answer=answer)

    def _answer(self, row: PrintedRow, table: PrintedTable) -> ShortAnswer:
        """Return the existing cells with the heads of their columns."""
        facts = [
            f"{column.to(self.language)}: {_told(value, self.language)}"
            for column, value in zip(table.columns, row.cells, strict=False)
            if value is not None
        ]
        return ShortAnswer(facts, [row.text.to(self.language)] if row.text else [])

    def _cell(self, value: PrintedCell, style: str) -> TableCell:
        if value is None:
            return nothing()._replace(style=f"{style} none".strip())
        return TableCell(_told(value, self.language), style=style)

    def _about(self, row: PrintedRow) -> list[Link]:
        """Return the subjects of a rule with links to their entries; none if it is for everyone."""
        subjects: list[tuple[str, Entry]] = [
            (table, self.catalogue.by_kind[kind][name])
            for table, kind in TABLES.items()
            for name in (getattr(row.about, table) if kind != "trait" else ())
        ]
        traits = [trait for trait in self.catalogue.traits if trait.id in row.about.traits]
        subjects += [(f"traits-{trait.carrier}", trait) for trait in traits]
        return [Link(entry.name.to(self.language), f"{section}-{entry.id}") for section, entry in subjects]


def _anchor(table: PrintedTable) -> str:
    return f"handbook-{table.id}"


def _anchored(table: PrintedTable) -> Iterator[AnchoredRow]:
    """Yield the rows with their anchors: made from the name, which stays when rows are inserted."""
    seen: dict[str, int] = {}
    for row in table.rows:
        anchor = f"{_anchor(table)}-{slugify(row.name.en)}"
        seen[anchor] = seen.get(anchor, 0) + 1
        yield (anchor if seen[anchor] == 1 else f"{anchor}-{seen[anchor]}"), row


def _is_narrow(table: PrintedTable, place: int) -> bool:
    """Return whether a column has only numbers and short texts, in both languages."""
    cells = [row.cells[place] for row in table.rows if place < len(row.cells)]
    return all(cell is None or max(len(_told(cell, "it")), len(_told(cell, "en"))) <= SHORT for cell in cells)


def _told(value: int | str | Text, language: Language) -> str:
    if isinstance(value, int):
        return minus(value)
    return value.to(language) if isinstance(value, Text) else value
