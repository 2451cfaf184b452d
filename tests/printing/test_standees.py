"""Standees to fold up: one for each man and vehicle, in true size, with nothing off its face."""

import pytest
from django.utils import translation

from armybuilder.printing.formats.kit.sizes import STANDEES
from armybuilder.printing.formats.kit.standees import AT_MOST, Standee, standees
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.sizes import PAPERS
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import open_pdf, paths_of
from tests.printing.shapes import SHAPES
from tests.printing.sheets import EXAMPLES, SAMPLES, a_pdf, a_roster, a_squad, catalogue, read_list

NAME_ROOM = 16.6 - 8.5  # mm, of its style.css: from the name to the picture


def by_sheet(roster: Roster, language: Language = "en") -> list[list[Standee]]:
    with translation.override(language):
        return standees(roster, catalogue(roster.ruleset), language)


def all_of(roster: Roster, language: Language = "en") -> list[Standee]:
    return [standee for sheet in by_sheet(roster, language) for standee in sheet]


def test_each_man_and_vehicle_has_one_with_number_name_weapons_and_squad() -> None:
    medic = Figure(name="Boyd", roles=("medic",), weapons=("assault-rifle", "rpg"))
    squad = a_squad(medic, Figure(count=2, weapons=("lmg",)), vehicles=(Vehicle(type="tank"),))
    found = all_of(a_roster(squad, a_squad(Figure(), name="Bravo")))
    assert [
        (stand.number, stand.name.text, stand.weapons.text, stand.picture, stand.foot) for stand in found
    ] == [
        ("1", "Boyd", "Assault rifle, RPG", "medic", "1 · Alpha"),
        ("2", "LMG gunner", "LMG", "light-machine-gun", "2 · Alpha"),
        ("3", "LMG gunner", "LMG", "light-machine-gun", "3 · Alpha"),
        ("V1", "Tank", "LMG, MMG, HMG, Tank gun", "tank", "V1 · Alpha"),
        ("4", "Elite", "", "", "4 · Bravo"),
    ]


def test_twelve_are_on_a_sheet_and_of_very_many_the_first() -> None:
    assert [len(sheet) for sheet in by_sheet(a_roster(a_squad(Figure(count=13))))] == [12, 1]
    assert len(all_of(a_roster(*[a_squad(Figure(count=200))] * 2))) == AT_MOST


def test_in_every_game_and_language_names_and_weapons_have_room_on_the_face() -> None:
    weapons_room = (
        STANDEES.standee_height / 2
        - STANDEES.standee_ridge
        - 16.6
        - STANDEES.standee_picture
        - STANDEES.standee_foot
        - 0.6
    )
    for roster in (*map(read_list, (*SAMPLES, *EXAMPLES)), *SHAPES.values()):
        for language in LANGUAGES:
            for standee in all_of(roster, language):
                assert fit.height(len(standee.name.lines), standee.name.size) <= NAME_ROOM
                assert fit.height(len(standee.weapons.lines), standee.weapons.size) <= weapons_room
                assert min(standee.name.size, standee.weapons.size) >= 6.5


@pytest.mark.parametrize("paper", PAPERS)
def test_they_are_as_large_as_they_are_said_to_be_and_so_is_the_line_to_check(paper: str) -> None:
    pdf = a_pdf(a_roster(a_squad(Figure(count=2))), form="kit", paper=paper)
    paths = [path for page in open_pdf(pdf) for path in paths_of(page)]
    boxes = [tuple(round(side, 1) for side in box[2:]) for box in paths]
    assert boxes.count((30.0, 104.0)) == 2
    assert any(wide == pytest.approx(100, abs=0.1) for wide, _ in boxes)
