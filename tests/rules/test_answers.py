"""Short entries of weapons, classes and vehicles in the search, the ranges and open rows."""

from functools import cache
from uuid import UUID

import pytest
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import LANGUAGES, Language
from rules.reference.page import build_reference
from rules.reference.parts import ShortAnswer
from tests.rules.small import shipped, small

RULESETS = ["rth-it", "rth-en", "bn", "bi", "ludonet"]
NO_BREAK = "\N{NO-BREAK SPACE}"


def answers(catalogue: Catalogue, language: Language = "en") -> dict[str, ShortAnswer]:
    with override(language):
        page = build_reference(catalogue, language)
    return {entry.anchor: entry.answer for chapter in page.chapters for _, entry in chapter.entries()}


@cache
def shipped_answers(ruleset: str, language: Language) -> dict[str, ShortAnswer]:
    return answers(shipped(ruleset), language)


def shipped_answer(ruleset: str, anchor: str, language: Language = "en") -> ShortAnswer:
    return shipped_answers(ruleset, language)[anchor]


@pytest.mark.parametrize(
    ("ruleset", "anchor", "facts"),
    [
        ("rth-it", "weapons-automatic-rifle", "25/50/100/150 cm: 4 5 6 6|3 dadi|copertura 4 3 2 1|+7 pt"),
        ("bn", "weapons-smg", "25/50 cm: 4 6|3 dadi|copertura 4 2|+0 pt"),
        ("bn", "weapons-pistol", "10 cm: 3|1 dado|copertura 1|+0 pt"),
        (
            "bn",
            "weapons-assault-rifle",
            "mirato 25/50/100/150 cm: 3 4 5 6|1 dado|raffica 25/50 cm: 4 6|3 dadi|copertura 3 2|+0 pt",
        ),
        (
            "bn",
            "weapons-light-mortar",
            "25/50/100/150 cm: 4 4 5 6|1 dado|minimo 10 cm|prezzo: vedi le interpretazioni",
        ),
        ("bi", "weapons-shotgun", "gittata 10/–/30 cm|1 colpo"),
        ("ludonet", "weapons-small-arms", ""),
        ("bn", "roles-medic", "+10 pt"),
        ("bn", "leadership-2", "+10 pt"),
        ("bn", "traits-squad-msu", "di una squadra"),
        (
            "bn",
            "classes-special-forces",
            "Regolari|Iniziativa e morale 5|Avvistamento −1|Fuoco −1 (tiro mirato)|Fuoco di copertura 4|"
            "Corpo a corpo 5|Tiro salvezza 2+|Soppressione 5|20 pt",
        ),
        (
            "bn",
            "vehicles-tank",
            "Cingoli 30−2d6 cm|"
            "salvezza, Fronte: Armi leggere e MG immune, HMG immune, Anticarro leggero 1+, IED immune, "
            "Anticarro pesante, cannone 4+|"
            "salvezza, Fianco e retro: Armi leggere e MG immune, HMG immune, Anticarro leggero 2+, IED immune, "
            "Anticarro pesante, cannone 5+|ha già LMG, MMG, HMG, Cannone di carro|50 pt",
        ),
        ("bn", "vehicles-protected", None),
        ("bn", "extras-motivation", "15 pt per una squadra|30 pt per la lista|una volta"),
    ],
)
def test_the_facts_of_an_entry(ruleset: str, anchor: str, facts: str | None) -> None:
    if facts is None:
        facts = (
            "Ruote 45−2d6 cm|Cingoli 30−2d6 cm|salvezza: Armi leggere e MG 4+, HMG 6+, Anticarro leggero 6+, IED 6+, "
            "Anticarro pesante, cannone 6+|può montare LMG, MMG, HMG|15 pt"
        )
    assert "|".join(shipped_answer(ruleset, anchor, "it").facts).replace(NO_BREAK, " ") == facts


def test_a_weapon_with_distances_of_its_own_and_covering_fire_at_others() -> None:
    assert list(answers(small())["weapons-mortar"].facts) == [
        "high 5/15 cm: 4 5",
        "1 die",
        "min 5 cm",
        "price: see rulings",
    ]
    other_bands = small("covering_bands: [20]", "covering_bands: [30]")
    assert list(answers(other_bands)["weapons-rifle"].facts) == [
        "20/40 cm: 4 6",
        "1 die",
        "covering 30 cm: 1",
        f"+0{NO_BREAK}pts",
    ]


