"""What the sheet offers: the palette, the extras, the fields of edit forms."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from armybuilder.lists.sheet import Refused
from armybuilder.lists.sheet.shapes import Control, EditState, Link, OfferedExtra, Pick, Preset, RefusedExtra
from armybuilder.lists.sheet.words import reason
from rules.core.checks import CHECKS
from rules.core.report import Fact, Finding
from rules.core.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.text import Text
from tests.lists.sheets import a_roster, a_sheet, sheet_of

LEADER = Figure(leadership=1, weapons=("assault-rifle",))
VETERANS = Squad(
    name="Alpha", class_="veteran", figures=(LEADER, Figure(count=10, weapons=("assault-rifle",)))
)
MILITIA = Squad(name="Band", class_="militia", figures=(LEADER,))
COMMANDOS = Squad(name="Raid", class_="special-forces", figures=(LEADER,))


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def presets(*squads: Squad, squad: str = "") -> dict[str, Preset]:
    return {preset.id: preset for preset in a_sheet(*squads, show={"squad": squad}).palette.figures}


# ── The palette ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_preset_costs_what_it_would_in_the_chosen_squad() -> None:
    assert presets(VETERANS, MILITIA, squad="r1")["rifleman"].price == "12"
    assert presets(VETERANS, MILITIA, squad="r4")["rifleman"].price == "5"
    assert presets(VETERANS, MILITIA, squad="r4")["sniper"].price == "20"


def test_the_palette_adds_to_the_last_squad_unless_another_was_chosen_or_is_being_edited() -> None:
    assert a_sheet(VETERANS, MILITIA).palette.squad == "r4"
    assert a_sheet(VETERANS, MILITIA, show={"editing": "r3"}).palette.squad == "r1"
    assert a_sheet(VETERANS, MILITIA, show={"editing": "r3", "squad": "r4"}).palette.squad == "r4"
    assert a_sheet(VETERANS, MILITIA, show={"squad": "gone"}).palette.squad == "r4"


def test_what_no_longer_fits_stays_and_says_by_how_much() -> None:
    offered = presets(VETERANS)  # 137 points
    assert offered["rifleman"] == Preset("rifleman", "Rifleman", "Assault rifle", "12", False)
    assert offered["lmg"] == Preset("lmg", "LMG gunner", "4 over the limit", "17", True)


def test_presets_of_one_name_are_told_apart_by_what_they_carry() -> None:
    roster = a_roster(Squad(name="", class_="elite"))
    names = [preset.name for preset in sheet_of(roster, language="it").palette.figures]
    assert [name for name in names if name.startswith("Mitragliere")] == [
        "Mitragliere: LMG",
        "Mitragliere: MMG",
    ]


def test_a_squad_without_a_class_is_priced_as_its_first_figure() -> None:
    mixed = Squad(name="", figures=(Figure(class_="trained"), Figure(class_="elite")))
    assert presets(mixed)["rifleman"].price == "10"


def test_extras_of_a_squad_are_offered_where_its_troops_may_have_them() -> None:
    assert a_sheet(COMMANDOS).palette.extras == (
        Preset("infiltration", "Infiltration", "", "30"),
        Preset("motivation", "Motivation", "", "15"),
    )
    assert [(preset.id, preset.refused) for preset in a_sheet(MILITIA).palette.extras] == [
        ("infiltration", True),
        ("motivation", False),
    ]


def test_an_extra_that_the_squad_has_is_not_offered_again() -> None:
    squad = Squad(name="", class_="elite", extras=(ExtraEntry(extra="motivation"),))
    assert [preset.id for preset in a_sheet(squad).palette.extras] == ["infiltration"]


def test_without_points_presets_have_no_price() -> None:
    sheet = a_sheet(Squad(name="", class_="regular"), ruleset="bi")
    assert {preset.price for preset in (*sheet.palette.figures, *sheet.palette.vehicles)} == {""}


# ── The extras of the list ─────────────────────────────────────────────────────────────────────────────────────────


def test_extras_stand_in_three_groups() -> None:
    extras = a_sheet(VETERANS, extras=(ExtraEntry(extra="ambush"),)).extras
    assert extras
    assert [extra.name for extra in extras.bought] == ["Ambush"]
    assert [extra.id for extra in extras.offered] == [
        "helicopter-evacuation",
        "support-fire",
        "motivation",
        "rules-of-engagement",
        "intelligence",
        "media-embedded",
        "negotiation",
    ]
    names = "Mortars, IED, Remote IED, Independent journalists, Civilians"
    assert [refused.names for refused in extras.refused] == [names]
    assert extras.refused_count == 5


def test_a_reason_does_not_repeat_the_name_that_stands_over_it() -> None:
    facts: dict[str, Fact] = {"extra": Text("Imboscata", "Ambush"), "most": 1}
    template = CHECKS["extra-limit"].sentences[""]
    finding = Finding("extra-limit", "error", "extras[0]", "", template, facts)
    assert reason(finding, "Ambush", "en") == "1\xa0time at most."


def test_irregulars_are_offered_what_regulars_are_not() -> None:
    extras = a_sheet(MILITIA).extras
    assert extras
    assert "ied" in [extra.id for extra in extras.offered]
    assert [refused.names for refused in extras.refused] == ["Embedded journalists"]


def test_an_extra_says_what_it_excludes_before_it_is_bought() -> None:
    extras = a_sheet(COMMANDOS, extras=(ExtraEntry(extra="rules-of-engagement"),)).extras
    assert extras
    why = "Rules of engagement and Easier support fire cannot stand in one list."
    assert RefusedExtra("Easier support fire", why) in extras.refused


def test_two_extras_that_exclude_each_other_both_say_so() -> None:
    both = (ExtraEntry(extra="rules-of-engagement"), ExtraEntry(extra="support-fire"))
    extras = a_sheet(COMMANDOS, extras=both).extras
    assert extras
    assert [[flag.severity for flag in extra.flags] for extra in extras.bought] == [["error"], ["error"]]


def test_an_extra_over_the_limit_still_can_be_bought() -> None:
    extras = a_sheet(VETERANS).extras  # 137 points
    assert extras
    offers = {offer.id: offer for offer in extras.offered}
    assert offers["ambush"].why == "12 over the limit"
    assert offers["intelligence"] == OfferedExtra(
        "intelligence", "Intelligence", offers["intelligence"].text, "10", "a level", 1, ""
    )


def test_negotiation_is_bought_at_its_first_level_that_is_not_free() -> None:
    extras = a_sheet(COMMANDOS).extras
    assert extras
    offer = next(offer for offer in extras.offered if offer.id == "negotiation")
    assert (offer.level, offer.price) == (2, "5")


def test_a_bought_extra_shows_its_levels_with_their_prices() -> None:
    extras = a_sheet(COMMANDOS, extras=(ExtraEntry(extra="negotiation", level=3),)).extras
    assert extras
    assert (extras.bought[0].field, extras.bought[0].price, extras.bought[0].count) == ("level", "10", 0)
    assert extras.bought[0].picks == (
        Pick("1", "1", "0"),
        Pick("2", "2", "5"),
        Pick("3", "3", "10", True),
        Pick("4", "4", "15"),
    )


def test_extras_that_are_counted_have_a_stepper() -> None:
    extras = a_sheet(MILITIA, extras=(ExtraEntry(extra="civilians", count=3),)).extras
    assert extras
    civilians = extras.bought[0]
    assert (civilians.price, civilians.count, civilians.is_full) == ("30", 3, False)


def test_a_second_ied_is_free_where_one_price_covers_all() -> None:
    band = Squad(name="", class_="militia", figures=(LEADER,))
    extras = a_sheet(band, extras=(ExtraEntry(extra="ied", count=2),), rulings={"ied-price": "once"}).extras
    assert extras
    assert extras.bought[0].price == "20"


def test_air_support_shows_its_passes() -> None:
    extras = a_sheet(ruleset="ludonet", extras=(ExtraEntry(extra="air-support", passes=2),)).extras
    assert extras
    assert (extras.bought[0].field, [pick.checked for pick in extras.bought[0].picks]) == (
        "passes",
        [False, True, False],
    )


def test_a_ruleset_without_extras_has_no_panel() -> None:
    assert a_sheet(ruleset="rth-en").extras is None


# ── Edit states ────────────────────────────────────────────────────────────────────────────────────────────────────


def fields_of(edit: EditState | None) -> dict[str, Control]:
    assert edit
    return {field.name: field for line in edit.lines for field in line}


def test_only_the_row_that_was_asked_for_is_in_its_edit_state() -> None:
    rows = a_sheet(VETERANS, show={"editing": "r2"}).squads[0].rows
    assert [row.edit is not None for row in rows] == [True, False]


def test_a_figure_has_the_fields_that_its_ruleset_reads() -> None:
    def names(ruleset: str, class_id: str) -> list[str]:
        squad = Squad(name="", class_=class_id, figures=(Figure(),))
        row = a_sheet(squad, ruleset=ruleset, show={"editing": "r2"}).squads[0].rows[0]
        return list(fields_of(row.edit))

    everywhere = ["name", "class", "weapons"]
    assert names("bn", "elite") == [*everywhere, "leadership", "team", "roles", "notes"]
    assert names("bi", "elite") == [*everywhere, "team", "roles", "kit", "ability", "notes"]
    assert names("ludonet", "expert") == [*everywhere, "team", "combat_value", "notes"]


def test_the_weapons_that_presets_carry_come_first_with_their_surcharge() -> None:
    squad = Squad(name="", class_="elite", figures=(Figure(weapons=("lmg",)),))
    weapons = fields_of(a_sheet(squad, show={"editing": "r2"}).squads[0].rows[0].edit)["weapons"]
    assert weapons.picks == (
        Pick("assault-rifle", "Assault rifle", "0"),
        Pick("smg", "SMG", "0"),
        Pick("lmg", "LMG", "+5", True),
        Pick("grenade-launcher", "Grenade launcher", "+5"),
        Pick("rpg", "RPG", "+7"),
        Pick("mmg", "MMG", "+7"),
    )
    assert [pick.value for pick in weapons.more][-2:] == ["flamethrower", "light-mortar"]
    assert weapons.more[-1].price == "no price"
    assert not weapons.more_open


def test_more_weapons_are_open_where_one_of_them_is_carried() -> None:
    squad = Squad(name="", class_="elite", figures=(Figure(weapons=("flamethrower",)),))
    assert fields_of(a_sheet(squad, show={"editing": "r2"}).squads[0].rows[0].edit)["weapons"].more_open


def test_a_vehicle_shows_what_it_may_buy_and_may_have_it_twice() -> None:
    squad = Squad(name="", class_="elite", vehicles=(Vehicle(type="protected", weapons=("hmg", "hmg")),))
    fields = fields_of(a_sheet(squad, show={"editing": "r2"}).squads[0].rows[0].edit)
    assert fields["weapons"].picks == (
        Pick("lmg", "LMG", "+5"),
        Pick("mmg", "MMG", "+7"),
        Pick("hmg", "HMG", "+10", True),
        Pick("hmg", "HMG", "+10", True),
        Pick("hmg", "HMG", "+10"),
    )
    assert [pick.label for pick in fields["movement"].picks] == ["–", "Wheels", "Tracks"]


def test_a_vehicle_that_has_no_choice_of_movement_is_not_asked() -> None:
    squad = Squad(name="", class_="elite", vehicles=(Vehicle(type="tank"),))
    assert "movement" not in fields_of(a_sheet(squad, show={"editing": "r2"}).squads[0].rows[0].edit)


def test_the_classes_of_a_figure_say_their_price_and_what_none_means() -> None:
    field = fields_of(a_sheet(VETERANS, show={"editing": "r2"}).squads[0].rows[0].edit)["class"]
    assert field.picks[:2] == (
        Pick("", "As the squad (R3)", "", True),
        Pick("special-forces", "Special forces R1 · 20"),
    )


def test_a_value_that_the_edition_does_not_have_stays_to_be_seen() -> None:
    squad = Squad(name="", class_="elite", figures=(Figure(class_="ninja", weapons=("katana",)),))
    fields = fields_of(a_sheet(squad, show={"editing": "r2"}).squads[0].rows[0].edit)
    assert fields["class"].picks[-1] == Pick("ninja", "ninja", "", True)
    assert fields["weapons"].picks[-1] == Pick("katana", "katana", "", True)


def test_a_row_may_go_to_every_other_squad() -> None:
    edit = a_sheet(VETERANS, MILITIA, COMMANDOS, show={"editing": "r2"}).squads[0].rows[0].edit
    assert edit
    assert edit.squads == (Link("r4", "Band"), Link("r6", "Raid"))


def test_a_squad_has_the_fields_that_its_ruleset_reads() -> None:
    def names(ruleset: str, class_id: str) -> list[str]:
        sheet = a_sheet(Squad(name="", class_=class_id), ruleset=ruleset, show={"editing": "r1"})
        return list(fields_of(sheet.squads[0].edit))

    assert names("rth-it", "elite") == ["name", "class", "kind"]
    assert names("bn", "elite") == ["name", "class", "kind", "list_class", "traits"]
    assert names("bi", "elite") == ["name", "class", "kind", "leader_ability", "motivation", "fanatic"]


def test_the_list_itself_can_be_edited() -> None:
    head = a_sheet(VETERANS, role="open", limit=200, show={"editing": "list"}).head
    fields = fields_of(head.edit)
    assert {name: field.value for name, field in fields.items()} == {
        "name": "Surobi",
        "role": "open",
        "limit": "200",
        "force": "",
        "notes": "",
    }
    assert "limit" not in fields_of(a_sheet(ruleset="bi", show={"editing": "list"}).head.edit)


def test_a_refused_form_shows_what_was_typed_and_the_error_beside_its_field() -> None:
    typed = {"name": ["x" * 121], "count": ["lots"], "weapons": ["lmg", "mmg"], "class": ["elite"]}
    errors = {"name": "120 characters at most.", "count": "A count is a number from 1 to 200."}
    row = a_sheet(VETERANS, show={"editing": "r2", "refused": Refused("r2", typed, errors)}).squads[0].rows[0]
    fields = fields_of(row.edit)
    assert (fields["name"].value, fields["name"].error) == ("x" * 121, "120 characters at most.")
    assert [pick.value for pick in fields["weapons"].picks if pick.checked] == ["lmg", "mmg"]
    assert [pick.value for pick in fields["class"].picks if pick.checked] == ["elite"]
    assert row.edit
    assert row.edit.count
    assert (row.edit.count.value, row.edit.count.error) == ("lots", "A count is a number from 1 to 200.")


def test_an_extra_says_beside_itself_what_was_wrong_with_its_count() -> None:
    refused = Refused("r3", {"count": ["0"]}, {"count": "A count is a number from 1 to 100."})
    extras = a_sheet(MILITIA, extras=(ExtraEntry(extra="civilians"),), show={"refused": refused}).extras
    assert extras
    assert [flag.text for flag in extras.bought[0].flags] == ["A count is a number from 1 to 100."]
