"""The sheet: squads, rows, points and problems in the builder, with the real rulesets."""

import pytest
from django.utils import translation
from msgspec.structs import replace

from armybuilder.lists.builder.head import ticks
from armybuilder.lists.builder.values import (
    Chip,
    Flag,
    Issue,
    OwnPrices,
    PointsLine,
    SheetLink,
    Stat,
)
from rules.core.document.roster import ExtraEntry, Figure, Modifiers, Squad, Vehicle
from rules.reference.parts import Book
from tests.lists.sheets import a_sheet, options_of

LEADER = Figure(name="Sgt. Rossi", leadership=1, weapons=("assault-rifle",), team="A")
RIFLEMEN = Figure(count=4, weapons=("assault-rifle",))
GUNNER = Figure(weapons=("mmg",))
ALPHA = Squad(name="Alpha", class_="veteran", figures=(LEADER, RIFLEMEN))  # r1; r2, r3


@pytest.fixture(autouse=True)
def _english() -> object:
    with translation.override("en"):
        yield


# ── Squads and rows ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_squad_says_its_class_kind_size_and_points() -> None:
    vehicle = Vehicle(type="unprotected")
    squad = a_sheet(Squad(name="Bravo", class_="trained", figures=(RIFLEMEN,), vehicles=(vehicle,))).squads[0]
    assert (squad.id, squad.name, squad.kind, squad.points) == ("r1", "Bravo", "squad", "50")
    assert squad.meta == "Trained R4 · squad · 4 figures · 1 vehicle"
    assert squad.has_vehicle


def test_a_squad_without_a_name_is_called_by_its_place() -> None:
    sheet = a_sheet(ALPHA, Squad(name="", class_="elite", kind="section"))
    assert [squad.name for squad in sheet.squads] == ["Alpha", "Section 2"]


def test_the_characteristics_are_those_of_the_squads_class() -> None:
    stats = a_sheet(Squad(name="", class_="special-forces")).squads[0].stats
    assert stats == (
        Stat("Initiative and morale", "I/M", "5"),
        Stat("Spotting", "Spo", "−1"),
        Stat("Fire", "Fir", "−1", "aimed"),
        Stat("Covering fire", "Cov", "4"),
        Stat("Melee", "Mel", "5"),
        Stat("Saving throw", "Sav", "2+"),
        Stat("Suppression", "Sup", "5"),
    )


def test_a_characteristic_that_a_class_has_not_is_a_dash_and_no_bonus_is_zero() -> None:
    spotting, fire = a_sheet(Squad(name="", class_="veteran")).squads[0].stats[1:3]
    assert (spotting.value, fire.value) == ("0", "–")


def test_a_group_says_what_one_of_it_costs() -> None:
    leader, riflemen = a_sheet(ALPHA).squads[0].rows
    assert (leader.points, leader.each, leader.css) == ("17", "", " is-one")
    assert (riflemen.name, riflemen.points, riflemen.each, riflemen.css) == ("Rifleman", "48", "4 × 12", "")


def test_one_more_leaves_what_each_of_a_row_is_as_it_was() -> None:
    few, more = (Figure(id="r1", count=count, weapons=("assault-rifle",)) for count in (1, 200))
    one, other = (a_sheet(Squad(name="", class_="elite", figures=(row,))).squads[0].rows[0] for row in (few, more))
    assert one != other
    assert one.each_one == other.each_one


def test_a_row_is_full_at_the_most() -> None:
    full = Figure(count=200, weapons=("assault-rifle",))
    rows = a_sheet(Squad(name="", class_="elite", figures=(RIFLEMEN, full))).squads[0].rows
    assert [row.is_full for row in rows] == [False, True]


def test_gear_puts_first_what_matters_to_the_game() -> None:
    figure = Figure(class_="elite", leadership=2, commander=True, roles=("medic",), weapons=("assault-rifle", "rpg"))
    row = a_sheet(Squad(name="", class_="veteran", figures=(figure,))).squads[0].rows[0]
    assert row.gear == (
        Chip("Leadership 2", "+10", key=True),
        Chip("Commands the platoon", key=True),
        Chip("Medic", "+10", key=True),
        Chip("Elite R2"),
        Chip("Assault rifle", weapon="assault-rifle"),
        Chip("RPG", "+7", is_short=True, weapon="rpg"),
    )


