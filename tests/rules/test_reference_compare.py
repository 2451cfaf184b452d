"""Two rulesets side by side: matches, differences and single entries."""

from uuid import UUID

import pytest
from django.test import Client
from django.utils.translation import override
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.text import Text
from rules.reference.compare import MISSING, Compared, ComparedPart, Comparison, Pair, compare
from rules.reference.parts import Heading, TableCell
from tests.rules.small import shipped, small

A_LIST = "0f6ac8b4-2f6a-4d1e-9a63-5b1f1f1f1f1f"


def compared(a: Catalogue, b: Catalogue, *, only_differences: bool = False) -> Comparison:
    with override("en"):
        return compare(a, b, "en", only_differences=only_differences)


@pytest.fixture(scope="module")
def editions() -> Comparison:
    return compared(shipped("rth-it"), shipped("rth-en"))


def part(page: Comparison, anchor: str, place: int = 0) -> ComparedPart:
    return next(chapter for chapter in page.chapters if chapter.anchor == anchor).parts[place]


def row(page: Comparison, anchor: str) -> Compared:
    rows = [row for chapter in page.chapters for part in chapter.parts for row in part.rows]
    return next(row for row in rows if row.anchor == anchor)


def item(page: Comparison, anchor: str) -> Compared:
    items = [item for chapter in page.chapters for part in chapter.parts for item in part.items]
    return next(item for item in items if item.anchor == anchor)


def differing(page: Comparison) -> list[str]:
    """The anchors of the differences."""
    parts = [part for chapter in page.chapters for part in chapter.parts]
    rows = [row.anchor for part in parts for row in part.rows if row.differs]
    return rows + [item.anchor for part in parts for item in part.items if item.differs]


# Differences


def test_a_ruleset_does_not_differ_from_itself() -> None:
    page = compared(small(), small())
    assert (page.differences, differing(page)) == (0, [])


def test_a_price_that_differs_is_the_only_difference() -> None:
    page = compared(small(), small("    points: 10\n", "    points: 12\n"))
    assert differing(page) == ["classes-line"]
    assert row(page, "classes-line").lines == [
        [
            Pair(TableCell("Reds", style=""), TableCell("Reds", style="")),
            Pair(TableCell("3", "by day"), TableCell("3", "by day")),
            Pair(TableCell("10"), TableCell("12")),
        ]
    ]
    assert [pair.differs for pair in row(page, "classes-line").lines[0]] == [False, False, True]


def test_a_cell_that_only_looks_different_does_not_differ() -> None:
    assert not Pair(TableCell("3", style="n"), TableCell("3", style="n grp")).differs


def test_a_note_that_differs_does() -> None:
    assert Pair(TableCell("3", "max 10"), TableCell("3")).differs


def test_a_value_that_one_side_lacks_differs_and_is_not_set_as_nothing() -> None:
    pair = Pair(TableCell("–", style="n none"), TableCell("4"))
    assert (pair.differs, pair.style) == (True, "n")


def test_a_weapon_that_fires_in_one_more_way() -> None:
    burst = small("fire: [{dice: 1, needs: [4, 6]}]", "fire: [{dice: 1, needs: [4, 6]}, {dice: 3, needs: [6, null]}]")
    lines = row(compared(small(), burst), "weapons-rifle").lines
    assert len(lines) == 2
    assert [pair.differs for pair in lines[0]] == [False] * 6
    assert [pair.differs for pair in lines[1]] == [False, False, True, True, True, False]


def test_an_entry_that_one_has_alone_differs_as_a_whole() -> None:
    flag = Entry(id="flag", name=Text("Bandiera", "Flag"), source="§7")
    page = compared(small(), replace(small(), kit=(flag, *small().kit)))
    assert [(row.name, row.only, row.sources, row.lines) for row in part(page, "kit").rows] == [
        ("Flag", "b", ("", "§7"), [[]]),
        ("Radio", "", ("§5", "§5"), [[]]),
    ]
    assert differing(page) == ["kit-flag"]


def test_the_cells_of_what_one_has_alone_are_not_marked_one_by_one() -> None:
    rifle = small().weapons[0]
    page = compared(replace(small(), weapons=(*small().weapons, replace(rifle, id="carbine"))), small())
    carbine = row(page, "weapons-carbine")
    assert (carbine.only, [pair.differs for pair in carbine.lines[0]]) == ("a", [False] * 6)


def test_a_chapter_that_one_has_alone() -> None:
    page = compared(replace(small(), handbook=()), small())
    spotting = part(page, "topic-spotting")
    assert (spotting.title, spotting.only) == ("Spotting", "b")
    assert [row.only for row in spotting.rows] == ["b", "b"]


def test_columns_meet_by_their_titles_and_keep_their_places() -> None:
    page = compared(small(), replace(small(), covering_bands=(10, 20)))
    assert part(page, "weapons").headings[-1] == Heading("Covering fire", ["10", "20"], "n grp")
    assert [pair.a for pair in row(page, "weapons-rifle").lines[0]][-2:] == [
        MISSING,
        TableCell("1", style="n grp"),
    ]


def test_notes_under_tables_are_compared_too() -> None:
    noted = small("covering: [1]}", "covering: [1], note: {it: Preciso., en: Precise.}}")
    rifle = item(compared(small(), noted), "weapons-rifle")
    assert (rifle.name, rifle.only, rifle.differs, rifle.told) == ("Rifle", "", True, ([], ["Precise."]))


