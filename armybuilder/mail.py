"""Emails caused by users: the worker sends them and tries again after errors. They contain no foreign addresses."""

import re
from datetime import timedelta
from typing import Any

from django.core.mail import EmailMessage
from django.utils import timezone
from django_tasks.base import Task

TRIES = 3
BEFORE_THE_NEXT = timedelta(minutes=5)
FIRST = 50  # priority: emails do not wait behind printouts

# Email programs make a link of everything that looks like an address.
SIGNS_OF_AN_ADDRESS = re.compile(r"([.:/\\@。．｡])(?=\S)")


def plain(name: str) -> str:
    """Return a user's text on one line, without anything that becomes a link."""
    return SIGNS_OF_AN_ADDRESS.sub(r"\1 ", " ".join(name.split()))


def send(mail: EmailMessage, task: Task[..., None], attempt: int, *told: Any) -> None:
    """Send an email; after an error run the task again later. Raises the error of sending."""
    try:
        mail.send()
    except OSError:
        if attempt < TRIES:
            task.using(run_after=timezone.now() + BEFORE_THE_NEXT).enqueue(*told, attempt=attempt + 1)
        raise
