"""The reference page of a ruleset as plain data, in one language: chapters and paragraphs."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.reference.handbook import handbook_chapters
from rules.reference.items import Items
from rules.reference.parts import (
    Chapter,
    Group,
    Link,
    Listing,
    Paragraph,
    Reference,
    ReferenceItem,
    Table,
    TableRow,
    anchor,
    paragraphs,
)
from rules.reference.tables import Tables

# The chapters of a list's content, by their anchors.
OF_A_FORCE = ("classes", "weapons", "vehicles", "roles", "kit", "traits", "extras")


def build_reference(catalogue: Catalogue, language: Language) -> Reference:
    groups = [
        Group(_("The force"), _force(catalogue, language)),
        Group(_("At the table"), handbook_chapters(catalogue, language)),
        Group(_("The list"), _list(catalogue, language)),
    ]
    filled = [group for group in groups if group.chapters]
    return Reference(
        catalogue, filled, _paragraphs(chapter for group in filled for chapter in group.chapters)
    )


def _force(catalogue: Catalogue, language: Language) -> list[Chapter]:
    tables, items = Tables(catalogue, language), Items(catalogue, language)
    return _filled(
        Chapter("classes", _("Classes"), [tables.classes()]),
        Chapter("weapons", _("Weapons"), [tables.weapons()]),
        Chapter("vehicles", _("Vehicles"), tables.vehicles()),
        Chapter("roles", _("Roles"), tables.roles()),
        Chapter("kit", _("Kit"), tables.kit()),
        Chapter("traits", _("Traits"), tables.traits()),
        Chapter("extras", _("Extras"), [items.extras()]),
    )


def _list(catalogue: Catalogue, language: Language) -> list[Chapter]:
    items = Items(catalogue, language)
    return _filled(
        Chapter("formats", _("Limits"), [items.formats()]),
        Chapter("rulings", _("Rulings"), [items.rulings()]),
        Chapter("checks", _("Constraints"), [items.checks()]),
    )


def _filled(*chapters: Chapter) -> list[Chapter]:
    return [chapter for chapter in chapters if chapter.tables or chapter.items]


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


def _citing(chapter: Chapter) -> Iterator[Table | Listing | TableRow | ReferenceItem]:
    """Yield everything with a citation: tables of the handbook, and entries with another paragraph than their table."""
    for part in chapter.parts:
        if part.anchor:
            yield part
        for entry in part.rows if isinstance(part, Table) else part.items:
            if entry.source != part.source:
                yield entry


def _place_in_text(source: str) -> tuple[bool, list[int], str]:
    """Return the sort key of paragraphs: numbered ones in order, §9.2 before §13.0, then headings by name."""
    numbers = [int(part) for part in source.removeprefix("§").split(".") if part.isdecimal()]
    return (not numbers, numbers, source)