def test_a_vehicle_says_how_it_moves_and_what_it_carries() -> None:
    jeep = Vehicle(type="unprotected", name="AR 90")
    hummer = Vehicle(type="protected", weapons=("hmg",), movement="wheeled")
    tank = Vehicle(type="tank")
    rows = a_sheet(Squad(name="", class_="elite", vehicles=(jeep, hummer, tank))).squads[0].rows
    assert [row.gear for row in rows] == [
        (Chip("Unprotected vehicle"), Chip("Wheels"), Chip("unarmed")),
        (Chip("Wheels"), Chip("HMG", "+10", is_short=True, weapon="hmg")),
        (Chip("Tracks"), Chip("weapons included")),
    ]
    assert [row.name for row in rows] == ["AR 90", "Protected vehicle", "Tank"]


def test_a_vehicle_says_that_its_crew_is_paid_as_figures() -> None:
    squad = Squad(name="", class_="elite", vehicles=(Vehicle(type="tank"),))
    answers = [{}, {"crew-cost": "included"}, {"crew-cost": "figures"}]
    gear = [a_sheet(squad, rulings=rulings).squads[0].rows[0].gear for rulings in answers]
    usual = (Chip("Tracks"), Chip("weapons included"))
    assert gear == [usual, usual, (*usual, Chip("Crew paid as figures: add them to a squad", key=True))]


def test_a_man_without_a_weapon_says_so() -> None:
    row = a_sheet(Squad(name="", class_="elite", figures=(Figure(),))).squads[0].rows[0]
    assert (row.gear, row.flags) == ((Chip("unarmed"),), ())


def test_unknown_entries_are_shown_by_their_id() -> None:
    odd = Figure(weapons=("bazooka",), roles=("bugler",))
    row = a_sheet(Squad(name="", class_="elite", figures=(odd,))).squads[0].rows[0]
    assert row.gear == (Chip("bugler", key=True), Chip("bazooka"))
    assert [flag.severity for flag in row.flags] == ["error"]


def test_an_extra_of_a_squad_is_a_row_of_it() -> None:
    squad = Squad(name="", class_="elite", figures=(RIFLEMEN,), extras=(ExtraEntry(extra="motivation"),))
    row = a_sheet(squad).squads[0].rows[1]
    assert (row.kind, row.name, row.points) == ("extra", "Motivation", "15")


def test_a_problem_stands_at_its_row_and_its_squad() -> None:
    overloaded = Figure(weapons=("lmg", "mmg"))
    squad = a_sheet(Squad(name="Alpha", class_="elite", figures=(LEADER, overloaded))).squads[0]
    assert squad.rows[1].css == " is-one has-warning"
    assert [flag.text for flag in squad.rows[1].flags] == [
        "Man with LMG carries more than one support weapon: keep one."
    ]
    assert [flag.severity for flag in squad.flags] == [
        "info",
        "info",
    ]  # its size, and a gunner without a crew


def test_bassa_intensita_shows_abilities_and_modifiers() -> None:
    squad = Squad(
        name="Uno",
        class_="regular",
        leader_ability="veteran",
        modifiers=Modifiers(motivation=1, fanatic=2),
        figures=(Figure(weapons=("saw",), kit=("radio",), ability="elite"),),
    )
    card = a_sheet(squad, ruleset="bi").squads[0]
    assert card.meta == (
        "Regulars · squad · 1 figure · leader’s ability: Veterans · motivation +1 · fanatics +2 · success 5, morale 10"
    )
    assert card.points == ""
    assert card.rows[0].gear == (
        Chip("ability: Elite"),
        Chip("SAW", is_short=True, weapon="saw"),
        Chip("Radio"),
    )


def test_bassa_intensita_shows_what_a_squad_succeeds_on_and_how_far_its_leaders_command() -> None:
    """Unità e distanze di comando: a veteran squad leader to 12 cm, an elite section leader to 8."""
    leader = Figure(name="Ten. Costa", roles=("squad-leader",), weapons=("assault-rifle",))
    section_leader = Figure(name="Serg. Riva", roles=("section-leader",), ability="elite", team="A")
    recruit = Figure(class_="recruit", weapons=("rifle",))
    card = a_sheet(Squad(name="Uno", class_="veteran", figures=(leader, section_leader, recruit)), ruleset="bi").squads[
        0
    ]
    assert card.meta.split(" · ")[3:] == [
        "Veterans: success 5, morale 8",
        "Recruits: success 3, morale 6",
        "Ten. Costa commands up to 12\N{NO-BREAK SPACE}cm",
        "Serg. Riva commands up to 8\N{NO-BREAK SPACE}cm",
    ]
    alike = Figure(roles=("section-leader",))
    (two,) = a_sheet(
        Squad(name="Due", class_="regular", figures=(alike, replace(alike, team="B"))), ruleset="bi"
    ).squads
    assert two.meta.split(" · ")[4:] == ["Section leader commands up to 4\N{NO-BREAK SPACE}cm"]


