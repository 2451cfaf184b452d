"""Handbook cells are printed from the odds, which also give a row's paragraph and subjects."""

import re

import pytest
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import PrintedCell, PrintedRow, Subjects
from rules.core.odds import printed_handbook
from rules.core.odds.handbook import UnknownNumberError, number_at
from rules.core.text import Text
from tests.rules.invented import HARBOUR, ORBIT
from tests.rules.test_transcription import BOOKS

D6 = ["rth-it", "rth-en", "bn"]
BN = BOOKS["bn"]

# Tables whose numbers are not in the odds: movement, defeat points, and what a die that only gives a place says.
WORDS_ONLY = {
    "action-chances",
    "actions",
    "blast",
    "defeat-points",
    "defeat-points-extras",
    "firing-after-moving",
    "he-misses",
    "indirect-deviation",
    "misses",
    "morale-causes",
    "movement",
    "movement-modifiers",
    "obstacles",
    "priorities",
    "table",
    "smoke",
    "visibility",
}

PRINTED: list[tuple[str, str, PrintedCell]] = [
    ("bn", "modifier cover save", "+1"),
    ("bn", "modifier target-class spotting", "+2"),
    ("bn", "modifier class hit special-forces", "−1"),
    ("bi", "modifier opportunity hit", "½"),
    ("bi", "modifier night-moon hit far", "−2"),
    ("bi", "either morale fanatic fanatic-2", Text("+1 o +2", "+1 or +2")),
    ("bn", "number inside-heavy-vehicle save", "2+"),
    ("bn", "limit opportunity hit", 50),
    ("bi", "sees night-dark", "20"),
    ("bi", "sees night-moon near", "0–20"),
    ("bi", "sees night-moon far", "20–50"),
    ("bi", "band long", "−1"),
    ("ludonet", "band full", "5–6"),
    ("bi", "air aa-mg aircraft", None),
    ("bi", "air aa-mg helicopter", 1),
    ("ludonet", "air flat", "5–6"),
    ("bn", "astray tank-gun step", 5),
    ("bn", "astray tank-gun covers", 7),
    ("bi", "damage men near-miss", Text("1 o meno", "1 or less")),
    ("bi", "damage men wounded", "6–8"),
    ("bi", "damage soft destroyed", "8+"),
    ("bi", "damage helicopter exploded", "2"),
    ("bi", "damage helicopter pilot", "12"),
    ("bi", "damage reaction panic", "4–5"),
    ("ludonet", "damage values destroyed", "3+"),
    ("bi", "pierces gun-heavy armour over-116mm", 12),
    ("bi", "blast at-missile long", 6),
    ("bi", "blast gun-heavy more", "+1"),
    ("bi", "ring entrenched short", 2),
    ("bi", "off far", "50%"),
    ("bi", "drift imprecise 2", "4d10 + 4d10"),
    ("bi", "sight men still cover infantry", Text("Difficile", "Difficult")),
    ("bi", "sight men still cover open-vehicle", None),
    ("bn", "spotting hidden 5", 0),
    ("rth-it", "spotting cover 25", Text("sì", "yes")),
    ("rth-it", "spotting cover 100", "5+"),
    ("bn", "roll mortars", "5+"),
    ("bi", "passing hidden-sniper elite", "1–4"),
    ("bi", "passing hidden-sniper", "1–2"),
    ("bn", "passing wounded", "3–6"),
    ("bn", "failing wounded", "1–2"),
    ("ludonet", "failing morale", "1–2"),
    ("ludonet", "bombardment air-support", "5–6"),
    ("bi", "bombardment mortar-60 general", Text("Difficile", "Difficult")),
    ("bi", "difficulty find-trap", Text("Difficile", "Difficult")),
    ("bi", "difficulty find-trap engineer", Text("Normale", "Normal")),
    ("bn", "procedure storm-attacking", 6),
    ("bn", "procedure storm-defending", "5+"),
    ("bi", "procedure morale-bonus", "+3"),
    ("bi", "morale badly-wounded", "−1"),
    ("ludonet", "stat expert melee", "+1"),
    ("harbour", "modifier drunk melee", "−3"),
    ("harbour", "passing bribe customs", "4–8"),
    ("orbit", "modifier floating hit", "−2"),
]


def book_of(ruleset: str) -> Catalogue:
    return {**BOOKS, "harbour": HARBOUR, "orbit": ORBIT}[ruleset]


def test_printed_forms_of_numbers() -> None:
    printed = [(name, path, number_at(book_of(name), tuple(path.split())).cell) for name, path, _cell in PRINTED]
    assert printed == PRINTED


