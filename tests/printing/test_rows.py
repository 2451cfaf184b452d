"""The rows of a squad's table match the tables in the rules."""

import pytest
from django.utils.translation import override

from armybuilder.printing.formats.roster.rows import SaveLine
from rules.core.document.roster import Figure, Roster, Vehicle
from tests.printing.sheets import NBSP, a_roster, a_row, a_sheet, a_squad, fire_of, told

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
    numbers = "4\t\t\t5\t\t\t6\t\t\t6\t\t\t\t3\t\t\t\t4\t\t\t3\t\t\t2\t\t\t1"
    name, _, after = row.fire.partition("\t")
    assert (name.strip(), after.lstrip("\t")) == ("Automatic rifle (BAR, Bren)", numbers)


def test_in_bassa_intensita_every_weapon_has_its_own_ranges() -> None:
    row = a_row(Figure(weapons=("shotgun",)), ruleset="bi", class_="veteran")
    assert told(row) == (
        "Shotgun",
        "10\t–\t30",
        "",
        "1",
        "6\t–\t4",
    )
    with override("en"):
        heads = row.columns.fire_head.replace("\n", "\t").split("\t")
    assert [head.strip() for head in heads if head] == [
        *("Weapon", "Range, cm", "At most, d10"),
        *("short", "norm.", "long", "Shots", "short", "norm.", "long"),
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


def test_a_name_too_long_for_its_column_continues_on_an_empty_line_below() -> None:
    """The range columns stay aligned with their weapon."""
    row = a_row(Figure(weapons=("portable-at", "rifle")), ruleset="rth-en")
    assert told(row).weapons == "Portable AT (bazooka,\nPIAT)\nRifle"
    assert told(row).needs == "4\t5\t6\t–\n\n3\t4\t5\t6"
    assert told(row).dice == "1\n\n1"
    assert told(row).covering == "–\t–\t–\t–\n\n1\t1\t1\t–"


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_figure_has_three_boxes_and_its_points() -> None:
    row = a_row(Figure(name="Sgt. Rossi", leadership=1, weapons=("assault-rifle",)))
    assert (row.number, row.boxes) == ("1", "☐☐☐")
    assert (row.name, row.count, row.points, row.each) == ("Sgt. Rossi", "", "20", "")
    assert row.tags == (f"Leadership{NBSP}1", f"save{NBSP}2+")


def test_men_of_a_group_have_a_number_and_boxes_each() -> None:
    row = a_row(Figure(count=3, weapons=("assault-rifle",)))
    assert (row.number, row.boxes) == ("1", "☐☐☐\n☐☐☐\n☐☐☐")
    assert (row.name, row.count) == ("Rifleman", "×3")
    assert (row.points, row.each) == ("45", "3 × 15")


def test_men_without_a_name_have_a_dotted_line() -> None:
    row = a_row(Figure(count=3, weapons=("assault-rifle",)))
    assert (row.blank, row.others) == ("…" * 8, f"2\t{'…' * 8}\n3\t{'…' * 8}")


def test_every_man_has_his_own_line_beside_a_two_line_name() -> None:
    """Each line is next to its number, even if "Man with semi-automatic rifle ×3" takes two lines."""
    riflemen, bazooka = (
        Figure(count=3, weapons=("semi-auto-rifle", "grenade")),
        Figure(weapons=("portable-at",)),
    )
    row = a_sheet(a_roster(a_squad(riflemen, bazooka), ruleset="rth-en")).squads[0].rows[0]
    assert (row.name, row.blank) == ("Man with semi-automatic rifle", "…" * 8)
    assert row.others == f"2\t{'…' * 8}\n3\t{'…' * 8}"
    assert row.boxes == "☐☐☐\n\n☐☐☐\n☐☐☐"


def test_men_without_room_beside_their_tags_have_a_line_below() -> None:
    row = a_row(Figure(count=2, leadership=2, commander=True, roles=("medic", "crew")))
    assert (row.blank, row.others) == ("", f"\t{'…' * 8}\n2\t{'…' * 8}")
    assert row.boxes.count("\n") > 1


def test_men_with_a_name_have_no_line() -> None:
    row = a_row(Figure(count=3, name="Karim, Yusuf, Omar", weapons=("assault-rifle",)))
    assert (row.blank, row.others) == ("", "2\t\n3\t")


def test_numbering_continues_through_the_whole_list() -> None:
    group = Figure(count=2, weapons=("lmg",))
    sheet = a_sheet(a_roster(a_squad(group), a_squad(group, group)))
    assert [row.number for squad in sheet.squads for row in squad.rows] == ["1", "3", "5"]


def test_a_big_group_takes_several_rows_each_shorter_than_a_page() -> None:
    sheet = a_sheet(a_roster(a_squad(Figure(count=20, weapons=("lmg",)))))
    rows = sheet.squads[0].rows
    assert [len(row.boxes.split()) for row in rows] == [7, 7, 6]
    assert [row.number for row in rows] == ["1", "8", "15"]
    assert [row.name for row in rows] == ["LMG gunner", "… LMG gunner", "… LMG gunner"]
    assert [(row.count, row.points, row.each) for row in rows] == [
        ("×20", "400", "20 × 20"),
        ("", "", ""),
        ("", "", ""),
    ]


def test_more_than_four_hundred_men_have_no_boxes() -> None:
    big = a_squad(Figure(count=200, weapons=("lmg",)), Figure(count=200), Figure(weapons=("lmg",)))
    rows = a_sheet(a_roster(big)).squads[0].rows
    assert [(row.number, row.boxes) for row in rows] == [("1–200", ""), ("201–400", ""), ("401", "")]


def test_tags_describe_a_man() -> None:
    figure = Figure(
        name="Rossi", leadership=2, commander=True, roles=("medic", "driver"), team="A", notes="Speaks Dari."
    )
    row = a_row(figure)
    assert row.tags == (f"Leadership{NBSP}2", f"save{NBSP}2+", f"In{NBSP}command", "Medic", "Driver")
    assert (row.unit.team, row.unit.notes) == ("A", ["Speaks Dari."])


def test_a_role_already_in_the_name_is_not_repeated() -> None:
    row = a_row(Figure(roles=("medic",), weapons=("assault-rifle",)))
    assert (row.name, row.tags) == ("Medic", ())


def test_kit_and_ability_of_bassa_intensita() -> None:
    figure = Figure(name="Costa", ability="elite", kit=("radio", "flak-jacket"))
    row = a_row(figure, ruleset="bi", class_="veteran")
    assert row.tags == (f"ability{NBSP}Elite", "Radio", f"Flak{NBSP}jacket{NBSP}(−1)")


def test_the_combat_value_of_ludonet() -> None:
    figure = Figure(name="Bianchi", weapons=("heavy-weapon",), combat_value=0)
    assert a_row(figure, ruleset="ludonet", class_="regular").tags == (f"combat{NBSP}value{NBSP}0",)


def test_fields_ignored_by_the_ruleset_are_not_printed() -> None:
    figure = Figure(name="Rossi", ability="elite", combat_value=3)
    assert a_row(figure).tags == ()


def test_a_man_of_a_different_class_has_his_own_characteristics() -> None:
    assert a_row(Figure(class_="militia")).stats == " · ".join(
        ["Militia: I/M 2", "Spo +1", "Cov 0", "Mel 1", "Sav 5+", "Sup 2"]
    ).replace(" ", NBSP).replace(f"{NBSP}·{NBSP}", " · ").replace(f"Militia:{NBSP}", "Militia: ")


def test_a_class_that_the_edition_does_not_have_keeps_its_id() -> None:
    assert a_row(Figure(class_="rabble")).stats == "rabble"


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_vehicle_moves_fires_and_saves() -> None:
    row = a_row(Vehicle(type="protected", name="VM90", movement="wheeled", weapons=("mmg",)))
    assert (row.unit.is_vehicle, row.number, row.name, row.boxes) == (True, "V1", "VM90", "\t\t☐")
    assert row.stats == f"Protected vehicle, wheels{NBSP}45−2d6{NBSP}cm"
    assert told(row) == (
        "MMG",
        "4\t5\t5\t6",
        "",
        "4",
        "6\t5",
    )
    assert row.saves == (
        SaveLine("", (("4+", "Small arms, MGs"), ("6+", "HMG, Light AT, IED, Heavy AT, tank gun"))),
    )
    assert row.points == "22"


def test_a_vehicle_without_a_choice_shows_both_options() -> None:
    row = a_row(Vehicle(type="protected"))
    assert row.stats == f"wheels{NBSP}45−2d6{NBSP}cm / tracks{NBSP}30−2d6{NBSP}cm"


def test_a_row_has_this_mans_numbers_and_the_printed_numbers_in_small_type() -> None:
    """bn §8.0: militia add 1; a number above 6 becomes 6, and one die is lost for each point above it."""
    row = a_row(Figure(weapons=("lmg",)), class_="militia")
    assert (told(row).needs, told(row).small, told(row).dice) == ("5\t6\t6\t6", "4\t5\t3d\t3d", "4")
    assert fire_of(Figure(weapons=("lmg",)), class_="veteran").small == ""
    alone, crew = Figure(weapons=("mmg",)), Figure(roles=("crew",), weapons=("assault-rifle",))
    assert fire_of(alone).needs == "5\t6\t6\t6"
    served = a_sheet(a_roster(a_squad(alone, crew))).squads[0].rows[0]
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
    assert sheet.columns.state_heads == heads
    assert sheet.squads[0].rows[0].boxes == "\n".join(["☐" * count] * 2)


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
    assert row.saves == (
        SaveLine(
            "Front",
            (
                ("immune", "Small arms, HMG"),
                ("2+", "Bazooka etc."),
                ("3+", "Medium cannon"),
                ("4+", "Heavy cannon"),
            ),
        ),
        SaveLine(
            "Side and rear",
            (
                ("immune", "Small arms, HMG"),
                ("3+", "Bazooka etc."),
                ("4+", "Medium cannon"),
                ("5+", "Heavy cannon"),
            ),
        ),
    )


def test_weapons_in_a_vehicles_price_are_printed_and_grouped() -> None:
    row = a_row(Vehicle(type="medium-tank"), ruleset="rth-en")
    fire = told(row)
    assert fire.weapons.split("\n")[:3] == ["LMG", "MMG", "HMG"]
    assert " ".join(fire.weapons.split("\n")[3:]) == f"Light gun, Heavy gun, from{NBSP}10{NBSP}cm"
    needs = [line for line in fire.needs.split("\n") if line]
    assert needs[:4] == ["4\t5\t6\t6", "4\t5\t5\t6", "4\t5\t5\t6", "4\t4\t5\t6"]
    assert row.unit.notes[0] == "Weapons are included in the points: whatever the model carries."


def test_a_vehicle_has_its_traits_and_two_speeds() -> None:
    row = a_row(
        Vehicle(
            type="wheeled-carrier", name="Puma", weapons=("mg",), traits=("smoke-launcher",), notes="Empty."
        ),
        ruleset="bi",
        class_="veteran",
    )
    assert row.tags == (f"Smoke{NBSP}launchers",)
    assert row.stats == f"4×4 wheeled carrier, on{NBSP}road{NBSP}80{NBSP}cm / off{NBSP}road{NBSP}60{NBSP}cm"
    assert (row.saves, row.unit.notes) == ((), ["Empty."])


def test_each_of_several_equal_vehicles_has_a_number_and_a_box() -> None:
    row = a_row(Vehicle(type="unprotected", count=2, weapons=("lmg",)))
    assert (row.number, row.others, row.boxes, row.count) == ("V1", "V2\n", "\t\t☐\n\t\t☐", "×2")
    assert (row.points, row.each) == ("30", "2 × 15")


def test_a_vehicle_has_a_box_for_each_result_on_its_damage_table() -> None:
    row = a_row(Vehicle(type="wheeled-carrier", count=2), ruleset="bi", class_="veteran")
    [first, second] = row.damage
    states = ["radio destroyed", "slowed", "immobilised", "turret jammed", "weapon destroyed", "destroyed"]
    assert first.replace(NBSP, " ") == "V1:  " + "  ".join(f"☐ {state}" for state in states)
    assert second == first.replace("V1", "V2")
    assert row.boxes == ""


def test_a_vehicle_that_the_edition_does_not_have_keeps_its_id() -> None:
    row = a_row(Vehicle(type="heavy-tank", name="Tiger"))
    assert (row.name, row.stats, row.saves, row.points) == ("Tiger", "heavy-tank", (), "0")


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
    columns = a_sheet(a_list_of(ruleset, class_)).columns
    bands = columns.bands
    assert (bands.fire, bands.own_ranges, bands.covering) == (fire, own_ranges, covering)
    assert columns.points == points


def test_the_weapon_column_fits_its_longest_line() -> None:
    narrow, wide = (
        a_sheet(a_roster(a_squad(Figure(weapons=(weapon,))), ruleset="rth-en")).columns
        for weapon in ("rifle", "portable-at")
    )
    assert (narrow.weapon, wide.weapon) == (26, 32)
    assert narrow.fire_width + narrow.figure == pytest.approx(wide.fire_width + wide.figure)


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
    weapons = (
        fire_of(Figure(weapons=(weapon,)), ruleset, class_).weapons.replace("\n", " ").replace(NBSP, " ")
    )
    assert weapons.endswith(said)
    assert bool(said) == ("aircraft" in weapons or "helicopters" in weapons)
