"""The deployment, behind the scenario: a line for each squad and vehicle, a map of twelve by eight, room to sign."""

from typing import Any

from django.utils import translation

from armybuilder.printing.formats.scenario.deployment import Deployment, DeploymentLine, deployment_of
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.text import LANGUAGES, Language
from tests.printing.sheets import a_roster, a_squad, catalogue


def a_record(roster: Roster, language: Language = "en") -> Deployment:
    with translation.override(language):
        return deployment_of(roster, catalogue(roster.ruleset), language)


def of_ludonet(*squads: Squad, **fields: Any) -> Roster:
    return a_roster(*squads, ruleset="ludonet", name="Third company", **fields)


MORTAR = Figure(count=3, weapons=("mortar",), combat_value=2)


def test_each_squad_and_each_vehicle_has_a_line() -> None:
    car = Vehicle(type="vehicle", name="Puma", combat_value=4)
    squad = a_squad(Figure(count=8), MORTAR, class_="regular", name="First", vehicles=(car,))
    trucks = Squad(name="Trucks", vehicles=(Vehicle(type="vehicle", count=2),))
    assert a_record(of_ludonet(squad, trucks)).lines == (
        DeploymentLine("1", "First", "Regulars", "11", "2"),
        DeploymentLine("2", "Puma", "Vehicle", "–", "4"),
        DeploymentLine("3", "Vehicle", "–", "–", ""),
        DeploymentLine("4", "Vehicle", "–", "–", ""),
    )


def test_a_squad_of_two_classes_says_both_and_one_without_men_is_there() -> None:
    mixed = a_squad(Figure(), Figure(class_="expert"), class_="regular", name="")
    empty = a_squad(class_="expert", name="Empty")
    assert a_record(of_ludonet(mixed, empty)).lines == (
        DeploymentLine("1", "Squad 1", "Regulars, Experts", "2", "–"),
        DeploymentLine("2", "Empty", "Experts", "–", "–"),
    )


def test_lines_are_filled_up_beside_the_map() -> None:
    record = a_record(of_ludonet(*[a_squad(Figure(), class_="regular")] * 6))
    assert (record.blank, record.more) == (("7", "8"), "")
    assert a_record(of_ludonet(*[a_squad(Figure(), class_="regular")] * 9)).blank == ()


def test_of_very_many_vehicles_the_first_lines_are_printed() -> None:
    column = Squad(name="", vehicles=tuple(Vehicle(type="vehicle", count=50) for _ in range(4)))
    record = a_record(of_ludonet(column))
    assert (len(record.lines), record.more) == (150, "and 50 more on screen")


def test_the_map_has_twelve_columns_and_eight_rows_with_the_letters_of_the_language() -> None:
    records = [a_record(of_ludonet(), language) for language in LANGUAGES]
    letters = [record.letters.replace("\t", "") for record in records]
    assert letters == ["ABCDEFGHILMN", "ABCDEFGHIJKL"]
    assert records[0].numbers == "1\n2\n3\n4\n5\n6\n7\n8"


def test_aircraft_have_a_box_a_pass_in_the_game_that_counts_them() -> None:
    bought = (ExtraEntry(extra="air-support", passes=3), ExtraEntry(extra="air-support", passes=1))
    assert a_record(of_ludonet(extras=bought)).passes == "▢▢▢▢"
    assert a_record(of_ludonet()).passes == ""
    assert a_record(a_roster(extras=bought)).passes == ""


def test_only_the_game_with_combat_values_has_a_column_for_them() -> None:
    assert [a_record(roster).combat for roster in (of_ludonet(), a_roster())] == [True, False]
