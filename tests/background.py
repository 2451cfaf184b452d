"""The worker, in the words of the tests."""

import pytest
from django.core.management import call_command
from django_tasks_db.management.commands import db_worker


def work() -> None:
    """Let a worker do everything due now. It closes no connection: the test's transaction is open on it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(db_worker, "close_old_connections", lambda: None)
        call_command("work", batch=True)
