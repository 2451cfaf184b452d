"""The scenario sheet: the table with the zones of its ruleset, objectives, the secret die."""

import pytest
from django.utils import translation

from armybuilder.printing.formats.scenario.layout import ScenarioSheet, lay_out
from armybuilder.printing.layout.options import Options
from rules.core.assess import assess
from rules.core.text import LANGUAGES
from tests.printing.pdfs import open_pdf
from tests.printing.sheets import a_pdf, a_roster, a_squad, catalogue


def sheet(ruleset: str, role: str = "open") -> ScenarioSheet:
    with translation.override("en"):
        return lay_out(
            a_roster(ruleset=ruleset, role=role),
            catalogue(ruleset),
            assess(a_roster(ruleset=ruleset, role=role), catalogue(ruleset)),
            Options("en"),
        )


def zones(found: ScenarioSheet) -> list[tuple[str, float, float]]:
    return [(zone.place, zone.height, zone.width) for zone in found.zones]


@pytest.mark.parametrize(
    ("ruleset", "role", "expected", "ours"),
    [
        # §4.2: both within 30 cm of their edge
        ("bn", "open", [("below", 37.5, 150.0), ("above", 37.5, 150.0)], "your edge"),
        # §4.0: the attacker within 10 cm, the defender in 30 × 40 cm
        ("rth-it", "attacker", [("below", 12.5, 150.0), ("above within", 37.5, 50.0)], "attacker’s edge"),
        ("rth-en", "defender", [("above", 12.5, 150.0), ("below within", 37.5, 50.0)], "defender’s edge"),
        ("bi", "open", [], "your edge"),
        ("ludonet", "open", [], "your edge"),
    ],
)
def test_the_map_has_the_zones_of_the_ruleset_the_lists_own_below(
    ruleset: str, role: str, expected: list[tuple[str, float, float]], ours: str
) -> None:
    found = sheet(ruleset, role)
    assert (zones(found), found.ours) == (expected, ours)


def test_objectives_are_numbered_markers_with_what_they_can_be_or_lines_to_write_on() -> None:
    """bn §4.1: of five one is primary, two are secondary; with 6 on the secret die there is none to take."""
    found = sheet("bn")
    assert (found.markers, found.kinds) == (
        ("1", "2", "3", "4", "5"),
        ("primary (1)", "secondary (2)", "dummy (2)"),
    )
    assert (found.margin, found.none_on) == (6.25, "On a 6 there is no primary objective to take.")
    assert found.margin_words == "Markers: inside the dotted line (5 cm from the edge), more than 10 cm apart"
    other = sheet("rth-it")
    assert (other.markers, len(other.lines), other.margin, other.none_on) == ((), 5, 0, "")


def test_the_secret_die_has_the_faces_of_the_games_die_and_the_last_turn_its_dice() -> None:
    assert {
        ruleset: (max(sheet(ruleset).faces), sheet(ruleset).limit) for ruleset in ("rth-it", "bi", "bn")
    } == {
        "rth-it": (6, "10 + d6"),
        "bi": (10, ""),
        "bn": (6, ""),
    }


def test_the_setup_is_that_of_the_handbook() -> None:
    titles = {
        ruleset: [rule.title for rule in sheet(ruleset).setup if rule.title]
        for ruleset in ("rth-en", "bn", "ludonet", "bi")
    }
    assert titles == {
        "rth-en": ["Basic scenario"],
        "bn": ["Objectives", "Deployment"],
        "ludonet": ["Before the game"],
        "bi": [],
    }


def test_it_is_one_sheet_in_either_language_on_the_smaller_paper() -> None:
    """Of the game with the longest setup, under a title of several lines."""
    for language in LANGUAGES:
        roster = a_roster(a_squad(), name="Tre righe di titolo " * 5)
        assert len(open_pdf(a_pdf(roster, language, "scenario", paper="letter"))) == 2
