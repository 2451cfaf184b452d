"""The handbook on the reference page: tables by topic, rules in one line, and their subjects."""

from typing import get_args

from django.utils.translation import override
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import Topic
from rules.core.text import Language, Text
from rules.reference.handbook import TOPICS
from rules.reference.page import build_reference
from rules.reference.parts import Chapter, ChapterPart, Heading, Link, Reference, TableCell
from tests.rules.small import shipped, small


def chapters(catalogue: Catalogue, language: Language = "en") -> list[Chapter]:
    page = reference(catalogue, language)
    return [chapter for chapter in page.chapters if chapter.anchor.startswith("topic-")]


def reference(catalogue: Catalogue, language: Language = "en") -> Reference:
    with override(language):
        return build_reference(catalogue, language)


def table_of(catalogue: Catalogue) -> ChapterPart:
    """The first table in the handbook."""
    parts = (part for chapter in chapters(catalogue) for part in chapter.parts)
    return next(part for part in parts if part.is_table)


def listing_of(catalogue: Catalogue) -> ChapterPart:
    """The first listing in the handbook."""
    parts = (part for chapter in chapters(catalogue) for part in chapter.parts)
    return next(part for part in parts if not part.is_table)


def test_every_topic_has_a_title_and_its_place_on_the_page() -> None:
    assert tuple(TOPICS) == get_args(Topic)


def test_a_topic_is_a_chapter_in_the_language_of_the_page() -> None:
    assert [(item.anchor, item.title) for item in chapters(small())] == [("topic-spotting", "Spotting")]
    assert [item.parts[0].title for item in chapters(small(), "it")] == ["Avvistare"]


def test_a_topic_that_a_ruleset_has_nothing_on_is_no_chapter() -> None:
    assert "topic-smoke" not in [chapter.anchor for chapter in chapters(small())]


def test_the_head_of_a_table() -> None:
    table = table_of(small())
    assert (table.title, table.anchor, table.source) == ("Spotting", "handbook-spotting", "§6")
    assert table.headings == [Heading("Near"), Heading("Far"), Heading("Rule", style="told")]


def test_optional_rules_are_marked() -> None:
    assert table_of(small()).is_optional
    assert not table_of(small("    optional: true\n", "")).is_optional


def test_the_rows_of_a_table() -> None:
    in_the_open, from_the_truck = table_of(small()).entries
    assert in_the_open.head == [
        TableCell("2+"),
        TableCell("–", style="n none"),
        TableCell("–", style="told none"),
    ]
    assert from_the_truck.head == [
        TableCell("always"),
        TableCell("3"),
        TableCell("If the radio works.", style="told"),
    ]


def test_a_row_cites_its_own_paragraph_else_that_of_its_table() -> None:
    assert [row.source for row in table_of(small()).entries] == ["§6", "§6.1"]


def test_a_row_links_to_whom_it_concerns() -> None:
    in_the_open, from_the_truck = table_of(small()).entries
    assert in_the_open.about == []
    assert from_the_truck.about == [
        Link("Truck", "vehicles-truck"),
        Link("Radio", "kit-radio"),
        Link("Tough", "traits-squad-tough"),
        Link("Tough", "traits-vehicle-tough"),
    ]


def test_a_column_without_rules_in_words_is_not_there() -> None:
    table = table_of(small("        text: {it: Se va la radio., en: If the radio works.}\n", ""))
    assert [heading.title for heading in table.headings] == ["Near", "Far"]


def test_a_row_without_cells_is_a_rule_after_the_table() -> None:
    spotting = chapters(small("        cells: [{it: sempre, en: always}, 3]\n", ""))[0]
    table, listing = spotting.parts
    assert (table.is_table, listing.is_table) == (True, False)
    assert [row.name for row in table.entries] == ["In the open"]
    assert [(item.name, item.notes) for item in listing.entries] == [("From the truck", ["If the radio works."])]
    assert (listing.anchor, listing.is_headed, listing.is_optional) == ("", False, False)


def test_a_table_of_rules_only_is_a_listing_with_an_anchor() -> None:
    morale = listing_of(shipped("bn"))
    assert (morale.title, morale.anchor, morale.is_headed) == ("Initiative", "handbook-initiative", True)
    assert morale.entries[1].anchor == "handbook-initiative-active-last-turn"
    assert morale.entries[1].notes == ["−1 on the next turn’s roll, cumulative."]


def test_rows_of_one_name_have_anchors_of_their_own() -> None:
    rows = table_of(
        small("name: {it: All’aperto, en: In the open}", "name: {it: Dal bosco, en: From the truck}")
    ).entries
    assert [row.anchor for row in rows] == [
        "handbook-spotting-from-the-truck",
        "handbook-spotting-from-the-truck-2",
    ]


def test_a_negative_number_has_a_true_minus() -> None:
    assert table_of(small("cells: [2+, null]", "cells: [-2, null]")).entries[0].head[0] == TableCell("−2")


def test_a_column_of_longer_texts_is_set_as_text() -> None:
    table = table_of(small("cells: [2+, null]", "cells: [within 5 cm, null]"))
    assert [heading.style for heading in table.headings] == ["", "n", "told"]
    assert table.entries[0].head[0] == TableCell("within 5 cm", style="")


# Our reading of what the text leaves open

READING = "reading: {it: Da entrambi i lati., en: On both sides.}"


def test_how_we_read_a_table_stands_under_it() -> None:
    assert table_of(small("    optional: true\n", f"    {READING}\n")).notes == ["Our reading: On both sides."]


def test_how_we_read_an_entry_stands_under_its_table() -> None:
    page = reference(small("covering: [1]}", f"covering: [1], {READING}}}"))
    weapons = next(chapter.parts[0] for chapter in page.chapters if chapter.anchor == "weapons")
    assert dict(weapons.told_under()) == {"Our reading: On both sides.": [Link("Rifle", "weapons-rifle")]}


def test_shared_notes_appear_once() -> None:
    rifle, mortar = (replace(weapon, note=Text("Piano.", "Slow.")) for weapon in small().weapons)
    page = reference(replace(small(), weapons=(rifle, mortar)))
    weapons = next(chapter.parts[0] for chapter in page.chapters if chapter.anchor == "weapons")
    assert dict(weapons.told_under()) == {"Slow.": [Link("Rifle", "weapons-rifle"), Link("Mortar", "weapons-mortar")]}


def test_how_we_read_a_column_stands_under_its_table() -> None:
    page = reference(small("name: {it: Cannoni, en: Guns}", f"name: {{it: Cannoni, en: Guns}}, {READING}"))
    vehicles = next(chapter for chapter in page.chapters if chapter.anchor == "vehicles")
    assert vehicles.parts[1].notes == ["Guns. Our reading: On both sides."]


def test_how_we_read_an_extra_is_its_last_sentence() -> None:
    page = reference(small("text: {it: Luce., en: Light.}", f"text: {{it: Luce., en: Light.}}\n    {READING}"))
    extras = next(chapter for chapter in page.chapters if chapter.anchor == "extras")
    assert extras.parts[0].entries[1].notes == ["Light.", "Our reading: On both sides."]
