"""Limits of a made-up ruleset: how many of some things, how many for the figures, and for which troops."""

from itertools import count

import pytest
from msgspec.structs import replace

from rules.core.advice import after, completions, find_fixes, fitting_additions
from rules.core.document.edits import with_ids
from rules.core.document.roster import Figure, Roster, Vehicle
from rules.reference.items import constraint
from tests.rules.invented import (
    GUNNER,
    HAND,
    HARBOUR,
    MATE,
    a_night_over_its_limits,
    a_squad,
    begun,
    built,
    findings,
    italian,
    judged,
)

LIMITS = {"few-guns", "one-surgeon", "gun-crews", "boats", "no-guns-for-drunkards"}
SURGEON = Figure(weapons=("musket",), roles=("surgeon",))
LONGBOAT = Vehicle(type="longboat")


def customs(*rows: Figure | Vehicle, limit: int = 300, class_: str = "customs") -> Roster:
    roster = built(begun("harbour", limit=limit), (a_squad("Dogana", class_), rows))
    return with_ids(roster, (f"row-{number}" for number in count(1)))


def broken(roster: Roster) -> set[str]:
    """The limits that a list breaks."""
    return {code for code, *_ in findings(roster)} & LIMITS


def test_a_night_over_its_limits() -> None:
    night = a_night_over_its_limits()
    assert [found for found in findings(night) if found[0] in LIMITS] == [
        (
            "boats",
            "warning",
            "",
            "The list has 2 of these: Longboat. With 14\u00a0figures, at most 1: one for every 20 or part of 20.",
        ),
        ("few-guns", "error", "", "The list has 4 of these: Swivel gun, Rocket. At most 2."),
        (
            "gun-crews",
            "error",
            "squads[0]",
            "Dogana has 3 of these: Gunner. With 8\u00a0figures, at most 2: one for every 4 or part of 4.",
        ),
        (
            "no-guns-for-drunkards",
            "error",
            "squads[1].figures[2]",
            "Gunner: Swivel gun is only for Customs men or Smugglers.",
        ),
        ("one-surgeon", "error", "squads[0]", "Dogana has 2 of these: Surgeon. At most 1."),
    ]
    assert [italian(night, code) for code in ("few-guns", "gun-crews", "no-guns-for-drunkards")] == [
        ["La lista ha 4 di questi: Petriera, Razzo. Al massimo 2."],
        [
            "Dogana ha 3 di questi: Cannoniere. Con 8\u00a0figure al massimo 2: uno ogni 4 o frazione.",
        ],
        ["Cannoniere: quest’arma, Petriera, è solo per Doganieri o Contrabbandieri."],
    ]


@pytest.mark.parametrize(
    ("roster", "codes"),
    [
        (customs(replace(GUNNER, count=2), replace(HAND, count=3)), set()),
        (customs(replace(GUNNER, count=2), replace(HAND, count=2)), {"gun-crews"}),
        (customs(GUNNER, replace(LONGBOAT, weapons=("swivel",)), HAND), set()),
        (customs(GUNNER, replace(LONGBOAT, weapons=("swivel", "rocket")), HAND), {"few-guns"}),
        (customs(SURGEON, HAND), set()),
        (customs(replace(SURGEON, count=2), HAND), {"one-surgeon"}),
        (customs(replace(HAND, count=20), replace(LONGBOAT, count=2)), {"boats"}),
        (customs(replace(HAND, count=21), replace(LONGBOAT, count=2)), set()),
        (customs(LONGBOAT), {"boats"}),
        (customs(GUNNER, HAND, class_="watchman"), {"no-guns-for-drunkards"}),
        (customs(replace(GUNNER, class_="smuggler"), HAND, class_="watchman"), set()),
    ],
)
def test_a_limit_is_broken_from_one_more_on(roster: Roster, codes: set[str]) -> None:
    assert broken(roster) == codes


def test_a_surgeon_in_each_squad_is_within_a_limit_for_squads() -> None:
    roster = built(
        begun("harbour"),
        (a_squad("Dogana", "customs"), (SURGEON, HAND)),
        (a_squad("Ronda", "watchman"), (SURGEON, HAND)),
    )
    assert broken(roster) == set()


def test_each_broken_limit_has_its_fixes() -> None:
    night = with_ids(a_night_over_its_limits(), (f"row-{number}" for number in count(1)))
    found = find_fixes(night, HARBOUR, judged(night))
    assert {one.finding.code: [fix.words.en for fix in one.fixes] for one in found if one.finding.code in LIMITS} == {
        "few-guns": ["2 × gunner: remove swivel gun", "Remove 2 × gunner"],
        "one-surgeon": ["Surgeon: remove the role", "Remove surgeon"],
        "gun-crews": ["Add man with swivel gun", "Gunner: remove the role", "Add hand"],
        "no-guns-for-drunkards": ["Gunner: remove swivel gun", "Ronda: Customs men", "Gunner: Customs men"],
        "boats": ["Remove longboat", "Add 12 × hand"],
    }
    for one in found:
        for fix in one.fixes:
            now = judged(after(night, fix.steps, (f"fresh-{number}" for number in count(1))))
            assert [item.code for item in now.findings].count(one.finding.code) < [
                item.code for item in judged(night).findings
            ].count(one.finding.code)


def test_additions_and_completions_keep_the_limits() -> None:
    roster = customs(MATE, replace(HAND, count=4), replace(GUNNER, count=2), limit=200)
    additions = {one.words.en for one in fitting_additions(roster, HARBOUR, judged(roster)).additions}
    assert "Hand in Dogana" in additions
    assert not {"Gunner in Dogana", "Swivel gun: hand"} & additions
    proposals = completions(roster, HARBOUR, judged(roster))
    assert proposals
    for one in proposals:
        assert broken(after(roster, one.steps, (f"fresh-{number}" for number in count(1)))) == set()


def test_the_reference_prints_the_limits() -> None:
    printed = {check.code: check for check in HARBOUR.checks}
    assert [constraint(printed[code], HARBOUR, "en") for code in sorted(LIMITS)] == [
        "At most one of these for every 20 figures or part of 20, in the whole list: Longboat.",
        "At most 2 of these in the whole list: Swivel gun, Rocket.",
        "At most one of these for every 4 figures or part of 4, in each squad: Gunner.",
        "Only for Customs men, Smugglers: Swivel gun.",
        "At most 1 of these in each squad: Surgeon.",
    ]
    assert constraint(printed["gun-crews"], HARBOUR, "it") == (
        "Al massimo uno di questi ogni 4 figure o frazione, in ogni squadra: Cannoniere."
    )
