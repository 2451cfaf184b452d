"""Items that an edition does not have, and fields that it does not read."""

import pytest

from tests.core.documents import (
    GAMES,
    POINT_GAMES,
    Document,
    Issue,
    army,
    extra,
    issues,
    judged,
    man,
    squad,
    vehicle,
)

# An item of each kind that the game does not have, and a class and a vehicle that it has.
FOREIGN = {
    "rth-it": {
        "class": "trained",
        "weapon": "heavy-at",
        "role": "scout",
        "vehicle": "tank",
        "extra": "ambush",
    },
    "rth-en": {
        "class": "mercenary",
        "weapon": "rpg",
        "role": "sniper",
        "vehicle": "protected",
        "extra": "ied",
    },
    "bn": {
        "class": "partisan",
        "weapon": "saw",
        "role": "engineer",
        "vehicle": "heavy-tank",
        "extra": "air-support",
    },
    "bi": {"class": "trained", "weapon": "hmg", "role": "", "vehicle": "unprotected", "extra": "motivation"},
    "ludonet": {"class": "elite", "weapon": "lmg", "role": "medic", "vehicle": "tank", "extra": "air-strike"},
}
TROOPS = {"rth-it": "veteran", "rth-en": "veteran", "bn": "veteran", "bi": "regular", "ludonet": "regular"}
VEHICLE = {
    "rth-it": vehicle("unprotected"),
    "rth-en": vehicle("unprotected"),
    "bn": vehicle("unprotected"),
    "bi": vehicle("helicopter"),
    "ludonet": vehicle("vehicle", combat_value=1),
}
ITEM_SOURCE = {
    "rth-it": "Calcolo dei punti",
    "rth-en": "Calculating points",
    "bn": "Calcolo dei punti",
    "bi": "Tiro diretto",
    "ludonet": "Ludonet",
}

each_game = pytest.mark.parametrize("game", GAMES)


def foreign(*paths: str) -> list[Issue]:
    return [("not-in-ruleset", "error", path) for path in paths]


def section(game: str, *figures: Document, **fields: object) -> Document:
    """An independent section of troops of the game: no check has a finding beside another entry."""
    return squad(TROOPS[game], *figures, kind="section", **fields)


def pair(game: str, *figures: Document, **fields: object) -> Document:
    return army(game, section(game, man(), *figures, **fields), section(game, man()))


@each_game
def test_a_foreign_class_is_told_where_it_stands(game: str) -> None:
    own = man(class_=FOREIGN[game]["class"], count=2)
    squads = squad(FOREIGN[game]["class"], man(), man(class_=TROOPS[game]), man(), kind="section")

    assert issues(pair(game, own, own)) == foreign("squads[0].figures[1]", "squads[0].figures[2]")
    assert issues(army(game, squads, section(game, man()))) == foreign("squads[0]")
    assert issues(army(game, section(game, man()), squad(FOREIGN[game]["class"]))) == foreign("squads[1]")


@each_game
def test_a_foreign_class_costs_nothing(game: str) -> None:
    report = judged(army(game, squad(FOREIGN[game]["class"], man(count=3), kind="section"), section(game, man())))

    assert report.squads[0].total == (0 if game in POINT_GAMES else None)


@each_game
def test_a_foreign_weapon_is_told_once_a_figure_entry(game: str) -> None:
    weapon = FOREIGN[game]["weapon"]

    assert issues(pair(game, man(weapon, weapon, count=3), man(weapon))) == foreign(
        "squads[0].figures[1]", "squads[0].figures[2]"
    )


@each_game
def test_a_foreign_weapon_is_no_support_weapon_and_wants_no_crew(game: str) -> None:
    """A mortar, a gun, an LMG or an HMG of another game."""
    weapons = {
        "rth-it": ["mg", "saw", "gun-heavy", "mortar-60", "heavy-at"],
        "rth-en": ["mg", "saw", "gun-heavy", "mortar-60", "artillery"],
        "bn": ["light-gun", "automatic-rifle", "mg", "mortar-60", "heavy-gun"],
        "bi": ["mmg", "hmg", "light-gun", "heavy-at", "light-mortar"],
        "ludonet": ["lmg", "mmg", "mortar-60", "gun-light", "light-mortar"],
    }

    assert issues(pair(game, man(*weapons[game]))) == foreign("squads[0].figures[1]")


@pytest.mark.parametrize("game", ["rth-it", "rth-en", "bn", "ludonet"])
def test_a_foreign_role_is_told_once_a_figure_entry(game: str) -> None:
    role = FOREIGN[game]["role"]

    assert issues(pair(game, man(roles=[role, "spotter"], count=2))) == foreign("squads[0].figures[1]")


@pytest.mark.parametrize("game", POINT_GAMES)
@pytest.mark.parametrize("role", ["medic", "crew", "driver"])
def test_three_roles_are_known_to_the_games_with_points(game: str, role: str) -> None:
    assert issues(pair(game, man(roles=[role]))) == []


@pytest.mark.parametrize(
    "role",
    [
        "squad-leader",
        "section-leader",
        "sniper",
        "spotter",
        "observer",
        "engineer",
        "medic",
        "crew",
        "driver",
    ],
)
def test_ludonet_has_no_roles_and_bassa_intensita_has_all(role: str) -> None:
    assert issues(pair("ludonet", man(roles=[role]))) == foreign("squads[0].figures[1]")
    assert issues(pair("bi", man(roles=[role]))) == []


@pytest.mark.parametrize("kit", ["flak-jacket", "bulletproof-vest", "night-vision", "radio", "non-lethal"])
@each_game
def test_kit_is_of_bassa_intensita(game: str, kit: str) -> None:
    assert issues(pair(game, man(kit=[kit]))) == ([] if game == "bi" else foreign("squads[0].figures[1]"))


