"""Extras of Breaking News: buyers and combinations."""

import pytest

from tests.core.documents import Document, army, extra, issues, judged, man, patrol, squad, vehicle
from tests.core.extras import IRREGULARS, REGULARS, SPECIAL_FORCES, VEHICLES, bought, errors, for_squad

# --- extra-requires-special-forces ---

CODE = "extra-requires-special-forces"


def test_infiltration_is_for_squads_of_special_forces() -> None:
    assert for_squad(extra("infiltration"), by=SPECIAL_FORCES) == []
    assert for_squad(extra("infiltration"), by=REGULARS) == errors(CODE, "squads[0].extras[0]")


def test_one_man_of_another_class_is_enough_to_refuse_infiltration() -> None:
    mixed = patrol(man(class_="elite"), class_="special-forces")
    own = squad("elite", man(class_="special-forces", leadership=1, count=8))

    assert for_squad(extra("infiltration"), by=mixed) == [
        *errors(CODE, "squads[0].extras[0]"),
        ("mixed-classes", "info", "squads[0]"),
    ]
    assert for_squad(extra("infiltration"), by=own) == []


def test_there_must_be_someone_to_infiltrate() -> None:
    vehicles = squad("special-forces", vehicles=[vehicle("unprotected")])

    assert for_squad(extra("infiltration"), by=vehicles) == errors(CODE, "squads[0].extras[0]")


def test_special_forces_in_another_squad_do_not_help() -> None:
    listed = army("bn", SPECIAL_FORCES, squad("elite", man(leadership=2), extras=[extra("infiltration")]))

    assert issues(listed) == errors(CODE, "squads[1].extras[0]")


def test_infiltration_is_refused_once_an_entry() -> None:
    assert for_squad(extra("infiltration"), extra("infiltration")) == [
        *errors("extra-limit", "squads[0].extras[1]"),
        *errors(CODE, "squads[0].extras[0]", "squads[0].extras[1]"),
    ]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_anyone_buys_intelligence_up_to_level_3(level: int) -> None:
    assert bought(extra("intelligence", level=level)) == []
    assert bought(extra("intelligence")) == []


def test_intelligence_4_wants_special_forces_in_the_list() -> None:
    one_man = army("bn", REGULARS, squad("special-forces", man(), kind="section"))

    assert bought(extra("intelligence", level=4), by=SPECIAL_FORCES) == []
    assert issues(one_man | {"extras": [extra("intelligence", level=4)]}) == []
    assert bought(extra("intelligence", level=4)) == errors(CODE, "extras[0]")


@pytest.mark.parametrize("level", [5, 9])
def test_a_level_above_4_is_beyond_the_limit_and_nothing_else(level: int) -> None:
    assert bought(extra("intelligence", level=level)) == errors("extra-limit", "extras[0]")
    assert bought(extra("negotiation", level=level)) == errors("extra-limit", "extras[0]")


def test_two_entries_of_intelligence_4_are_each_refused() -> None:
    assert bought(extra("intelligence", level=4), extra("intelligence", level=4)) == [
        *errors("extra-limit", "extras[1]"),
        *errors(CODE, "extras[0]", "extras[1]"),
    ]


# --- extra-requires-irregulars, extra-requires-regulars ---


@pytest.mark.parametrize("id_", ["mortars", "ied", "ied-remote", "media-independent", "civilians"])
def test_extras_of_irregulars(id_: str) -> None:
    refused = errors("extra-requires-irregulars", "extras[0]")

    assert bought(extra(id_), by=IRREGULARS) == []
    assert bought(extra(id_), by=REGULARS) == refused
    assert bought(extra(id_), by=VEHICLES) == refused
    assert issues(army("bn", REGULARS, squad("militia", man(), kind="section"), extras=[extra(id_)])) == [
        ("mixed-sides", "warning", "")
    ]


@pytest.mark.parametrize("id_", ["civilians", "ied"])
def test_extras_of_irregulars_are_refused_once_an_entry(id_: str) -> None:
    assert bought(extra(id_), extra(id_)) == errors("extra-requires-irregulars", "extras[0]", "extras[1]")


def test_embedded_media_go_with_regulars() -> None:
    refused = errors("extra-requires-regulars", "extras[0]")

    assert bought(extra("media-embedded"), by=REGULARS) == []
    assert bought(extra("media-embedded"), by=IRREGULARS) == refused
    assert bought(extra("media-embedded"), by=VEHICLES) == refused


def test_a_foreign_class_is_on_no_side() -> None:
    foreign = squad("rabble", man(leadership=1, count=8))

    assert bought(extra("media-embedded"), extra("civilians"), by=foreign) == [
        *errors("extra-requires-irregulars", "extras[1]"),
        *errors("extra-requires-regulars", "extras[0]"),
        *errors("not-in-ruleset", "squads[0]"),
    ]


# --- extra-requires-trait ---


@pytest.mark.parametrize("trait", ["msu", "secret-services"])
def test_negotiation_4_wants_a_squad_that_is_trained_for_it(trait: str) -> None:
    able = squad("veteran", man(), kind="section", traits=[trait])

    assert issues(army("bn", REGULARS, able, extras=[extra("negotiation", level=4)])) == []
    assert bought(extra("negotiation", level=4)) == errors("extra-requires-trait", "extras[0]")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_anyone_negotiates_up_to_level_3(level: int) -> None:
    assert bought(extra("negotiation", level=level)) == []


# --- extra-excludes ---


@pytest.mark.parametrize(
    "extras",
    [
        [extra("support-fire"), extra("rules-of-engagement")],
        [extra("rules-of-engagement"), extra("ambush"), extra("support-fire")],
    ],
)
def test_easier_support_fire_and_rules_of_engagement_exclude_each_other(extras: list[Document]) -> None:
    """One message that names both, in any order."""
    assert bought(*extras) == errors("extra-excludes", "")

    (message,) = [found.message for found in judged(army("bn", REGULARS, extras=extras)).issues]
    assert message == "Rules of engagement and Easier support fire cannot be in the same list."


def test_either_of_them_may_stand_alone() -> None:
    assert bought(extra("support-fire")) == bought(extra("rules-of-engagement")) == []


def test_bought_twice_they_exclude_each_other_once() -> None:
    pair = [extra("support-fire"), extra("rules-of-engagement")]

    assert bought(*pair, *pair) == [
        *errors("extra-excludes", ""),
        *errors("extra-limit", "extras[2]", "extras[3]"),
    ]


def test_one_that_is_bought_where_it_is_not_sold_excludes_nothing() -> None:
    listed = army("bn", REGULARS | {"extras": [extra("support-fire")]}, extras=[extra("rules-of-engagement")])

    assert issues(listed) == errors("extra-scope", "squads[0].extras[0]")
