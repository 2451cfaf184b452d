"""The content of a quick reference, and its type size."""

from dataclasses import replace

import pytest
from django.utils import translation

from armybuilder.printing.formats.reference.layout import Column, fit
from armybuilder.printing.formats.reference.sections import RuleLine, Section, sections
from armybuilder.printing.layout.options import Paper
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.text import Language
from tests.printing.sheets import EXAMPLES, NBSP, a_roster, a_setting, a_squad, catalogue, read_list

LMG = Figure(weapons=("lmg", "assault-rifle"))


def found(roster: Roster, language: Language = "en") -> dict[str, Section]:
    """The sections of a list, by title."""
    with translation.override(language):
        return {section.title: section for section in sections(a_setting(roster, language))}


# ── Sections ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_classes_have_their_characteristics() -> None:
    classes = found(a_roster(a_squad(LMG, Figure(class_="recruit"))))["Classes"]
    assert classes.columns == ("I/M", "Spo", "Fir", "Cov", "Mel", "Sav", "Sup")
    assert classes.lines == (
        RuleLine("Elite", ("5", "0", "–", "3", "4", "3+", "4")),
        RuleLine("Recruits", ("2", "+1", "+1", "0", "1", "5+", "2"), "Fir +1 aimed."),
    )
    assert classes.source == "§3.0"


def test_weapons_have_a_line_of_ranges_for_each_fire_mode() -> None:
    fire = found(a_roster(a_squad(LMG)))["Fire: number needed on a d6, by range in cm"]
    assert fire.columns == ("25", "50", "100", "150", "Dice")
    assert fire.lines == (
        RuleLine("Assault rifle, aimed", ("3", "4", "5", "6", "1")),
        RuleLine("Assault rifle, burst", ("4", "6", "–", "–", "3")),
        RuleLine("LMG", ("4", "5", "6", "6", "4")),
    )
    assert fire.source == "§8.0, §8.3"


def test_weapons_with_their_own_distances() -> None:
    fire = found(a_roster(a_squad(Figure(weapons=("rifle",)), class_="regular"), ruleset="bi"))[
        "Fire: range in cm · at most, on a d10"
    ]
    assert (fire.columns, fire.lines[0].cells) == (
        ("short", "norm.", "long", "Shots"),
        ("20 · 5", "40 · 4", "120 · 3", "1"),
    )


def test_classes_with_different_rolls_have_their_own_line() -> None:
    """Militia need one more and lose burst dice (bn §8.0). The table includes it, without a modifier."""
    rifle = Figure(weapons=("assault-rifle",))
    told = found(a_roster(*(a_squad(rifle, class_=name) for name in ("elite", "militia"))))
    assert [(line.name, line.cells) for line in told["Fire: number needed on a d6, by range in cm"].lines] == [
        ("Assault rifle, aimed: Elite", ("3", "4", "5", "6", "1")),
        ("Assault rifle, aimed: Militia", ("4", "5", "6", "–", "1")),
        ("Assault rifle, burst: Elite", ("4", "6", "–", "–", "3")),
        ("Assault rifle, burst: Militia", ("5", "6 2d", "–", "–", "3")),
    ]
    modifiers = [line.name for line in told["Modifiers to the number needed, cumulative"].lines]
    assert "Recruits, fanatics or militia fire" not in modifiers


def test_a_range_set_by_the_referee_has_the_faces_of_these_men() -> None:
    expert, regular = (a_squad(Figure(weapons=("small-arms",)), class_=name) for name in ("expert", "regular"))
    told = found(a_roster(expert, regular, ruleset="ludonet"))
    assert [(line.name, line.cells) for line in told["Fire"].lines[:4]] == [
        ("In range: Experts", ("4–6",)),
        ("In range: Regulars", ("5–6",)),
        ("Within half range: Experts", ("3–6",)),
        ("Within half range: Regulars", ("4–6",)),
    ]
    assert "Firer is an expert" not in [line.name for line in told["Modifiers to fire"].lines]


def test_only_weapons_with_covering_fire_have_it() -> None:
    covering = found(a_roster(a_squad(Figure(weapons=("rpg", "lmg")))))["Covering fire: by range in cm"]
    assert covering.lines == (RuleLine("LMG", ("5", "4")),)