def test_ludonet_shows_combat_values() -> None:
    squad = Squad(name="", class_="expert", vehicles=(Vehicle(type="vehicle", combat_value=4),))
    row = a_sheet(squad, ruleset="ludonet").squads[0].rows[0]
    assert row.gear == (Chip("unarmed"), Chip("combat value 4", key=True))


# ── Points ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_meter_is_as_wide_as_one_limit_and_a_fifth() -> None:
    meter = a_sheet(ALPHA).meter
    assert (meter.used, meter.limit, meter.left, meter.is_over) == ("65", "/ 150", "85 left", False)
    assert (meter.width, meter.bound, meter.fill, meter.excess) == (180, 150, 65, 0)
    assert meter.labels == ("0", "50", "100", "150")
    assert meter.spoken == "65 of 150 points: 85 left"


def test_over_the_limit_the_excess_is_drawn_up_to_the_end_of_the_ruler() -> None:
    some = a_sheet(Squad(name="", class_="elite", figures=(Figure(count=11),))).meter
    assert (some.used, some.left, some.is_over, some.fill, some.excess) == ("165", "15 over", True, 150, 15)
    much = a_sheet(Squad(name="", class_="elite", figures=(Figure(count=40),))).meter
    assert (much.used, much.fill, much.excess) == ("600", 150, 30)


def test_the_ruler_has_a_tick_a_ten_and_a_longer_one_every_fifty() -> None:
    assert ticks(90, 60) == "M10 7V12M20 7V12M30 7V12M40 7V12M50 4V12M60 7V12"


def test_a_large_limit_has_fewer_ticks() -> None:
    assert ticks(10_000, 600) == "M500 7V12"


def test_a_limit_that_has_no_thirds_is_labelled_at_its_ends() -> None:
    assert a_sheet(ALPHA, role="open", limit=100).meter.labels == ("0", "", "", "100")


def test_without_a_limit_there_is_nothing_to_draw() -> None:
    meter = a_sheet(ALPHA, role="open").meter
    assert (meter.used, meter.limit, meter.left, meter.width) == ("65", "points, no limit", "", 0)


def test_without_points_figures_are_counted() -> None:
    squad = Squad(name="", class_="regular", figures=(Figure(count=9, weapons=("saw",)),))
    meter = a_sheet(squad, ruleset="bi").meter
    assert (meter.used, meter.limit, meter.width) == ("9", "figures, no points in this game", 0)


def test_the_breakdown_sums_to_the_total() -> None:
    assert a_sheet(ALPHA, extras=(ExtraEntry(extra="rules-of-engagement"),)).breakdown == (
        PointsLine("Soldiers", "60"),
        PointsLine("Leadership", "5"),
        PointsLine("Roles", "0"),
        PointsLine("Weapons", "0"),
        PointsLine("Vehicles", "0"),
        PointsLine("Extras", "−40"),
        PointsLine("Total", "25"),
    )


def test_a_lists_own_prices_of_what_it_has_are_named() -> None:
    prices = {"classes/elite": 14, "classes/veteran": 11, "weapons/gas": 3}
    assert a_sheet(ALPHA, prices=prices).prices == OwnPrices((PointsLine("Veterans", "11"),), others=2)
    assert a_sheet(ALPHA).prices is None


# ── The report ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_list_without_problems_is_legal() -> None:
    report = a_sheet(Squad(name="", class_="veteran", figures=(LEADER, Figure(count=7)))).report
    assert (report.state, report.issues, report.tallies, report.worst) == ("legal", (), (), None)
    assert report.spoken == "101 of 150, 49 left. Nothing to fix."


