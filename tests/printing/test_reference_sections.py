"""The content and setting of a quick reference: sections, lines, blocks, columns."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from armybuilder.printing.formats.reference.layout import fit, lay_out
from armybuilder.printing.formats.reference.packing import cut, pack
from armybuilder.printing.formats.reference.sections import RuleLine, Section, sections
from armybuilder.printing.formats.reference.setting import Block, Measure, Row, Run, flow, set_section
from armybuilder.printing.formats.reference.sizes import REFERENCE
from armybuilder.printing.layout.options import Options
from rules.core.assess import assess
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.text import LANGUAGES, Language
from tests.printing.sheets import NBSP, a_roster, a_squad, catalogue

LMG = Figure(weapons=("lmg", "assault-rifle"))


def found(roster: Roster, language: Language = "en") -> dict[str, Section]:
    """The sections of a list by their titles."""
    with translation.override(language):
        return {
            section.title: section
            for section in sections(roster, catalogue(roster.ruleset), Options(language))
        }


# ── Sections ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_classes_with_what_they_roll_against() -> None:
    classes = found(a_roster(a_squad(LMG, Figure(class_="recruit"))))["Classes"]
    assert classes.columns == ("I/M", "Spo", "Fir", "Cov", "Mel", "Sav", "Sup")
    assert classes.lines == (
        RuleLine("Elite", ("5", "0", "–", "3", "4", "3+", "4")),
        RuleLine("Recruits", ("2", "+1", "+1", "0", "1", "5+", "2"), "Fir +1 aimed."),
    )
    assert classes.source == "§3.0"


def test_weapons_by_range_a_line_for_each_way_to_fire() -> None:
    fire = found(a_roster(a_squad(LMG)))["Fire: number needed on a d6, by range in cm"]
    assert fire.columns == ("25", "50", "100", "150", "Dice")
    assert fire.lines == (
        RuleLine("Assault rifle, aimed", ("3", "4", "5", "6", "1")),
        RuleLine("Assault rifle, burst", ("4", "6", "–", "–", "3")),
        RuleLine("LMG", ("4", "5", "6", "6", "4")),
    )
    assert fire.source == "§8.0, §8.3"


def test_distances_of_the_weapons_own() -> None:
    fire = found(a_roster(a_squad(Figure(weapons=("rifle",)), class_="regular"), ruleset="bi"))[
        "Fire: range in cm"
    ]
    assert (fire.columns, fire.lines[0].cells) == (
        ("short", "norm.", "long", "Shots"),
        ("20", "40", "120", "1"),
    )


def test_covering_fire_of_those_weapons_that_have_it() -> None:
    covering = found(a_roster(a_squad(Figure(weapons=("rpg", "lmg")))))["Covering fire: by range in cm"]
    assert covering.lines == (RuleLine("LMG", ("5", "4")),)


def test_vehicles_with_movement_and_saves() -> None:
    squad = a_squad(vehicles=(Vehicle(type="protected", weapons=("mmg",)),))
    told = found(a_roster(squad))
    moves = told["Movement of vehicles, cm"].lines
    assert moves == (RuleLine("Protected vehicle", text=f"Wheels{NBSP}45−2d6, Tracks{NBSP}30−2d6."),)
    assert told["Vehicle saves"].lines == (RuleLine("Protected vehicle", ("4+", "6+", "6+", "6+", "6+")),)


def test_extras_once_with_their_levels() -> None:
    squad = a_squad(LMG, extras=(ExtraEntry(extra="intelligence", level=2),))
    extras = found(a_roster(squad, squad, extras=(ExtraEntry(extra="intelligence"),)))["Extras"]
    assert [line.name for line in extras.lines] == [f"Intelligence{NBSP}1/2"]
    assert extras.source == "Calcolo dei punti"


def test_rulings_that_the_list_made() -> None:
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
def test_an_extra_brings_the_tables_that_it_is_resolved_by(extra: str, titles: list[str]) -> None:
    told = found(a_roster(ruleset="bi", extras=(ExtraEntry(extra=extra),)))
    outcomes = [line.cells for line in told["Damage to armoured vehicles"].lines]
    assert [title for title in titles if title in told] == titles
    assert outcomes[:7] == [("1 or less",), ("2",), ("3–4",), ("5",), ("6",), ("7–8",), ("9–10",)]


def test_only_who_fires_at_aircraft_is_told_how_well() -> None:
    """With the numbers of these men, so that a class adds nothing at the table (bi, Aerei: rabble −2)."""
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["rth-it", "rth-en", "bn", "bi", "ludonet"])
def test_every_section_cites_its_paragraph(game: str, language: Language) -> None:
    book = catalogue(game)
    squad = a_squad(
        Figure(weapons=tuple(book.weapon_by_id)[:9], roles=tuple(book.role_by_id)),
        class_=book.classes[0].id,
        vehicles=tuple(Vehicle(type=kind) for kind in book.vehicle_by_id),
    )
    told = found(
        a_roster(squad, ruleset=game, extras=tuple(ExtraEntry(extra=extra) for extra in book.extra_by_id))
    )
    assert [section.title for section in told.values() if not section.source] == []


def test_optional_rules_come_last_under_a_heading_of_their_own() -> None:
    told = list(found(a_roster(a_squad(LMG))).values())
    optional = [section.optional for section in told]
    assert optional == sorted(optional)
    assert [section.heading for section in told if section.optional] == ["Optional rules", "", "", ""]
    assert {section.heading for section in told if not section.optional} == {""}


def test_a_list_of_nothing_has_what_holds_for_everyone() -> None:
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


# ── Lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_words_flow_from_run_to_run() -> None:
    runs, lines = flow([("name", "One two"), ("text", "three four")], 5, 5)
    assert runs == (Run("name", "One two"), Run("text", " three\nfour"))
    assert lines == 2


def test_the_first_line_leaves_room_for_a_value() -> None:
    assert flow([("text", "one two")], 2, 9) == ((Run("text", "one\ntwo"),), 2)
    assert flow([("text", "one two")], 9, 9) == ((Run("text", "one two"),), 1)


def test_a_word_too_long_for_a_line_is_cut() -> None:
    runs, lines = flow([("text", "W" * 9 + " end")], 5, 5)
    assert (runs[0].text.replace("\n", ""), lines) == ("W" * 9 + " end", runs[0].text.count("\n") + 1)
    assert lines > 1


def test_glued_words_stay_together() -> None:
    assert flow([("text", f"to 25{NBSP}cm")], 3, 3)[0] == (Run("text", f"to\n25{NBSP}cm"),)


def test_a_single_column_is_a_value_beside_the_name() -> None:
    block = set_section(Section("Save", "§9", (RuleLine("Target", ("+1",)),), ("Die",)), Measure(8, 57))
    assert (block.head, block.widths) == ("Die", ())
    assert block.rows == (Row((Run("name", "Target"),), Measure(8, 57).row_height(1), "+1"),)


def test_a_value_too_long_for_that_goes_on_in_the_line() -> None:
    long = "only after the end of the turn"
    block = set_section(Section("Save", "§9", (RuleLine("Target", (long,)),), ("Die",)), Measure(8, 57))
    assert (block.rows[0].value, block.rows[0].runs) == (
        "",
        (Run("name", "Target"), Run("value", f" {long}")),
    )


COLUMNS = Section("Fire", "§8", (RuleLine("LMG", ("4", "5")),), ("Near", "Far"))


def test_several_columns_are_a_table() -> None:
    block = set_section(COLUMNS, Measure(8, 57))
    assert (block.heads, block.rows[0].cells) == (("Near", "Far"), ("4", "5"))


def test_a_head_is_on_as_few_lines_as_names_leave_room_for() -> None:
    section = Section("Smoke", "§8", (RuleLine("Thrown", ("10", "3")),), ("Range, cm", "Off by a point, cm"))
    assert [set_section(section, Measure(10, mm)).heads for mm in (60, 45)] == [
        ("Range, cm", "Off by a point, cm"),
        ("Range,\ncm", "Off by a\npoint, cm"),
    ]


def test_a_name_is_not_broken_for_a_head_on_one_line() -> None:
    section = Section(
        "Smoke", "§8", (RuleLine("Thrown by hand", ("3",) * 2),) * 3, ("Off by a point", "Against")
    )
    assert set_section(section, Measure(10, 45)).heads == ("Off by\na\npoint", "Against")


def test_a_table_that_leaves_no_room_for_names_is_told_in_words() -> None:
    block = set_section(COLUMNS, Measure(8, 20))
    assert block.widths == ()
    assert "".join(run.text for run in block.rows[0].runs).split() == ["LMG", "Near:", "4;", "Far:", "5."]


def test_a_table_too_wide_for_the_sheet_is_set_in_smaller_type() -> None:
    block = set_section(COLUMNS, Measure(10, 32))
    assert (block.own_size, block.heads) == (925, ("Near", "Far"))
    assert block.height == set_section(COLUMNS, Measure(9.25, 32)).height
    assert set_section(COLUMNS, Measure(10, 27)).widths == ()  # less than a tenth smaller: told in words


def test_a_long_word_of_a_name_is_not_broken_in_a_table() -> None:
    section = replace(COLUMNS, lines=(RuleLine("Grenade-launchers", ("4", "5")),))
    assert [set_section(section, Measure(10, width)).own_size for width in (60, 40)] == [0, 925]


def test_the_paragraph_stands_below_a_title_that_fills_its_line() -> None:
    measure = Measure(8, 57)
    short, long = (
        set_section(Section(title, "§8.0", ()), measure)
        for title in ("Fire", "Fire at all the ranges that there are in all")
    )
    assert (short.cite, long.cite) == (" §8.0", "\n§8.0")
    assert long.height > short.height


# ── Columns and pages ──────────────────────────────────────────────────────────────────────────────────────────────


def a_block(name: str, *rows: float) -> Block:
    """A block of 2 mm and its rows."""
    return Block(name, "", "", (), (), tuple(Row((), row) for row in rows), False, "", 2.0)


def names(pages: list[Any]) -> list[list[list[str]]]:
    return [[[block.title for block in column] for column in page] for page in pages]


def test_columns_keep_the_order_and_are_of_one_height() -> None:
    blocks = [a_block(name, 8) for name in "abcdef"]
    assert names(pack(blocks, 100, 100, 3)) == [[["a", "b"], ["c", "d"], ["e", "f"]]]


def test_tables_that_do_not_fit_move_to_the_next_page() -> None:
    blocks = [a_block(name, 8) for name in "abcdefgh"]
    assert names(pack(blocks, 20, 30, 3)) == [[["a", "b"], ["c", "d"], ["e", "f"]], [["g"], ["h"]]]


def test_a_block_higher_than_a_column_is_cut_between_rows() -> None:
    parts = cut(a_block("a", 5, 5, 5, 5), 12)
    assert [[row.height for row in part.rows] for part in parts] == [[5, 5], [5, 5]]
    assert [part.title for part in parts] == ["a", "a"]


def test_a_row_higher_than_a_column_stands_alone() -> None:
    assert [len(part.rows) for part in cut(a_block("a", 50, 5), 12)] == [1, 1]


def test_nothing_at_all_is_an_empty_page() -> None:
    assert names(pack([], 100, 100, 3)) == [[[]]]


def test_little_is_set_large_and_much_small() -> None:
    few, many = ([COLUMNS] * count for count in (2, 60))
    narrow, wide = REFERENCE["a4"]
    large, small = fit(few, "a4"), fit(many, "a4")
    assert (large.quarters, large.columns) == (wide.largest, 2)
    assert (narrow.smallest <= small.quarters < narrow.largest, small.columns, len(small.pages)) == (
        True,
        3,
        1,
    )


def test_no_size_is_under_six_points() -> None:
    found = fit([COLUMNS] * 400, "a4")
    assert (found.quarters / 4 >= 6, len(found.pages) > 1) == (True, True)


def test_every_line_fits_its_column() -> None:
    """No block is higher than its page, however long the list."""
    squad = a_squad(Figure(weapons=tuple(catalogue("bi").weapon_by_id)[:10]), class_="regular")
    sheet = lay_out(
        a_roster(squad, ruleset="bi"),
        catalogue("bi"),
        assess(a_roster(squad, ruleset="bi"), catalogue("bi")),
        Options("it", paper="letter"),
    )
    heights = [sum(block.height for block in column) for page in sheet.pages for column in page]
    assert max(heights) <= 259.4
