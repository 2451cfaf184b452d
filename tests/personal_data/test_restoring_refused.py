"""A faulty backup creates no list, and its problems are reported with their places."""

import json
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.reading import PROBLEMS_AT_MOST
from rules.core.document import reader
from rules.core.document.problem import UnreadableListError
from rules.core.document.roster import Roster
from tests.lists.factories import a_list, a_roster, add_rifleman
from tests.personal_data.restoring import ADDRESS, backup_of, problems_of, send
from tests.steps import lines_run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]

AT = "lists[0].revisions[1]"
MISSING = "This is missing, or does not follow the armylist-backup/1 format."


def faulty(**fields: Any) -> Any:
    """A way to spoil the second revision of the first list."""

    def spoil(backup: dict[str, Any]) -> None:
        backup["lists"][0]["revisions"][1] |= fields

    return spoil


def document(**fields: Any) -> Any:
    """A way to spoil its document."""

    def spoil(backup: dict[str, Any]) -> None:
        backup["lists"][0]["revisions"][1]["document"] |= fields

    return spoil


FAULTS = [
    (lambda backup: backup["lists"][0].pop("created"), ("lists[0]", "", MISSING)),
    (
        lambda backup: backup.update(format="armylist/1"),
        ("format", "", MISSING),
    ),
    (lambda backup: backup["lists"][0].update(mood="good"), ("lists[0]", "", MISSING)),
    (lambda backup: backup["lists"][0].update(tags=["x"] * 21), ("lists[0].tags", "", MISSING)),
    (faulty(name="a\0b"), (f"{AT}.name", "", MISSING)),
    (faulty(created="yesterday"), (f"{AT}.created", "", MISSING)),
    (
        lambda backup: backup["lists"][0].update(present=7),
        ("lists[0].present", "Rangers", "No version of the list has this number."),
    ),
    (
        faulty(number=1),
        (f"{AT}.number", "Rangers, version 1", "The versions must be in number order."),
    ),
    (faulty(parent=2), (f"{AT}.parent", "Rangers, version 2", "No earlier version has this number.")),
    (
        faulty(ids=["one"]),
        (f"{AT}.ids", "Rangers, version 2", "Each row of the list needs an ID that no other row has."),
    ),
    (
        document(ruleset="bm"),
        (f"{AT}.document.ruleset", "Rangers, version 2", 'unknown ruleset "bm"'),
    ),
    (
        document(ruleset="rth-it"),
        (f"{AT}.rules.ruleset", "Rangers, version 2", "The list is for another ruleset."),
    ),
    (document(limit=0), (f"{AT}.document.limit", "Rangers, version 2", "the minimum is 1")),
    (document(squads={}), (f"{AT}.document.squads", "Rangers, version 2", "this must be […]")),
]


@pytest.mark.parametrize(("spoil", "problem"), FAULTS)
def test_a_fault_is_told_with_its_place_and_nothing_is_written(
    hers: Client, alice: Visitor, spoil: Any, problem: tuple[str, str, str]
) -> None:
    add_rifleman(a_list(alice), alice)
    a_list(alice, a_roster(name="Another"))
    backup = backup_of(alice)
    spoil(backup)
    page = send(hers, json.dumps(backup).encode())
    found = [(one.path, one.subject, one.text) for one in page.context["problems"]]
    assert (page.status_code, found[:1]) == (422, [problem])
    assert ArmyList.objects.count() == 2


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe{}", b'{"format": "armylist-backup/1"'])
def test_invalid_json_is_reported(hers: Client, content: bytes) -> None:
    page = send(hers, content or b" ")
    said = "This is not JSON, or the file is cut off: the download may have been interrupted."
    assert (page.status_code, [one.text for one in page.context["problems"]]) == (422, [said])


LONE = "the text has a character that cannot be written"


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (document(notes="\ud800"), f"{AT}.document.notes"),
        (faulty(name="a\udfff"), f"{AT}.name"),
        (lambda backup: backup["lists"][0].update(tags=["\ud800"]), "lists[0].tags[0]"),
        (lambda backup: backup["account"].update({"\ud800": 1}), "account"),
    ],
)
def test_a_lone_surrogate_is_told_with_its_place(hers: Client, alice: Visitor, spoil: Any, place: str) -> None:
    add_rifleman(a_list(alice), alice)
    backup = backup_of(alice)
    spoil(backup)
    page = send(hers, json.dumps(backup).encode())
    found = [(one.path, one.subject, one.text) for one in page.context["problems"]]
    assert (page.status_code, found) == (422, [(place, "", LONE)])


def test_field_names_of_a_file_do_not_mislead(alice: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    backup["lists"][0][" - at `$" * 100 + "\n"] = 1
    with translation.override("en"):
        (problem,) = problems_of(backup)
    assert (problem.text, problem.path) == (MISSING, "lists[0]")


def test_after_fifty_problems_no_more_is_read(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    a_list(alice)
    backup = backup_of(alice)
    [army_list] = backup["lists"]
    [first] = army_list["revisions"]
    army_list["revisions"] = [first | {"number": n, "parent": None, "document": {}} for n in range(1, 200)]
    looked_at = []

    def refuse(*args: Any) -> Roster:
        looked_at.append(args)
        raise UnreadableListError("", "shape")

    monkeypatch.setattr(reader, "read", refuse)
    assert (len(problems_of(backup)), len(looked_at)) == (PROBLEMS_AT_MOST, PROBLEMS_AT_MOST)


HOSTILE: dict[str, Any] = {
    "lists": lambda n: [1] * n,
    "format": lambda n: [[]] * n,
    "clubs": lambda n: [{}] * n,
    "made": lambda n: "x" * n,
    "mood": lambda n: {str(number): number for number in range(n)},
    "account": lambda n: {str(number): number for number in range(n)},
}


@pytest.mark.parametrize("field", HOSTILE)
def test_a_file_twice_as_long_is_at_most_twice_the_work(field: str) -> None:
    whole = {"format": "armylist-backup/1", "made": "2026-01-01T00:00:00Z", "clubs": [], "lists": []}
    once, twice = (lines_run(partial(problems_of, whole | {field: HOSTILE[field](n)})) for n in (2_000, 4_000))
    assert twice <= 2 * once


@translation.override("en")
def test_too_large_a_file_is_refused(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armybuilder.personal_data.reading.MOST_BYTES", 10)
    assert [one.text for one in problems_of(backup_of(alice))] == ["The file is larger than 64 MB."]


def test_too_many_versions_are_refused(alice: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    add_rifleman(a_list(alice), alice)
    monkeypatch.setattr("armybuilder.personal_data.reading.REVISIONS_AT_MOST", 1)
    assert [one.path for one in problems_of(backup_of(alice))] == ["lists"]


def test_hostile_names_are_shown_as_text(hers: Client, alice: Visitor) -> None:
    a_list(alice)
    backup = backup_of(alice)
    backup["lists"][0] |= {"name": "<script>alert(1)</script>", "present": 9}
    html = send(hers, json.dumps(backup).encode()).content.decode()
    assert html.count("<b>&lt;script&gt;alert(1)&lt;/script&gt;:</b>") == 1


def test_without_a_file_and_too_often(hers: Client) -> None:
    assert [one.text for one in hers.post(ADDRESS).context["problems"]] == ["Choose a backup."]
    for _ in range(9):
        hers.post(ADDRESS)
    assert hers.post(ADDRESS).status_code == 429


def test_a_stranger_restores_nothing(client: Client) -> None:
    assert client.post(ADDRESS).status_code == 302
    assert client.get(ADDRESS).status_code == 405