def test_rules_in_words_are_compared_by_facts_and_sentences() -> None:
    page = compared(small(), small("text: {it: Luce., en: Light.}", "text: {it: Fumo., en: Smoke.}"))
    flares = item(page, "extras-flares")
    assert flares.differs
    assert [told[-1] for told in flares.told] == ["Light.", "Smoke."]
    assert differing(page) == ["extras-flares"]


def test_a_question_put_differently_differs() -> None:
    page = compared(small(), small("en: Can the mortar be bought?", "en: Who buys the mortar?"))
    assert item(page, "rulings-unpriced").name == "Can the mortar be bought? / Who buys the mortar?"
    assert "rulings-unpriced" in differing(page)


def test_only_the_differences() -> None:
    page = compared(small(), small("    points: 10\n", "    points: 12\n"), only_differences=True)
    assert [chapter.anchor for chapter in page.chapters] == ["classes"]
    assert [row.anchor for row in part(page, "classes").rows] == ["classes-line"]
    assert page.differences == 1


# Road to Hell


def test_the_two_editions_of_road_to_hell(editions: Comparison) -> None:
    assert (editions.label_a, editions.label_b) == ("it", "en")
    assert editions.a.edition.en == "Italian edition 0.1.1"


@pytest.mark.parametrize(
    ("a", "b", "labels"),
    [("bn", "bi", ("bn", "bi")), ("rth-it", "rth", ("rth-it", "rth")), ("x-a-b", "x-a-c", ("b", "c"))],
)
def test_labels_tell_two_rulesets_apart(a: str, b: str, labels: tuple[str, str]) -> None:
    page = compared(replace(small(), id=a), replace(small(), id=b))
    assert (page.label_a, page.label_b) == labels


def test_the_semi_automatic_rifle_has_another_price_and_another_covering_fire(editions: Comparison) -> None:
    line = row(editions, "weapons-semi-auto-rifle").lines[0]
    assert [(pair.a, pair.b) for pair in line if pair.differs] == [
        (TableCell("0", "see rulings"), TableCell("3")),
        (TableCell("1", style="n grp"), TableCell("3", style="n grp")),
        (TableCell("1"), TableCell("2")),
    ]


def test_the_heavy_anti_tank_weapon_is_in_the_english_edition_only(editions: Comparison) -> None:
    assert (row(editions, "weapons-heavy-at").only, row(editions, "weapons-heavy-at").differs) == ("b", True)


def test_classes_and_saves_are_the_same_in_both(editions: Comparison) -> None:
    assert not any(row.differs for row in part(editions, "classes").rows)
    assert not any(row.differs for row in part(editions, "vehicles", 1).rows)


def test_each_side_has_its_own_paragraphs(editions: Comparison) -> None:
    assert row(editions, "weapons-light-gun").sources == ("Calcolo dei punti", "Calculating points")


# The page


@pytest.fixture
def english(client: Client, loaded_rules: dict[str, UUID]) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_differences_are_marked_with_a_word_each(english: Client) -> None:
    page = english.get("/rules/compare/rth-it/rth-en/")
    assertContains(page, '<span class="badge warn">Only en</span>')
    assertContains(page, '<span class="vh">differs: </span>')


def test_the_filter_shows_differences_only_and_can_be_taken_back(english: Client) -> None:
    page = english.get("/rules/compare/rth-it/rth-en/?differences=1")
    assertContains(page, "Show everything", 1)
    assertContains(page, 'id="weapons-semi-auto-rifle"', 1)
    assertNotContains(page, 'id="weapons-lmg"')
    assertContains(english.get("/rules/compare/rth-it/rth-en/"), 'id="weapons-lmg"', 1)


def test_where_nothing_differs_the_page_says_so(english: Client) -> None:
    assertContains(english.get("/rules/compare/bn/bn/?differences=1"), "No differences.", 1)


@pytest.mark.parametrize("address", ["/rules/", "/rules/rth-it/"])
def test_the_editions_lead_to_their_comparison(english: Client, address: str) -> None:
    assertContains(english.get(address), 'href="/rules/compare/rth-it/rth-en/"', 1)


def test_a_game_of_one_edition_has_none(english: Client) -> None:
    assertNotContains(english.get("/rules/bn/"), "/rules/compare/")


def test_any_two_rulesets_can_be_compared(english: Client) -> None:
    page = english.get("/rules/compare/bn/bi/")
    assertContains(page, "<h1>Breaking News / Bassa Intensità</h1>", 1)


@pytest.mark.parametrize("address", ["/rules/compare/bn/chess/", "/rules/compare/chess/bn/", "/rules/compare/bn/"])
def test_a_ruleset_that_nobody_knows(english: Client, address: str) -> None:
    assert english.get(address).status_code == 404


def test_the_list_one_came_from_goes_along(english: Client) -> None:
    page = english.get(f"/rules/compare/rth-it/rth-en/?from={A_LIST}")
    assertContains(page, f'<input type="hidden" name="from" value="{A_LIST}">', 2)  # the filter and the search
    assertContains(page, f'href="/rules/rth-it/?from={A_LIST}"', 1)


def test_a_comparison_takes_one_query(english: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    english.get("/rules/compare/rth-it/rth-en/")
    with django_assert_num_queries(1):
        english.get("/rules/compare/rth-it/rth-en/")
