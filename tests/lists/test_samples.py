"""The examples: ten lists of our own, legal and well composed, loaded again without a trace."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from armybuilder.lists.actions.creating import FOLDER, SampleError, load_samples
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.visitors import Visitor
from rules.models import Ruleset, RulesetVersion
from tests.lists.factories import a_list

pytestmark = pytest.mark.usefixtures("loaded_rules")
NAMES = [
    "alpini-musahi",
    "bersaglieri-nassiriya",
    "grenadiere-cassino",
    "incursori-bala-murghab",
    "paratroopers-sainte-mere",
    "partigiani-val-d-ossola",
    "pattuglia-nel-bosco",
    "rangers-surobi",
    "red-devils-arnhem",
    "taliban-musa-qala",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two examples."""
    for name in ("rangers-surobi", "taliban-musa-qala"):
        (tmp_path / f"{name}.json").write_bytes((FOLDER / f"{name}.json").read_bytes())
    return tmp_path


def edit(path: Path, change: Callable[[Any], None]) -> None:
    """Change an example's file."""
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document))


def state() -> list[tuple[object, ...]]:
    """Return everything in the database about lists, by list."""
    return [
        (army_list.pk, army_list.document, army_list.revision_id, army_list.changed)
        for army_list in ArmyList.objects.order_by("pk")
    ]


def test_there_are_ten() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == NAMES
    assert load_samples() == {"new": 10}
    assert ArmyList.objects.samples().count() == 10


def test_every_sample_is_legal_and_nothing_is_to_be_said_about_it() -> None:
    load_samples()
    found = {army_list.name: army_list.report.findings for army_list in ArmyList.objects.samples()}
    assert set(found.values()) == {()}


def test_the_points_of_the_samples() -> None:
    """Worked out by hand from the price tables."""
    load_samples()
    table = ArmyList.objects.samples().values_list(
        "ruleset_version__ruleset_id", "role", "name", "total", "limit", "figures", "vehicles"
    )
    assert list(table) == [
        ("rth-it", "defender", "Partigiani in Val d’Ossola", 84, 90, 8, 0),
        ("rth-it", "attacker", "Red Devils, Arnhem", 144, 150, 8, 0),
        ("rth-en", "defender", "Grenadiere, Monte Cassino", 85, 90, 7, 0),
        ("rth-en", "attacker", "Paratroopers at Sainte-Mère-Église", 148, 150, 8, 0),
        ("bn", "attacker", "Bersaglieri a Nassiriya", 149, 150, 9, 1),
        ("bn", "attacker", "Incursori a Bala Murghab", 145, 150, 4, 0),
        ("bn", "defender", "Mullah Rahim, Musa Qala", 89, 90, 8, 0),
        ("bn", "attacker", "Rangers at Surobi", 150, 150, 9, 0),
        ("bi", "attacker", "Alpini nella valle di Musahi", None, None, 11, 1),
        ("ludonet", "attacker", "Pattuglia nel bosco", None, None, 15, 1),
    ]


def test_a_sample_belongs_to_nobody() -> None:
    load_samples()
    assert {(one.owner, one.browser_key, one.is_sample) for one in ArmyList.objects.all()} == {(None, "", True)}


def test_every_row_of_an_example_has_an_id_that_stays() -> None:
    load_samples()
    rangers = ArmyList.objects.get(name="Rangers at Surobi")
    squad = rangers.roster.squads[0]
    assert [squad.id, *(figure.id for figure in squad.figures)] == ["r1", "r2", "r3", "r4", "r5", "r6"]


def test_loading_again_changes_nothing() -> None:
    load_samples()
    before = state()
    assert load_samples() == {"unchanged": 10}
    assert state() == before


def test_a_sample_whose_file_changed_is_made_again_at_its_address(folder: Path) -> None:
    load_samples(folder)
    before = {army_list.name: army_list.pk for army_list in ArmyList.objects.all()}
    edit(folder / "rangers-surobi.json", lambda document: document.update(name="Rangers at Tagab"))
    assert load_samples(folder) == {"changed": 1, "unchanged": 1}
    assert ArmyList.objects.get(name="Rangers at Tagab").pk == before["Rangers at Surobi"]
    assert Revision.objects.count() == 2


def test_a_sample_whose_file_is_gone_goes(folder: Path) -> None:
    load_samples(folder)
    (folder / "taliban-musa-qala.json").unlink()
    assert load_samples(folder) == {"removed": 1, "unchanged": 1}
    assert [army_list.name for army_list in ArmyList.objects.all()] == ["Rangers at Surobi"]


def test_samples_follow_the_rules(folder: Path) -> None:
    """A new version of the rules recreates them, with its prices."""
    load_samples(folder)
    version = RulesetVersion.objects.get(ruleset="bn")
    version.pk, version.number, version.digest = None, 2, "another"
    version.catalogue = version.catalogue.replace('"points":5', '"points":6')
    version.save()
    Ruleset.objects.filter(pk="bn").update(current=version)
    assert load_samples(folder) == {"changed": 2}
    assert set(ArmyList.objects.values_list("ruleset_version", flat=True)) == {version.pk}


def test_lists_of_players_are_left_alone(folder: Path, carla: Visitor) -> None:
    own = a_list(carla)
    load_samples(folder)
    assert load_samples(folder) == {"unchanged": 2}
    assert ArmyList.objects.for_visitor(carla).get() == own


def test_one_wrong_sample_and_none_is_loaded(folder: Path) -> None:
    edit(folder / "taliban-musa-qala.json", lambda document: document["squads"][0].update({"class": "militai"}))
    with pytest.raises(SampleError) as refused:
        load_samples(folder)
    assert str(refused.value) == (
        'taliban-musa-qala.json: squads[0].class: unknown class "militai"; did you mean "militia"?'
    )
    assert ArmyList.objects.count() == 0


def test_the_command_counts_them() -> None:
    told = []
    for _ in range(2):
        out = StringIO()
        call_command("load_samples", stdout=out)
        told.append(out.getvalue())
    assert told == ["Examples: 10 new.\n", "Examples: 10 unchanged.\n"]


def test_the_command_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise SampleError("rangers.json: it is empty")

    monkeypatch.setattr("armybuilder.lists.management.commands.load_samples.load_samples", refuse)
    with pytest.raises(CommandError, match=r"^No example was loaded\.\nrangers\.json: it is empty$"):
        call_command("load_samples")