@pytest.mark.parametrize("trait", ["smoke-launcher", "advanced-armour", "high-tech-armour", "open"])
@each_game
def test_traits_of_vehicles_are_of_bassa_intensita(game: str, trait: str) -> None:
    carrier = {**VEHICLE[game], "traits": [trait]}

    assert issues(pair(game, vehicles=[carrier])) == ([] if game == "bi" else foreign("squads[0].vehicles[0]"))
    assert issues(pair(game, traits=[trait])) == foreign("squads[0]")


@pytest.mark.parametrize("trait", ["msu", "secret-services"])
@each_game
def test_traits_of_squads_are_of_breaking_news(game: str, trait: str) -> None:
    carrier = {**VEHICLE[game], "traits": [trait]}

    assert issues(pair(game, traits=[trait])) == ([] if game == "bn" else foreign("squads[0]"))
    assert issues(pair(game, vehicles=[carrier])) == foreign("squads[0].vehicles[0]")


@pytest.mark.parametrize("level", [1, 4])
@each_game
def test_leadership_is_of_the_games_with_points(game: str, level: int) -> None:
    expected = [] if game in POINT_GAMES else foreign("squads[0].figures[1]")

    assert issues(pair(game, man(leadership=level))) == expected
    assert issues(pair(game, man(leadership=0))) == []


@each_game
def test_a_foreign_vehicle_is_told_once_and_its_weapons_are_not_looked_at(game: str) -> None:
    known = {"bi": "pistol", "ludonet": "small-arms"}.get(game, "flamethrower")
    carrier = vehicle(FOREIGN[game]["vehicle"], known, known, known, FOREIGN[game]["weapon"], traits=["msu"])

    assert issues(pair(game, vehicles=[carrier, carrier])) == foreign("squads[0].vehicles[0]", "squads[0].vehicles[1]")


@pytest.mark.parametrize("game", POINT_GAMES)
def test_the_known_weapons_of_a_foreign_vehicle_are_paid_for(game: str) -> None:
    report = judged(pair(game, vehicles=[vehicle(FOREIGN[game]["vehicle"], "hmg", "saw", count=2)]))

    assert report.breakdown is not None
    assert (report.breakdown.vehicles, report.breakdown.weapons) == (0, 20 if game == "bn" else 30)


@each_game
def test_a_foreign_extra_is_told_once_an_entry(game: str) -> None:
    id_ = FOREIGN[game]["extra"]
    listed = pair(game, extras=[extra(id_, count=9, level=9, passes=9)]) | {"extras": [extra(id_), extra(id_)]}

    assert issues(listed) == foreign("extras[0]", "extras[1]", "squads[0].extras[0]")


@each_game
def test_a_carrier_with_several_foreign_things_is_told_of_once(game: str) -> None:
    man_ = man(FOREIGN[game]["weapon"], class_=FOREIGN[game]["class"], kit=["radio"], leadership=0)
    squad_ = squad(FOREIGN[game]["class"], man(class_=TROOPS[game]), kind="section", traits=["open", "stabilised"])

    assert issues(pair(game, man_)) == foreign("squads[0].figures[1]")
    assert issues(army(game, squad_, section(game, man()))) == foreign("squads[0]")


@each_game
def test_the_source_is_the_paragraph_of_the_items(game: str) -> None:
    report = judged(pair(game, man(FOREIGN[game]["weapon"])))

    assert [found.source for found in report.issues] == [ITEM_SOURCE[game]]


# --- fields that a game does not read ---


@each_game
def test_fields_without_a_price_are_ignored_elsewhere(game: str) -> None:
    """`ability` and `leader_ability` are read in bi only; an unknown one there is foreign."""
    expected = foreign("squads[0]", "squads[0].figures[1]") if game == "bi" else []
    listed = pair(game, man(ability="trained"), leader_ability="trained")

    assert issues(listed) == expected


@each_game
def test_combat_value_movement_modifiers_and_commander_cost_nothing(game: str) -> None:
    carrier = {**VEHICLE[game], "combat_value": 100, "movement": "tracked"}
    bare = pair(game, man(), vehicles=[VEHICLE[game]])
    full = pair(
        game,
        man(combat_value=0, commander=True, team="", notes="…", name="Rossi"),
        vehicles=[carrier],
        modifiers={"motivation": -1, "fanatic": 2},
    )

    assert issues(full) == []
    assert judged(full).total == judged(bare).total


@pytest.mark.parametrize(
    ("game", "rulings"),
    [
        ("rth-it", {"medic": "flat", "ied-price": "once"}),
        ("rth-en", {"rifles": "as-english", "ied-price": "once"}),
        ("bn", {"rifles": "as-english"}),
        ("bi", {"rifles": "as-english", "medic": "flat", "unpriced": "free", "crew-cost": "figures"}),
        ("ludonet", {"unpriced": "as-20", "ied-price": "once"}),
    ],
)
def test_a_ruling_of_another_game_is_ignored(game: str, rulings: dict[str, str]) -> None:
    listed = pair(game, man("grenade"))

    assert judged(listed | {"rulings": rulings}) == judged(listed)


@pytest.mark.parametrize("kind", ["section", "sniper-team", "observer-section"])
@pytest.mark.parametrize("game", ["rth-it", "rth-en", "bn", "ludonet"])
def test_kinds_count_as_independent_sections_outside_bassa_intensita(game: str, kind: str) -> None:
    section_ = squad(TROOPS[game], man(count=8), kind=kind)

    assert issues(army(game, section_, section_)) == []
