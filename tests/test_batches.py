"""Work in batches: each key once, each batch in its own transaction with a pause after it."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from armybuilder import batches

pytestmark = pytest.mark.django_db


class Clock:
    """A clock on which each key takes a second; sleeping takes no time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(batches, "time", clock)
    monkeypatch.setattr(batches, "REST", 20)
    return clock


@pytest.mark.parametrize(("keys", "sizes"), [(0, []), (1, [1]), (100, [100]), (250, [100, 100, 50])])
def test_every_key_is_in_one_batch_and_the_rest_is_longer_than_the_batch(
    clock: Clock, keys: int, sizes: list[int]
) -> None:
    seen: list[Sequence[int]] = []

    def act(some: Sequence[int]) -> int:
        assert connection.in_atomic_block
        seen.append(some)
        clock.now += len(some)
        return len(some)

    assert batches.in_batches(range(keys), act) == keys
    assert [len(some) for some in seen] == sizes
    assert [key for some in seen for key in some] == list(range(keys))
    assert clock.slept == [20 * size for size in sizes]


@pytest.mark.parametrize("number", [1, 200])
def test_rows_that_no_longer_qualify_are_kept(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    names = [str(count) for count in range(number + 1)]
    Session.objects.bulk_create(Session(session_key=name, session_data="", expire_date=now) for name in names)
    rows = Session.objects.filter(expire_date__lte=now)
    in_batches = batches.in_batches

    def meanwhile(keys: Sequence[str], act: Callable[[Sequence[str]], int]) -> int:
        Session.objects.filter(session_key="0").update(expire_date=now + timedelta(days=1))
        return in_batches(keys, act)

    monkeypatch.setattr(batches, "in_batches", meanwhile)
    assert batches.delete_in_batches(rows) == number
    assert list(Session.objects.values_list("session_key", flat=True)) == ["0"]
