"""Goes through rows a chunk at a time, while people go on working, and yields what disagrees."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import models, transaction

from rules.core.document.roster import Roster, decode

SHOWN = 60  # letters of a value


@dataclass(frozen=True, slots=True)
class Finding:
    """A stored value that is not the one that follows from the rest.

    `key`: that of its row; `where`: whose it is ("list …"). `mend` stores what was derived; None: nobody can tell which
    of the two is right.
    """

    key: Any
    where: str
    what: str
    stored: object
    derived: object
    mend: Callable[[], object] | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: stored {_short(self.stored)}, derived {_short(self.derived)}"


@dataclass(frozen=True, slots=True)
class Check:
    """Rows, how many of them are held in memory at once, and what disagrees in some of them."""

    rows: Callable[[], "models.QuerySet[Any]"]
    size: int
    look: Callable[[Sequence[Any]], Iterator[Finding]]


def disagreements(check: Check, *, repair: bool) -> Iterator[Finding]:
    """Yield what disagrees; with `repair` that which can be mended is mended by then.

    What seems to disagree is looked at once more while its rows are held: someone may have written in between.
    """
    for chunk in _chunks(check.rows().order_by("pk"), check.size):
        suspect = {finding.key for finding in check.look(chunk)}
        if suspect:
            yield from _held(check, suspect, repair=repair)


def read(document: str) -> Roster | str:
    """Return a stored document, or why it cannot be read."""
    try:
        return decode(document.encode())
    except (msgspec.MsgspecError, UnicodeEncodeError) as error:
        return str(error)


def _chunks(rows: "models.QuerySet[Any]", size: int) -> Iterator[list[Any]]:
    """Each chunk begins after the key of the last one: no query gets slower, and nothing stays in memory."""
    chunk = list(rows[:size])
    while chunk:
        yield chunk
        chunk = list(rows.filter(pk__gt=chunk[-1].pk)[:size])


@transaction.atomic
def _held(check: Check, suspect: set[Any], *, repair: bool) -> list[Finding]:
    rows = check.rows().filter(pk__in=suspect).order_by("pk")
    # Held first and read then: after waiting PostgreSQL would show the rows joined to them as they were before.
    list(rows.model.objects.filter(pk__in=suspect).order_by("pk").select_for_update().values_list("pk"))
    found = list(check.look(list(rows)))
    for finding in found:
        if repair and finding.mend:
            finding.mend()
    return found


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
