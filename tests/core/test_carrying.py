"""Weapons after another is chosen: one of a kind, beside those without a kind."""

import pytest
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.judging.resolved import rearmed
from tests.core.documents import LIBRARY


@pytest.mark.parametrize(
    ("ruleset", "had", "chosen", "carries"),
    [
        ("bn", ["assault-rifle"], ["assault-rifle", "smg"], ["smg"]),
        ("bn", ["assault-rifle"], ["assault-rifle", "lmg"], ["lmg"]),
        ("bn", ["lmg"], ["assault-rifle", "lmg"], ["assault-rifle"]),
        ("bn", ["assault-rifle"], ["assault-rifle", "pistol"], ["assault-rifle", "pistol"]),
        ("bn", ["assault-rifle"], ["assault-rifle", "rpg"], ["assault-rifle", "rpg"]),
        ("bn", ["assault-rifle", "rpg"], ["assault-rifle", "smg", "rpg"], ["smg", "rpg"]),
        ("bn", ["assault-rifle", "rpg"], ["assault-rifle"], ["assault-rifle"]),
        ("bn", ["assault-rifle"], [], []),
        # a list from elsewhere keeps its weapons
        ("bn", ["rifle", "smg"], ["rifle", "smg"], ["rifle", "smg"]),
        ("bn", ["rifle", "smg"], ["rifle", "smg", "pistol"], ["rifle", "smg", "pistol"]),
        ("bn", ["rifle", "smg"], ["rifle", "smg", "lmg"], ["lmg"]),
        ("bn", ["arquebus"], ["arquebus", "smg"], ["arquebus", "smg"]),
        # without JavaScript both are ticked and sent at once
        ("bn", [], ["rifle", "smg"], ["rifle", "smg"]),
        ("rth-it", ["rifle"], ["rifle", "automatic-rifle"], ["automatic-rifle"]),
        ("rth-en", ["rifle"], ["portable-at", "rifle"], ["portable-at", "rifle"]),
        ("bi", ["assault-rifle"], ["assault-rifle", "law"], ["assault-rifle", "law"]),
        ("bi", ["assault-rifle", "law"], ["assault-rifle", "mg", "law"], ["mg", "law"]),
        ("ludonet", ["small-arms", "grenade"], ["small-arms", "heavy-weapon", "grenade"], ["heavy-weapon", "grenade"]),
    ],
)  # fmt: skip
def test_a_weapon_takes_the_place_of_another_of_its_kind(
    ruleset: str, had: list[str], chosen: list[str], carries: list[str]
) -> None:
    assert rearmed(had, tuple(chosen), LIBRARY.catalogues[ruleset]) == tuple(carries)


def test_weapons_of_two_kinds_stand_beside_each_other() -> None:
    bn = LIBRARY.catalogues["bn"]
    kinds = {"pistol": "short", "grenade": "short"}
    weapons = tuple(replace(weapon, kind=kinds.get(weapon.id, weapon.kind)) for weapon in bn.weapons)
    two_kinds: Catalogue = replace(bn, weapons=weapons)
    assert rearmed(["rifle", "pistol"], ("rifle", "smg", "pistol"), two_kinds) == ("smg", "pistol")
    assert rearmed(["rifle", "pistol"], ("rifle", "pistol", "grenade"), two_kinds) == ("rifle", "grenade")


def test_a_preset_decides_the_order_of_weapons() -> None:
    assert rearmed(["rifle"], ("rifle", "portable-at"), LIBRARY.catalogues["rth-it"]) == (
        "portable-at",
        "rifle",
    )


@pytest.mark.parametrize("ruleset", sorted(LIBRARY.catalogues))
def test_no_preset_carries_two_of_a_kind(ruleset: str) -> None:
    catalogue = LIBRARY.catalogues[ruleset]
    for preset in catalogue.presets:
        kinds = [catalogue.weapon_by_id[weapon].kind for weapon in preset.weapons]
        assert len([kind for kind in kinds if kind]) == len({*kinds} - {""}), preset.id
