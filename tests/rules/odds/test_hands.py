"""The carrier of a weapon: the address of its odds holds the data of the list."""

from rules.core.document.roster import Figure, Modifiers, Squad, Vehicle
from rules.odds.fire.weapon_grid import in_hands, usual_class
from tests.core.documents import LIBRARY
from tests.lists.factories import a_roster, a_squad


def queries(
    row: Figure | Vehicle, *others: Figure, ruleset: str = "bn", class_: str = "elite", motivation: int = 0
) -> list[str]:
    figures = (row, *others) if isinstance(row, Figure) else others
    squad = a_squad(*figures, class_=class_, modifiers=Modifiers(motivation=motivation))
    return [query for _, query in in_hands(row, squad, LIBRARY.catalogues[ruleset])]


def test_a_man_fires_as_the_class_that_he_has() -> None:
    own_class = Figure(weapons=("smg", "grenade", "smg"), class_="veteran")
    assert queries(own_class) == ["s=veteran&w=smg", "s=veteran&w=grenade"]
    assert queries(Figure(weapons=("smg",)), class_="nobody") == []


def test_the_data_of_the_list_are_used() -> None:
    unserved = Figure(weapons=("hmg",))
    assert queries(unserved) == ["s=elite&w=hmg&one-crewman=1"]
    assert queries(unserved, Figure(roles=("crew",))) == ["s=elite&w=hmg"]
    sniper = Figure(weapons=("precision-rifle",), roles=("sniper",))
    found = queries(sniper, ruleset="bi", class_="regular", motivation=-1)
    assert found == ["s=regular&w=precision-rifle&sniper=1&tired=1"]


def test_off_table_and_unknown_weapons_are_not_aimed() -> None:
    assert queries(Figure(weapons=("mortar-60", "smoke-of-old")), ruleset="bi", class_="regular") == []


def test_anti_air_weapons_are_aimed_too() -> None:
    assert queries(Figure(weapons=("aa-mg", "rifle")), ruleset="bi", class_="regular") == [
        "s=regular&w=aa-mg",
        "s=regular&w=rifle",
    ]


def test_a_vehicle_fires_what_its_price_holds_too_and_its_weapons_are_served() -> None:
    tank = Vehicle(type="tank", weapons=("heavy-at", "hmg"))
    assert queries(tank, class_="militia") == [
        f"s=militia&w={weapon}&on=tank" for weapon in ("heavy-at", "hmg", "lmg", "mmg")
    ]
    carrier = Vehicle(type="tracked-carrier", weapons=("mg",))
    assert queries(carrier, ruleset="bi", class_="regular", motivation=1) == [
        "s=regular&w=mg&on=tracked-carrier&motivated=1"
    ]
    assert queries(Vehicle(type="hovercraft", weapons=("hmg",))) == []


def test_a_crew_without_a_class_has_that_of_its_men_then_the_usual_one() -> None:
    lorry = Vehicle(type="unprotected", weapons=("hmg",))
    bn = LIBRARY.catalogues["bn"]

    def fired(squad: Squad, usual: str = "") -> list[str]:
        return [query for _, query in in_hands(lorry, squad, bn, usual)]

    driver = Figure(class_="recruit")
    assert fired(a_squad(driver, class_="")) == ["s=recruit&w=hmg&on=unprotected"]
    assert fired(a_squad(class_="")) == []
    usual = usual_class(a_roster(a_squad(class_="nobody"), a_squad(driver, class_="veteran")), bn)
    assert fired(a_squad(class_=""), usual) == ["s=veteran&w=hmg&on=unprotected"]
    assert usual_class(a_roster(a_squad(class_="")), bn) == "recruit"
