"""The reference page of a ruleset as plain data, in one language: chapters and paragraphs."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.reference.handbook import handbook_chapters
from rules.reference.items import Items
from rules.reference.parts import (
    Chapter,
    ChapterPart,
    Group,
    Link,
    Paragraph,
    Reference,
    ReferenceEntry,
    anchor,
    paragraphs,
)
from rules.reference.tables import Tables

# The chapters of a list's content, by their anchors.
OF_A_FORCE = ("classes", "weapons", "vehicles", "roles", "kit", "traits", "extras")


def build_reference(catalogue: Catalogue, language: Language) -> Reference:
    """Return the page of a ruleset in `language`, the active one, without empty parts, chapters and groups."""
    groups = [
        Group(title, filled)
        for title, chapters in (
            (_("The force"), _force(catalogue, language)),
            (_("At the table"), handbook_chapters(catalogue, language)),
            (_("The list"), _list(catalogue, language)),
        )
        if (filled := [chapter for chapter in map(_without_empty_parts, chapters) if chapter.parts])
    ]
    return Reference(catalogue, groups, _paragraphs(chapter for group in groups for chapter in group.chapters))


def _without_empty_parts(chapter: Chapter) -> Chapter:
    return replace(chapter, parts=[part for part in chapter.parts if part.entries])


def _force(catalogue: Catalogue, language: Language) -> list[Chapter]:
    tables, items = Tables(catalogue, language), Items(catalogue, language)
    return [
        Chapter("classes", _("Classes"), [tables.classes()]),
        Chapter("weapons", _("Weapons"), [tables.weapons()]),
        Chapter("vehicles", _("Vehicles"), [tables.vehicles(), tables.saves()]),
        Chapter("roles", _("Roles"), [tables.roles(), tables.leadership()]),
        Chapter("kit", _("Kit"), [tables.kit()]),
        Chapter("traits", _("Traits"), [tables.traits()]),
        _in_words("extras", _("Extras"), map(items.extra, catalogue.extras)),
    ]


def _list(catalogue: Catalogue, language: Language) -> list[Chapter]:
    items = Items(catalogue, language)
    return [
        _in_words("formats", _("Limits"), map(items.format, catalogue.formats)),
        _in_words("rulings", _("Rulings"), map(items.ruling, catalogue.rulings)),
        _in_words("checks", _("Constraints"), map(items.check, catalogue.checks)),
    ]


def _in_words(anchor: str, title: str, entries: Iterable[ReferenceEntry]) -> Chapter:
    return Chapter(anchor, title, [ChapterPart(title, list(entries))])


def _paragraphs(chapters: Iterable[Chapter]) -> list[Paragraph]:
    """Return the paragraphs cited on the page, in the order of the text, each with its citing entries.

    The first of these `begins` the paragraph: a link to the paragraph leads there.
    """
    found: dict[str, Paragraph] = {}
    for chapter in chapters:
        for thing in _citing(chapter):
            for source in paragraphs(thing.source):
                if source not in found:
                    found[source] = Paragraph(anchor(source), source)
                    thing.begins.append(found[source].anchor)
                found[source].things.append(Link(thing.name, thing.anchor))
    return sorted(found.values(), key=lambda paragraph: _place_in_text(paragraph.source))


def _citing(chapter: Chapter) -> Iterator[ChapterPart | ReferenceEntry]:
    """Yield everything with a citation: tables of the handbook, and entries with another paragraph than their table."""
    for part in chapter.parts:
        if part.anchor:
            yield part
        for entry in part.entries:
            if entry.source != part.source:
                yield entry


def _place_in_text(source: str) -> tuple[bool, list[int], str]:
    """Return the sort key of paragraphs: numbered ones in order, §9.2 before §13.0, then headings by name."""
    numbers = [int(part) for part in source.removeprefix("§").split(".") if part.isdecimal()]
    return (not numbers, numbers, source)
