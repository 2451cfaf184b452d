"""The daily jobs: one command runs all of them, also if one fails."""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.operations import locks
from armybuilder.operations.management.commands.nightly import Command
from armybuilder.rate_limits.models import Bucket

pytestmark = pytest.mark.django_db
NOTHING = [
    "Finished deleting 0 accounts.",
    "Removed 0 old drafts, 0 deleted lists and 0 ready-made squads, deleted or of old browsers.",
    "Removed 0 old games of visitors.",
    "Removed 0 old rules of visitors.",
    "Removed 0 old revisions.",
    "Removed 0 old bundles and 0 files.",
    "Removed 0 expired sessions.",
    "Removed 0 counts.",
    "Removed 0 old notifications.",
    "Deadlines: 0.",
]


def said(*jobs: str) -> list[str]:
    out = StringIO()
    call_command("nightly", *jobs, stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Any) -> None:
    settings.PRINT_CACHE = settings.MEDIA_ROOT = settings.DATA_DIR = tmp_path


def test_all_is_done_one_after_the_other() -> None:
    assert said() == NOTHING


@pytest.mark.postgres
def test_of_two_at_once_the_second_says_so_and_does_nothing(tmp_path: Path) -> None:
    out = StringIO()
    with (
        locks.alone(locks.NIGHTLY, tmp_path / "nightly.lock", wait=False),
        pytest.raises(CommandError) as told,
    ):
        call_command("nightly", stdout=out)
    assert str(told.value) == "Another `nightly` is running: this one did nothing."
    assert out.getvalue() == ""
    assert said() == NOTHING  # it was let go


def test_as_a_process_of_its_own_it_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    monkeypatch.setattr("armybuilder.operations.management.commands.nightly.os.nice", given.append)
    monkeypatch.setattr(connections, "close_all", lambda: None)  # the test's own is needed yet
    Command().run_from_argv(["manage.py", "nightly"])
    assert given == [10]


def test_a_failing_job_is_reported_and_the_others_run(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(now: object) -> int:
        raise OSError("no room")

    monkeypatch.setattr("armybuilder.lists.actions.upkeep.thin", fail)
    out = StringIO()
    with pytest.raises(CommandError) as told:
        call_command("nightly", stdout=out)
    assert str(told.value) == "Failed: thin_revisions. The log says why."
    assert out.getvalue().splitlines() == [line for line in NOTHING if "revisions" not in line]
    assert [record.message for record in caplog.records] == ["thin_revisions failed"]


@pytest.mark.parametrize("number", [1, 100])
def test_sessions_that_are_over_go_with_what_is_noted_of_them(number: int) -> None:
    user, now = User.objects.create_user("alice"), timezone.now()
    ends = {"over": now - timedelta(seconds=1), "open": now + timedelta(days=1)}
    for name, end in ends.items():
        keys = [f"{name} {count}" for count in range(number)]
        Session.objects.bulk_create(Session(session_key=key, session_data="", expire_date=end) for key in keys)
        UserSession.objects.bulk_create(
            UserSession(user=user, session_key=key, ip="::1", last_seen_at=now - timedelta(days=2)) for key in keys
        )
    new = UserSession.objects.create(user=user, session_key="just being made", ip="::1")
    assert said("clear_sessions") == [f"Removed {number} expired sessions."]
    assert Session.objects.filter(session_key__startswith="open").count() == Session.objects.count() == number
    kept = UserSession.objects.exclude(pk=new.pk).values_list("session_key", flat=True)
    assert sorted(kept) == sorted(f"open {count}" for count in range(number))


def test_counts_that_are_as_good_as_new_go() -> None:
    Bucket.objects.create(key="old", full_at=1)
    assert said("clear_counts") == ["Removed 1 counts."]
