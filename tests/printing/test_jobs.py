"""The states of a job: printed, interrupted and continued, cancelled, deleted."""

import os
import stat
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pypdf
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import InterfaceError, OperationalError
from django.db.models import F
from django.utils import timezone
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult

from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.operations import beat
from armybuilder.operations.daily import JOBS
from armybuilder.operations.management.commands.work import Worker, wake
from armybuilder.printing import actions, tasks
from armybuilder.printing.choosing.choice import PrintChoice
from armybuilder.printing.layout.options import Options
from armybuilder.printing.models import PrintJob
from armybuilder.printing.pdfs import files, pool, rendering
from armybuilder.printing.pdfs.cache import PART
from tests.lists.factories import a_list, a_roster
from tests.printing.looking import a_sample, blank_page, contents, file_of

pytestmark = pytest.mark.usefixtures("loaded_rules", "blank_pages")

NAMES = ["One", "Two", "Three"]
CHOSEN = PrintChoice(("roster",), Options("en", "letter"), "https://squadra.example")


@pytest.fixture(autouse=True)
def _same_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the connection: a worker drops it, but a test is always in a transaction."""
    monkeypatch.setattr(db_worker, "close_old_connections", lambda: None)


@pytest.fixture
def lists(alice: Visitor) -> list[ArmyList]:
    return [a_list(alice, a_roster(name=name)) for name in NAMES]


@pytest.fixture
def job(alice: Visitor, lists: list[ArmyList]) -> PrintJob:
    return actions.order_lists(alice, [one.pk for one in lists], CHOSEN, "Three lists")


@pytest.fixture
def rendered_lists(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the rendered lists, each as a blank page."""
    names: list[str] = []

    def render(html: str, css: str) -> bytes:
        names.extend(name for name in NAMES if f"<title>{name}</title>" in html)
        return blank_page(html, css)

    monkeypatch.setattr(pool, "render", render)
    return names


def work() -> None:
    """Let a worker do all the current work."""
    call_command("work", batch=True)


def now(job: PrintJob) -> PrintJob:
    return PrintJob.objects.get(pk=job.pk)


# ── Finished ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_worker_prints_the_lists_into_one_file(job: PrintJob) -> None:
    work()
    found = now(job)
    assert (found.state, found.done, found.total, found.has_file) == ("done", 3, 3, True)
    reader = pypdf.PdfReader(contents(found))
    assert [item.title for item in reader.outline if not isinstance(item, list)] == NAMES
    assert reader.metadata
    assert (reader.metadata.title, reader.pages[0].mediabox.width) == ("Three lists", 612)
    assert [path.name for path in settings.MEDIA_ROOT.iterdir()] == [f"{job.pk}.pdf"]
    assert [stat.S_IMODE(path.stat().st_mode) for path in (settings.MEDIA_ROOT, file_of(job))] == [
        0o700,
        0o600,
    ]


@pytest.mark.usefixtures("rendered_lists")
def test_deleted_lists_are_left_out(alice: Visitor, job: PrintJob, lists: list[ArmyList]) -> None:
    delete_list(lists[1].pk, alice)
    work()
    reader = pypdf.PdfReader(contents(now(job)))
    assert [item.title for item in reader.outline if not isinstance(item, list)] == ["One", "Three"]


def test_there_is_no_file_if_all_lists_are_deleted(alice: Visitor, job: PrintJob, lists: list[ArmyList]) -> None:
    for army_list in lists:
        delete_list(army_list.pk, alice)
    work()
    assert (now(job).state, file_of(job).exists()) == ("failed", False)


@pytest.mark.usefixtures("rendered_lists")
def test_only_lists_the_owner_can_open_are_printed(alice: Visitor, bob: Visitor) -> None:
    ids = [a_list(bob).pk, a_sample().pk]
    job = actions.order_lists(alice, ids, CHOSEN, "x")
    work()
    assert len(pypdf.PdfReader(contents(now(job))).pages) == 1


