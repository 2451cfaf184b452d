"""Shared parts of the tests of restoring: backups, and their results."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.actions.restoring import restore
from armybuilder.personal_data.exports import write_backup
from armybuilder.personal_data.reading import BackupError, Reading, read_backup
from rules.core.document.problem import Problem

ADDRESS = "/accounts/data/restore/"


def backup_of(visitor: Visitor) -> dict[str, Any]:
    assert visitor.user
    made: dict[str, Any] = json.loads(b"".join(write_backup(visitor.user)))
    return made


def read(backup: dict[str, Any]) -> Reading:
    return read_backup(json.dumps(backup).encode())


def problems_of(backup: dict[str, Any]) -> tuple[Problem, ...]:
    with pytest.raises(BackupError) as error:
        read(backup)
    return error.value.problems


def restored(backup: dict[str, Any], visitor: Visitor) -> list[ArmyList]:
    assert visitor.user
    before = set(ArmyList.objects.values_list("pk", flat=True))
    restore(visitor.user, read(backup))
    return list(ArmyList.objects.exclude(pk__in=before).order_by("created", "name"))


def without_visibility(backup: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the lists of a backup, without what is not restored."""
    private: dict[str, Any] = {"public": None, "links": [], "clubs": []}
    return [one | {"visibility": private, "deleted": one["deleted"] is not None} for one in backup["lists"]]


def send(client: Client, content: bytes) -> Any:
    file = SimpleUploadedFile("backup.json", content, "application/json")
    return client.post(ADDRESS, {"file": file}, follow=True)
