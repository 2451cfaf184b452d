"""The reference of a ruleset as a booklet: everything that its page on screen has, on A5."""

from collections import Counter
from dataclasses import replace

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.measure import fitted
from armybuilder.printing.options import RulesVersion
from armybuilder.printing.printout import Printout, file_name
from rules.core.catalogue import Catalogue
from rules.core.text import Language
from rules.reference.page import build_reference
from rules.reference.parts import Chapter, Listing, Reference, Table

RUNNING_ROOM = 60.0  # mm of the head of a page, for the game beside the chapter


def booklet_page(catalogue: Catalogue, language: Language, version: RulesVersion) -> Printout:
    """Return the booklet of a ruleset as a page ready to be rendered."""
    with translation.override(language):
        reference = with_common_sources(build_reference(catalogue, language))
        running = f"{reference.name}, {reference.edition}"
        context = {
            "reference": reference,
            "language": language,
            "version": version,
            "running": fitted(running, "barlow-condensed-600-normal", 7.5, RUNNING_ROOM),
        }
        html = render_to_string("printing/booklet.html", context)
        name = file_name(reference.name, None, gettext("booklet"))
    return Printout(html, "booklet", "a4", name)


def with_common_sources(reference: Reference) -> Reference:
    """Return a reference whose tables and listings all have a source: that of most rows, where they had none.

    It is printed once, beside the title; a row prints its own where it has another.
    """
    groups = [
        replace(group, chapters=[_chapter(chapter) for chapter in group.chapters])
        for group in reference.groups
    ]
    return replace(reference, groups=groups)


def _chapter(chapter: Chapter) -> Chapter:
    return replace(chapter, parts=[_part(part) for part in chapter.parts])


def _part(part: Table | Listing) -> Table | Listing:
    if part.source:
        return part
    entries = part.rows if isinstance(part, Table) else part.items
    sources = Counter(entry.source for entry in entries)
    return replace(part, source=sources.most_common(1)[0][0])
