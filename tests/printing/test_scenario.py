"""The scenario sheet: the table with its zones, markers and the secret die; the deployment on the back."""

from typing import Any

import pytest
from django.utils import translation

from armybuilder.printing.formats.scenario.layout import DeploymentLine, ScenarioSheet, lay_out
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import PAPERS
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.text import LANGUAGES, Language
from tests.printing.pdfs import open_pdf, text_of, texts
from tests.printing.shapes import SHAPES
from tests.printing.sheets import a_pdf, a_roster, a_setting, a_squad, catalogue

RULESETS = ("bn", "rth-it", "rth-en", "bi", "ludonet")


def sheet_of(roster: Roster, language: Language = "en", **options: Any) -> ScenarioSheet:
    with translation.override(language):
        return lay_out(a_setting(roster, language, **options))


def sheet(ruleset: str, role: str = "open", **options: Any) -> ScenarioSheet:
    return sheet_of(a_roster(ruleset=ruleset, role=role), **options)


def zones(found: ScenarioSheet) -> list[tuple[int, ...]]:
    """The zones, in cm on the table."""
    return [tuple(map(round, zone[1:])) for zone in found.table.zones]


# ── The table ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "role", "squares", "expected", "ours"),
    [
        # §4.2: both within 30 cm of their edge; §2.0: a table of 120 cm is better than one of 80
        ("bn", "open", (12, 12), [(0, 90, 120, 30), (0, 0, 120, 30)], "your edge"),
        # §4.0: the attacker within 10 cm, the defender in 30 × 40 cm; §2.0: 80 or 90 cm
        ("rth-it", "attacker", (9, 9), [(0, 80, 90, 10), (25, 8, 40, 30)], "attacker’s edge"),
        ("rth-en", "defender", (8, 8), [(0, 0, 80, 10), (20, 45, 40, 30)], "defender’s edge"),
        ("bi", "open", (12, 8), [], "your edge"),
        ("ludonet", "open", (12, 8), [], "your edge"),
    ],
)
def test_the_map_shows_the_table_and_zones_of_the_ruleset_own_side_below(
    ruleset: str, role: str, squares: tuple[int, int], expected: list[tuple[int, ...]], ours: str
) -> None:
    found = sheet(ruleset, role)
    assert (len(found.table.letters), len(found.table.rows)) == squares
    assert (zones(found), found.table.ours) == (expected, ours)


def test_the_scale_and_size_are_given_or_reported_missing_from_the_rules() -> None:
    assert {ruleset: sheet(ruleset).table.words for ruleset in ("bn", "rth-en", "bi")} == {
        "bn": (
            "A square is 10 cm of a table of 120 × 120 cm.",
            "80 × 80 cm is enough (§2.0).",
            "Markers: inside the dotted line (5 cm from the edge), more than 10 cm apart.",
        ),
        "rth-en": ("A square is 10 cm of a table of 80 × 80 cm.",),
        "bi": ("The rules leave the table, zones and objectives to the players and the referee.",),
    }


# ── Markers and the secret die ─────────────────────────────────────────────────────────────────────────────────────


def test_markers_are_numbered_with_their_possible_kinds_including_an_ied() -> None:
    """bn §4.1: of five one is primary, two are secondary."""
    found = sheet("bn")
    kinds = ("primary (1)", "secondary (2)", "dummy (2)")
    assert ([*found.markers], found.kinds, len(found.lines)) == ([1, 2, 3, 4, 5], kinds, 0)
    bought = (ExtraEntry(extra="ied-remote"), ExtraEntry(extra="ambush"))
    assert sheet_of(a_roster(extras=bought)).kinds == (*kinds, "remote IED")
    other = sheet("rth-it")
    assert (len(other.markers), len(other.lines)) == (0, 5)


@pytest.mark.parametrize("paper", PAPERS)
def test_lines_for_notes_fill_the_front_and_leave_the_back_alone(paper: Paper) -> None:
    """The secret die, on a line of its own, is as wide as the six faces of a die."""
    lines = {ruleset: len(sheet(ruleset, paper=paper).notes) for ruleset in RULESETS}
    most = {"a4": 8, "letter": 6}[paper]
    assert lines == {
        "rth-it": most,
        "rth-en": most,
        "bn": most - 4,
        "ludonet": most - 5,
        "bi": most - 4,
    }
    for ruleset in RULESETS:
        irregulars = (item.id for item in catalogue(ruleset).classes if item.side == "irregular")
        men = a_squad(Figure(), class_=next(irregulars, "regular"))
        bought = tuple(ExtraEntry(extra=extra) for extra in ("ied", "ied-remote") if ruleset == "bn")
        front, _back = texts(a_pdf(a_roster(men, ruleset=ruleset, extras=bought), form="scenario", paper=paper))
        if ruleset == "bn":
            assert " ".join(f"▢{face}" for face in range(1, 7)) in " ".join(front.split())


