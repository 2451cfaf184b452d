"""What the nightly work costs those who edit beside it."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from statistics import median
from uuid import uuid4

from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.lists.actions import upkeep
from armybuilder.lists.models import ArmyList
from bench import ROOT
from bench.filling import NOT_YET, fill, let_be_due
from bench.make_lists import roster
from bench.table import Measured
from bench.turns import p95
from bench.users import new_user, store

LISTS, REVISIONS = 10_000, 4
TURNS = 4  # edits alone, then beside thinning out some lists, then beside clearing others
THINNED, CLEARED = 350, 150  # lists, in a turn: one user can make 3,000 edits an hour
IDLE = 100  # edits
BESIDE = 200  # edits at most: on a busy machine the nightly jobs, which give way, take long


def measure() -> Iterator[Measured]:
    """Yield the slowdown of edits beside thinning out some of 10,000 other lists."""
    owner, client = new_user("nightly")
    mine = store(owner, roster(15))
    fill(0, LISTS, REVISIONS)
    idle, thinning, clearing = [], [], []
    for _ in range(TURNS):
        idle += _edits(client, mine, lambda count: count < IDLE)
        let_be_due(THINNED)
        due = ArmyList.objects.filter(next_thinning__lte=timezone.localdate())
        thinning += _edits_beside(client, mine, due)
        _throw_away(CLEARED)
        clearing += _edits_beside(client, mine, ArmyList.objects.filter(deleted__isnull=False))
    for name, beside in (("thinning", thinning), ("clearing", clearing)):
        yield Measured(f"19 of 20 edits beside {name}, over idle", p95(beside) / p95(idle), "×", 4)
    edit = median(_edits(client, mine, lambda count: count < IDLE, time.process_time))
    lists = let_be_due(THINNED)
    started = time.process_time()  # without the pauses between batches
    upkeep.thin(timezone.now())
    each = (time.process_time() - started) / lists
    yield Measured("thinning out a list, over an edit", each / edit, "×", 0.1)


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


def _throw_away(number: int) -> None:
    """Let this many lists have been in the bin for longer than allowed."""
    some = list(ArmyList.objects.filter(next_thinning=NOT_YET).values_list("pk", flat=True)[:number])
    ArmyList.objects.filter(pk__in=some).update(deleted=timezone.now() - timedelta(days=50), next_thinning=None)


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
