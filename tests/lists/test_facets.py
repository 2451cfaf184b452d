"""What is in a list, written down with it, and lists found by it."""

import pytest

from armybuilder.lists import edits
from armybuilder.lists.facets import facets_of
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.library import Kind
from rules.core.roster import ExtraEntry, Roster, Vehicle
from tests.lists.factories import a_group, a_key, a_list, a_roster, a_squad, change, first_squad


def test_a_list_names_each_thing_once_and_in_order() -> None:
    squad = a_squad(
        a_group(2, "lmg", "lmg", class_="trained", kit=("radio",)),
        a_group(1, roles=("medic",)),
        vehicles=(Vehicle(type="protected", weapons=("mmg",), traits=("open",)),),
        extras=(ExtraEntry(extra="infiltration"),),
        traits=("green",),
    )
    extras = (ExtraEntry(extra="ambush"), ExtraEntry(extra="ambush"))
    assert facets_of(a_roster(squad, extras=extras)).split(" ") == [
        "",
        "class:elite",
        "class:trained",
        "extra:ambush",
        "extra:infiltration",
        "kit:radio",
        "role:medic",
        "trait:green",
        "trait:open",
        "vehicle:protected",
        "weapon:assault-rifle",
        "weapon:lmg",
        "weapon:mmg",
        "",
    ]


def test_a_list_without_squads_names_nothing() -> None:
    assert facets_of(Roster(format="armylist/1", ruleset="bn", name="Empty", squads=())) == ""


@pytest.mark.usefixtures("loaded_rules")
def test_facets_follow_the_list(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(a_squad(a_group(2), a_group(1, "lmg", roles=("medic",)))))
    gunner = first_squad(army_list).figures[1].id
    change(
        army_list,
        alice,
        lambda roster: edits.edit_figure(roster, gunner, weapons=("mmg",), roles=()),
        a_key(),
        "edit-figure",
    )
    stored = ArmyList.objects.get(pk=army_list.pk)
    assert stored.facets == " class:elite weapon:assault-rifle weapon:mmg "


@pytest.mark.usefixtures("loaded_rules")
@pytest.mark.parametrize(
    ("kind", "item", "found"),
    [
        ("weapon", "lmg", ["Guns"]),
        ("weapon", "assault-rifle", ["Guns", "Rangers"]),
        ("weapon", "rifle", []),
        ("weapon", "assault", []),
        ("weapon", "l_g", []),
        ("class", "lmg", []),
    ],
)
def test_lists_are_found_by_what_they_name(alice: Visitor, kind: Kind, item: str, found: list[str]) -> None:
    a_list(alice)
    a_list(alice, a_roster(a_squad(a_group(2, "lmg"), a_group(1)), name="Guns"))
    assert [army_list.name for army_list in ArmyList.objects.naming(kind, item).order_by("name")] == found
