"""Each weapon, vehicle, extra, class and kit, alone on the sheets of a list, has the numbers of its paragraph.

The numbers are from the second transcription (`tests/transcription/`), typed from the sources. The tests read the
layouts, without making a PDF.
"""

import re
from collections.abc import Iterator

import pytest

from armybuilder.printing.formats.reference.sections import Section, sections
from armybuilder.printing.formats.roster.layout import RosterSheet
from armybuilder.printing.layout.words import characteristics_of_men
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.odds import printed_handbook
from tests.printing.cards import cards_of, stats_of
from tests.printing.sheets import a_roster, a_setting, a_sheet, a_squad, told
from tests.rules.test_transcription import BOOKS, NOTHING, Table, typed

NOBODY = "nobody-knows"  # this class changes no number in a table


def lines_of(cell: str) -> list[list[str]]:
    return [line.split("\t") for line in cell.split("\n")]


def references(roster: Roster) -> list[Section]:
    return sections(a_setting(roster))


def as_printed(numbers: tuple[str, ...]) -> list[str]:
    return ["–" if number in (NOTHING, "") else number for number in numbers]


def of_weapon(table: Table, weapon: str) -> list[tuple[str, ...]]:
    return [numbers for (item, *_), numbers in table.items() if item == weapon]


@pytest.mark.parametrize("ruleset", BOOKS)
def test_every_weapon_prints_its_fire_and_covering_fire(ruleset: str) -> None:
    book, fire, covering = BOOKS[ruleset], typed(ruleset, "fire"), typed(ruleset, "covering")
    wrong: dict[str, object] = {}
    for weapon in book.weapons:
        expected = [(as_printed(row[1:-2]), row[0]) for row in of_weapon(fire, weapon.id)]
        man = a_squad(Figure(weapons=(weapon.id,)), class_=NOBODY)
        sheet = a_sheet(a_roster(man, ruleset=ruleset))
        row = sheet.squads[0].units[0]
        on_row = told(row)
        printed = [
            (needs, dice)
            for needs, dice in zip(lines_of(on_row.needs), on_row.dice.split("\n"), strict=True)
            if dice not in ("", "–")
        ]
        (card,) = cards_of(a_roster(man, ruleset=ruleset), kinds="troops")[:1]
        on_card = [
            (list(line.needs), line.dice)
            for lines in card.fire
            for line in lines
            if line.needs and line.dice not in ("", "–")
        ]
        covered = [as_printed(numbers) for numbers in of_weapon(covering, weapon.id)]
        if not printed[: len(expected)] == on_card[: len(expected)] == expected:
            wrong[weapon.id] = (expected, printed, on_card)
        if covered and lines_of(on_row.covering)[0] != covered[0]:
            wrong[f"{weapon.id}, covering"] = (covered, on_row.covering, "")
    assert wrong == {}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_every_class_prints_its_characteristics(ruleset: str) -> None:
    book, table = BOOKS[ruleset], typed(ruleset, "classes")
    wrong: dict[str, object] = {}
    for troops in book.classes:
        sheet = a_sheet(a_roster(a_squad(Figure(), class_=troops.id), ruleset=ruleset))
        printed = [re.findall(r"[+−]?\d+", value) for _, value in sheet.squads[0].stats]
        own = characteristics_of_men(book)
        typed_row = table[(troops.id,)]
        start = len(typed_row) - len(book.characteristics) - book.has_points
        expected = [
            number.split(" ")[0].lstrip("-+") or NOTHING
            for item, number in zip(book.characteristics, typed_row[start:], strict=False)
            if item in own
        ]
        shown = [value[0].lstrip("+−") if value else NOTHING for value in printed[: len(own)]]
        if shown != expected:
            wrong[troops.id] = (expected, shown)
    assert wrong == {}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_every_vehicle_prints_its_movement_saves_and_built_in_guns(ruleset: str) -> None:
    book, moves, saves = BOOKS[ruleset], typed(ruleset, "movement"), typed(ruleset, "saves")
    wrong: dict[str, object] = {}
    for kind in book.vehicles:
        roster = a_roster(a_squad(vehicles=(Vehicle(type=kind.id),)), ruleset=ruleset)
        sheet = a_sheet(roster)
        row = sheet.squads[0].units[0]
        fire = told(row)
        distances = [distance.replace("x", "×") for (item, _), (distance,) in moves.items() if item == kind.id]
        moved = [distance for distance in distances if distance not in row.described.replace("−", "-")]
        numbers = [row for (item, _), row in saves.items() if item == kind.id]
        by_side = [{f"{number}+" for number in side if number != NOTHING} for side in numbers]
        printed = [{roll for roll, _ in saves if roll != "immune"} for _side, saves in row.saves]
        if moved or printed != by_side:
            wrong[kind.id] = (moved, by_side, printed)
        if "§8.0" in {weapon.source for weapon in book.weapons} and kind.includes and "gun" not in fire.weapons:
            wrong[f"{kind.id}, gun"] = fire.weapons
    assert wrong == {}


def texts_of(sheet: RosterSheet) -> Iterator[str]:
    for line in sheet.extras:
        yield from (line.name, line.text, line.fire)


@pytest.mark.parametrize("ruleset", BOOKS)
def test_every_extra_prints_the_numbers_of_its_paragraph(ruleset: str) -> None:
    book, figures = BOOKS[ruleset], typed(ruleset, "figures")
    missing = {}
    for extra in book.extras:
        numbers = figures.get((f"extras/{extra.id}",), ("",))[0].split()
        level = extra.levels[-1] if extra.levels else 1
        bought = ExtraEntry(extra=extra.id, level=level)
        sheet = a_sheet(a_roster(extras=(bought,), ruleset=ruleset))
        said = " ".join(texts_of(sheet)).replace("−", "-")
        told = references(a_roster(extras=(bought,), ruleset=ruleset))
        lines = [f"{line.name} {' '.join(line.cells)} {line.text}" for section in told for line in section.lines]
        found = set(re.findall(r"\d+(?:d\d+)?", " ".join([said, *lines])))
        lost = [number for number in numbers if number.lstrip("+-") not in found]
        if lost and lost != [str(level)]:
            missing[extra.id] = lost
    assert missing == {}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_every_kit_and_role_has_the_rules_about_it(ruleset: str) -> None:
    book = BOOKS[ruleset]
    missing = []
    men = [(item.id, "kit", Figure(kit=(item.id,))) for item in book.kit]
    men += [(item.id, "roles", Figure(roles=(item.id,))) for item in book.roles]
    for item, kind, man in men:
        rows = [row for table in printed_handbook(book) for row in table.rows if item in getattr(row.about, kind)]
        classes = sorted({name for row in rows if row.about.together for name in row.about.classes})
        squads = [a_squad(man, class_=name) for name in classes or ["elite"]]
        told = references(a_roster(*squads, ruleset=ruleset))
        names = {line.name for section in told for line in section.lines}
        missing += [f"{item}: {row.name.en}" for row in rows if row.name.en not in names]
    assert missing == []


def test_a_card_matches_the_head_of_the_squad() -> None:
    card = cards_of(a_roster(a_squad(Figure(), class_="militia")), kinds="squads")[0]
    assert stats_of(card)["Saving throw"] == "5+"