NOT_THERE = """
    modifier | modifier cover | modifier cover hit militia | modifier covr hit | modifier scatter hit
    number cover save | limit cover hit | sees cover | band short | band near | band middle | air flat
    air rpg helicopter | astray rifle step | astray rpg size | damage men wounded | damage cheese dead
    pierces rpg tank | blast rpg short | ring open short | off near | drift precise 1
    drift precise one | sight men still cover infantry | spotting hidden 7 | spotting hidden five
    spotting shown 5 | roll intelligence | roll bribe | roll civilian-save elite | passing bribe
    failing intelligence | failing morale | bombardment cheese | bombardment ied general
    difficulty wounded fear | procedure cheese | procedure morale-bonus | morale badly-wounded
    morale cheese | stat elite grit | stat ghost save | cheese | modifier cover hit a b
    either save cheese
"""


NOT_IN_BI = """air rpg submarine | drift precise 3 | off middle | procedure storm-attacking
    sight men running open infantry | sight men still wood infantry | damage values destroyed
    number wounded hit | difficulty find-trap scout"""


@pytest.mark.parametrize(("book", "paths"), [(BN, NOT_THERE), (BOOKS["bi"], NOT_IN_BI)], ids=["bn", "bi"])
def test_unknown_numbers_are_refused(book: Catalogue, paths: str) -> None:
    found = []
    for path in re.split(r"\s*[|\n]\s*", paths.strip()):
        try:
            found.append((path, number_at(book, tuple(path.split())).cell))
        except UnknownNumberError:
            continue
    assert found == []


def test_a_number_that_changes_is_printed_as_it_is_now() -> None:
    situations = tuple(
        replace(one, effects=tuple(replace(effect, need=effect.need * 2) for effect in one.effects))
        for one in HARBOUR.odds.situations
    )
    book = replace(HARBOUR, odds=replace(HARBOUR.odds, situations=situations))
    assert [row.cells for row in printed_handbook(HARBOUR)[0].rows] == [("+2",), ("+1",)]
    assert [row.cells for row in printed_handbook(book)[0].rows] == [("+4",), ("+2",)]
    assert [row.cells for row in printed_handbook(HARBOUR)[1].rows] == [
        (Text("sì", "yes"), "5+"),
        ("4+", "8+"),
    ]


@pytest.mark.parametrize("ruleset", BOOKS)
def test_no_number_of_the_odds_is_written_twice(ruleset: str) -> None:
    written = {
        table.id
        for table in BOOKS[ruleset].handbook
        for row in table.rows
        for cell in row.cells
        if not isinstance(cell, tuple) and re.search(r"\d|½", cell.it if isinstance(cell, Text) else str(cell or ""))
    }
    assert written - WORDS_ONLY == set()


# Where a row gets its paragraph and subjects: from the number that it names


EVERYONE = Subjects(everyone=True)


def all_but(ruleset: str, weapon: str) -> Subjects:
    return Subjects(weapons=tuple(one.id for one in book_of(ruleset).weapons if one.id != weapon))


NAMED: list[tuple[str, str, str, Subjects]] = [
    ("bn", "modifier leader save", "§9.0", EVERYONE),
    ("bn", "modifier speculative save", "§8.6", EVERYONE),
    ("bn", "modifier class hit militia", "§8.0", Subjects(classes=("recruit", "fanatic", "militia"))),
    ("bn", "modifier one-crewman hit", "§8.0", Subjects(weapons=("mmg", "hmg"))),
    (
        "bn",
        "modifier rules-of-engagement support-fire",
        "Calcolo dei punti",
        Subjects(extras=("rules-of-engagement",)),
    ),
    ("rth-it", "modifier cover save", "§9.0", EVERYONE),
    ("bi", "modifier flak-jacket damage", "Danni", Subjects(kit=("flak-jacket",))),
    ("bi", "modifier sniper damage", "Danni", Subjects(roles=("sniper",))),
    ("bi", "modifier light-amplifier hit", "Tiro diretto", Subjects(traits=("light-amplifier",))),
    ("bi", "either morale fanatic fanatic-2", "Morale", EVERYONE),
    ("bi", "sees night-dark", "Tiro diretto", EVERYONE),
    ("bn", "number inside-heavy-vehicle save", "§9.1", EVERYONE),
    ("rth-it", "limit opportunity hit", "§8.2", all_but("rth-it", "sniper-rifle")),
    ("bn", "astray tank-gun step", "", Subjects(vehicles=("heavy-armour", "tank"))),
    ("bi", "blast mortar-77 short", "", Subjects(weapons=("gun-light", "mortar-77"))),
    ("bi", "pierces gun-heavy tank over-116mm", "", Subjects(weapons=("gun-heavy",))),
    ("bi", "air rpg helicopter", "", Subjects(weapons=("law", "rpg"))),
    ("ludonet", "air flat", "", Subjects(weapons=("anti-air",))),
    ("bi", "damage helicopter pilot", "Aerei ed elicotteri", EVERYONE),
    ("bn", "roll mortars", "Calcolo dei punti", Subjects(extras=("mortars",))),
    ("bn", "passing wounded", "§9.3", EVERYONE),
    ("ludonet", "failing morale", "", EVERYONE),
    ("bi", "difficulty find-trap", "Regole speciali", EVERYONE),
    ("bi", "difficulty find-trap engineer", "Regole speciali", Subjects(roles=("engineer",))),
    ("ludonet", "bombardment air-support", "Ludonet", Subjects(extras=("air-support",))),
    ("ludonet", "stat expert melee", "Ludonet", Subjects(classes=("expert",))),
    ("ludonet", "band full", "", EVERYONE),
    ("harbour", "modifier rail hit", "Capo 7", all_but("harbour", "rocket")),
]


