"""Last choices of users, and bundles in progress. `actions.py` and `tasks.py` write them."""

import uuid
from datetime import datetime, timedelta
from typing import Self
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.core.files import File
from django.db import models
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.choice import PrintChoice, read_choice, read_lists
from armybuilder.printing.pdfs import files

LISTS = "lists"  # the source of jobs for selected lists
CHOICE_AT_MOST = 600  # letters of a query string with all options and several formats
KEPT_FOR = timedelta(hours=24)  # a file, from its creation on


class LastChoice(models.Model):
    """The last choice of a user on a print page: the query string of `choice.py`."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True)
    query = models.CharField(max_length=CHOICE_AT_MOST)

    def __str__(self) -> str:
        return self.query


class PrintJobQuerySet(models.QuerySet["PrintJob"]):
    """Print jobs."""

    def owned_by(self, visitor: Visitor) -> Self:
        if visitor.user:
            return self.filter(owner=visitor.user)
        return self.filter(browser_key=visitor.browser_key) if visitor.browser_key else self.none()

    def under_way(self) -> Self:
        """Return those that are not over."""
        return self.filter(finished=None)

    def out_of_date(self, now: datetime) -> Self:
        """Return those that ended over a day ago, and those unfinished for two."""
        return self.filter(
            models.Q(finished__lt=now - KEPT_FOR) | models.Q(finished=None, created__lt=now - 2 * KEPT_FOR)
        )


class PrintJob(models.Model):
    """A print job: several lists, or other parts of a source, becoming one PDF.

    It belongs to a user, or to a browser like drafts. `source`: where its parts come from (`binding.py`).
    """

    class State(models.TextChoices):
        """Its progress. Only a finished job has a file."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="print_jobs")
    browser_key = models.CharField(max_length=40, blank=True, db_index=True)
    title = models.CharField(max_length=150)
    source = models.CharField(max_length=20, default=LISTS)
    lists = models.JSONField()  # ids, in order
    choice = models.CharField(max_length=CHOICE_AT_MOST)  # choice.Choice.query
    site = models.CharField(max_length=300, blank=True)  # choice.Choice.site

    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    problem = models.CharField(max_length=120, blank=True)  # the part that could not be printed
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    created = models.DateTimeField(default=timezone.now)
    finished = models.DateTimeField(null=True)

    objects = PrintJobQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.title

    @property
    def prints_lists(self) -> bool:
        """Whether it prints selected lists."""
        return self.source == LISTS

    @property
    def visitor(self) -> Visitor:
        """The user whose rights apply."""
        return Visitor(self.owner, self.browser_key)

    @property
    def as_chosen(self) -> PrintChoice:
        return read_choice(QueryDict(self.choice), "it", self.site)

    @property
    def list_ids(self) -> list[UUID]:
        return read_lists(self.lists)

    @property
    def again(self) -> str:
        """The page to print them again, with the same choice."""
        marked = urlencode([("list", list_id) for list_id in self.lists])
        return f"{reverse('bundles:choose')}?{marked}&{self.choice}"

    @property
    def file_name(self) -> str:
        """The name of its file (`files.py`)."""
        return f"{self.pk}{files.ENDING}"

    def open(self) -> File[bytes] | None:
        """Open its file; None if it is missing."""
        return files.open_file(self.file_name)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.finished is not None

    @property
    def expires(self) -> datetime | None:
        """The time when its file is deleted."""
        return self.finished + KEPT_FOR if self.finished else None

    @property
    def has_file(self) -> bool:
        """Whether its file can be fetched."""
        return self.state == self.State.DONE and self.expires is not None and timezone.now() < self.expires
