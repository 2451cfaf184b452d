"""The choices of the sheet: the palette, the extras."""

from collections.abc import Iterator
from functools import partial

import pytest
from django.utils import translation

from armybuilder.lists.builder.values import OfferedExtra, Preset, RefusedExtra
from armybuilder.lists.forms import CountForm, ExtraChoice
from armybuilder.lists.words import reason
from rules.core.document.roster import ExtraEntry, Figure, Squad
from rules.core.judging.checks import CHECKS
from rules.core.judging.report import Fact, Finding
from rules.core.text import Text
from tests.lists.sheets import a_roster, a_sheet, options_of, sheet_of

LEADER = Figure(leadership=1, weapons=("assault-rifle",))
VETERANS = Squad(name="Alpha", class_="veteran", figures=(LEADER, Figure(count=10, weapons=("assault-rifle",))))
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


def test_choices_over_the_limit_stay_and_say_by_how_much() -> None:
    offered = presets(VETERANS)  # 137 points
    here = partial(Preset, address="squads/r1/figures/", field="preset")
    assert offered["rifleman"] == here("rifleman", "Rifleman", "Assault rifle", "12", count=10)
    assert offered["lmg"] == here("lmg", "LMG gunner", "4 over the limit", "17", is_over=True)


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


def test_an_extra_that_the_squad_has_keeps_its_place_and_is_not_offered_again() -> None:
    squad = Squad(name="", class_="special-forces", extras=(ExtraEntry(extra="infiltration"),))
    assert a_sheet(squad).palette.extras == (
        Preset("infiltration", "Infiltration", "the squad has it", "30", is_there=True),
        Preset("motivation", "Motivation", "", "15"),
    )


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
    template = CHECKS["extra-limit"].words.sentences[""]
    finding = Finding("extra-limit", "error", "extras[0]", "", template, facts)
    assert reason(finding, "Ambush", "en") == "At most 1\xa0time."


def test_irregulars_are_offered_what_regulars_are_not() -> None:
    extras = a_sheet(MILITIA).extras
    assert extras
    assert "ied" in [extra.id for extra in extras.offered]
    assert [refused.names for refused in extras.refused] == ["Embedded journalists"]


def test_an_extra_says_what_it_excludes_before_it_is_bought() -> None:
    extras = a_sheet(COMMANDOS, extras=(ExtraEntry(extra="rules-of-engagement"),)).extras
    assert extras
    why = "Rules of engagement and Easier support fire cannot be in the same list."
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
        "intelligence", "Intelligence", offers["intelligence"].text, "10", "per level", 1, ""
    )


def test_negotiation_is_bought_at_its_first_level_that_is_not_free() -> None:
    extras = a_sheet(COMMANDOS).extras
    assert extras
    offer = next(offer for offer in extras.offered if offer.id == "negotiation")
    assert (offer.level, offer.price) == (2, "5")


def test_a_bought_extra_shows_its_levels_with_their_prices() -> None:
    extras = a_sheet(COMMANDOS, extras=(ExtraEntry(extra="negotiation", level=3),)).extras
    assert extras
    negotiation = extras.bought[0]
    assert (negotiation.price, negotiation.count) == ("10", 0)
    assert negotiation.choice == ExtraChoice("level", ((1, "0"), (2, "5"), (3, "10"), (4, "15")))
    assert options_of(negotiation.field) == [
        ("1", '1 <b class="num">0</b>', False),
        ("2", '2 <b class="num">5</b>', False),
        ("3", '3 <b class="num">10</b>', True),
        ("4", '4 <b class="num">15</b>', False),
    ]


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
    assert extras.bought[0].choice == ExtraChoice("passes", ((1, ""), (2, ""), (3, "")))
    assert options_of(extras.bought[0].field) == [("1", "1", False), ("2", "2", True), ("3", "3", False)]


def test_a_ruleset_without_extras_has_no_panel() -> None:
    assert a_sheet(ruleset="rth-en").extras is None


def test_an_extra_says_beside_itself_what_was_wrong_with_its_count() -> None:
    refused = CountForm("r3", 100, {"count": "0"})
    extras = a_sheet(MILITIA, extras=(ExtraEntry(extra="civilians"),), show={"refused": refused}).extras
    assert extras
    assert [flag.text for flag in extras.bought[0].flags] == ["The quantity must be a number from 1 to 100."]
