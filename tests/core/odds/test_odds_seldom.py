"""Rare questions: weapons without a fire row, covering fire at nobody, values in place of a weapon."""

import json
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from rules.core.catalogue.library import Library
from rules.core.document.problem import UnreadableListError
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.odds import answer, profile_of
from rules.core.odds import profile as profiles
from tests.core.documents import LIBRARY
from tests.core.odds.test_odds_fire_d6 import fraction, fractions
from tests.rules.invented import HARBOUR


def ask(ruleset: str, kind: str, fields: dict[str, Any], library: Library = LIBRARY) -> Any:
    question = {"format": "odds/1", "ruleset": ruleset, "question": kind} | fields
    return answer(json.dumps(question).encode(), library)


def test_a_weapon_without_a_row_may_not_be_fired() -> None:
    man = {"class": "elite"}
    asked = {"shooter": man | {"weapon": "aa-mg"}, "distance": 20, "target": man}
    told = ask("bi", "fire", asked)
    assert (told["status"], told["dice"], fractions(told["hits"])) == ("may-not", 0, {0: 1})
    weapons = tuple(replace(one, fire=()) if one.id == "musket" else one for one in HARBOUR.weapons)
    man = {"class": "customs"}
    asked = {"shooter": man | {"weapon": "musket"}, "distance": 5, "target": man}
    told = ask("harbour", "fire", asked, Library([replace(HARBOUR, weapons=weapons)]))
    assert (told["status"], told["because"]["source"]) == ("may-not", "Tavola 2")


def test_covering_fire_of_which_nobody_is_the_target() -> None:
    told = ask("bn", "covering-fire", {"class": "elite", "group": [{"weapon": "lmg"}], "distance": 20})
    assert (told["value"], "target" in told) == (8, False)
    assert fraction(told["chance"]) == Fraction(26, 36)  # two dice of 8 at most


def test_an_effect_on_near_targets_needs_a_distance() -> None:
    book = LIBRARY.catalogues["bn"]
    near = {"cover": lambda one: replace(one, within=30) if one.roll == "save" else one}
    situations = tuple(
        replace(one, effects=tuple(map(near[one.id], one.effects))) if one.id in near else one
        for one in book.odds.situations
    )
    changed = Library([replace(book, odds=replace(book.odds, situations=situations))])
    target = {"target": {"class": "elite"}, "situations": ["cover"]}

    def saved(kind: str, **asked: Any) -> list[str]:
        told = ask("bn", kind, target | asked, changed)
        return [one["id"] for one in told["target"]["modifiers"]]

    shooter = {"class": "elite", "weapon": "rifle"}
    assert saved("fire", shooter=shooter, distance=30) == ["cover"]
    assert saved("fire", shooter=shooter, distance=31) == []
    assert saved("save", hits=1) == []


def test_covering_fire_with_a_handful_of_dice() -> None:
    """Ruleset files of strangers could ask for hundreds: a sum of them takes minutes."""
    book, asked = LIBRARY.catalogues["bn"], {"class": "elite", "group": [{"weapon": "lmg"}], "distance": 20}
    assert book.odds.covering
    rolling = {
        dice: Library([replace(book, odds=replace(book.odds, covering=replace(book.odds.covering, dice=dice)))])
        for dice in (12, 13)
    }
    assert ask("bn", "covering-fire", asked, rolling[12])["dice"] == 12
    with pytest.raises(UnreadableListError, match="dice"):
        ask("bn", "covering-fire", asked, rolling[13])


def test_a_vehicle_with_a_combat_value_is_hit_by_no_weapon() -> None:
    target = {"vehicle": "vehicle", "combat_value": 0}
    told = ask("ludonet", "save", {"shooter": {"combat_value": 6}, "target": target})
    assert fractions(told["target"]["outcomes"])["destroyed"] == 1 - fraction(told["chance"])


def test_the_cache_of_fire_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "MOST_REMEMBERED", 3)
    book = LIBRARY.catalogues["bn"]
    figures = tuple(Figure(weapons=(weapon,)) for weapon in ("rifle", "lmg", "smg", "mmg", "hmg"))
    squads = (Squad(name="A", class_="elite", figures=figures),)
    roster = Roster(format="armylist/1", ruleset="bn", name="A", squads=squads)
    book.odds.remembered.clear()
    bounded = profile_of(roster, book, "militia")
    assert len(book.odds.remembered) <= 3
    monkeypatch.undo()
    assert profile_of(roster, book, "militia") == bounded
