"""The rows of a squad's table match the tables in the rules."""

import re

import pytest

from armybuilder.printing.units.squads import Unit
from rules.core.document.roster import Figure, Roster, Vehicle
from tests.printing.sheets import NBSP, a_page, a_roster, a_row, a_sheet, a_squad, fire_of, told

# ── Weapons (bn §8.0, §8.3; rth §8.0, §8.3) ────────────────────────────────────────────────────────────────────────


def test_an_assault_rifle_fires_aimed_or_a_burst() -> None:
    row = a_row(Figure(weapons=("assault-rifle",)))
    assert told(row).weapons == "Assault rifle, aimed\nburst"
    assert told(row).needs == "3\t4\t5\t6\n4\t6\t–\t–"
    assert told(row).dice == "1\n3"
    assert told(row).covering == "3\t2\n\t"


def test_each_weapon_has_its_lines() -> None:
    row = a_row(Figure(weapons=("lmg", "pistol")))
    assert told(row).weapons == f"LMG\nPistol, to{NBSP}10{NBSP}cm"
    assert told(row).needs == "4\t5\t6\t6\n3\t–\t–\t–"
    assert told(row).dice == "4\n1"
    assert told(row).covering == "5\t4\n1\t–"


def test_a_weapon_without_covering_fire_has_dashes() -> None:
    assert fire_of(Figure(weapons=("rpg",))).covering == "–\t–"


def test_two_of_the_same_weapon_share_a_line() -> None:
    assert fire_of(Figure(weapons=("lmg", "lmg"))).weapons == "LMG ×2"


def test_road_to_hell_has_four_bands_of_covering_fire() -> None:
    row = a_row(Figure(weapons=("automatic-rifle",)), ruleset="rth-en")
    assert (told(row).needs, told(row).dice, told(row).covering) == ("4\t5\t6\t6", "3", "4\t3\t2\t1")
    (line,) = row.guns[0]
    assert [line.name, *line.numbers] == ["Automatic rifle (BAR, Bren)", *"4566", "×3", *"4321"]


def test_in_bassa_intensita_every_weapon_has_its_own_ranges() -> None:
    row = a_row(Figure(weapons=("shotgun",)), ruleset="bi", class_="veteran")
    assert told(row) == (
        "Shotgun",
        "10\t–\t30",
        "",
        "1",
        "6\t–\t4",
    )
    html = a_page(a_roster(a_squad(Figure(), class_="veteran"), ruleset="bi")).html
    heads = re.findall(r"<th[^>]*>([^/]*?)</th>", html.replace("<br>", " "))
    assert [head.strip() for head in heads][1:8] == [
        *("Weapon", "Range, cm short", "norm.", "long", "Shots", "At most, d10 short", "norm."),
    ]


def test_a_single_crewman_has_the_shots_that_he_fires() -> None:
    alone = a_row(Figure(weapons=("mg",)), ruleset="bi", class_="veteran")
    assert (told(alone).dice, told(alone).covering) == ("1\n1", "6\t5\t4\n6\t5\t4")


def test_chances_against_aircraft_run_over_the_columns_of_numbers() -> None:
    row = a_row(Figure(weapons=("rpg",)), ruleset="bi", class_="veteran")
    assert told(row).weapons == f"RPG, HE\n\u2002helicopters{NBSP}1–2, to{NBSP}80{NBSP}cm"
    assert told(row).needs == "–\t20\t60\n"


def test_a_range_set_by_the_referee_has_a_blank() -> None:
    """Ludonet: 5 or 6, and 4 too within half of the range; experts add 1."""
    row = a_row(Figure(weapons=("small-arms",)), ruleset="ludonet", class_="expert")
    assert told(row).weapons == f"Small arms, to{NBSP}………{NBSP}cm: 4+, within half 3+"


def test_a_weapon_without_a_fire_row_has_dashes() -> None:
    row = a_row(Figure(weapons=("mortar-60",)), ruleset="bi", class_="veteran")
    assert (told(row).weapons, told(row).needs, told(row).dice) == ("Mortar under 60\xa0mm", "–\t–\t–", "–")


def test_a_figure_without_weapons_is_unarmed() -> None:
    row = a_row(Figure())
    assert told(row) == (
        "unarmed",
        "–\t–\t–\t–",
        "",
        "–",
        "–\t–",
    )


def test_a_weapon_that_the_edition_does_not_have_keeps_its_id() -> None:
    row = a_row(Figure(weapons=("semi-auto-rifle",)))
    assert (told(row).weapons, told(row).needs) == ("semi-auto-rifle", "–\t–\t–\t–")


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def boxes_of(unit: Unit) -> list[str]:
    """The boxes printed for each man or vehicle of a unit."""
    html = a_page(unit.setting.roster).html
    return re.findall(r'<td class="t"[^>]*>\s*(☐+)\s*</td>', html)


