"""The reference page as data: tables, checks and paragraphs."""

import re
from collections.abc import Sequence
from functools import cache

import pytest
from django.utils.translation import override
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.judging.checks import CHECKS
from rules.encoding import yaml_files
from rules.reference.items import constraint
from rules.reference.page import build_reference
from rules.reference.parts import Chapter, Link, Reference, ReferenceEntry, ShortAnswer, TableCell
from tests.rules.small import shipped, small

EVERY = [*(path.stem for path in yaml_files()), "small"]


def read(ruleset: str) -> Catalogue:
    return small() if ruleset == "small" else shipped(ruleset)


@cache
def reference(ruleset: str) -> Reference:
    with override("en"):
        return build_reference(read(ruleset), "en")


@pytest.fixture(scope="module")
def bn() -> Reference:
    return reference("bn")


def chapter(page: Reference, anchor: str) -> Chapter:
    return next(chapter for chapter in page.chapters if chapter.anchor == anchor)


def row(page: Reference, anchor: str) -> ReferenceEntry:
    entries = [entry for chapter in page.chapters for _, entry in chapter.entries()]
    return next(entry for entry in entries if entry.anchor == anchor)


def texts(cells: Sequence[TableCell]) -> list[str]:
    return [cell.text for cell in cells]


def test_the_chapters_of_breaking_news(bn: Reference) -> None:
    assert [(group.title, [chapter.title for chapter in group.chapters]) for group in bn.groups] == [
        ("The force", ["Classes", "Weapons", "Vehicles", "Roles", "Traits", "Extras"]),
        ("At the table", [
            "Command", "Actions", "Movement", "Spotting", "Fire", "Fire modifiers", "Covering fire",
            "Opportunity fire", "Blast", "Indirect fire", "Smoke", "Saves", "Vehicles in action", "Bombardment",
            "Melee", "Storming", "Suppression", "Morale", "Wounded", "Defeat points", "Scenario",
        ]),
        ("The list", ["Limits", "Rulings", "Constraints"]),
    ]  # fmt: skip


def test_a_ruleset_without_rulings_has_no_such_chapter() -> None:
    page = reference("ludonet")
    assert [[chapter.anchor for chapter in group.chapters] for group in (page.groups[0], page.groups[-1])] == [
        ["classes", "weapons", "vehicles", "extras"],
        ["formats", "checks"],
    ]


def test_special_forces(bn: Reference) -> None:
    special = row(bn, "classes-special-forces")
    assert texts(special.head) == ["Regulars", "5", "−1", "−1", "4", "5", "2+", "5", "20"]
    assert special.head[3].note == "aimed"
    assert (special.name, special.source) == ("Special forces", "§3.0")


def test_a_bonus_has_its_sign_and_a_characteristic_that_is_not_there_a_dash(bn: Reference) -> None:
    assert texts(row(bn, "classes-recruit").head)[2:4] == ["+1", "+1"]
    assert texts(row(bn, "classes-elite").head)[2:4] == ["0", "–"]


def test_a_weapon_has_a_line_for_each_way_it_fires(bn: Reference) -> None:
    rifle = row(bn, "weapons-assault-rifle")
    assert [texts(line) for line in rifle.lines] == [["3", "4", "5", "6", "1"], ["4", "6", "–", "–", "3"]]
    assert [line[-1].note for line in rifle.lines] == ["aimed", "burst"]
    assert texts(rifle.tail) == ["3", "2"]


def test_the_reach_of_a_pistol_and_the_least_of_a_mortar(bn: Reference) -> None:
    assert row(bn, "weapons-pistol").lines[0][0] == TableCell("3", "max 10", "n grp")
    assert row(bn, "weapons-light-mortar").lines[0][0] == TableCell("4", "min 10", "n grp")


def test_a_weapon_without_a_price_points_to_the_rulings(bn: Reference) -> None:
    assert row(bn, "weapons-flamethrower").head[0] == TableCell("–", "see rulings", "n none")


