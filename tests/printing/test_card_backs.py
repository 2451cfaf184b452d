"""The backs of cards: owner, number and picture, rolls, actions and saves in short."""

from typing import Any

import msgspec
import pytest

from armybuilder.printing.formats.cards.backs import AIR, Back, ShortTable
from armybuilder.printing.formats.cards.sizes import CARD
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.pictures import PATTERNS, pattern_of, weapon_icon
from armybuilder.printing.pdfs.from_html import STATIC
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.core.text import LANGUAGES, Text
from tests.printing.cards import cards_sheet, out_of_frame, overlapping, pages_of
from tests.printing.shapes import SHAPES
from tests.printing.sheets import EXAMPLES, SAMPLES, a_pdf, a_roster, a_squad, catalogue, read_list

LARGE_PICTURE = 35.0  # mm
MILLER = Figure(name="Miller", weapons=("lmg",), count=3)


def backs_of(roster: Roster, language: Any = "en", **options: Any) -> list[Back]:
    """Return the backs in the order in which they stand."""
    sheets = cards_sheet(roster, language, duplex=True, **options).sheets
    return [place.back for sheet in sheets for place in sheet if place.back]


def test_a_back_says_who_with_which_number_and_what_he_rolls_does_and_saves_with() -> None:
    back = next(back for back in backs_of(a_roster(a_squad(MILLER))) if back.number)
    assert (back.number, back.title.text, back.line.text, back.picture) == (
        *("1–3", "Miller", "Alpha · Rangers", "light-machine-gun"),
    )
    assert back.stats
    assert (
        back.stats.text.replace("\u00a0", " ") == "I/M 5 · Cov 3 · Mel 4 · Sav 3+ · Sup 4 · Defeat points 10"
    )
    assert back.tables == (
        ShortTable(
            "Actions: one per figure",
            "Run\nMove and shoot\nCautious move",
            "25 cm, fire: no\n15 cm, fire: with a penalty\n5 cm, fire: no penalty",
        ),
        ShortTable(
            "Saving throw modifiers, not cumulative",
            "Squad or section leader\nIn cover\nFriendly fire\nSpeculative fire",
            "+1\n+1\n+1\n+2",
        ),
    )


def test_a_vehicle_has_its_saves_and_a_squad_its_sign() -> None:
    roster = a_roster(a_squad(vehicles=(Vehicle(type="protected"),)))
    _, car, squad = backs_of(roster)  # the key, and the two before it
    assert (car.number, car.picture, car.tables) == ("V1", "car", ())
    assert car.stats
    assert "Small arms, MGs\u00a04+" in car.stats.text.replace("\n", " ")
    assert (squad.number, squad.title.text, squad.line.text, squad.sign) == (
        "",
        "Rangers",
        "Alpha",
        "squad-vehicle",
    )


def test_in_every_game_and_language_what_is_on_a_back_has_room_there() -> None:
    for path in (*SAMPLES, *EXAMPLES[::3]):
        for language in LANGUAGES:
            for back in backs_of(read_list(path), language):
                picture = CARD.back_picture if back.tables else LARGE_PICTURE
                stats = fit.height(len(back.stats.lines), back.stats.size) if back.stats else 0
                lines = sum(table.names.count("\n") + 2 for table in back.tables)
                tables = fit.height(lines, back.size) + AIR * len(back.tables)
                assert picture + stats + tables <= CARD.back_room
                assert back.size >= 6.5


def test_the_lists_of_a_force_have_one_pattern_and_all_are_drawn() -> None:
    forces = ["75th Rangers", " 75TH rangers ", "Taliban", *map(str, range(40))]
    assert pattern_of(forces[0]) == pattern_of(forces[1])
    assert {pattern_of(force) for force in forces} == set(range(PATTERNS))
    drawn = {path.stem for path in (STATIC / "print" / "patterns").iterdir()}
    assert drawn == {str(number) for number in range(PATTERNS)}


def test_weapons_that_one_must_tell_apart_look_different() -> None:
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
def test_a_weapon_of_a_ruleset_to_come_is_known_by_its_name(name: str, icon: str) -> None:
    book = catalogue("bn")
    weapon = msgspec.structs.replace(book.weapons[0], id="new", name=Text("x", name), in_full=None)
    assert weapon_icon(["new"], msgspec.structs.replace(book, weapons=(weapon,))) == icon


def test_backs_stay_in_their_frames() -> None:
    for page in pages_of(a_pdf(SHAPES["long names"], "it", "cards", duplex=True))[:2]:
        assert (out_of_frame(page), overlapping(page)) == ([], [])
