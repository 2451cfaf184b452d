"""Lists of the two made-up rulesets in tests/rules/made_up."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.document import edits
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.report import Report, sentence
from rules.loading.reading import read_ruleset

MADE_UP = Path(__file__).with_name("made_up")
HARBOUR, ORBIT = read_ruleset(MADE_UP / "harbour.yaml"), read_ruleset(MADE_UP / "orbit.yaml")
CATALOGUES = {"harbour": HARBOUR, "orbit": ORBIT}

# Prices of a club: a list of `orbit` has no other points.
PRICES = {
    "classes/marine": 4,
    "classes/settler": 2,
    "weapons/slugthrower": 1,
    "weapons/beamer": 2,
    "roles/pilot": 3,
    "vehicles/tug": 6,
    "extras/decoy": 5,
}


def begun(ruleset: str, **fields: Any) -> Roster:
    """A list without squads."""
    return Roster(format="armylist/1", ruleset=ruleset, name="Prova", squads=(), **fields)


def built(roster: Roster, *squads: tuple[Squad, tuple[Figure | Vehicle | ExtraEntry, ...]]) -> Roster:
    """The list with squads added by edits, row by row; a squad's id is its name."""
    add = {Figure: edits.add_figure, Vehicle: edits.add_vehicle, ExtraEntry: edits.add_extra}
    for squad, rows in squads:
        roster = edits.add_squad(roster, squad)
        for row in rows:
            roster = add[type(row)](roster, squad.id, row)  # type: ignore[operator]
    return roster


def a_squad(name: str, class_: str, **fields: Any) -> Squad:
    return Squad(id=name, name=name, class_=class_, **fields)


def judged(roster: Roster) -> Report:
    return assess(roster, CATALOGUES[roster.ruleset])


def findings(roster: Roster) -> list[tuple[str, str, str, str]]:
    """(code, severity, path, English sentence) of each finding, ordered by code."""
    found = judged(roster).findings
    return sorted((item.code, item.severity, item.path, sentence(item, "en")) for item in found)


def italian(roster: Roster, code: str) -> list[str]:
    return [sentence(item, "it") for item in judged(roster).findings if item.code == code]


HAND = Figure(weapons=("musket", "cutlass"), count=2)
MATE = Figure(weapons=("cutlass",), leadership=1)
GUNNER = Figure(weapons=("swivel",), roles=("gunner",))


def a_bad_night() -> Roster:
    """A list of `harbour` that breaks nearly every rule."""
    roster = built(
        begun("harbour"),
        (
            a_squad("Dogana", "customs"),
            (
                HAND,
                MATE,
                GUNNER,
                Figure(weapons=("lmg",)),
                Vehicle(type="longboat", weapons=("rocket",)),
                ExtraEntry(extra="stowaway"),
                ExtraEntry(extra="informer", level=1),
            ),
        ),
        (
            a_squad("Ombre", "smuggler", list_class="customs"),
            (
                Figure(weapons=("musket",)),
                Figure(weapons=("musket",), class_="watchman"),
                ExtraEntry(extra="stowaway"),
                ExtraEntry(extra="lantern"),
            ),
        ),
    )
    for entry in (
        ExtraEntry(extra="powder"),
        ExtraEntry(extra="lantern"),
        ExtraEntry(extra="informer", level=2),
        ExtraEntry(extra="fog"),
    ):
        roster = edits.add_extra(roster, "", entry)
    return roster


def a_night_over_its_limits() -> Roster:
    """A list of `harbour` that breaks its limits of weapons, roles and vehicles."""
    return built(
        begun("harbour", limit=300),
        (
            a_squad("Dogana", "customs"),
            (
                HAND,
                MATE,
                replace(GUNNER, count=3),
                Figure(weapons=("musket",), roles=("surgeon",), count=2),
                Vehicle(type="longboat", count=2),
            ),
        ),
        (a_squad("Ronda", "watchman"), (replace(HAND, count=4), MATE, GUNNER)),
    )


BOARDER, PILOT = Figure(weapons=("slugthrower",)), Figure(weapons=("beamer",), roles=("pilot",))


def a_boarding(*rows: Figure | Vehicle, class_: str = "marine", **fields: Any) -> Roster:
    return built(begun("orbit", role="attacker", **fields), (a_squad("Uno", class_), rows))