def test_where_the_ranges_are_each_weapons_own() -> None:
    page = reference("bi")
    headings = chapter(page, "weapons").parts[0].headings
    assert [heading.title for heading in headings] == ["Carried", "Fire: range in cm"]
    assert headings[1].columns == ["Short", "Normal", "Long", "Shots"]
    assert texts(row(page, "weapons-shotgun").lines[0]) == ["10", "–", "30", "1"]
    assert texts(row(page, "weapons-mortar-60").lines[0]) == ["–", "–", "–", "–"]
    assert row(page, "weapons-artillery-over-150").head == [TableCell("–", "", "")]


def test_a_price_that_a_ruling_may_change_points_to_it() -> None:
    assert row(reference("small"), "roles-medic").head == [TableCell("4", "see rulings")]


def test_a_number_to_roll_within_a_distance_of_the_weapons_own() -> None:
    mortar = row(reference("small"), "weapons-mortar")
    assert mortar.lines == [[TableCell("4", "to 5, min 5", "n grp"), TableCell("5", "to 15"), TableCell("1", "high")]]


def test_without_any_fire_there_are_no_range_bands() -> None:
    page = reference("ludonet")
    assert [heading.title for heading in chapter(page, "weapons").parts[0].headings] == ["Carried"]
    assert row(page, "weapons-grenade").lines == [[]]


def test_weapons_that_a_vehicle_buys_and_includes(bn: Reference) -> None:
    assert texts(row(bn, "vehicles-protected").head) == [
        "15", "LMG, MMG, HMG", "–", "Wheels 45−2d6, Tracks 30−2d6",
    ]  # fmt: skip
    assert texts(row(bn, "vehicles-tank").head)[1:3] == ["–", "LMG, MMG, HMG, Tank gun"]


def test_a_gun_that_no_list_buys_has_its_row(bn: Reference) -> None:
    gun = row(bn, "weapons-tank-gun")
    assert texts(gun.head) == ["–", "on vehicles"]
    assert [texts(line) for line in gun.lines] == [["4", "4", "5", "6", "1"]]


def test_a_vehicle_that_buys_whatever_vehicles_carry() -> None:
    page = reference("ludonet")
    assert row(page, "vehicles-vehicle").head[0].text == "Heavy weapon, Mortar, Artillery, Anti-air"


def test_the_saves_of_a_tank(bn: Reference) -> None:
    saves = chapter(bn, "vehicles").parts[1]
    assert [(row.name, texts(row.head)) for row in saves.entries if row.name.startswith("Tank")] == [
        ("Tank, Front", ["immune", "immune", "1+", "immune", "4+"]),
        ("Tank, Side and rear", ["immune", "immune", "2+", "immune", "5+"]),
    ]


def test_the_facts_of_extras(bn: Reference) -> None:
    assert row(bn, "extras-motivation").answer.facts == ["15 pts for a squad", "30 pts for the list", "once"]
    assert row(bn, "extras-rules-of-engagement").answer.facts == [
        "−40 pts for the list", "once", "not with: Easier support fire",
    ]  # fmt: skip
    assert row(bn, "extras-intelligence").answer.facts == ["10 pts per level", "levels 1 to 4", "once"]
    assert row(bn, "extras-ied").answer.facts == ["20 pts each", "at most 2 with: Remote IED"]
    assert row(bn, "extras-negotiation").answer.facts == ["points by level: 1: 0, 2: 5, 3: 10, 4: 15", "once"]


def test_buyers_of_an_extra(bn: Reference) -> None:
    """The sentence that follows the effect of the extra."""
    assert row(bn, "extras-infiltration").notes[1] == "Only for squads made up of: Special forces."
    assert row(bn, "extras-mortars").notes[1] == "Only with these figures in the list: Irregulars."
    assert row(bn, "extras-intelligence").notes[1] == ("Level 4 only with these figures in the list: Special forces.")
    assert row(bn, "extras-negotiation").notes[1] == (
        "Level 4 only with one of these squads in the list: MSU, Secret services."
    )


