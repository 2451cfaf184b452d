"""The jobs of `manage.py nightly`: each is given the time, and returns the line that it reports."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django_tasks_db.models import DBTaskResult

from armybuilder.batches import delete_in_batches
from armybuilder.evenings.actions.planning import remind_all
from armybuilder.games.actions import games
from armybuilder.lists.actions import upkeep
from armybuilder.lists.models import ArmyList
from armybuilder.notices.models import Notice
from armybuilder.own_rules.actions import sharing
from armybuilder.personal_data.actions.deletion import finish_all
from armybuilder.printing.models import KEPT_FOR, PrintJob
from armybuilder.printing.pdfs import files
from armybuilder.printing.pdfs.cache import PART
from armybuilder.rate_limits import buckets

DAY = timedelta(days=1)


def _clear_drafts(now: datetime) -> str:
    """Delete drafts unopened for 90 days, other data of their browsers, and lists in the bin for 30."""
    drafts = upkeep.clear(ArmyList.objects.expired_drafts(now))
    deleted = upkeep.clear(ArmyList.objects.expired_in_bin(now))
    squads = upkeep.clear_squads(now)
    of_lists = f"Removed {drafts} old drafts, {deleted} deleted lists"
    return f"{of_lists} and {squads} ready-made squads, deleted or of old browsers."


def _thin_revisions(now: datetime) -> str:
    """Thin out histories older than 30 days."""
    removed = upkeep.thin(now)
    return f"Removed {removed} old revision{'' if removed == 1 else 's'}."


def _clear_prints(now: datetime) -> str:
    """Delete bundles after a day, files left by interrupted work, and the results of finished tasks."""
    jobs = delete_in_batches(PrintJob.objects.out_of_date(now))
    removed = _remove_orphans() + _remove_parts()
    delete_in_batches(DBTaskResult.objects.finished().filter(finished_at__lt=now - KEPT_FOR))
    return f"Removed {jobs} old bundles and {removed} files."


def _remove_orphans() -> int:
    found = set(files.names())  # first: a job that begins meanwhile has no file among them
    orphans = found - {job.file_name for job in PrintJob.objects.all()}
    for name in orphans:
        files.delete(name)
    return len(orphans)


def _remove_parts() -> int:
    """Remove unfinished files of killed processes: nobody writes a file for a day."""
    yesterday = time.time() - KEPT_FOR.total_seconds()
    parts = [path for path in settings.PRINT_CACHE.glob(f"{PART}*") if path.stat().st_mtime < yesterday]
    for path in parts:
        path.unlink(missing_ok=True)
    return len(parts)


def _clear_sessions(now: datetime) -> str:
    """Delete expired sessions in batches; Django's `clearsessions` uses one statement, which everyone waits for."""
    sessions = delete_in_batches(Session.objects.filter(expire_date__lt=now))
    session = Session.objects.filter(session_key=models.OuterRef("session_key"))
    delete_in_batches(UserSession.objects.filter(~models.Exists(session), last_seen_at__lt=now - DAY))
    return f"Removed {sessions} expired sessions."


JOBS: Mapping[str, Callable[[datetime], str]] = {
    "finish_deletions": lambda now: f"Finished deleting {finish_all(now)} accounts.",
    "clear_drafts": _clear_drafts,
    # Games and own rules without an account, with which nothing was done for 90 days.
    "clear_games": lambda now: f"Removed {games.clear(now)} old games of visitors.",
    "clear_rules": lambda now: f"Removed {sharing.clear(now)} old rules of visitors.",
    "thin_revisions": _thin_revisions,
    "clear_prints": _clear_prints,
    "clear_sessions": _clear_sessions,
    "clear_counts": lambda now: f"Removed {buckets.sweep()} counts.",
    "clear_notices": lambda now: f"Removed {delete_in_batches(Notice.objects.out_of_date(now))} old notifications.",
    # Of deadlines in the next 24 hours, if the worker did not.
    "remind_to_hand_in": lambda now: f"Deadlines: {remind_all(now)}.",
}