def test_vehicles_with_movement_and_saves() -> None:
    squad = a_squad(vehicles=(Vehicle(type="protected", weapons=("mmg",)),))
    told = found(a_roster(squad))
    moves = told["Movement of vehicles, cm"].lines
    assert moves == (RuleLine("Protected vehicle", text=f"Wheels{NBSP}45−2d6, Tracks{NBSP}30−2d6."),)
    assert told["Vehicle saves"].lines == (RuleLine("Protected vehicle", ("4+", "6+", "6+", "6+", "6+")),)


def test_extras_are_listed_once_with_their_levels() -> None:
    squad = a_squad(LMG, extras=(ExtraEntry(extra="intelligence", level=2),))
    extras = found(a_roster(squad, squad, extras=(ExtraEntry(extra="intelligence"),)))["Extras"]
    assert [line.name for line in extras.lines] == [f"Intelligence{NBSP}1/2"]


def test_rulings_of_the_list() -> None:
    told = found(a_roster(a_squad(LMG), rulings={"medic": "flat"}))["Rulings"]
    assert told.lines == (RuleLine("Does a medic cost 10 extra, or 10 in total?", text="10 in total."),)
    assert "Rulings" not in found(a_roster(a_squad(LMG)))


@pytest.mark.parametrize(
    ("extra", "titles"),
    [
        ("air-strike", ["Contacting the guns: type of action", "Deviation of indirect fire, cm"]),
        ("artillery-support", ["Damage to armoured vehicles", "Piercing armour: modifiers"]),
        ("at-minefield", ["Damage to armoured vehicles", "Piercing armour: modifiers"]),
    ],
)
def test_an_extra_adds_the_tables_for_resolving_it(extra: str, titles: list[str]) -> None:
    told = found(a_roster(ruleset="bi", extras=(ExtraEntry(extra=extra),)))
    outcomes = [line.cells for line in told["Damage to armoured vehicles"].lines]
    assert [title for title in titles if title in told] == titles
    assert outcomes[:7] == [("1 or less",), ("2",), ("3–4",), ("5",), ("6",), ("7–8",), ("9–10",)]


def test_numbers_against_aircraft_are_only_for_men_who_can_fire_at_them() -> None:
    """With the numbers for these men, so that nobody adds the class at the table (bi, Aerei: rabble −2)."""
    armed, other = Figure(weapons=("aa-missile-portable",)), Figure(weapons=("assault-rifle",))
    squads = {
        class_: a_squad(figure, class_=class_)
        for class_, figure in (("rabble", armed), ("elite", armed), ("veteran", other))
    }
    rabble, both, none = (
        found(a_roster(*(squads[name] for name in names), ruleset="bi"))
        for names in (["rabble"], ["rabble", "elite"], ["veteran"])
    )
    title = "Anti-air fire: 1d10"
    assert [(line.name, line.cells) for line in rabble[title].lines] == [("Portable missile", ("never", "1"))]
    assert [(line.name, line.cells) for line in both[title].lines] == [
        ("Portable missile: Elite", ("4", "5")),
        ("Portable missile: Rabble", ("never", "1")),
    ]
    assert [line.cells for line in both["Anti-air fire: modifiers"].lines] == [("½",)]
    assert title not in none
    assert "Anti-air fire: modifiers" not in none


@pytest.mark.parametrize("game", ["rth-it", "rth-en", "bn", "bi", "ludonet"])
def test_every_section_cites_its_paragraph_or_has_it_in_its_title_in_the_language_of_the_text(
    game: str,
) -> None:
    book = catalogue(game)
    squad = a_squad(
        Figure(weapons=tuple(book.weapon_by_id)[:9], roles=tuple(book.role_by_id)),
        class_=book.classes[0].id,
        vehicles=tuple(Vehicle(type=kind) for kind in book.vehicle_by_id),
    )
    told = found(
        a_roster(squad, ruleset=game, extras=tuple(ExtraEntry(extra=extra) for extra in book.extra_by_id)),
        "en" if game == "rth-en" else "it",
    )
    chapters = {table.source.casefold() for table in book.handbook}
    bare = [section.title for section in told.values() if not section.source]
    named = {title: f"{title} {book.name.it}".casefold() for title in bare}
    assert [title for title in bare if not any(chapter in named[title] for chapter in chapters)] == []
    assert ("Tiro diretto" in bare) == ("Movimento a piedi" in bare) == (game == "bi")  # said once


