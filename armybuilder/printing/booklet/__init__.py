"""The reference of a ruleset as a booklet: everything on its page on screen, on A5."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.layout.options import Paper, Version
from armybuilder.printing.layout.printout import Printout, file_name, print_markup
from armybuilder.printing.layout.sizes import PAPERS, style_sheet
from armybuilder.printing.layout.words import cited
from rules.core.catalogue.catalogue import HOUSE, Catalogue
from rules.core.text import Language
from rules.reference.page import build_reference
from rules.reference.parts import Chapter, ChapterPart, Link, Reference, ReferenceEntry

NAMES_AT_MOST = 3  # longer lists of subjects are printed once
# The chapters of the back cover, the most important first.
ON_THE_BACK = (
    "topic-actions",
    "topic-fire-modifiers",
    "topic-saves",
    "topic-spotting",
    "topic-observation",
    "topic-movement",
    "topic-damage",
    "topic-melee",
    "topic-anti-air",
    "topic-fire",
)
BACK_ROOM, TABLE_TAKES, LINE_TAKES, LETTERS = 170.0, 15.0, 4.8, 64  # mm; letters of a line


def for_paper(reference: Reference) -> Reference:
    """Return a reference whose tables and listings all have a source: that of most rows, if they had none.

    A heading in another language than the booklet's is no source for its readers: it is left out, in the index of
    paragraphs too. An index of nothing but our own advice is none.

    A source is printed once, beside the title; a row prints its own only if it is different. A long list of a rule's
    subjects is printed once, too: later rules with the same subjects refer to the first of the chapter.
    """
    groups = [
        replace(group, chapters=[_chapter(chapter, reference.book) for chapter in group.chapters])
        for group in reference.groups
    ]
    known = [one for one in reference.paragraphs if cited(one.source, reference.book)]
    has_index = any(one.source != HOUSE for one in known)
    return replace(reference, groups=groups, paragraphs=known if has_index else [])


def back_cover(reference: Reference) -> list[ChapterPart]:
    """Return the tables of the last page: the most used, as many as fit, without anchors."""
    chapters = {chapter.anchor: chapter for group in reference.groups for chapter in group.chapters}
    tables, left = [], BACK_ROOM
    for anchor in ON_THE_BACK:
        for table in _tables(chapters[anchor]) if anchor in chapters else ():
            takes = TABLE_TAKES + sum(map(_height, table.entries))
            if takes <= left:
                tables.append(table)
                left -= takes
    return tables


def _tables(chapter: Chapter) -> Iterator[ChapterPart]:
    for part in chapter.parts:
        if part.is_table and not part.is_optional:
            rows = [replace(row, anchor="", about=(), notes=()) for row in part.entries]
            yield replace(part, anchor="", entries=rows, notes=(), is_headed=True)


def _height(row: ReferenceEntry) -> float:
    letters = len(row.name) + sum(len(text) for line in row.laid_out() for text, _, _, _ in line)
    return LINE_TAKES * max(len(row.lines), -(-letters // LETTERS))


def _chapter(chapter: Chapter, book: Catalogue) -> Chapter:
    said: dict[Sequence[Link], str] = {}
    return replace(chapter, parts=[_part(part, said, book) for part in chapter.parts])


def _part(part: ChapterPart, said: dict[Sequence[Link], str], book: Catalogue) -> ChapterPart:
    source = part.source or Counter(entry.source for entry in part.entries).most_common(1)[0][0]
    entries = [replace(entry, source=cited(entry.source, book), about=_about(entry, said)) for entry in part.entries]
    return replace(part, source=cited(source, book), entries=entries)


def _about(entry: ReferenceEntry, said: dict[Sequence[Link], str]) -> Sequence[Link]:
    """Return the subjects of an entry, or the name of an earlier entry with the same."""
    about = tuple(entry.about)
    if len(about) <= NAMES_AT_MOST:
        return about
    if about in said:
        return (Link(gettext("as for “%(rule)s”") % {"rule": said[about]}, entry.anchor),)
    said[about] = entry.name
    return about


STYLE = Path(__file__).with_name("style.css")


def booklet_page(catalogue: Catalogue, language: Language, version: Version, paper: Paper = "a4") -> Printout:
    """Return the booklet of a ruleset as a page ready to be rendered; two of its pages take a sheet of `paper`."""
    with translation.override(language):
        reference = for_paper(build_reference(catalogue, language))
        context = {
            "reference": reference,
            "back": back_cover(reference),
            "language": language,
            "version": version,
            "running": f"{catalogue.name.to(language)}, {catalogue.edition.to(language)}",
        }
        html = print_markup("printing/booklet.html", context)
        name = file_name(catalogue.name.to(language), None, gettext("booklet"))
    return Printout(html, "booklet", style_sheet(STYLE, paper, {"page_width": PAPERS[paper].paper_height / 2}), name)
