"""Paper standees: one for each man and vehicle, at actual size, with nothing off its face."""

import pytest
from django.utils import translation

from armybuilder.printing.formats.cards import fit
from armybuilder.printing.formats.stands.layout import STANDS_AT_MOST, Stand, StandsSheet, lay_out
from armybuilder.printing.formats.stands.sizes import STANDS
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.sizes import PAPERS
from rules.core.assess import assess
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import open_pdf, paths_of, text_of
from tests.printing.shapes import SHAPES
from tests.printing.sheets import EXAMPLES, SAMPLES, a_pdf, a_roster, a_squad, catalogue, read_list

NAME_ROOM = 16.6 - 8.5  # mm, of its style.css: from the name to the picture


def stands(roster: Roster, language: Language = "en") -> StandsSheet:
    with translation.override(language):
        return lay_out(
            roster, catalogue(roster.ruleset), assess(roster, catalogue(roster.ruleset)), Options(language)
        )


def all_of(sheet: StandsSheet) -> list[Stand]:
    return [place.stand for places in sheet.sheets for place in places]


def test_each_man_and_vehicle_has_one_with_number_name_weapons_and_squad() -> None:
    medic = Figure(name="Boyd", roles=("medic",), weapons=("assault-rifle", "rpg"))
    squad = a_squad(medic, Figure(count=2, weapons=("lmg",)), vehicles=(Vehicle(type="tank"),))
    found = all_of(stands(a_roster(squad, a_squad(Figure(), name="Bravo"))))
    assert [
        (stand.number, stand.name.text, stand.weapons.text, stand.picture, stand.foot) for stand in found
    ] == [
        ("1", "Boyd", "Assault rifle, RPG", "medic", "1 · Alpha"),
        ("2", "LMG gunner", "LMG", "light-machine-gun", "2 · Alpha"),
        ("3", "LMG gunner", "LMG", "light-machine-gun", "3 · Alpha"),
        ("V1", "Tank", "LMG, MMG, HMG, Tank gun", "tank", "V1 · Alpha"),
        ("4", "Elite", "", "", "4 · Bravo"),
    ]


def test_twelve_stand_on_a_sheet_and_of_very_many_the_first() -> None:
    sheet = stands(a_roster(a_squad(Figure(count=13))))
    assert [[(place.row, place.column) for place in places] for places in sheet.sheets] == [
        [(row, column) for row in range(2) for column in range(6)],
        [(0, 0)],
    ]
    horde = stands(a_roster(*[a_squad(Figure(count=200))] * 2))
    assert (len(all_of(horde)), horde.more) == (STANDS_AT_MOST, "and 160 more on screen")


def test_in_every_game_and_language_names_and_weapons_have_room_on_the_face() -> None:
    weapons_room = (
        STANDS.stand_height / 2 - STANDS.stand_ridge - 16.6 - STANDS.stand_picture - STANDS.stand_foot - 0.6
    )
    for roster in (*map(read_list, (*SAMPLES, *EXAMPLES)), *SHAPES.values()):
        for language in LANGUAGES:
            for stand in all_of(stands(roster, language)):
                assert fit.height(len(stand.name.lines), stand.name.size) <= NAME_ROOM
                assert fit.height(len(stand.weapons.lines), stand.weapons.size) <= weapons_room
                assert min(stand.name.size, stand.weapons.size) >= 6.5


@pytest.mark.parametrize("paper", PAPERS)
def test_they_are_as_large_as_they_are_said_to_be_and_so_is_the_line_to_check(paper: str) -> None:
    pdf = a_pdf(a_roster(a_squad(Figure(count=2))), form="stands", paper=paper)
    boxes = [tuple(round(side, 1) for side in box[2:]) for box in paths_of(open_pdf(pdf)[0])]
    assert boxes.count((30.0, 104.0)) == 2
    assert any(wide == pytest.approx(100, abs=0.1) for wide, _ in boxes)


def test_a_list_without_anybody_says_so() -> None:
    assert "There is nobody in this list yet." in text_of(a_pdf(a_roster(), form="stands"))