def test_why_a_text_is_unclear_is_told_with_the_ruling_that_decides() -> None:
    assert shipped_answer("bn", "roles-medic").doubts == [
        "Does a medic cost 10 extra, or 10 in total? 10 extra, unless the list says otherwise · 10 in total."
    ]
    assert shipped_answer("bn", "weapons-flamethrower").doubts == [
        "Our reading: In the fire table but never priced: the ruling decides.",
        "Flamethrowers and light mortars have no price: can they be bought? "
        "Cannot be bought, unless the list says otherwise · 20 each · Free.",
    ]
    assert shipped_answer("bn", "extras-ambush").doubts == [
        "Our reading: The text does not say that it can be bought only once."
    ]
    assert shipped_answer("rth-it", "roles-medic").doubts == []


def test_doubts_are_not_among_the_sentences() -> None:
    ambush = shipped_answer("bn", "extras-ambush")
    assert len(ambush.sentences) == 1
    assert set(ambush.sentences).isdisjoint(ambush.doubts)


def test_a_row_of_the_handbook_has_the_heads_of_its_columns() -> None:
    assert answers(small())["handbook-spotting-in-the-open"] == ShortAnswer(["Near: 2+"], [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_whatever_stands_in_a_cell_stands_in_the_answer(ruleset: str, language: Language) -> None:
    """The tables and the answers have the same numbers."""
    with override(language):
        page = build_reference(shipped(ruleset), language)
    numbers = [
        (row.anchor, cell)
        for chapter in page.chapters
        for _, row in chapter.entries()
        for line in row.laid_out()
        for cell, _, style, _ in line
        if style.startswith("n") and "none" not in style
        if cell not in " ".join([*row.answer.facts, *row.answer.sentences]).replace(NO_BREAK, " ")
    ]
    assert numbers == []


# On the pages


@pytest.fixture
def english(client: Client, loaded_rules: dict[str, UUID]) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_a_table_knows_how_many_columns_it_has() -> None:
    with override("en"):
        page = build_reference(small(), "en")
    tables = {part.title: part for chapter in page.chapters for part in chapter.parts}
    # name, points, carried, two bands, dice, one band of covering fire, paragraph
    assert tables["Weapons"].columns == 8
    # name, near, far, rule, subjects, paragraph
    assert tables["Spotting"].columns == 6


def test_a_row_can_stand_above_its_line_in_short_with_why_it_is_unclear_beside_it(english: Client) -> None:
    page = english.get("/rules/bn/")
    html = page.content.decode()
    row = html[html.index('<tbody id="roles-medic">') :].partition("</tbody>")[0]
    assert '<tr class="asked"><td colspan="3"><div><b>Medic</b>' in row
    # Shortened, and next to its name in the table.
    assert row.count("Does a medic cost 10 extra, or 10 in total?") == 2


def test_details_of_a_row_are_not_repeated_under_the_table(english: Client) -> None:
    html = english.get("/rules/bn/").content.decode()
    notes = html[html.index('id="weapons"') :].partition('<dl class="rulelist entries notes">')[2]
    under = notes.partition("</dl>")[0]
    assert "Our reading" not in under
    assert f"Burst radius 5{NO_BREAK}cm." in under


def test_notes_under_a_printed_table_have_the_readings() -> None:
    with override("en"):
        page = build_reference(shipped("bn"), "en")
    weapons = next(part for chapter in page.chapters for part in chapter.parts if part.title == "Weapons")
    assert "Our reading: In the soldier’s price." in dict(weapons.told_under())
    assert "Our reading: In the soldier’s price." not in dict(weapons.told_under_on_screen())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_ranges_of_a_ruleset(
    english: Client, ruleset: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    english.get(f"/rules/{ruleset}/ranges/")
    with django_assert_num_queries(1):
        page = english.get(f"/rules/{ruleset}/ranges/?from=0f6ac8b4-2f6a-4d1e-9a63-5b1f1f1f1f1f")
    for weapon in shipped(ruleset).weapons:
        assertContains(page, f"<h2>{weapon.name.en.replace(' mm', NO_BREAK + 'mm')}</h2>", 1)
    assertContains(page, f'<input type="hidden" name="in" value="{ruleset}">', 1)
    assertContains(page, "Back to the list", 1)


def test_the_ranges_are_in_the_language_of_the_reader(client: Client, loaded_rules: dict[str, UUID]) -> None:
    page = client.get("/rules/rth-it/ranges/", headers={"accept-language": "it"})
    assertContains(
        page,
        "<li>25/50/100/150 cm: 4 5 6 6</li><li>3 dadi</li><li>copertura 4 3 2 1</li><li>+7\N{NO-BREAK SPACE}pt</li>",
        1,
    )
    assertContains(client.get("/rules/rth-it/ranges/", headers={"accept-language": "en"}), "<li>3 dice</li>")


def test_there_are_no_ranges_of_what_is_no_ruleset(english: Client) -> None:
    assert english.get("/rules/nothing/ranges/").status_code == 404
