"""What the nightly work costs those who edit beside it."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from statistics import median
from uuid import uuid4

from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.lists.actions import upkeep
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.visitors import Visitor
from bench import ROOT
from bench.make_lists import army_list
from bench.table import Measured
from bench.turns import p95
from rules.catalogue import current_version
from rules.core.document.roster import decode

LISTS, REVISIONS = 10_000, 4
TURNS = 4  # edits alone, then beside thinning out some lists, then beside clearing others
THINNED, CLEARED = 350, 150  # lists, in a turn: one user can make 3,000 edits an hour
IDLE = 100  # edits
BESIDE = 200  # edits at most: on a busy machine the nightly jobs, which give way, take long
NOT_YET = date(2100, 1, 1)


def measure() -> Iterator[Measured]:
    """Yield the slowdown of edits beside thinning out some of 10,000 other lists."""
    owner = User.objects.create_user("nightly")
    roster = decode(json.dumps(army_list(15, 2)).encode())
    mine = create_from(Visitor(owner), roster, current_version("bn").pk)
    client = Client()
    client.force_login(owner)
    _old_lists(mine)
    idle, thinning, clearing = [], [], []
    for _ in range(TURNS):
        idle += _edits(client, mine, lambda count: count < IDLE)
        _let_be_due(THINNED)
        due = ArmyList.objects.filter(next_thinning__lte=timezone.localdate())
        thinning += _edits_beside(client, mine, due)
        _throw_away(CLEARED)
        clearing += _edits_beside(client, mine, ArmyList.objects.filter(deleted__isnull=False))
    for name, beside in (("thinning", thinning), ("clearing", clearing)):
        yield Measured(f"19 of 20 edits beside {name}, over idle", p95(beside) / p95(idle), "×", 4, "lower")
    edit = median(_edits(client, mine, lambda count: count < IDLE, time.process_time))
    lists = _let_be_due(THINNED)
    started = time.process_time()  # without the pauses between batches
    upkeep.thin(timezone.now())
    each = (time.process_time() - started) / lists
    yield Measured("thinning out a list, over an edit", each / edit, "×", 0.1, "lower")


def _edits_beside(client: Client, mine: ArmyList, to_do: QuerySet[ArmyList]) -> list[float]:
    """Return the times of edits during the nightly jobs, from the moment when these have less to do."""
    before = to_do.count()
    nightly = subprocess.Popen([sys.executable, "manage.py", "nightly"], cwd=ROOT, stdout=subprocess.DEVNULL)
    while to_do.count() == before and nightly.poll() is None:
        time.sleep(0.01)
    times = _edits(client, mine, lambda count: count < BESIDE and to_do.exists())
    if nightly.wait():
        raise RuntimeError("the nightly work failed")
    return times


def _let_be_due(at_most: int) -> int:
    """Make this many other lists due, and return how many there were."""
    return _untouched(at_most).update(next_thinning=timezone.localdate())


def _throw_away(number: int) -> None:
    """Let this many lists have been in the bin for longer than allowed."""
    _untouched(number).update(deleted=timezone.now() - timedelta(days=50), next_thinning=None)


def _untouched(at_most: int) -> QuerySet[ArmyList]:
    waiting = ArmyList.objects.filter(next_thinning=NOT_YET).values_list("pk", flat=True)
    return ArmyList.objects.filter(pk__in=list(waiting[:at_most]))


def _old_lists(like: ArmyList) -> None:
    """Write this many other lists, each with revisions of one hour; thinning out leaves one of them."""
    others = User.objects.bulk_create(User(username=f"other {number}") for number in range(100))
    said = {field.attname: getattr(like, field.attname) for field in ArmyList._meta.concrete_fields}
    for name in ("id", "owner_id", "revision_id", "previous_id"):
        del said[name]
    said |= {"next_thinning": NOT_YET, "last_number": REVISIONS}
    lists = ArmyList.objects.bulk_create(
        (ArmyList(owner=others[number % 100], **said) for number in range(LISTS)), batch_size=500
    )
    hour = (timezone.now() - timedelta(days=50)).replace(minute=0, second=0, microsecond=0)
    revisions = (
        Revision(
            army_list=one,
            number=number,
            key=str(number),
            document=like.document,
            ruleset_version_id=like.ruleset_version_id,
            action="add",
            created=hour,
        )
        for one in lists
        for number in range(1, REVISIONS + 1)
    )
    Revision.objects.bulk_create(revisions, batch_size=500)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE lists_revision SET parent_id = id - 1 WHERE created = %s AND number > 1", [hour]
        )
        cursor.execute(
            "UPDATE lists_armylist SET revision_id = r.id, previous_id = r.parent_id FROM lists_revision r"
            " WHERE revision_id IS NULL AND r.army_list_id = lists_armylist.id AND r.number = %s",
            [REVISIONS],
        )
        cursor.execute("ANALYZE")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # like a database that has existed for a while


def _edits(
    client: Client,
    army_list: ArmyList,
    go_on: Callable[[int], bool],
    clock: Callable[[], float] = time.perf_counter,
) -> list[float]:
    """Return the seconds of each edit, with a pause after it, while `go_on` of their number is true."""
    row = army_list.roster.squads[0].figures[0].id
    address = f"{reverse('lists:builder', args=[army_list.pk])}rows/{row}/count/"
    times: list[float] = []
    while go_on(len(times)):
        form = {"count": str(len(times) % 9 + 1), "key": uuid4().hex}
        start = clock()
        response = client.post(address, form, headers={"HX-Request": "true"})
        times.append(clock() - start)
        if response.status_code != 200:
            raise RuntimeError(f"an edit beside the nightly work got {response.status_code}")
        time.sleep(0.02)  # well below the hourly limit of edits
    return times
