"""Quotas during restoring: the rest of the backup is restored, and the page names the lists left out."""

import json
from typing import Any

import pytest
from django.test import Client

from armybuilder.lists import quotas
from armybuilder.lists.models import ArmyList, Revision, SavedSquad
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.actions.restoring import restore
from tests.lists.factories import a_list, a_roster, add_rifleman
from tests.personal_data.owning import a_full_account
from tests.personal_data.restoring import backup_of, read, send

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


@pytest.fixture(autouse=True)
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new hour: nobody has written anything yet."""
    monkeypatch.setattr("armybuilder.personal_data.actions.restoring.WRITTEN", quotas.Written())


@pytest.fixture
def backup(alice: Visitor, bob: Visitor) -> dict[str, Any]:
    """Bob's backup: two lists, Long with two versions, and Short."""
    add_rifleman(a_list(bob, a_roster(name="Long")), bob)
    a_list(bob, a_roster(name="Short"))
    return backup_of(bob)


def told(browser: Client, backup: dict[str, Any]) -> list[str]:
    page = send(browser, json.dumps(backup).encode())
    return [str(said) for said in page.context["messages"]]


def names(visitor: Visitor) -> list[str]:
    return list(ArmyList.objects.filter(owner=visitor.user).order_by("name").values_list("name", flat=True))


def test_lists_are_restored_up_to_the_quota(
    hers: Client, alice: Visitor, backup: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "LISTS", 2)
    a_list(alice)
    first = backup["lists"][0]["name"]
    [last] = {"Long", "Short"} - {first}
    assert told(hers, backup)[1] == (
        f"1 list or ready-made squad was not restored: {last}. You have as many lists as one "
        f"person can have here: 2, or 500 MB with all their changes. Delete some; they are "
        f"gone for good after 30 days in the bin."
    )
    assert names(alice) == sorted([first, "Rangers"])
    monkeypatch.setattr(quotas, "LISTS", 3)
    assert "1 list or ready-made squad in the file was here already." in told(hers, backup)[0]
    assert names(alice) == ["Long", "Rangers", "Short"]


def test_the_bytes_of_all_versions_are_counted(
    hers: Client, alice: Visitor, backup: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A short list with long old versions counts with all of them: everything written counts."""
    [long] = [one for one in backup["lists"] if one["name"] == "Long"]
    long["revisions"][0]["document"]["notes"] = "x" * 3_000
    monkeypatch.setattr(quotas, "MEGABYTE", 1_000)
    monkeypatch.setattr(quotas, "MEGABYTES", 3)
    told(hers, backup)
    assert names(alice) == ["Short"]
    monkeypatch.setattr(quotas, "MEGABYTES", 4)
    told(hers, backup)
    assert names(alice) == ["Long", "Short"]
    backup["lists"] = [long | {"tags": ["again"]}]  # which makes it a different list
    assert told(hers, backup)[0] == "Restored: 0 lists, 0 versions."


def test_a_high_version_number_counts_as_that_many_versions(
    hers: Client, alice: Visitor, backup: dict[str, Any]
) -> None:
    [long] = [one for one in backup["lists"] if one["name"] == "Long"]
    long["revisions"][1]["number"] = long["present"] = 2_000_000_000
    told(hers, backup)
    assert names(alice) == ["Short"]
    a_list(alice)


def test_a_version_has_no_more_rows_than_a_list(
    hers: Client, alice: Visitor, backup: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    [long] = [one for one in backup["lists"] if one["name"] == "Long"]
    long["present"], most = 1, 3
    assert [len(one["ids"]) for one in long["revisions"]] == [most, most + 1]
    monkeypatch.setattr(quotas, "ROWS", most)
    assert told(hers, backup)[1] == (
        f"1 list or ready-made squad was not restored: Long. A list can have at most {most} "
        f"rows of squads, figures, vehicles and extras."
    )
    assert names(alice) == ["Short"]


def test_restoring_counts_towards_the_hourly_limit(
    hers: Client, alice: Visitor, backup: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "EDITS_AN_HOUR", 1)
    assert told(hers, backup)[1].endswith(
        ". You have reached the limit for one hour. Wait an hour and restore the file again: only what is "
        "missing is added."
    )
    assert len(names(alice)) == 1


def test_ready_squads_are_restored_up_to_the_quota(
    alice: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_full_account(alice, bob)
    backup = backup_of(alice)
    [squad] = backup["squads"]
    backup["squads"] = [squad | {"name": name} for name in ("A", "B", "C")]
    monkeypatch.setattr("armybuilder.lists.actions.shelves.MOST", 2)
    assert bob.user
    made = restore(bob.user, read(backup))
    assert (made.squads, list(made.left_out.values())) == (2, [["C"]])
    kept = SavedSquad.objects.filter(owner=bob.user)
    assert list(kept.values_list("name", flat=True)) == ["A", "B"]


def test_only_some_of_many_left_out_lists_are_named(
    hers: Client, alice: Visitor, backup: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "LISTS", 0)
    backup["lists"] = [backup["lists"][0] | {"tags": [str(number)]} for number in range(6)]
    assert told(hers, backup)[1].startswith(
        "6 lists and ready-made squads were not restored: " + ", ".join([backup["lists"][0]["name"]] * 5) + ", …. "
    )
    assert Revision.objects.filter(army_list__owner=alice.user).count() == 0
