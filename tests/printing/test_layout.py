"""The content of a roster except its rows: its head, the heads of squads, the lower part, the verdict."""

import pytest

from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.formats.roster.summary import ExtraLine
from armybuilder.printing.layout import printout
from armybuilder.printing.layout.options import Origin
from armybuilder.printing.layout.words import Fact
from armybuilder.printing.units.morale import track
from rules.core.document.roster import ExtraEntry, Figure, Modifiers, Roster, Squad, Vehicle
from tests.printing.sheets import NBSP, a_page, a_roster, a_sheet, a_squad, twelve_men

RIFLEMAN = Figure(weapons=("assault-rifle",))

# ── The head ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_head_names_game_role_and_edition() -> None:
    sheet = a_sheet(twelve_men())
    assert sheet.top.title == "Pattuglia a Surobi"
    assert sheet.top.label == "Breaking News · Attacker · Draft of 9 December 2009"
    assert (sheet.points, sheet.setting.report.limit, sheet.over) == ("146", 150, 0)
    assert sheet.state == "legal"


def test_the_head_of_an_italian_sheet_is_italian() -> None:
    assert a_sheet(twelve_men(), "it").top.label == "Breaking News · Attaccante · Bozza del 9 dicembre 2009"


def test_facts_are_force_commander_strength_and_points() -> None:
    assert a_sheet(twelve_men()).facts == (
        Fact("Pair", "Ibis"),
        Fact("In command", "Serg. Rossi"),
        Fact("Strength", "12 figures, 1 vehicle"),
        Fact(
            "Points",
            f"soldiers{NBSP}132 · leadership{NBSP}10 · weapons{NBSP}24 · vehicles{NBSP}10 · extras{NBSP}−30",
        ),
    )


@pytest.mark.parametrize("form", FORMATS)
def test_every_page_names_the_owner_of_the_list(form: str) -> None:
    page = a_page(twelve_men(), form=form, origin=Origin(player="marta")).html
    assert "Pattuglia a Surobi · marta" in page
    assert "· marta" not in a_page(twelve_men(), form=form).html


def test_a_list_over_its_limit_shows_the_excess() -> None:
    sheet = a_sheet(a_roster(a_squad(Figure(count=7, weapons=("lmg",))), role="defender"))
    assert (sheet.points, sheet.setting.report.limit, sheet.over) == ("140", 90, 50)
    assert sheet.state == "illegal"


def test_a_list_without_a_limit_shows_no_limit() -> None:
    sheet = a_sheet(a_roster(a_squad(RIFLEMAN)))
    assert (sheet.points, sheet.setting.report.limit, sheet.over) == ("15", None, 0)


def test_a_negative_total_has_a_true_minus_sign() -> None:
    handicap = (ExtraEntry(extra="rules-of-engagement"),)
    assert a_sheet(a_roster(a_squad(RIFLEMAN), extras=handicap)).points == "−25"


def test_a_game_without_points_shows_only_club_prices() -> None:
    squad = a_squad(Figure(count=5), class_="recruit")
    assert a_sheet(a_roster(squad, ruleset="bi")).points == ""
    priced = a_roster(squad, ruleset="bi", prices={"classes/recruit": 5})
    assert a_sheet(priced).points == "25"


def test_the_sign_counts_squads_and_shows_vehicles() -> None:
    squad = a_squad(RIFLEMAN)
    driven = a_squad(RIFLEMAN, vehicles=(Vehicle(type="protected"),))
    signs = [a_sheet(a_roster(*squads)).top.sign for squads in ((squad,), (squad, squad), (squad, squad, driven), ())]
    assert signs == ["squad", "section", "platoon-vehicle", "squad"]


def test_a_long_title_is_set_smaller() -> None:
    sizes = [
        a_sheet(a_roster(name=name)).top.size
        for name in ("Rangers", "Rangers at Surobi, second patrol of the winter", "R" * 120)
    ]
    assert sizes == ["l", "m", "s"]


def test_the_foot_names_the_list_and_the_rules() -> None:
    assert a_sheet(twelve_men()).top.foot == (
        "Squadra · Breaking News, Draft of 9 December 2009 · © 2007–2009 Dadi&Piombo · Pattuglia a Surobi"
    )


def test_a_short_list_has_high_rows() -> None:
    bought = (ExtraEntry(extra="ambush"),)
    lists = [a_roster(a_squad(Figure(count=men))) for men in (13, 14, 19, 20, 26, 27)]
    lists += [a_roster(a_squad(Figure(count=men)), extras=bought) for men in (24, 25)]
    lists += [a_roster(a_squad(Figure(count=men)), a_squad(Figure())) for men in (8, 9)]
    styles = ["airy", "open", "open", "roomy", "roomy", "", "roomy", "", "airy", "open"]
    assert [a_sheet(one).density for one in lists] == styles
    assert [a_sheet(one, paper="letter").density for one in lists[2:4]] == ["roomy", "roomy"]


# ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_squad_has_its_class_strength_and_characteristics() -> None:
    squad = a_sheet(twelve_men()).squads[0]
    assert (squad.name, squad.line, squad.points, squad.sign) == (
        "Alfa",
        f"Veterans{NBSP}R3, 6 figures",
        "89",
        "squad",
    )
    assert squad.stats == [
        ("Initiative and morale", "4"),
        ("Spotting", "0"),
        ("Covering fire", "2"),
        ("Melee", "3"),
        ("Saving throw", "3+"),
        ("Suppression", "4"),
    ]


def test_a_squad_has_its_kind_list_class_and_traits() -> None:
    squad = a_squad(RIFLEMAN, kind="section", list_class="veteran", traits=("msu", "secret-services"))
    assert a_sheet(a_roster(squad)).squads[0].line == (
        f"Elite{NBSP}R2, independent section, 1 figure, in the army list: Veterans{NBSP}R3, MSU, Secret services"
    )


def test_a_squad_of_bassa_intensita_has_its_leader_and_the_referees_modifiers() -> None:
    squad = a_squad(
        Figure(count=4),
        class_="veteran",
        leader_ability="elite",
        modifiers=Modifiers(motivation=-1, fanatic=2),
        list_class="elite",
    )
    assert a_sheet(a_roster(squad, ruleset="bi")).squads[0].line == (
        "Veterans, 4 figures, leader Elite, motivation −1, fanatics +2"
    )


def test_a_squad_of_vehicles_only_has_no_characteristics() -> None:
    squad = a_sheet(a_roster(Squad(name="Support", vehicles=(Vehicle(type="tank"),)))).squads[0]
    assert (squad.line, squad.stats, squad.points, squad.sign) == ("1 vehicle", [], "50", "squad-vehicle")


def test_an_unnamed_squad_is_numbered_by_its_place() -> None:
    sheet = a_sheet(a_roster(a_squad(RIFLEMAN), a_squad(RIFLEMAN, name="", kind="sniper-team")))
    assert [(squad.name, squad.sign) for squad in sheet.squads] == [("Alpha", "squad"), ("Snipers 2", "team")]


# ── Extras and weapons ─────────────────────────────────────────────────────────────────────────────────────────────


def extras_of(roster: Roster) -> list[tuple[str, str]]:
    return [(extra.name, extra.points) for extra in a_sheet(roster).extras]


def test_an_extra_has_its_effect() -> None:
    assert a_sheet(a_roster(a_squad(RIFLEMAN), extras=(ExtraEntry(extra="support-fire"),))).extras == (
        ExtraLine("Easier support fire", "+1 to the die when calling support fire.", "15", ""),
    )


def test_an_extra_based_on_a_weapon_has_its_row() -> None:
    mortars = a_sheet(a_roster(a_squad(RIFLEMAN), extras=(ExtraEntry(extra="mortars"),)))
    assert [extra.fire.replace(NBSP, " ") for extra in mortars.extras] == [
        "As light mortar, from 10 cm: 25 cm 4, 50 cm 4, 100 cm 5, 150 cm 6; 1 die."
    ]


def test_the_guns_of_a_vehicle_are_listed() -> None:
    tank = a_sheet(a_roster(a_squad(vehicles=(Vehicle(type="tank"),))))
    assert [note.label for note in tank.weapon_notes] == [
        "MMG, HMG",
        "Tank gun",
        "A vehicle saves against",
    ]


def test_levels_counts_and_squads_are_beside_the_name() -> None:
    squad = a_squad(RIFLEMAN, extras=(ExtraEntry(extra="motivation"),))
    bought = (
        ExtraEntry(extra="intelligence", level=2),
        ExtraEntry(extra="negotiation"),
        ExtraEntry(extra="civilians", count=3),
    )
    assert extras_of(a_roster(squad, extras=bought)) == [
        (f"Intelligence{NBSP}2", "20"),
        (f"Negotiation{NBSP}1", "0"),
        (f"Civilians{NBSP}×3", "30"),
        ("Motivation (Alpha)", "15"),
    ]


def test_aircraft_have_their_passes_and_no_points() -> None:
    bought = (ExtraEntry(extra="air-support", passes=3),)
    assert extras_of(a_roster(a_squad(Figure(), class_="regular"), ruleset="ludonet", extras=bought)) == [
        ("Air support, 3 passes", "")
    ]