@pytest.mark.parametrize("error", [pool.TooLongError, pool.RenderingFailedError, ZeroDivisionError])
def test_a_faulty_list_ends_the_job_and_is_named(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail(html: str, css: str) -> bytes:
        raise error

    monkeypatch.setattr(pool, "render", fail)
    work()
    assert (now(job).state, now(job).problem, now(job).has_file) == ("failed", "One", False)


# ── Interrupted ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.postgres
@pytest.mark.parametrize("error", [*tasks.AWAY, SystemExit])
def test_an_interrupted_job_continues_without_rendering_twice(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch, rendered_lists: list[str], error: type[BaseException]
) -> None:
    """The database was away for a moment, or the worker was told to stop: no list is to blame."""
    with monkeypatch.context() as patch:
        patch.setattr(rendering, "pdf", interrupted_at(3, error))
        work()
    assert (now(job).state, now(job).done, rendered_lists) == ("running", 2, ["One", "Two"])
    beat.put_back(timezone.now())
    work()
    assert (now(job).state, rendered_lists) == ("done", NAMES)


def test_a_second_run_of_a_finished_job_does_nothing(job: PrintJob, rendered_lists: list[str]) -> None:
    work()
    finished = now(job).finished
    tasks.print_job.enqueue(str(job.pk))
    work()
    assert (now(job).finished, rendered_lists) == (finished, NAMES)


def test_setting_the_clock_back_delays_no_job(job: PrintJob) -> None:
    """It was ordered while the clock was a day ahead. Work scheduled for a chosen day still waits."""
    day = timedelta(days=1)
    for late in (timedelta(minutes=1), timedelta(hours=1)):
        tasks.print_job.using(run_after=timezone.now() + late).enqueue(f"after {late}")
    ready = DBTaskResult.objects.filter(status="READY", run_after__year__lt=9999)  # 9999: immediately
    ready.update(run_after=F("run_after") + day)
    DBTaskResult.objects.update(enqueued_at=F("enqueued_at") + day)
    wake()
    due = ready.filter(run_after__lte=timezone.now())
    assert [one.args_kwargs["args"] for one in due] == [["after 0:01:00"]]


def interrupted_at(number: int, error: type[BaseException]) -> Any:
    """Return rendering.pdf, but fail at the list with this number."""
    pdf, calls = rendering.pdf, iter(range(1, number + 1))

    def interrupted(page: Any) -> bytes:
        if next(calls) == number:
            raise error
        return pdf(page)

    return interrupted


@pytest.mark.postgres
def test_a_task_is_claimed_again_if_its_worker_died_before_claiming_the_job(job: PrintJob) -> None:
    task, moment = DBTaskResult.objects.get(), timezone.now()
    task.claim("killed")
    for late, ready in ((timedelta(0), 0), (beat.CLAIMED_FOR, 0), (beat.CLAIMED_FOR * 2, 1)):
        beat.put_back(moment + late)
        assert DBTaskResult.objects.ready().count() == ready
    task.claim("killed while its clock was ahead")
    beat.put_back(moment - beat.CLAIMED_FOR * 2)
    assert DBTaskResult.objects.ready().count() == 1


@pytest.mark.postgres
@pytest.mark.parametrize(("error", "ready"), [(OperationalError, 1), (InterfaceError, 1), (ValueError, 0)])
def test_a_task_that_failed_during_a_database_outage_is_repeated(
    job: PrintJob, error: type[Exception], ready: int
) -> None:
    task = DBTaskResult.objects.get()
    task.claim("alive")
    task.set_failed(error())
    beat.put_back(timezone.now())
    assert DBTaskResult.objects.ready().count() == ready


def test_a_task_that_kills_every_worker_is_given_up(job: PrintJob) -> None:
    task, later = DBTaskResult.objects.get(), timezone.now() + beat.CLAIMED_FOR * 2
    for number in range(beat.CLAIMS):
        task.claim(f"killed-{number}")
    for _ in range(2):
        beat.put_back(later)
        assert [one.status for one in DBTaskResult.objects.all()] == ["FAILED"]


def test_a_job_that_kills_every_worker_is_given_up(job: PrintJob, rendered_lists: list[str]) -> None:
    """Otherwise its page says for good that it is being printed, and the same lists cannot be ordered again."""
    for number in range(tasks.RUNS_AT_MOST):
        DBTaskResult.objects.get().claim(f"killed-{number}")
    beat.put_back(timezone.now() + beat.CLAIMED_FOR * 2)
    work()
    assert (now(job).state, now(job).problem, rendered_lists) == ("failed", "", [])


def test_a_long_task_of_a_worker_that_lives_is_not_given_to_another(
    job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers would print the same lists, and its progress would go back."""
    begun, statuses = DBTaskResult.objects.filter(pk=DBTaskResult.objects.get().pk), []
    monkeypatch.setattr(tasks, "_print", lambda _job: two_minutes_later())
    worker = Worker(
        queue_names=["default"],
        interval=1,
        batch=True,
        backend_name="default",
        startup_delay=False,
        max_tasks=None,
        worker_id="alive",
        excluded_queue_names=[],
    )

    def two_minutes_later() -> None:
        begun.update(started_at=timezone.now() - timedelta(minutes=2))
        worker.look_after_tasks()
        statuses.append(begun.get().status)

    worker.run()
    assert statuses == ["RUNNING"]


@pytest.mark.usefixtures("rendered_lists")
@pytest.mark.parametrize("during", [1, 3])
def test_a_cancelled_job_stops_before_the_next_list_and_leaves_no_file(
    alice: Visitor, job: PrintJob, monkeypatch: pytest.MonkeyPatch, during: int
) -> None:
    pdf, printed = rendering.pdf, []

    def cancelled(page: Any) -> bytes:
        printed.append(page)
        if len(printed) == during:
            actions.cancel_job(alice, job.pk)
        return pdf(page)

    monkeypatch.setattr(rendering, "pdf", cancelled)
    work()
    assert (len(printed), now(job).state, file_of(job).exists()) == (during, "cancelled", False)


@pytest.mark.postgres
@pytest.mark.usefixtures("rendered_lists")
def test_cancelling_at_the_last_moment_deletes_the_file(
    alice: Visitor, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = files.write

    def write_and_cancel(name: str, content: bytes) -> None:
        write(name, content)
        actions.cancel_job(alice, job.pk)

    monkeypatch.setattr(files, "write", write_and_cancel)
    work()
    assert (now(job).state, file_of(job).exists()) == ("cancelled", False)


@pytest.mark.usefixtures("rendered_lists")
def test_a_second_run_keeps_the_file_of_the_first(job: PrintJob, monkeypatch: pytest.MonkeyPatch) -> None:
    write = files.write

    def write_and_finish(name: str, content: bytes) -> None:
        write(name, content)
        tasks.finish_job(job)  # by the other worker

    monkeypatch.setattr(files, "write", write_and_finish)
    work()
    assert (now(job).state, file_of(job).exists()) == ("done", True)


def test_a_deleted_job_is_ignored(rendered_lists: list[str]) -> None:
    tasks.print_job.enqueue(str(uuid4()))
    work()
    assert rendered_lists == []


# ── Cleaning up ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def folder(settings: Any) -> Iterator[Any]:
    settings.MEDIA_ROOT.mkdir()
    return settings.MEDIA_ROOT


def test_old_bundles_and_leftovers_are_deleted_and_the_rest_stays(
    settings: Any, alice: Visitor, folder: Any, lists: list[ArmyList]
) -> None:
    ids, hours = [one.pk for one in lists], timedelta(hours=1)
    fresh, old, stuck = (actions.order_lists(alice, ids[:count], CHOSEN, "x") for count in (1, 2, 3))
    for one in (fresh, old):
        files.write(one.file_name, b"%PDF")
        tasks.finish_job(one)
    PrintJob.objects.filter(pk=old.pk).update(finished=timezone.now() - 25 * hours)
    PrintJob.objects.filter(pk=stuck.pk).update(created=timezone.now() - 49 * hours)
    (folder / f"{uuid4()}.pdf").write_bytes(b"of a user who left")
    (folder / "notes.txt").write_bytes(b"of another program, in a shared folder")
    pages = settings.PRINT_CACHE
    pages.mkdir()
    for age, name in ((2, "old"), (0, "new")):
        (pages / f"{PART}{name}").write_bytes(b"half")
        os.utime(pages / f"{PART}{name}", (time.time() - age * 86400,) * 2)
    assert JOBS["clear_prints"](timezone.now()) == "Removed 2 old bundles and 3 files."
    assert [one.pk for one in PrintJob.objects.all()] == [fresh.pk]
    assert sorted(path.name for path in folder.iterdir()) == sorted([f"{fresh.pk}.pdf", "notes.txt"])
    assert [path.name for path in pages.iterdir()] == [f"{PART}new"]