def test_the_passes_of_an_aircraft() -> None:
    page = reference("ludonet")
    assert row(page, "extras-air-support").answer.facts == ["1 to 3 passes"]


def test_a_ruling_begins_with_what_holds_by_default(bn: Reference) -> None:
    assert row(bn, "rulings-medic").notes == ["10 extra, unless the list says otherwise · 10 in total"]


def test_limits(bn: Reference) -> None:
    assert [(item.name, item.answer.facts) for _, item in chapter(bn, "formats").entries()] == [
        ("Attacker", ["150 pts"]),
        ("Defender", ["90 pts"]),
        ("Open", ["your limit"]),
    ]


def test_limits_where_the_text_has_no_points() -> None:
    attacker = row(reference("bi"), "formats-attacker")
    assert attacker.notes[0] == "Only for lists with club prices."


def test_the_price_of_leadership(bn: Reference) -> None:
    told = ShortAnswer(["+10\N{NO-BREAK SPACE}pts"])
    assert row(bn, "leadership-2") == ReferenceEntry(
        "leadership-2", "Leadership 2", "Calcolo dei punti", [TableCell("10")], answer=told
    )


# Constraints


def test_every_check_has_a_sentence_of_its_own_or_made_from_the_extras() -> None:
    unsaid = {name for name, check in CHECKS.items() if check.words.asks is None}
    assert unsaid == {"extra-condition", "extra-excludes"}


@pytest.mark.parametrize(
    ("ruleset", "code", "sentence"),
    [
        ("bn", "recommended-size", "A list with only one squad has 8 to 15 figures."),
        ("bn", "crew", "A machine gun that needs two men has a second one with this role: Crew."),
        ("bn", "extra-excludes", "Not in the same list: Easier support fire + Rules of engagement."),
        ("bn", "extra-requires-irregulars",
         "Mortars, IED, Remote IED, Independent journalists, Civilians: only with these figures in the list: "
         "Irregulars."),
        ("bn", "extra-requires-special-forces",
         "Infiltration: only for squads made up of: Special forces. "
         "Intelligence: level 4 only with these figures in the list: Special forces."),
        ("bn", "extra-requires-regulars",
         "Embedded journalists: only with these figures in the list: Regulars."),
        ("bn", "support-fire-unavailable",
         "Easier support fire: only useful with figures of this side, Regulars, or with this extra, Mortars."),
        ("bi", "scout", "Scouts are only in squads of these classes: Elite, Veterans. Maximum per squad: 1."),
        ("bi", "section-leader-not-allowed", "These never lead a section: Recruits, Rabble."),
        ("rth-en", "no-leader", "Every squad with figures has a leader."),
    ],
)  # fmt: skip
def test_requirements_of_checks(ruleset: str, code: str, sentence: str) -> None:
    catalogue = read(ruleset)
    [check] = [check for check in catalogue.checks if check.code == code]
    with override("en"):
        assert constraint(check, catalogue, "en") == sentence


# Anchors and paragraphs


@pytest.mark.parametrize("ruleset", EVERY)
def test_every_entry_has_an_anchor_and_no_two_the_same(ruleset: str) -> None:
    page, catalogue = reference(ruleset), read(ruleset)
    anchors = [entry.anchor for chapter in page.chapters for _, entry in chapter.entries()]
    anchors += [paragraph.anchor for paragraph in page.paragraphs]
    anchors += [chapter.anchor for chapter in page.chapters]
    anchors += [part.anchor for chapter in page.chapters for part in chapter.parts if part.anchor]
    assert len(set(anchors)) == len(anchors)
    for section in ("classes", "weapons", "vehicles", "extras", "roles", "kit", "rulings", "formats"):
        assert {f"{section}-{entry.id}" for entry in getattr(catalogue, section)} <= set(anchors)
    assert {f"checks-{check.code}" for check in catalogue.checks} <= set(anchors)
    assert {f"handbook-{table.id}" for table in catalogue.handbook} <= set(anchors)