def test_an_extra_that_the_edition_does_not_have_keeps_its_id() -> None:
    assert extras_of(a_roster(a_squad(RIFLEMAN), extras=(ExtraEntry(extra="air-support"),))) == [("air-support", "0")]


def test_notes_of_weapons_are_printed_once_and_grouped_by_text() -> None:
    armed = (Figure(count=3, weapons=("rpg",)), Figure(weapons=("grenade-launcher", "rpg")))
    driven = (Vehicle(type="protected", weapons=("hmg",)),)
    assert a_sheet(a_roster(a_squad(*armed, vehicles=driven))).weapon_notes == (
        Fact(
            "RPG, Grenade launcher",
            "Burst radius 5\xa0cm. Can fire only if it moves 5\xa0cm or less; opportunity fire once per turn.",
        ),
        Fact("HMG", "On foot it cannot fire if it moves. With one crewman, +1 to the number needed."),
        Fact("A vehicle saves against", "HMG · RPG: Light AT"),
    )


# ── Morale (rth, bn §12.0) ─────────────────────────────────────────────────────────────────────────────────────────


def test_morale_is_rolled_with_the_dice_of_the_majority() -> None:
    squad = a_squad(Figure(count=3), Figure(count=2, class_="militia"))
    morale = a_sheet(a_roster(squad)).morale
    assert morale
    assert (morale.dice, morale.troops, morale.source) == (5, "Elite", "§12.0")


def test_on_a_tie_the_class_with_lower_morale_counts() -> None:
    squad = a_squad(Figure(count=2), Figure(count=2, class_="militia"))
    morale = a_sheet(a_roster(squad)).morale
    assert morale
    assert (morale.dice, morale.troops) == (2, "Militia")


def test_a_platoon_adds_a_die_for_each_squad_with_men() -> None:
    """The example in bn §13.0: veterans, three rifle squads and an anti-tank section: 4 and 4 dice."""
    squads = [a_squad(RIFLEMAN, class_="veteran") for _ in range(3)]
    section = a_squad(RIFLEMAN, class_="veteran", kind="section")
    morale = a_sheet(a_roster(*squads, section, Squad(name="", vehicles=(Vehicle(type="tank"),)))).morale
    assert morale
    assert (morale.dice, morale.per_squad) == (4, 4)


def test_a_single_squad_adds_no_die() -> None:
    morale = a_sheet(a_roster(a_squad(RIFLEMAN))).morale
    assert morale
    assert morale.per_squad == 0


def test_a_box_for_each_man_a_bar_at_half_and_one_for_each_leader() -> None:
    squad = a_squad(Figure(leadership=1), Figure(count=10))
    morale = a_sheet(a_roster(squad)).morale
    assert morale
    assert morale.losses.replace(NBSP, "") == "1▢ 2▢ 3▢ 4▢ 5▢ | 6▢ 7▢ 8▢ 9▢ 10▢ 11▢"
    assert morale.leader_boxes == "▢"
    assert (morale.leaders, morale.leader_more) == (1, 1)


@pytest.mark.parametrize(
    ("rulings", "leaders"), [({}, 2), ({"morale-leader": "every-leader"}, 4)]
)  # fmt: skip
def test_the_boxes_are_for_the_commanders_of_squads_or_for_goody_leader(rulings: dict[str, str], leaders: int) -> None:
    squads = a_squad(Figure(leadership=2), Figure(leadership=1, count=2)), a_squad(Figure(leadership=1))
    morale = a_sheet(a_roster(*squads, rulings=rulings)).morale
    assert morale
    assert (morale.leaders, morale.every_leader) == (leaders, bool(rulings))


def test_a_platoon_has_no_bar_if_each_squad_needs_half_of_its_men() -> None:
    each = {"morale-half": "each-squad"}
    alone, *both = (a_squad(Figure(count=2)) for _ in range(3))
    found = [a_sheet(a_roster(*squads, rulings=each)).morale for squads in ((alone,), both)]
    assert [(one.losses, one.half_of_each) for one in found if one] == [
        (track([1, 2], 1), False),
        (track([1, 2, 3, 4]), True),
    ]


def test_rulings_on_morale_and_initiative_are_printed_where_they_matter() -> None:
    motivated = (ExtraEntry(extra="motivation"),)
    squads = (
        a_squad(Figure(leadership=1, commander=True), Figure(leadership=2), extras=motivated),
        a_squad(Figure(leadership=1)),
    )
    assert a_sheet(a_roster(*squads, rulings={"motivation": "one-squad"})).rulings == (
        Fact("Does Motivation bought for a single squad spare the whole platoon?", "Yes"),
    )


