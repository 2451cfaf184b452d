"""Quotas for stored data and writing: far above any player's needs, as a protection against a full disk.

Stored data are counted when a list is created. Writing is counted in the memory of each process, per hour; an edit
needs no extra query.
"""

import threading
import time
from collections import defaultdict
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext_lazy as _

from armybuilder.refusals import RefusedError
from rules.core.document.roster import Roster
from rules.core.document.rows import places

LISTS = 1_000  # including those in the bin
MEGABYTES = 500  # of lists with their revisions
# Per list. Checks, advice and printouts cost in proportion: the largest list costs a second (bench/worst.py).
ROWS = 200
MEN = 500  # vehicles too
LETTERS = 20_000
LONGEST_NAME = 120  # of a list or a row
EDITS_AN_HOUR = 3_000
MEGABYTES_AN_HOUR = 100  # of revisions
MEGABYTE, HOUR = 1_000_000, 3_600


class QuotaError(RefusedError):
    """A user stores or writes the maximum."""

    status = 422


class TooManyEditsError(QuotaError):
    """They have changed the maximum for an hour."""

    status = 429
    sentence = _("You have made a lot of changes in an hour. This one was not made: wait an hour and try again.")


class Written:
    """Bytes written by each person in this hour, in the memory of this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hour = 0
        self._by_owner: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))

    def count(self, owner: str, size: int) -> None:
        """Count an edit by its bytes. Raises TooManyEditsError, and then counts nothing."""
        hour = int(time.time() // HOUR)
        with self._lock:
            if hour != self._hour:
                self._hour = hour
                self._by_owner.clear()
            edits, written = self._by_owner[owner]
            if edits >= EDITS_AN_HOUR or written + size > MEGABYTES_AN_HOUR * MEGABYTE:
                raise TooManyEditsError
            self._by_owner[owner] = (edits + 1, written + size)


WRITTEN = Written()


def check_size(roster: Roster, before: Roster | None = None) -> None:
    """Check that a list is not too large, unless it was so `before`. Raises QuotaError."""
    quotas = (
        (_rows, ROWS, _("A list can have at most %(most)s rows of squads, figures, vehicles and extras.")),
        (_men, MEN, _("A list can have at most %(most)s figures and vehicles.")),
        (
            _letters,
            LETTERS,
            _("A list’s names and notes can have at most %(most)s characters in total."),
        ),
    )
    for measure, most, sentence in quotas:
        size = measure(roster)
        if size > most and (before is None or size > measure(before)):
            raise QuotaError(sentence, most=most)


def _rows(roster: Roster) -> int:
    return sum(1 for _ in places(roster))


def _men(roster: Roster) -> int:
    return roster.figure_count + roster.vehicle_count


def _letters(roster: Roster) -> int:
    own = len(roster.name) + len(roster.notes) + len(roster.pair_name)
    squads = sum(len(squad.name) for squad in roster.squads)
    rows = (row for squad in roster.squads for row in squad.carriers)
    return own + squads + sum(len(row.name) + len(row.notes) for row in rows)


@dataclass(slots=True)
class Room:
    """The space of a user's lists: their number, and their bytes with all revisions."""

    lists: int
    size: int

    def take(self, size: int) -> None:
        """Count one more list of `size` bytes. Raises QuotaError without counting it."""
        if self.lists + 1 > LISTS or self.size + size > MEGABYTES * MEGABYTE:
            raise QuotaError(
                _(
                    "You have as many lists as one person can have here: %(lists)s, or "
                    "%(megabytes)s MB with all their changes. Delete some; they are gone for "
                    "good after 30 days in the bin."
                ),
                lists=LISTS,
                megabytes=MEGABYTES,
            )
        self.lists, self.size = self.lists + 1, self.size + size


class QuotaMiddleware(MiddlewareMixin):
    """Answer a refusal by quota on My lists, where lists can be deleted."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, QuotaError):
            return None
        messages.error(request, str(exception))
        return redirect("lists:index")