@pytest.mark.parametrize("ruleset", EVERY)
def test_every_paragraph_begins_once_on_its_page(ruleset: str) -> None:
    page = reference(ruleset)
    parts = [part for chapter in page.chapters for part in chapter.parts]
    entries = [entry for chapter in page.chapters for _, entry in chapter.entries()]
    begun = [name for part in parts for name in part.begins]
    begun += [name for entry in entries for name in entry.begins]
    assert sorted(begun) == sorted(paragraph.anchor for paragraph in page.paragraphs)


@pytest.mark.parametrize("ruleset", EVERY)
def test_subjects_of_rules_are_on_the_same_page(ruleset: str) -> None:
    entries = [entry for chapter in reference(ruleset).chapters for _, entry in chapter.entries()]
    subjects = {link.anchor for entry in entries for link in entry.about}
    assert subjects <= {entry.anchor for entry in entries}


@pytest.mark.parametrize("ruleset", EVERY)
def test_every_citation_of_an_entry_and_a_check_leads_to_a_paragraph(ruleset: str) -> None:
    page = reference(ruleset)
    sources = {entry.source for chapter in page.chapters for _, entry in chapter.entries()}
    sources |= {part.source for chapter in page.chapters for part in chapter.parts if part.source}
    cited = {part for source in sources for part in re.split(r", (?=§)", source)}
    assert cited == {paragraph.source for paragraph in page.paragraphs}


def test_paragraphs_stand_in_the_order_of_the_text() -> None:
    page = reference("small")
    assert [paragraph.source for paragraph in page.paragraphs] == [
        "§1", "§2", "§3", "§4", "§5", "§6", "§6.1", "house",
    ]  # fmt: skip


def test_numbered_paragraphs_come_before_headings_and_after_ninety_comes_a_hundred(bn: Reference) -> None:
    sources = [paragraph.source for paragraph in bn.paragraphs]
    assert sources.index("§9.2") < sources.index("§10.0") < sources.index("§11.1") < sources.index("§12.0")
    assert sources[-2:] == ["Calcolo dei punti", "house"]


def test_a_paragraph_leads_to_all_that_cites_it(bn: Reference) -> None:
    saves = next(paragraph for paragraph in bn.paragraphs if paragraph.source == "§9.2")
    assert saves.things == [
        Link("Unprotected vehicle", "saves-unprotected-1"),
        Link("Protected vehicle", "saves-protected-1"),
        Link("Light armour", "saves-light-armour-1"),
        Link("Heavy armour or AFV", "saves-heavy-armour-1"),
        Link("Tank, Front", "saves-tank-1"),
        Link("Tank, Side and rear", "saves-tank-2"),
        Link(
            "Vehicles’ saves", "handbook-vehicle-saves"
        ),  # its rows cite the same paragraph: the table stands for them
    ]


def test_the_anchor_of_a_paragraph_is_at_the_first_that_cites_it(bn: Reference) -> None:
    assert row(bn, "weapons-assault-rifle").begins == ["p-8-0", "p-8-3"]
    assert row(bn, "weapons-rifle").begins == []
    assert row(bn, "handbook-initiative-platoon").begins == ["p-13-0"]


def test_in_italian_the_names_are_italian() -> None:
    with override("it"):
        page = build_reference(read("bn"), "it")
    assert row(page, "classes-special-forces").name == "Forze speciali"
    assert page.book.edition.it == "Bozza del 9 dicembre 2009"


def test_a_ruleset_without_vehicles_has_no_such_chapter() -> None:
    with override("en"):
        page = build_reference(replace(small(), vehicles=(), handbook=()), "en")
    assert [chapter.anchor for chapter in page.groups[0].chapters] == [
        "classes", "weapons", "roles", "kit", "traits", "extras",
    ]  # fmt: skip