def test_subjects_and_sources_of_numbers() -> None:
    named = [(name, path, *number_at(book_of(name), tuple(path.split()))[1:]) for name, path, _source, _about in NAMED]
    assert named == NAMED


def test_a_row_is_printed_with_what_its_number_says_where_it_says_nothing_itself() -> None:
    (_, rail), *_ = (table.rows for table in printed_handbook(HARBOUR))
    assert (rail.source, rail.about) == ("Capo 7", all_but("harbour", "rocket"))
    sniper = Subjects(roles=("gunner",))
    row = replace(HARBOUR.handbook[0].rows[1], about=sniper, source="Capo 1")
    table = replace(HARBOUR.handbook[0], rows=(row,))
    (printed,) = printed_handbook(replace(HARBOUR, handbook=(table,)))[0].rows
    assert (printed.source, printed.about) == ("Capo 1", sniper)


@pytest.mark.parametrize("ruleset", [*BOOKS, "harbour", "orbit"])
def test_no_row_says_what_its_number_says(ruleset: str) -> None:
    book = book_of(ruleset)
    doubles = [
        (table.id, row.name.en)
        for table in book.handbook
        for row in table.rows
        for path in [cell for cell in row.cells if isinstance(cell, tuple)][:1]
        for named in [number_at(book, path)]
        if row.source == named.source != "" or (row.about and sets(row.about) == sets(named.about))
    ]
    assert doubles == []


def sets(about: Subjects) -> dict[str, object]:
    """The subjects of a row, in any order."""
    said = {name: getattr(about, name) for name in about.__struct_fields__}
    return {name: set(ids) if isinstance(ids, tuple) else ids for name, ids in said.items()}


# The subjects of a row without a number, or with one about others: they match the odds


def rows(book: Catalogue, table: str) -> dict[str, PrintedRow]:
    """The rows of a table, by their English names."""
    return {row.name.en: row for one in printed_handbook(book) if one.id == table for row in one.rows}


@pytest.mark.parametrize("ruleset", D6)
def test_weapons_that_can_have_moved(ruleset: str) -> None:
    book = BOOKS[ruleset]
    moved = rows(book, "fire-modifiers")["Firer moved more than 5 cm (max 15)"]
    every = set(book.weapon_by_id)
    forbidden = {
        weapon
        for effect in book.odds.situation_by_id["moved"].effects
        if effect.forbids and effect.on_foot
        for weapon in effect.weapons
    }
    assert set(moved.about.weapons) == every - forbidden


@pytest.mark.parametrize("ruleset", D6)
def test_weapons_that_fire_after_moving_and_as_opportunity_fire(ruleset: str) -> None:
    book = BOOKS[ruleset]
    after = rows(book, "firing-after-moving")
    never = after["MMG, HMG, other support weapons on foot"].about.weapons
    effects = book.odds.situation_by_id["moved-little"].effects
    on_foot = {weapon for effect in effects if effect.on_foot for weapon in effect.weapons}
    assert set(never) == on_foot & set(book.weapon_by_id)
    forbids = book.odds.situation_by_id["opportunity"].effects[0]
    never = next(row for row in rows(book, "opportunity").values() if "light-mortar" in row.about.weapons).about.weapons
    assert set(never) == set(forbids.weapons) & set(book.weapon_by_id)


@pytest.mark.parametrize("ruleset", D6)
def test_everyone_in_the_blast_is_hit(ruleset: str) -> None:
    book = BOOKS[ruleset]
    weapons = {weapon for row in rows(book, "blast").values() for weapon in row.about.weapons}
    assert book.odds.fire
    assert weapons == set(book.odds.fire.area) & set(book.weapon_by_id)


def test_a_class_spots_as_its_row_says() -> None:
    for class_ in BN.classes:
        own = sum(
            effect.need
            for one in BN.odds.standing
            if one.id == "class"
            for effect in one.effects
            if effect.roll == "spotting" and class_.id in effect.classes
        )
        assert own == class_.stats["spotting"]
