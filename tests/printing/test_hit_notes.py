"""The save against a weapon: from the data to the paper."""

import pytest
from django.utils.translation import override

from armybuilder.printing.layout.words import Fact
from armybuilder.printing.units.fire import save_notes
from rules.core.document.roster import Figure
from tests.printing.cards import notes_of, troops_of
from tests.printing.sheets import a_roster, a_setting, catalogue

SAVES: dict[tuple[str, ...], list[Fact]] = {
    ("bn", "rpg"): [Fact("A vehicle saves against", "Light AT")],
    ("bn", "hmg", "rpg", "lmg"): [Fact("A vehicle saves against", "LMG: Small arms, MGs · HMG · RPG: Light AT")],
    ("bn", "grenade"): [],
    ("bi", "lmg"): [],
    ("rth-it", "rifle"): [Fact("A vehicle saves against", "Small arms")],
}


@pytest.mark.parametrize("asked", SAVES, ids=lambda asked: " ".join(asked))
def test_each_weapon_calls_for_its_column_in_the_table(asked: tuple[str, ...]) -> None:
    rules = catalogue(asked[0])
    weapons = [weapon for weapon in rules.weapons if weapon.id in asked[1:]]
    with override("en"):
        assert list(save_notes(weapons, a_setting(a_roster(ruleset=asked[0])))) == SAVES[asked]


def test_cards_have_the_note_if_it_needs_no_extra_card() -> None:
    figures = [Figure(weapons=("rpg",), notes=notes) for notes in ("", "so much is said of him " * 22)]
    cards = troops_of(*figures, class_="recruit")
    said = [[note for note in notes_of(card) if note.startswith("A vehicle")] for card in cards]
    assert said == [["A vehicle saves against Light AT"], []]