@pytest.mark.parametrize(("ruleset", "class_"), [("bi", "veteran"), ("ludonet", "regular")])
def test_games_with_other_morale_rules_have_no_morale_block(ruleset: str, class_: str) -> None:
    assert a_sheet(a_roster(a_squad(Figure(count=6), class_=class_), ruleset=ruleset)).morale is None


def test_a_list_without_men_has_no_morale() -> None:
    assert a_sheet(a_roster()).morale is None


# ── Rulings, notes, verdict ────────────────────────────────────────────────────────────────────────────────────────


def test_rulings_on_the_list_are_printed_if_they_are_not_the_default() -> None:
    assert a_sheet(a_roster(a_squad(RIFLEMAN), rulings={"medic": "flat"})).rulings == ()
    ride = Vehicle(type="protected")
    mortar = Figure(weapons=("light-mortar",))
    medic = Figure(roles=("medic",))
    squad = a_squad(medic, mortar, vehicles=(ride,))
    mined = a_roster(squad, rulings={"medic": "flat"}, extras=(ExtraEntry(extra="ied"),))
    assert a_sheet(mined).rulings == (Fact("Does a medic cost 10 extra, or 10 in total?", "10 in total"),)


def test_club_prices_in_the_list_are_printed_and_marked_beside_the_points() -> None:
    prices = {
        "classes/elite": 14,
        "classes/militia": 8,  # not in the list
        "leadership/2": 8,
        "weapons/assault-rifle": 0,  # as in the rulebook
        "weapons/bazooka": 5,  # of another game
        "weapons/lmg": 6,
        "extras/ambush": -5,
    }
    sergeant, green = Figure(leadership=2, class_="veteran"), Figure(class_="veteran", weapons=("rifle",))
    gunner, ride = Figure(class_="veteran", weapons=("lmg",)), Vehicle(type="protected")
    squad = a_squad(RIFLEMAN, sergeant, green, gunner, vehicles=(ride,))
    sheet = a_sheet(a_roster(squad, prices=prices, extras=(ExtraEntry(extra="ambush"),)))
    assert sheet.rulings[-1] == Fact(
        "C Club prices:",
        f"Elite{NBSP}14, Leadership{NBSP}2{NBSP}8, LMG{NBSP}6, Ambush{NBSP}−5",
    )
    assert [unit.is_house for unit in sheet.squads[0].units] == [True, True, False, True, False]
    assert [extra.house for extra in sheet.extras] == [True]
    plain = a_sheet(a_roster(squad, extras=(ExtraEntry(extra="ambush"),)))
    assert {unit.is_house for unit in plain.squads[0].units} | {extra.house for extra in plain.extras} == {False}


def test_notes_of_the_list_are_printed_as_written() -> None:
    html = a_page(a_roster(a_squad(RIFLEMAN), notes="One.\nTwo.")).html
    assert '<p class="notes">One.\nTwo.</p>' in html


def test_a_list_without_problems_is_legal() -> None:
    sheet = a_sheet(twelve_men())
    assert (sheet.verdict, sheet.problems) == ("Legal: no errors, no warnings.", ())


def test_an_empty_list_is_started_and_not_illegal() -> None:
    sheet = a_sheet(a_roster(a_squad()))
    assert (sheet.state, sheet.verdict, sheet.problems) == ("empty", "Just started.", ())


def test_an_illegal_list_gives_its_reasons_worst_first() -> None:
    squads = [a_squad(Figure(leadership=1), Figure(weapons=("lmg", "rifle", "sniper-rifle")), name=n) for n in "AB"]
    sheet = a_sheet(a_roster(*squads, role="defender"))
    assert sheet.verdict == "Not legal: 1 error, 3 warnings."
    assert [(problem.kind, problem.source) for problem in sheet.problems] == [
        ("Error", "house"),
        ("Warning", "§13.0"),
        ("Warning", "house"),
        ("Warning", "house"),
    ]
    assert sheet.problems[0].text.startswith(f"The list is 20{NBSP}points over the limit of 90.")


def test_warnings_alone_leave_a_list_legal() -> None:
    mixed = a_squad(Figure(leadership=1), Figure(class_="militia"))
    assert a_sheet(a_roster(mixed)).verdict == "Legal: 1 warning."


def test_line_breaks_beside_blocks_are_removed_but_stay_in_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = '<table>\n  <tr>\n    <td>\n      Level 2\n    </td>\n  </tr>\n</table>\n<p class="v">\t2\n3\t</p>\n'
    monkeypatch.setattr(printout, "render_to_string", lambda name, context: made)
    tight = '<table><tr><td>Level 2</td></tr></table><p class="v">\t2\n3\t</p>\n'
    assert printout.print_markup("any.html", {}) == tight
