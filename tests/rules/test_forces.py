"""Forces in files: the shipped ones, and errors with their lines."""

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from rules.core.assess import assess
from rules.core.document.force import Force, encode, schema
from rules.core.document.roster import Roster
from rules.core.forces.followed import started
from rules.loading.reading import FilesError, parse_force, read_forces, shipped_forces
from tests.core.documents import GAMES, LIBRARY, ROOT
from tests.core.forces import a_force

SHIPPED = read_forces(shipped_forces(), LIBRARY.catalogues)


def said(text: str) -> list[str]:
    try:
        parse_force(dedent(text), LIBRARY.catalogues, "mine.yaml")
    except FilesError as error:
        return [str(problem) for problem in error.problems]
    return []


def test_a_dozen_come_with_the_program_and_each_ruleset_has_some() -> None:
    assert len(SHIPPED) == 12
    assert {force.ruleset for force in SHIPPED} == set(GAMES)
    assert [path.stem for path in shipped_forces()] == [force.id for force in SHIPPED]


@pytest.mark.parametrize("force", SHIPPED, ids=lambda force: force.id)
def test_a_list_begins_with_a_shipped_force_and_is_legal(force: Force) -> None:
    catalogue = LIBRARY.catalogues[force.ruleset]
    for role in force.roles or ("attacker", "defender", "open"):
        empty = Roster(format="armylist/1", ruleset=force.ruleset, name="New", role=role, squads=())
        roster = started(empty, force, catalogue, "it")
        assert [found for found in assess(roster, catalogue).findings if found.severity == "error"] == []
        assert sum(squad.least for squad in force.squads) == len(roster.squads)


def without_descriptions(part: Any) -> Any:
    """A part of a schema without the prose about it, which is fixed only in the published one."""
    if isinstance(part, dict):
        return {
            key: without_descriptions(value)
            for key, value in part.items()
            if not (key == "description" and isinstance(value, str))
        }
    return [without_descriptions(each) for each in part] if isinstance(part, list) else part


def test_the_schema_agrees_with_that_of_lists() -> None:
    lists = json.loads((ROOT / "rules" / "core" / "document" / "armylist-1.schema.json").read_bytes())
    own = without_descriptions(schema()["$defs"])
    assert {name: without_descriptions(lists["$defs"].get(name)) for name in own} == own


def test_json_is_read_too_and_what_is_read_is_what_was_written() -> None:
    force = parse_force(json.dumps(a_force()), LIBRARY.catalogues)
    assert msgspec.json.decode(encode(force)) == a_force()


def test_all_that_is_wrong_is_said_with_its_line() -> None:
    assert said(
        """\
        format: force/1
        id: mine
        ruleset: bn
        name: {it: Mia, en: Mine}
        squads:
          - id: patrol
            name: {it: Pattuglia, en: Patrol}
            class: trained
            least: 3
            size: [9, 8]
            figures:
              - {name: {it: A, en: A}, least: 2, most: 1, weapons: [lmgg]}
              - {name: {it: B, en: B}, class: recruits, leadership: [0, 1], weapons: [smg]}
            vehicles:
              - {type: tank, least: 2}
              - {type: tank}
          - id: patrol
            name: {it: Altra, en: Other}
            class: elite
            size: [2, 3]
        limits:
          - {of: weapons, ids: [lmg], least: 3, most: 2}
        """
    ) == [
        "mine.yaml:9: squads[0].least: the maximum is 1",
        "mine.yaml:10: squads[0].size[0]: the maximum is 8",
        'mine.yaml:12: squads[0].figures[0].weapons[0]: unknown weapon "lmgg"; did you mean "lmg"?',
        "mine.yaml:12: squads[0].figures[0].least: the maximum is 1",
        'mine.yaml:13: squads[0].figures[1].class: unknown class "recruits"; did you mean "recruit"?',
        "mine.yaml:15: squads[0].vehicles[0].least: the maximum is 1",
        'mine.yaml:16: squads[0].vehicles[1].type: "tank" appears twice',
        'mine.yaml:17: squads[1].id: "patrol" appears twice',
        "mine.yaml:20: squads[1].size: types of figures (figures) are missing",
        "mine.yaml:22: limits[0].least: the maximum is 2",
    ]


def changed(**fields: Any) -> list[str]:
    """The errors of the small force when fields of its first squad change."""
    squad, *others = a_force()["squads"]
    return said(json.dumps(a_force(squads=[squad | fields, *others])))


def test_numbers_and_classes_at_odds_are_refused() -> None:
    plain = {"name": {"it": "A", "en": "A"}, "weapons": ["smg"]}
    at = "mine.yaml:1: squads[0]"
    assert changed(figures=[plain | {"least": 9}]) == [f"{at}.size[1]: the minimum is 9"]
    assert changed(figures=[plain | {"most": 2}]) == [f"{at}.size[0]: the maximum is 2"]
    assert changed(figures=[plain | {"class": "elite"}]) == [
        f"{at}.figures[0].class: too far from the class of the squad: recruit, trained, veteran"
    ]
    assert changed(figures=[plain | {"leadership": [0]}], extras=[{"extra": "motivation"}] * 2) == [
        f'{at}.extras[1].extra: "motivation" appears twice'
    ]


def test_an_invalid_force_is_refused_in_one_line() -> None:
    assert said("[]") == ["mine.yaml:1: this must be {…}"]
    assert said("") == ["mine.yaml:1: the file is empty"]
    assert said("a: *b") == ["mine.yaml:1: an alias (*) is not read: write the value out"]
    assert said("a: !!bool b") == ["mine.yaml:1: a tag (!) is not read: write the value alone"]
    assert said("format: force/1\n10: x")[-1] == 'mine.yaml:2: unknown field "10"'
    for deep in ("[" * 50_000, "{a: " * 15_000, "- " * 25_000):  # composing it would end the process
        assert said(deep) == ["mine.yaml:1: nested too deeply"]
    assert said("a: \0") == ["mine.yaml:1: a character that YAML does not allow (U+0000)"]
    assert said("a: \ud800") == ["mine.yaml:1: a character that YAML does not allow"]
    assert said("x" * 60_001) == ["mine.yaml:1: at most 60000 characters"]
    assert said(json.dumps(a_force(ruleset="bnn"))) == [
        'mine.yaml:1: ruleset: unknown ruleset "bnn"; did you mean "bn"?'
    ]
    assert said(json.dumps(a_force(name={"it": "", "en": "Mine"}))) == ["mine.yaml:1: name.it: it cannot be empty"]
    assert said(json.dumps(a_force(code="import os"))) == ['mine.yaml:1: unknown field "code"']


def test_the_command_says_what_is_wrong_with_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(json.dumps(a_force()), encoding="utf-8")
    bad.write_text("format: force/1\nid: Bad!\n", encoding="utf-8")
    call_command("load_forces", "--check", good)
    assert capsys.readouterr().out == "No problem found. Files: 1.\n"
    with pytest.raises(CommandError, match=r"bad\.yaml:1: .*\n?bad\.yaml:2: id: "):
        call_command("load_forces", "--check", good, bad)
    with pytest.raises(CommandError, match="is in another file too"):
        call_command("load_forces", "--check", good, good)
    with pytest.raises(CommandError, match=r"gone\.yaml: cannot be read"):
        call_command("load_forces", "--check", tmp_path / "gone.yaml")
