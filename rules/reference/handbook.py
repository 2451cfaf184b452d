"""The handbook in the reference, in one language: a chapter for each topic."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
    ChapterPart,
    Heading,
    Link,
    ReferenceEntry,
    ShortAnswer,
    TableCell,
    nothing,
    readings,
)

TOPICS = msgspec.yaml.decode(Path(__file__).with_name("topics.yaml").read_bytes(), type=dict[Topic, Text])
SHORT = 8  # letters: a column of such texts is styled like numbers


def handbook_chapters(catalogue: Catalogue, language: Language) -> list[Chapter]:
    handbook = _Handbook(catalogue, language)
    return [Chapter(f"topic-{topic}", title.to(language), handbook.parts(topic)) for topic, title in TOPICS.items()]


@dataclass(frozen=True, slots=True)
class _Handbook:
    """The handbook of a catalogue in a language."""

    catalogue: Catalogue
    language: Language

    def parts(self, topic: Topic) -> list[ChapterPart]:
        tables = [table for table in printed_handbook(self.catalogue) if table.topic == topic]
        return [part for table in tables for part in self._parts_of(table)]

    def _parts_of(self, table: PrintedTable) -> Iterator[ChapterPart]:
        """Yield the rows with cells as a table, and then the one-line rules as a listing."""
        with_cells = [(anchor, row) for anchor, row in _anchored(table) if row.cells]
        in_words = [self._entry(row, anchor, table, ()) for anchor, row in _anchored(table) if not row.cells]
        title = table.name.to(self.language)
        part = ChapterPart(
            title,
            in_words,
            anchor=_anchor(table),
            source=table.source,
            is_optional=table.optional,
            notes=readings(table, self.language),
        )
        if not with_cells:
            yield part
            return
        headings = self._headings(table, has_text=any(row.text for _, row in with_cells))
        styles = [heading.style for heading in headings]
        rows = [self._entry(row, anchor, table, styles) for anchor, row in with_cells]
        yield replace(part, entries=rows, first=title, headings=headings)
        yield ChapterPart(title, in_words, source=table.source, is_headed=False)

    def _headings(self, table: PrintedTable, *, has_text: bool) -> list[Heading]:
        headings = [
            Heading(column.to(self.language), style="n" if _is_narrow(table, place) else "")
            for place, column in enumerate(table.columns)
        ]
        return [*headings, Heading(gettext("Rule"), style="told")] if has_text else headings

    def _entry(self, row: PrintedRow, anchor: str, table: PrintedTable, styles: Sequence[str]) -> ReferenceEntry:
        """Return a row with a cell for each of the styles, the last for its text; without styles it is in words."""
        missing = [None] * (len(table.columns) - len(row.cells))
        values: list[PrintedCell] = [*row.cells, *missing, row.text]
        facts = [
            f"{column.to(self.language)}: {_told(value, self.language)}"
            for column, value in zip(table.columns, row.cells, strict=False)
            if value is not None
        ]
        sentences = [row.text.to(self.language)] if row.text else []
        return ReferenceEntry(
            anchor,
            row.name.to(self.language),
            row.source or table.source,
            head=[self._cell(value, style) for value, style in zip(values, styles, strict=False)],
            notes=() if styles else sentences,
            about=self._about(row),
            answer=ShortAnswer(facts, sentences),
        )

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


def _anchored(table: PrintedTable) -> Iterator[tuple[str, PrintedRow]]:
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
