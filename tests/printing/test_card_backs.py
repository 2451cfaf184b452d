"""The backs of cards: owner, number, picture, and short forms of rolls, actions and saves."""

import msgspec
import pytest

from armybuilder.printing.layout.pictures import PATTERNS, pattern_of, weapon_icon
from armybuilder.printing.pdfs.from_html import STATIC
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.text import Text
from tests.printing.cards import pages_of, runs_of
from tests.printing.pdfs import texts
from tests.printing.sheets import a_pdf, a_roster, a_squad, catalogue

MILLER = Figure(name="Miller", weapons=("lmg",), count=3)


def backs_of(squad: Squad) -> str:
    """Return the text of a list's page of backs."""
    _fronts, backs = texts(a_pdf(a_roster(squad), form="cards", duplex=True))
    return backs.replace("\u00a0", " ")


def test_a_back_has_name_number_rolls_actions_and_saves() -> None:
    text = " ".join(backs_of(a_squad(MILLER)).split())
    for said in (
        "1–3 Miller",
        "Alpha · 1–3 · Rangers",
        "I/M 5 · Cov 3 · Melee 4 · Sav 3+ · Sup 4 · Defeat 10",
        "Actions: one per figure Run 25 cm, fire: no Move and shoot 15 cm, fire: with a penalty",
        "Saving throw modifiers, not cumulative Squad or section leader +1 In cover +1",
    ):
        assert said in text


def test_a_vehicle_has_its_saves_and_a_squad_its_name() -> None:
    text = backs_of(a_squad(vehicles=(Vehicle(type="protected"),)))
    assert "Small arms, MGs 4+" in text
    assert "Rangers\nAlpha" in text
    assert "Run" not in text


def test_backs_are_mirrored_behind_their_cards() -> None:
    pdf = a_pdf(a_roster(a_squad(*(Figure(name=name) for name in ("Boyd", "Cole")))), form="cards", duplex=True)
    front, back = (list(runs_of(page)) for page in pages_of(pdf))
    titles = [run for run in front if run.text in ("Boyd", "Cole") and run.top < 25]
    named = [run for run in back if run.text in ("Boyd", "Cole")]
    assert [run.text for run in sorted(titles, key=lambda run: run.left)] == ["Boyd", "Cole"]
    assert [run.text for run in sorted(named, key=lambda run: run.left)] == ["Cole", "Boyd"]


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
