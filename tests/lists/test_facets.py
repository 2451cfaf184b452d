"""What is in a list."""

from armybuilder.lists.facets import facets_of
from rules.core.document.roster import ExtraEntry, Roster, Vehicle
from tests.lists.factories import a_group, a_roster, a_squad


def test_a_list_names_each_thing_once() -> None:
    squad = a_squad(
        a_group(2, "lmg", "lmg", class_="trained", kit=("radio",)),
        a_group(1, roles=("medic",)),
        vehicles=(Vehicle(type="protected", weapons=("mmg",), traits=("open",)),),
        extras=(ExtraEntry(extra="infiltration"),),
        traits=("green",),
    )
    extras = (ExtraEntry(extra="ambush"), ExtraEntry(extra="ambush"))
    assert facets_of(a_roster(squad, extras=extras)) == {
        ("game", "bn"),
        ("class", "elite"),
        ("class", "trained"),
        ("extra", "ambush"),
        ("extra", "infiltration"),
        ("kit", "radio"),
        ("role", "medic"),
        ("trait", "green"),
        ("trait", "open"),
        ("vehicle", "protected"),
        ("weapon", "assault-rifle"),
        ("weapon", "lmg"),
        ("weapon", "mmg"),
    }


def test_a_list_without_squads_names_its_game() -> None:
    assert facets_of(Roster(format="armylist/1", ruleset="bn", name="Empty", squads=())) == {("game", "bn")}
