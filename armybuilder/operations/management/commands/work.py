"""`manage.py work`: run background tasks."""

import os
import signal
import sys
import threading
from argparse import ArgumentParser
from contextlib import suppress
from datetime import timedelta
from types import FrameType
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand
from django.db import connections
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks.base import TaskResultStatus
from django_tasks_db.management.commands import db_worker
from django_tasks_db.models import DBTaskResult

from armybuilder.operations import beat
from armybuilder.printing.pdfs import pool

A_WHILE = timedelta(minutes=10)  # longer than any task waits for a second attempt
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT)


class Worker(db_worker.Worker):
    """The library's worker, but it stops at once: its task is given back and run again."""

    task: UUID | None = None  # being run

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        """Stop. A running task gets the SystemExit."""
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        self.running = False
        sys.exit()

    def run_task(self, db_task_result: "DBTaskResult[Any, Any]") -> None:
        self.task = db_task_result.pk
        super().run_task(db_task_result)
        self.task = None

    def look_after_tasks(self) -> None:
        """Say that its task is still running, then look after the others."""
        if self.task:
            running = DBTaskResult.objects.filter(pk=self.task, status=TaskResultStatus.RUNNING)
            running.update(started_at=timezone.now())
        look_after_tasks()


class Command(BaseCommand):
    """Run one worker until it is told to stop."""

    help = "Runs background tasks. SIGTERM or Ctrl+C ends it; interrupted tasks are run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--batch", action="store_true", help="exit when there are no tasks left")
        parser.add_argument("--with-site", action="store_true", help="exit when the standard input is closed")

    def handle(self, *args: Any, batch: bool, with_site: bool, **options: Any) -> None:
        pool.be_patient()
        worker = Worker(
            queue_names=["default"],
            interval=1,
            batch=batch,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=get_random_string(32),
            excluded_queue_names=[],
        )
        if batch:
            look_after_tasks()
        else:
            beat.keep_beating(worker.look_after_tasks)
            worker.configure_signals()
        if with_site:
            threading.Thread(target=_end_with_the_site, daemon=True).start()
        with suppress(SystemExit):
            worker.run()
        if not worker.running:
            connections.close_all()
            os._exit(0)  # without waiting for a page being rendered: that process ends with this one


def look_after_tasks() -> None:
    """Resume tasks that would wait for good, or by a wrong clock."""
    beat.put_back(timezone.now())
    wake()


def wake() -> None:
    """Run tasks now that wait by a clock that was set back since; those for a chosen day go on waiting."""
    now = timezone.now()
    put_in_later = DBTaskResult.objects.filter(status=TaskResultStatus.READY, enqueued_at__gt=now + A_WHILE)
    put_in_later.filter(run_after__lt=F("enqueued_at") + A_WHILE).update(run_after=now)


def _end_with_the_site() -> None:
    """Wait for the end of standard input, whose other end the site holds, however it ends."""
    # Without a buffer: a worker that crashes could not get its lock, and would be aborted.
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