def test_an_issue_links_what_it_speaks_of_to_its_row() -> None:
    bravo = Squad(name="Bravo", class_="trained", figures=(RIFLEMEN,))
    issue = a_sheet(ALPHA, bravo).report.issues[0]
    assert issue == Issue(
        severity="error",
        icon="octagon-alert",
        kind="Error",
        book=Book("bn", "it"),
        code="no-leader",
        source="§13.0",
        before="",
        subject="Bravo",
        after=" has no leader: give one figure leadership.",
        anchor="r4",
    )


def test_our_advice_cites_no_paragraph() -> None:
    over = a_sheet(Squad(name="", class_="elite", figures=(LEADER, Figure(count=11)))).report.issues[0]
    assert (over.code, over.source, over.anchor, over.subject) == ("over-limit", "", "", "")
    sentence = "The list is 35\N{NO-BREAK SPACE}points over the limit of 150. You can still save, share and print it."
    assert over.before == sentence


def test_errors_come_first_then_warnings_then_advice_each_in_the_order_of_the_list() -> None:
    bravo = Squad(name="Bravo", class_="elite", figures=(GUNNER,))
    charlie = Squad(name="Charlie", class_="elite", figures=(Figure(weapons=("lmg", "mmg")),))
    report = a_sheet(ALPHA, bravo, charlie).report
    assert [(issue.severity, issue.anchor) for issue in report.issues] == [
        ("error", "r4"),
        ("error", "r6"),
        ("warning", "r7"),
        ("info", "r4"),
        ("info", "r6"),
    ]
    assert report.tallies == (
        Flag("error", "2 errors"),
        Flag("warning", "1 warning"),
        Flag("info", "2 tips"),
    )
    assert report.spoken == "114 of 150, 36 left. 2 errors, 1 warning, 2 tips."


# ── The head, the rulings, an empty list ───────────────────────────────────────────────────────────────────────────


def test_the_head_names_game_role_and_limit() -> None:
    head = a_sheet(ALPHA).head
    assert (head.name, head.game, head.role) == ("Surobi", "Breaking News", "Attacker, 150\xa0points")
    assert a_sheet(ALPHA, role="open", limit=200).head.role == "Open, 200\xa0points"
    assert a_sheet(ALPHA, role="open").head.role == "Open"


def test_a_ruling_shows_the_answer_that_holds() -> None:
    rulings = a_sheet(ALPHA, rulings={"medic": "flat"}).rulings
    assert rulings
    assert [(field.name, [selected for _, _, selected in options_of(field)]) for field in rulings.form] == [
        ("medic", [False, True]),
        ("unpriced", [True, False, False]),
        ("crew-cost", [True, False]),
        ("ied-price", [True, False]),
        ("morale-leader", [True, False]),
        ("morale-half", [True, False]),
        ("initiative-leader", [True, False]),
        ("motivation", [True, False]),
        ("bombardment-save", [True, False]),
        ("extras-together", [True, False]),
    ]


def test_rulings_that_are_only_read_say_the_answer_that_holds() -> None:
    rulings = a_sheet(ALPHA, rulings={"medic": "flat"}).rulings
    assert rulings
    assert rulings.answered[0] == ("Does a medic cost 10 extra, or 10 in total?", "10 in total")
    assert len(rulings.answered) == 10


def test_an_empty_list_begins_with_a_class() -> None:
    sheet = a_sheet(ruleset="rth-en")
    assert [(choice.id, choice.price) for choice in sheet.begin_with][:2] == [
        ("commandos", "18"),
        ("elite", "15"),
    ]
    assert sheet.palette.squad == ""
    assert [pick.label for pick in sheet.new_squads] == ["New squad", "Independent section"]


def test_bassa_intensita_tells_four_kinds_of_squad_apart() -> None:
    kinds = ["squad", "section", "sniper-team", "observer-section"]
    assert [choice.kind for choice in a_sheet(ruleset="bi").new_squads] == kinds


def test_the_squads_of_a_palette_say_their_class() -> None:
    squads = a_sheet(ALPHA, Squad(name="", class_="trained")).palette.squads
    assert squads == (
        SheetLink("r1", "Alpha", "Alpha · Veterans R3"),
        SheetLink("r4", "Squad 2", "Squad 2 · Trained R4"),
    )


def test_a_flag_has_the_icon_of_its_severity() -> None:
    squad = a_sheet(Squad(name="Alpha", class_="elite", figures=(Figure(count=8),))).squads[0]
    sentence = "Alpha has no leader: give one figure leadership."
    assert squad.flags == (Flag("warning", sentence),)
