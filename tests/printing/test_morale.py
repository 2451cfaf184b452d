"""Morale and defeat points on a roster: what each face stands for, and what a loss costs."""

import pytest

from armybuilder.printing.layout.words import Fact
from rules.core.document.roster import ExtraEntry, Figure
from rules.core.text import Language
from tests.printing.sheets import NBSP, a_roster, a_sheet, a_squad

RIFLEMAN = Figure(weapons=("assault-rifle",))


@pytest.mark.parametrize(
    ("language", "faces"),
    [
        ("en", "Best die\t\t\t1\t2\t3\t4\t5\t6\nfails with losses\t\t2\t3\t4\t5\t6\t7, under half"),
        ("it", "Dado migliore\t\t1\t2\t3\t4\t5\t6\nfallisce con perdite\t2\t3\t4\t5\t6\t7, sotto metà"),
    ],
)
def test_each_face_says_with_how_many_losses_it_fails(language: Language, faces: str) -> None:
    """The values of both lines stand at the same stops: the shorter label has a tab more after it."""
    morale = a_sheet(a_roster(a_squad(RIFLEMAN)), language).morale
    assert morale
    assert morale.faces == faces


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


def test_a_condition_stands_in_brackets() -> None:
    ((fact, _),) = a_sheet(a_roster(a_squad(RIFLEMAN))).defeat_points
    hit = (
        f"Building or civilian hit{NBSP}5 (regulars against irregulars only; for buildings, by support fire)"
    )
    assert fact.text.split(f"{NBSP}· ")[2] == hit


def test_changes_by_extras_are_printed() -> None:
    bought = (ExtraEntry(extra="rules-of-engagement"),)
    sheet = a_sheet(a_roster(a_squad(RIFLEMAN), extras=bought))
    ((fact, source),) = sheet.defeat_points
    assert (fact.label, source) == ("Defeat points", "§14.0")
    assert fact.text.replace(NBSP, " ").endswith(
        "Objective lost 50 · Rules of engagement: building or civilian 10 (in place of the usual 5)"
    )
    assert "Rules of engagement: firing first" not in fact.text
    assert "25 defeat points" in sheet.extras[0].text


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en"])
def test_road_to_hell_counts_soldiers_leaders_and_the_objective(ruleset: str) -> None:
    ((fact, source),) = a_sheet(a_roster(a_squad(RIFLEMAN), ruleset=ruleset)).defeat_points
    worth = [f"Soldier lost{NBSP}10", f"Leader lost{NBSP}15", f"Objective lost{NBSP}50"]
    assert (fact.text.split(f"{NBSP}· "), source) == (worth, "§15.0")


def test_ludonet_has_its_rule_of_morale_and_no_defeat_points() -> None:
    sheet = a_sheet(a_roster(a_squad(Figure(), class_="regular"), ruleset="ludonet"))
    assert sheet.morale_rules == (
        Fact("When", "At 50% unit losses, and at each loss after that."),
        Fact("Falls back 1–2", "Until reinforcements bring it back to its starting strength."),
    )
    assert sheet.defeat_points == ()


@pytest.mark.parametrize("ruleset", ["bi", "bn"])
def test_games_with_chances_or_dice_of_their_own_have_no_such_rules(ruleset: str) -> None:
    assert a_sheet(a_roster(a_squad(Figure(), class_="veteran"), ruleset=ruleset)).morale_rules == ()
