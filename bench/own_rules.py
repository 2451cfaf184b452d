"""Own rules: pages of the site's games beside two hundred of them, and an edit of a large draft.

The pages are asked on two databases in turns: the site's, and a copy of it from before there were own games.
"""

import gc
import itertools
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_variant, change_cells, new_row_id
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.models import OwnRules
from bench.builder import Edited
from bench.make_lists import roster
from bench.table import Measured
from bench.turns import in_turns, p95
from bench.users import new_user
from rules.catalogue import current_version
from rules.models import Ruleset

GAMES, ROWS, EDITS, ROUNDS = 200, 300, 60, 40
PAGES = ("/", "/rules/", "/rules/bn/", "/odds/")
A_STEP = 10  # instructions of SQLite


def measure() -> Iterator[Measured]:
    """Yield what 200 published games of others cost, and the processor time of an edit among 300 rows (ms, p95)."""
    owner, client = new_user("own rules")
    edited = Edited(client, owner, roster(15))

    def visit() -> None:
        for page in PAGES:
            client.get(page)
        edited.edit()

    beside = Path(connection.settings_dict["NAME"])
    alone = beside.with_name("alone.sqlite3")
    connection.cursor().execute("VACUUM INTO %s", [str(alone)])
    with transaction.atomic():
        for number in range(GAMES):
            _published(number)

    def at(database: Path) -> Callable[[], None]:
        def asked() -> None:
            _use(database)
            visit()

        return asked

    gc.collect()
    gc.freeze()
    gc.disable()  # a collection falls on one of the two
    times = in_turns(at(alone), at(beside), rounds=ROUNDS, warm=5, clock=time.process_time)
    counts = [_counted(database, visit) for database in (alone, beside)]
    gc.enable()
    what = "four pages and an edit beside 200 own games"
    yield Measured(f"{what}, time", times[1] / times[0], "×", 1.1)
    for name in ("queries", "calls", "steps of SQLite"):
        yield Measured(f"{what}, {name}", counts[1][name] / counts[0][name], "×", 1.03)
    yield Measured("edit of a cell among 300 rows, p95", 1000 * _edit_of_many_rows(owner, client), "ms", 300)


def _use(database: Path) -> None:
    """Ask another database from now on."""
    if connection.settings_dict["NAME"] != str(database):
        connection.close()
        connection.settings_dict["NAME"] = str(database)


def _counted(database: Path, visit: Callable[[], None]) -> Counter[str]:
    """Count what pages do, in numbers that are the same each time: queries, function calls, steps of SQLite."""
    _use(database)
    counts: Counter[str] = Counter()
    connection.ensure_connection()
    connection.connection.set_progress_handler(lambda: counts.update(["steps of SQLite"]), A_STEP)
    with CaptureQueriesContext(connection) as captured:
        visit()
    connection.connection.set_progress_handler(None, A_STEP)
    counts["queries"] = len(captured)

    def count(_frame: object, event: str, _of: object) -> None:
        if event == "call":
            counts["calls"] += 1

    sys.setprofile(count)
    visit()
    sys.setprofile(None)
    return counts


def _published(number: int) -> None:
    author = User.objects.create_user(f"author {number}")
    rules = begin_variant(author, current_version("rth-it"), f"Variant {number}")
    OwnRules.objects.filter(pk=rules.pk).update(licence=OwnRules.Licence.MINE)
    publish(rules.pk, author)
    Ruleset.objects.filter(pk=rules.pk).update(visibility="public")


def _edit_of_many_rows(owner: User, client: Client) -> float:
    """Return the p95 of edits of a draft with 300 weapons of its own, in processor seconds."""
    rules = begin_variant(owner, current_version("bn"), "Many rows")
    rows = [new_row_id() for _ in range(ROWS)]
    name = {"it": "Arma", "en": "Weapon"}
    changes = [
        (f"weapons/{row}/{field}", value)
        for number, row in enumerate(rows)
        for field, value in (("position", 100_000 + number), ("name", name), ("points", number % 20))
    ]
    change_cells(rules.pk, owner, changes, key="begin")
    address, times = reverse("own:cells", args=[rules.pk]), []
    for number, row in zip(range(EDITS), itertools.cycle(rows), strict=False):
        sent = {f"weapons/{row}/points": str(20 + number), "key": f"edit-{number}", "at": number + 1}
        start = time.process_time()
        answer = client.post(address, sent, headers={"HX-Request": "true"})
        times.append(time.process_time() - start)
        if answer.status_code != 200:
            raise RuntimeError(f"the edit was answered with {answer.status_code}")
    return p95(times)
