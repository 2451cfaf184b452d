"""Forces that begin with a list, and the three lists that show what a force allows."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.core.assess import assess
from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.core.forces.faults import faults
from rules.core.forces.from_list import empty_force, force_from_list
from rules.core.forces.proof import proof_of
from rules.core.judging.report import FORCE, sentence
from rules.core.text import Text
from rules.loading.dumping import dump_force
from rules.loading.reading import parse_force, shipped_forces
from tests.core.documents import LIBRARY, Document, army, extra, man, squad, vehicle
from tests.core.test_examples import EXAMPLES

SHIPPED = {path.stem: parse_force(path.read_text(encoding="utf-8"), LIBRARY.catalogues) for path in shipped_forces()}
PATROL = squad(
    "elite",
    man("assault-rifle", leadership=1),
    man("assault-rifle", "grenade", count=4),
    man("lmg"),
    man("assault-rifle", roles=["medic"], **{"class": "trained"}),
    vehicles=[vehicle("protected", "lmg", movement="wheeled")],
    extras=[extra("motivation")],
    list_class="elite",
)


def a_list(*squads: Document, **fields: object) -> Roster:
    return read(json.dumps(army("bn", *squads, **fields)).encode(), LIBRARY)


def test_each_row_becomes_a_type() -> None:
    force = force_from_list(a_list(PATROL, PATROL, name="Alpini"), LIBRARY.catalogues["bn"], "mine")
    [made] = force.squads
    assert (force.id, force.name.en, made.least, made.most, made.size) == (
        "mine",
        "Alpini",
        2,
        3,
        (5, 9),
    )
    assert [
        (kind.name.en, kind.least, kind.most, kind.weapons, kind.also, kind.leadership, kind.role)
        for kind in made.figures
    ] == [
        ("Leader 1", 1, 1, ("assault-rifle",), ("pistol", "grenade"), (1,), ""),
        ("Man with assault rifle", 2, None, ("assault-rifle",), ("grenade", "pistol"), (), ""),
        ("LMG gunner", 0, 1, ("lmg",), ("pistol", "grenade"), (), ""),
        ("Medic", 0, 1, ("assault-rifle",), ("pistol", "grenade"), (), "medic"),
    ]
    assert [(one.type, one.least, one.most, one.weapons) for one in made.vehicles] == [("protected", 0, 1, ("lmg",))]
    assert [(one.extra, one.most) for one in made.extras] == [("motivation", 1)]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_force_of_a_list_has_no_faults_and_allows_its_lists(path: Path) -> None:
    roster = read(path.read_bytes(), LIBRARY)
    catalogue = LIBRARY.catalogues[roster.ruleset]
    force = force_from_list(roster, catalogue, "mine")
    assert list(faults(force, catalogue)) == []
    for one in proof_of(force, catalogue, "en")[:2]:
        assert [found.code for found in one.report.findings if found.source == FORCE] == []


def test_an_empty_list_gives_one_squad_to_fill() -> None:
    for catalogue in LIBRARY.catalogues.values():
        empty = Roster(format="armylist/1", ruleset=catalogue.id, name="Empty", squads=())
        made = force_from_list(empty, catalogue, "mine")
        assert made.squads[0] == empty_force(catalogue, "mine", Text("Vuota", "Empty")).squads[0]
        assert list(faults(made, catalogue)) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_the_lists_of_a_force_are_legal_and_one_breaks_it(name: str) -> None:
    force = SHIPPED[name]
    catalogue = LIBRARY.catalogues[force.ruleset]
    least, full, *broken = proof_of(force, catalogue, "en")
    assert (least.report.legal, full.report.legal) == (True, True)
    assert sum(squad.figure_count for squad in full.roster.squads) > sum(
        squad.figure_count for squad in least.roster.squads
    )
    if full.report.limit is not None:
        assert full.report.limit - 20 < (full.report.total or 0) <= full.report.limit
    for one in broken:
        assert one.errors[0].source == FORCE


def test_a_list_that_breaks_a_limit_says_which() -> None:
    force = SHIPPED["bn-market"]
    *_, broken = proof_of(force, LIBRARY.catalogues["bn"], "en")
    assert sentence(broken.errors[0], "en") == "LMG gunner: 1 too many for Gang (Machine gunner: 1)."


def test_a_force_without_limits_is_broken_by_nothing() -> None:
    force = SHIPPED["ludonet-rifles"]
    squads = tuple(
        replace(one, figures=tuple(replace(kind, most=None, one_in=None) for kind in one.figures))
        for one in force.squads
    )
    free = replace(force, squads=squads, extras=(), limits=())
    assert [one.sort for one in proof_of(free, LIBRARY.catalogues["ludonet"], "en")] == ["least", "full"]


@pytest.mark.parametrize("path", shipped_forces(), ids=lambda path: path.stem)
def test_the_shipped_forces_are_written_as_they_are_kept(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert dump_force(SHIPPED[path.stem]) == "".join(line for line in lines if not line.startswith("#"))


@pytest.mark.parametrize("name", SHIPPED)
def test_the_smallest_list_costs_what_it_is_judged_at(name: str) -> None:
    force = SHIPPED[name]
    catalogue = LIBRARY.catalogues[force.ruleset]
    least = proof_of(force, catalogue, "it")[0]
    assert assess(least.roster, catalogue) == least.report
