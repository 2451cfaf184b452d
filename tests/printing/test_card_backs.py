"""The backs of cards: owner, number, picture, and short forms of rolls, actions and saves."""

from typing import Any

import msgspec
import pytest

from armybuilder.printing.formats.cards.backs import Back
from armybuilder.printing.layout.pictures import PATTERNS, pattern_of, weapon_icon
from armybuilder.printing.pdfs.from_html import STATIC
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.text import Text
from tests.printing.cards import cards_sheet
from tests.printing.sheets import a_roster, a_squad, catalogue

MILLER = Figure(name="Miller", weapons=("lmg",), count=3)


def backs_of(roster: Roster, language: Any = "en", **options: Any) -> list[Back]:
    """Return the backs in page order."""
    sheets = cards_sheet(roster, language, duplex=True, **options).sheets
    return [place.back for sheet in sheets for place in sheet if place.back]


def test_a_back_has_name_number_rolls_actions_and_saves() -> None:
    back = next(back for back in backs_of(a_roster(a_squad(MILLER))) if back.number)
    assert (back.number, back.title.text, back.line.text, back.picture) == (
        *("1–3", "Miller", "Alpha · Rangers", "light-machine-gun"),
    )
    assert back.short.replace("\u00a0", " ") == "I/M 5 · Cov 3 · Mel 4 · Sav 3+ · Sup 4 · Defeat 10"
    assert [(table.title, table.text, table.values) for table in back.tables] == [
        (
            "Actions: one per figure",
            "Run\nMove and shoot\nCautious move",
            "25 cm, fire: no\n15 cm, fire: with a penalty\n5 cm, fire: no penalty",
        ),
        (
            "Saving throw modifiers, not cumulative",
            "Squad or section leader\nIn cover\nFriendly fire\nSpeculative fire",
            "+1\n+1\n+1\n+2",
        ),
    ]


def test_a_vehicle_has_its_saves_and_a_squad_its_sign() -> None:
    roster = a_roster(a_squad(vehicles=(Vehicle(type="protected"),)))
    car = next(back for back in backs_of(roster) if back.number)
    squad = next(back for back in backs_of(roster) if back.line.text == "Alpha")
    assert (car.number, car.picture, car.tables) == ("V1", "car", ())
    assert "Small\u00a0arms,\u00a0MGs\u00a04+" in car.short
    assert (squad.number, squad.title.text, squad.sign) == ("", "Rangers", "squad-vehicle")


def test_the_lists_of_a_pair_share_a_pattern_and_every_pattern_is_drawn() -> None:
    forces = ["75th Rangers", " 75TH rangers ", "Taliban", *map(str, range(40))]
    assert pattern_of(forces[0]) == pattern_of(forces[1])
    assert {pattern_of(force) for force in forces} == set(range(PATTERNS))
    drawn = {path.stem for path in (STATIC / "print" / "patterns").iterdir()}
    assert drawn == {str(number) for number in range(PATTERNS)}


def test_weapons_with_different_rules_have_different_pictures() -> None:
    weapons = ("rifle", "smg", "automatic-rifle", "lmg", "mmg", "hmg", "sniper-rifle")
    assert len({weapon_icon([weapon], catalogue("rth-it")) for weapon in weapons}) == len(weapons)


@pytest.mark.parametrize(
    ("name", "icon"),
    [
        ("Sniper rifle", "sniper"),
        ("Automatic rifle (BAR)", "automatic-rifle"),
        ("Light machine gun", "light-machine-gun"),
        ("MMG on its tripod", "medium-machine-gun"),
        ("Heavy machine gun", "machine-gun"),
        ("Submachine gun", "smg"),
        ("Pike", ""),
    ],
)
def test_a_weapon_of_a_new_ruleset_is_recognised_by_name(name: str, icon: str) -> None:
    book = catalogue("bn")
    weapon = msgspec.structs.replace(book.weapons[0], id="new", name=Text("x", name), in_full=None)
    assert weapon_icon(["new"], msgspec.structs.replace(book, weapons=(weapon,))) == icon