def test_a_figure_has_three_boxes_and_its_points() -> None:
    row = a_row(Figure(name="Sgt. Rossi", leadership=1, weapons=("assault-rifle",)))
    assert (row.keys, boxes_of(row)) == (["1"], ["☐☐☐"])
    assert (row.name, row.times, row.points, row.each) == ("Sgt. Rossi", "", "20", "")
    assert row.tags == (f"Leadership{NBSP}1", f"save{NBSP}2+")


def test_men_of_a_group_have_a_number_and_boxes_each() -> None:
    row = a_row(Figure(count=3, weapons=("assault-rifle",)))
    assert (row.keys, boxes_of(row)) == (["1", "2", "3"], ["☐☐☐"] * 3)
    assert (row.name, row.times) == ("Rifleman", "×3")
    assert (row.points, row.each) == ("45", "3 × 15")


def test_each_man_is_beside_a_line_of_fire_and_the_last_takes_the_rest() -> None:
    def rows(count: int) -> list[tuple[str, str, int]]:
        unit = a_row(Figure(count=count, weapons=("assault-rifle", "rpg")))
        return [(key, line.name if line else "", span) for key, line, span in unit.rows]

    aimed, burst = "Assault rifle, aimed", "burst"
    assert rows(1) == [("1", aimed, 3), ("", burst, 1), ("", "RPG", 1)]
    assert rows(2) == [("1", aimed, 1), ("2", burst, 2), ("", "RPG", 1)]
    assert rows(4) == [("1", aimed, 1), ("2", burst, 1), ("3", "RPG", 1), ("4", "", 1)]


def test_numbering_continues_through_the_whole_list() -> None:
    group = Figure(count=2, weapons=("lmg",))
    sheet = a_sheet(a_roster(a_squad(group), a_squad(group, group)))
    assert [unit.keys[0] for squad in sheet.squads for unit in squad.units] == ["1", "3", "5"]


def test_more_than_four_hundred_men_have_no_boxes() -> None:
    big = a_squad(Figure(count=200, weapons=("lmg",)), Figure(count=200), Figure(weapons=("lmg",)))
    roster = a_roster(big)
    numbers = [key for unit in a_sheet(roster).squads[0].units for key, _line, _span in unit.rows]
    assert numbers == ["1–200", "201–400", "401"]
    assert "☐" not in a_page(roster).html


def test_tags_describe_a_man() -> None:
    figure = Figure(
        name="Rossi", leadership=2, commander=True, roles=("medic", "driver"), team="A", notes="Speaks Dari."
    )
    row = a_row(figure)
    assert row.tags == (f"Leadership{NBSP}2", f"save{NBSP}2+", "In command", "Medic", "Driver")
    assert (row.team, row.notes) == ("A", ["Speaks Dari."])


def test_a_role_already_in_the_name_is_not_repeated() -> None:
    row = a_row(Figure(roles=("medic",), weapons=("assault-rifle",)))
    assert (row.name, row.tags) == ("Medic", ())


def test_kit_and_ability_of_bassa_intensita() -> None:
    figure = Figure(name="Costa", ability="elite", kit=("radio", "flak-jacket"))
    row = a_row(figure, ruleset="bi", class_="veteran")
    assert row.tags == ("ability Elite", "Radio", "Flak jacket (−1)")


def test_the_combat_value_of_ludonet() -> None:
    figure = Figure(name="Bianchi", weapons=("heavy-weapon",), combat_value=0)
    assert a_row(figure, ruleset="ludonet", class_="regular").tags == ("combat value 0",)


def test_fields_ignored_by_the_ruleset_are_not_printed() -> None:
    figure = Figure(name="Rossi", ability="elite", combat_value=3)
    assert a_row(figure).tags == ()


def test_a_man_of_a_different_class_has_his_own_characteristics() -> None:
    assert a_row(Figure(class_="militia")).described == " · ".join(
        ["Militia: I/M 2", "Spo +1", "Cov 0", "Mel 1", "Sav 5+", "Sup 2"]
    ).replace(" ", NBSP).replace(f"{NBSP}·{NBSP}", " · ").replace(f"Militia:{NBSP}", "Militia: ")