def test_only_irregulars_of_breaking_news_have_a_secret_die() -> None:
    """bn §4.1."""
    for ruleset in RULESETS:
        for class_ in catalogue(ruleset).classes:
            die = sheet_of(a_roster(a_squad(Figure(), class_=class_.id), ruleset=ruleset)).die
            assert ("On a 6 there is no primary" in die) == (class_.side == "irregular") == bool(die)


def test_the_setup_follows_the_handbook_without_facts_on_the_map() -> None:
    titles = {ruleset: [table.name.en for table in sheet(ruleset).setup] for ruleset in RULESETS}
    assert titles == {
        "rth-it": ["Basic scenario"],
        "rth-en": ["Basic scenario"],
        "bn": ["Objectives", "Deployment"],
        "ludonet": ["Before the game"],
        "bi": [],
    }
    assert {ruleset: sheet(ruleset).limit for ruleset in ("rth-it", "bn")} == {"rth-it": "10 + d6", "bn": ""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_on_one_sheet_of_the_smaller_paper_with_any_names(language: Language) -> None:
    """The game has the longest setup and all secrets, which end the front."""
    roster = SHAPES["long names"]
    insurgent = a_squad(Figure(), class_="militia", name="W" * 200)
    squads = (*roster.squads, insurgent, insurgent)
    pdf = a_pdf(
        a_roster(*squads, name="Tre righe di titolo " * 5, extras=(ExtraEntry(extra="ied"),)),
        language,
        "scenario",
        paper="letter",
    )
    assert len(open_pdf(pdf)) == 2
    assert text_of(pdf).count("IED") == 5


# ── The deployment ─────────────────────────────────────────────────────────────────────────────────────────────────


def of_ludonet(*squads: Squad, **fields: Any) -> Roster:
    return a_roster(*squads, ruleset="ludonet", name="Third company", **fields)


def test_every_squad_and_vehicle_has_a_line() -> None:
    mortar = Figure(count=3, weapons=("mortar",), combat_value=2)
    car = Vehicle(type="vehicle", name="Puma", combat_value=4)
    squad = a_squad(Figure(count=8), mortar, class_="regular", name="First", vehicles=(car,))
    mixed = a_squad(Figure(), Figure(class_="expert"), class_="regular", name="")
    trucks = Squad(name="Trucks", vehicles=(Vehicle(type="vehicle", count=2),))
    empty = a_squad(class_="expert", name="Empty")
    assert sheet_of(of_ludonet(squad, trucks, mixed, empty)).deployed[:6] == (
        DeploymentLine("First", "Regulars", "11", "2"),
        DeploymentLine("V1 Puma", "Vehicle", "–", "4"),
        DeploymentLine("V2 Vehicle", "–", "–", ""),
        DeploymentLine("V3 Vehicle", "–", "–", ""),
        DeploymentLine("Squad 3", "Regulars, Experts", "2", "–"),
        DeploymentLine("Empty", "Experts", "–", "–"),
    )


def test_blank_lines_fill_the_map_side() -> None:
    squads = [a_squad(Figure(), class_="regular")] * 9
    assert [[bool(line.name) for line in sheet_of(of_ludonet(*squads[:count])).deployed] for count in (6, 9)] == [
        [True] * 6 + [False] * 2,
        [True] * 9,
    ]


def test_the_map_has_the_letters_of_the_language() -> None:
    tables = [sheet_of(of_ludonet(), language).table for language in LANGUAGES]
    assert [table.letters for table in tables] == ["ABCDEFGHILMN", "ABCDEFGHIJKL"]
    assert [*tables[0].rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert sheet("rth-it").table.letters == "ABCDEFGHI"


def test_a_game_with_passes_and_combat_values_has_room_for_them() -> None:
    bought = (ExtraEntry(extra="air-support", passes=3), ExtraEntry(extra="air-support", passes=1))
    rosters = (of_ludonet(extras=bought), of_ludonet(), a_roster(extras=bought))
    records = [sheet_of(roster) for roster in rosters]
    assert [(record.passes, record.combat) for record in records] == [("▢▢▢▢", True), ("", True), ("", False)]
