"""Morale and defeat points on a roster: the meaning of each side of the die, and the cost of a loss."""

import re

import pytest

from armybuilder.printing.layout.words import Fact
from rules.core.document.roster import ExtraEntry, Figure
from rules.core.text import Language
from tests.printing.cards import cards_of, stats_of
from tests.printing.sheets import NBSP, a_page, a_roster, a_sheet, a_squad

RIFLEMAN = Figure(weapons=("assault-rifle",))


@pytest.mark.parametrize(("language", "last"), [("en", "7, under half"), ("it", "7, sotto metà")])
def test_each_face_shows_the_losses_at_which_it_fails(language: Language, last: str) -> None:
    morale = a_sheet(a_roster(a_squad(RIFLEMAN)), language).morale
    assert morale
    assert morale.faces == ["2", "3", "4", "5", "6", last]


def test_defeat_points_are_those_of_the_classes_in_the_list() -> None:
    squad = a_squad(RIFLEMAN, class_="militia")
    assert a_sheet(a_roster(squad)).defeat_points == (
        (
            Fact(
                "Defeat points",
                f"{NBSP}· ".join((
                    f"Firing first{NBSP}5",
                    f"Irregulars{NBSP}5",
                    f"Irregular leaders{NBSP}10",
                    f"Disengaging{NBSP}15",
                    f"Exfiltration{NBSP}5",
                    f"Objective lost{NBSP}50",
                )),
            ),
            "§14.0",
        ),
    )  # fmt: skip


def test_a_condition_is_in_brackets() -> None:
    ((fact, _),) = a_sheet(a_roster(a_squad(RIFLEMAN))).defeat_points
    hit = f"Building or civilian hit{NBSP}5 (regulars against irregulars only; for buildings, by support fire)"
    assert fact.text.split(f"{NBSP}· ")[2] == hit


@pytest.mark.parametrize(
    ("extras", "worth"),
    [
        ([], {"Firing first": 5, "Other regulars": 10, "Building or civilian hit": 5, "Objective lost": 50}),
        (["rules-of-engagement"], {"Firing first": 30, "Other regulars": 10, "Building or civilian hit": 10}),
        (["media-embedded"], {"Firing first": 10, "Other regulars": 20, "Building or civilian hit": 15}),
        (
            ["media-embedded", "rules-of-engagement"],
            {"Firing first": 60, "Other regulars": 20, "Building or civilian hit": 30, "Exfiltration": 10},
        ),
    ],
)
def test_extras_are_included_in_the_defeat_points(extras: list[str], worth: dict[str, int]) -> None:
    squad = a_squad(RIFLEMAN, class_="trained")
    roster = a_roster(squad, extras=tuple(ExtraEntry(extra=one) for one in extras))
    ((fact, source),) = a_sheet(roster).defeat_points
    said = fact.text.replace(NBSP, " ").split(" · ")
    found = {name: points for name, points in map(_name_and_points, said) if name in worth}
    assert (found, source) == (worth, "§14.0")
    assert not any("ngagement" in one or "mbedded" in one for one in said)
    card = next(card for card in cards_of(roster) if card.kind == "figure")
    assert stats_of(card)["Defeat points"] == str(worth["Other regulars"])


def _name_and_points(said: str) -> tuple[str, int]:
    name, points, *_condition = re.split(r" (\d+)", said)
    return name, int(points)


def test_independent_journalists_change_nothing_for_the_irregulars_that_bring_them() -> None:
    squad = a_squad(RIFLEMAN, class_="militia")
    bought = (ExtraEntry(extra="media-independent"), ExtraEntry(extra="civilians"))
    ((fact, _),) = a_sheet(a_roster(squad, extras=bought)).defeat_points
    assert f"Irregulars{NBSP}5" in fact.text


def test_a_turn_of_truce_costs_a_point_for_each_level_of_negotiation() -> None:
    bought = (ExtraEntry(extra="negotiation", level=4),)
    ((fact, _),) = a_sheet(a_roster(a_squad(RIFLEMAN), extras=bought)).defeat_points
    assert f"Negotiation: turn of truce{NBSP}20 (5 per level" in fact.text


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en"])
def test_road_to_hell_counts_soldiers_leaders_and_the_objective(ruleset: str) -> None:
    ((fact, source),) = a_sheet(a_roster(a_squad(RIFLEMAN), ruleset=ruleset)).defeat_points
    worth = [f"Soldier lost{NBSP}10", f"Leader lost{NBSP}15", f"Objective lost{NBSP}50"]
    assert (fact.text.split(f"{NBSP}· "), source) == (worth, "§15.0")


def test_ludonet_has_its_morale_rule_and_no_defeat_points() -> None:
    sheet = a_sheet(a_roster(a_squad(Figure(), class_="regular"), ruleset="ludonet"))
    assert sheet.morale_rules == (
        Fact("When", "At 50% unit losses, and at each loss after that."),
        Fact("Falls back 1–2", "Until reinforcements bring it back to its starting strength."),
    )
    assert sheet.defeat_points == ()


@pytest.mark.parametrize("ruleset", ["bi", "bn"])
def test_games_with_their_own_chances_or_dice_have_no_morale_rules(ruleset: str) -> None:
    assert a_sheet(a_roster(a_squad(Figure(), class_="veteran"), ruleset=ruleset)).morale_rules == ()


def test_only_a_list_with_leaders_says_how_they_count() -> None:
    led, unled = (a_page(a_roster(a_squad(figure))).html for figure in (Figure(leadership=1), RIFLEMAN))
    assert ["leader lost: +1" in html for html in (led, unled)] == [True, False]