def test_optional_rules_come_last_under_their_own_heading() -> None:
    told = list(found(a_roster(a_squad(LMG))).values())
    optional = [section.optional for section in told]
    assert optional == sorted(optional)
    headings = [section.heading for section in told if section.optional]
    assert (headings[0], set(headings[1:])) == ("Optional rules", {""})
    assert {section.heading for section in told if not section.optional} == {""}


def test_an_empty_list_has_the_rules_for_everyone() -> None:
    titles = list(found(a_roster()))
    assert (
        "Melee" in titles,
        "Classes" in titles,
        "Fire: number needed on a d6, by range in cm" in titles,
    ) == (
        True,
        False,
        False,
    )


# ── The size of the type ───────────────────────────────────────────────────────────────────────────────────────────

TABLE = Section("Fire", "§8", (RuleLine("LMG", ("4", "5")),), ("Near", "Far"))
WORDS = Section("Fire", "§8", tuple(RuleLine(name, text="All of it.") for name in "abcdefg"))


def placed(pages: list[list[Column]]) -> list[Section]:
    return [section for page in pages for column in page for section in column]


def test_short_content_has_large_type_and_long_content_small_type() -> None:
    few, many = (fit([TABLE] * count, "a4") for count in (2, 60))
    assert (few[:2], len(few[2])) == ((14, 2), 1)
    assert (many[:2], len(many[2])) == ((8.25, 4), 1)


def test_no_type_is_under_six_points() -> None:
    size, _columns, pages = fit([TABLE] * 400, "a4")
    assert (size, len(pages)) == (7, 5)


def test_type_is_a_little_smaller_where_that_saves_a_second_page() -> None:
    """The examples that just miss one page at seven points."""
    cases: list[tuple[str, Language, Paper]] = [
        ("bi-kandahar", "it", "a4"),
        ("bi-kandahar", "it", "letter"),
        ("bi-milizia-a-punti", "it", "letter"),
    ]
    found = []
    for name, language, paper in cases:
        roster = read_list(next(path for path in EXAMPLES if path.stem == name))
        with translation.override(language):
            content = sections(a_setting(roster, language))
        size, _columns, pages = fit(content, paper)
        found.append((size, len(pages)))
    assert found == [(6.25, 1), (6.25, 1), (6.25, 1)]


def test_a_section_is_in_one_column_unless_it_is_longer_than_that() -> None:
    long = replace(WORDS, lines=WORDS.lines * 10, notes=("Read this last.",), heading="First")
    *_, pages = fit([TABLE, WORDS, long], "a4")
    assert [(len(one.lines), one.notes, one.heading) for one in placed(pages)] == [
        (1, (), ""),
        (7, (), ""),
        (30, (), "First"),
        (30, (), ""),
        (10, long.notes, ""),
    ]


def test_a_table_without_room_for_names_is_set_as_text() -> None:
    wide = replace(TABLE, lines=(RuleLine("LMG", ("4" * 90, "5")),))
    *_, pages = fit([wide], "a4")
    [section] = placed(pages)
    assert (section.widths, [words for _, words in section.rows]) == ((), [f"Near: {'4' * 90}; Far: 5."])


def test_optional_rules_are_left_out_before_rules_on_other_sheets() -> None:
    rules, said, optional = ([replace(TABLE, title=str(spare), spare=spare)] * 40 for spare in (0, 2, 3))
    kept = [
        {section.title for section in placed(fit(content, "a4")[2])}
        for content in (rules + said + optional, rules * 2 + said)
    ]
    assert kept == [{"0", "2"}, {"0"}]


def test_an_english_sheet_cites_no_italian_heading() -> None:
    roster = a_roster(a_squad(LMG, vehicles=(Vehicle(type="protected"),)))
    assert [found(roster, language)[title].source for language, title in MOVES.items()] == [
        "",
        "Calcolo dei punti",
    ]


MOVES: dict[Language, str] = {"en": "Movement of vehicles, cm", "it": "Movimento dei veicoli, cm"}