def test_a_class_that_the_edition_does_not_have_keeps_its_id() -> None:
    assert a_row(Figure(class_="rabble")).described == "rabble"


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_vehicle_moves_fires_and_saves() -> None:
    row = a_row(Vehicle(type="protected", name="VM90", movement="wheeled", weapons=("mmg",)))
    assert (row.is_vehicle, row.keys, row.name, boxes_of(row)) == (True, ["V1"], "VM90", ["☐"])
    assert row.described == f"Protected vehicle, wheels{NBSP}45−2d6{NBSP}cm"
    assert told(row) == (
        "MMG",
        "4\t5\t5\t6",
        "",
        "4",
        "6\t5",
    )
    assert row.saves == [
        ("", [("4+", "Small arms, MGs"), ("6+", "HMG, Light AT, IED, Heavy AT, tank gun")]),
    ]
    assert row.points == "22"


def test_a_vehicle_without_a_choice_shows_both_options() -> None:
    row = a_row(Vehicle(type="protected"))
    assert row.described == f"wheels{NBSP}45−2d6{NBSP}cm / tracks{NBSP}30−2d6{NBSP}cm"


def test_a_row_has_this_mans_numbers_and_the_printed_numbers_in_small_type() -> None:
    """bn §8.0: militia add 1; a number above 6 becomes 6, and one die is lost for each point above it."""
    row = a_row(Figure(weapons=("lmg",)), class_="militia")
    assert (told(row).needs, told(row).small, told(row).dice) == ("5\t6\t6\t6", "4\t5\t3d\t3d", "4")
    assert fire_of(Figure(weapons=("lmg",)), class_="veteran").small == ""
    alone, crew = Figure(weapons=("mmg",)), Figure(roles=("crew",), weapons=("assault-rifle",))
    assert fire_of(alone).needs == "5\t6\t6\t6"
    served = a_sheet(a_roster(a_squad(alone, crew))).squads[0].units[0]
    assert told(served).needs == "4\t5\t5\t6"
    assert fire_of(Vehicle(type="protected", weapons=("mmg",))).needs == "4\t5\t5\t6"


def test_an_unknown_class_rolls_the_printed_numbers() -> None:
    assert fire_of(Figure(weapons=("lmg",)), class_="rabble").needs == "4\t5\t6\t6"


@pytest.mark.parametrize(
    ("ruleset", "class_", "heads"),
    [
        ("bn", "elite", "Supp.\tWnd.\tLost"),
        ("bi", "veteran", "Shock\tWnd.\tBad\tDead"),
        ("ludonet", "regular", "Tired\t1st wnd\t2nd wnd\tKilled"),
    ],
)
def test_each_game_has_boxes_for_its_own_states(ruleset: str, class_: str, heads: str) -> None:
    sheet = a_sheet(a_roster(a_squad(Figure(count=2), class_=class_), ruleset=ruleset))
    count = heads.count("\t") + 1
    assert "\t".join(sheet.states) == heads
    assert sheet.boxes == "☐" * count


def test_the_price_of_a_tank_includes_its_gun() -> None:
    row = a_row(Vehicle(type="tank"))
    assert told(row).weapons.split("\n") == ["LMG", "MMG", "HMG", f"Tank gun, from{NBSP}10{NBSP}cm"]
    assert told(row).needs.split("\n") == ["4\t5\t6\t6", "4\t5\t5\t6", "4\t5\t5\t6", "4\t4\t5\t6"]
    assert told(row).dice.split("\n") == ["4", "4", "5", "1"]


def test_a_man_has_the_row_of_a_weapon_he_may_fire_as() -> None:
    row = a_row(Figure(weapons=("pistol",), kit=("non-lethal",)), ruleset="bi", class_="regular")
    assert (told(row).weapons, told(row).needs, told(row).dice) == (
        "Pistol\nas carbine",
        "5\t10\t20\n10\t20\t60",
        "1\n1",
    )


def test_a_tank_saves_by_side_and_is_immune_to_small_arms() -> None:
    row = a_row(Vehicle(type="heavy-tank"), ruleset="rth-en")
    assert row.saves == [
        (
            "Front",
            [
                ("immune", "Small arms, HMG"),
                ("2+", "Bazooka etc."),
                ("3+", "Medium cannon"),
                ("4+", "Heavy cannon"),
            ],
        ),
        (
            "Side and rear",
            [
                ("immune", "Small arms, HMG"),
                ("3+", "Bazooka etc."),
                ("4+", "Medium cannon"),
                ("5+", "Heavy cannon"),
            ],
        ),
    ]


