"""The cost of an edit in the builder: against a bare page, with 15 and 187 entries, in queries and in bytes."""

import gzip
import itertools
import time
from collections.abc import Iterator
from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.lists.forms import MOST_FIGURES
from bench.make_lists import roster
from bench.table import Measured
from bench.turns import in_turns
from bench.users import new_user, store
from rules.core.document.roster import Roster

ROUNDS = 80
KEYS = itertools.count()
FORM = "application/x-www-form-urlencoded"


def measure() -> Iterator[Measured]:
    """Yield the figures of an edit by a signed-in user, on SQLite."""
    owner, client = new_user("bench")
    small, large = Edited(client, owner, roster(15)), Edited(client, owner, roster(187, squads=10))
    bare, edit, large_edit = in_turns(
        lambda: client.get("/bare/"), small.edit, large.edit, rounds=ROUNDS, warm=5, clock=time.process_time
    )
    yield Measured("edit of 15 entries over a bare page", edit / bare, "×", 4)
    yield Measured("edit of 187 entries over one of 15", large_edit / edit, "×", 8)
    yield Measured("queries of an edit", small.queries(), "queries", 7)
    yield Measured("answer for 15 entries, compressed", small.compressed() / 1000, "kB", 9)


class Edited:
    """A list whose rows change in turn to two men, then three…: no edit repeats an earlier state."""

    def __init__(self, client: Client, owner: User, begun: Roster) -> None:
        army_list = store(owner, begun)
        rows = [figure.id for squad in army_list.roster.squads for figure in squad.figures]
        self.client = client
        self.acts = (
            (reverse("lists:set-count", args=(army_list.pk, row)), count)
            for count in range(2, MOST_FIGURES + 1)
            for row in rows
        )

    def edit(self) -> bytes:
        address, count = next(self.acts)
        form = urlencode({"count": count, "key": f"bench-{next(KEYS)}"})
        answer = self.client.post(address, form, content_type=FORM, headers={"HX-Request": "true"})
        if answer.status_code != 200:
            raise RuntimeError(f"the edit was answered with {answer.status_code}")
        return bytes(answer.content)

    def queries(self) -> int:
        """Count the queries of an edit, including session, user, BEGIN and COMMIT."""
        with CaptureQueriesContext(connection) as captured:
            self.edit()
        return len(captured)

    def compressed(self) -> int:
        """Return the number of bytes of an answer, compressed as the server compresses it."""
        return len(gzip.compress(self.edit(), compresslevel=6, mtime=0))