def test_weapons_in_a_vehicles_price_are_printed_and_grouped() -> None:
    row = a_row(Vehicle(type="medium-tank"), ruleset="rth-en")
    fire = told(row)
    assert fire.weapons.split("\n")[:3] == ["LMG", "MMG", "HMG"]
    assert " ".join(fire.weapons.split("\n")[3:]) == f"Light gun, Heavy gun, from{NBSP}10{NBSP}cm"
    needs = [line for line in fire.needs.split("\n") if line]
    assert needs[:4] == ["4\t5\t6\t6", "4\t5\t5\t6", "4\t5\t5\t6", "4\t4\t5\t6"]
    assert row.notes[0] == "Weapons are included in the points: whatever the model carries."


def test_a_vehicle_has_its_traits_and_two_speeds() -> None:
    row = a_row(
        Vehicle(type="wheeled-carrier", name="Puma", weapons=("mg",), traits=("smoke-launcher",), notes="Empty."),
        ruleset="bi",
        class_="veteran",
    )
    assert row.tags == ("Smoke launchers",)
    assert row.described == f"4×4 wheeled carrier, on{NBSP}road{NBSP}80{NBSP}cm / off{NBSP}road{NBSP}60{NBSP}cm"
    assert (row.saves, row.notes) == ([], ["Empty."])


def test_each_of_several_equal_vehicles_has_a_number_and_a_box() -> None:
    row = a_row(Vehicle(type="unprotected", count=2, weapons=("lmg",)))
    assert (row.keys, boxes_of(row), row.times) == (["V1", "V2"], ["☐", "☐"], "×2")
    assert (row.points, row.each) == ("30", "2 × 15")


def test_a_vehicle_has_a_box_for_each_result_on_its_damage_table() -> None:
    row = a_row(Vehicle(type="wheeled-carrier", count=2), ruleset="bi", class_="veteran")
    [first, second] = row.damage_boxes
    states = ["radio destroyed", "slowed", "immobilised", "turret jammed", "weapon destroyed", "destroyed"]
    assert first.replace(NBSP, " ") == "V1:  " + "  ".join(f"☐ {state}" for state in states)
    assert second == first.replace("V1", "V2")


def test_a_vehicle_that_the_edition_does_not_have_keeps_its_id() -> None:
    row = a_row(Vehicle(type="heavy-tank", name="Tiger"))
    assert (row.name, row.described, row.saves, row.points) == ("Tiger", "heavy-tank", [], "0")


# ── Columns ────────────────────────────────────────────────────────────────────────────────────────────────────────


def a_list_of(ruleset: str, class_: str) -> Roster:
    return a_roster(a_squad(Figure(), class_=class_), ruleset=ruleset)


@pytest.mark.parametrize(
    ("ruleset", "class_", "fire", "own_ranges", "covering", "points"),
    [
        ("bn", "elite", ("25", "50", "100", "150"), False, ("25", "50"), True),
        ("rth-it", "elite", ("25", "50", "100", "150"), False, ("25", "50", "100", "150"), True),
        ("rth-en", "elite", ("25", "50", "100", "150"), False, ("25", "50", "100", "150"), True),
        ("bi", "veteran", ("short", "norm.", "long"), True, ("short", "norm.", "long"), False),
        ("ludonet", "regular", (), False, (), False),
    ],
)
def test_columns_match_the_ruleset(
    ruleset: str,
    class_: str,
    fire: tuple[str, ...],
    own_ranges: bool,
    covering: tuple[str, ...],
    points: bool,
) -> None:
    sheet = a_sheet(a_list_of(ruleset, class_))
    bands = sheet.setting.bands
    assert (bands.fire, bands.own_ranges, bands.covering) == (fire, own_ranges, covering)
    assert bool(sheet.points) == points


@pytest.mark.parametrize(
    ("ruleset", "class_", "weapon", "said"),
    [
        ("bi", "rabble", "aa-missile-portable", "Portable anti-air missile: aircraft never, helicopters 1"),
        ("bi", "elite", "aa-missile-portable", "Portable anti-air missile: aircraft 1–4, helicopters 1–5"),
        ("bi", "elite", "rpg", "\N{EN SPACE}helicopters 1–3, to 80 cm"),
        ("bi", "rabble", "rpg", ""),
        ("ludonet", "expert", "anti-air", "Anti-air, to ……… cm: aircraft 5+"),
    ],
)
def test_weapons_against_aircraft_have_the_numbers_these_men_need(
    ruleset: str, class_: str, weapon: str, said: str
) -> None:
    weapons = fire_of(Figure(weapons=(weapon,)), ruleset, class_).weapons.replace("\n", " ").replace(NBSP, " ")
    assert weapons.endswith(said)
    assert bool(said) == ("aircraft" in weapons or "helicopters" in weapons)
