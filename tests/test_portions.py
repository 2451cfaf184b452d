"""Long work in portions: all of it, each portion once, as many at a time as take no longer than they should."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from armybuilder import portions

pytestmark = pytest.mark.django_db


class Clock:
    """A clock of which every act takes what the test says; sleeping is noted."""

    def __init__(self) -> None:
        self.now, self.slept = 0.0, [0.0]

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept.append(seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(portions, "time", clock)
    for pace in ("ALL_WAIT", "FEW_WAIT"):
        monkeypatch.setattr(portions, pace, portions.Pace(write=0.005, rest=1.5))
    return clock


def sizes(clock: Clock, keys: int, each: float) -> list[int]:
    """The sizes of the portions of so many keys, each of which takes so long to write."""
    seen: list[Sequence[int]] = []

    def prepare(some: Sequence[int]) -> Callable[[], int]:
        def write() -> int:
            assert connection.in_atomic_block
            seen.append(some)
            clock.now += each * len(some)
            return len(some)

        return write

    assert portions.in_portions(range(keys), prepare) == keys
    assert [key for some in seen for key in some] == list(range(keys))
    return [len(some) for some in seen]


def test_quick_ones_are_many_at_a_time(clock: Clock) -> None:
    assert sizes(clock, 200, each=0.000_099) == [8, 16, 32, 50, 50, 44]


def test_slow_ones_are_few(clock: Clock) -> None:
    assert sizes(clock, 30, each=1) == [8, 8, 8, 6]


def test_one_slow_portion_halves_the_next(clock: Clock) -> None:
    taken = iter([0.0, 0.0, 0.0, 1.0, 0.0, 0.0])
    seen: list[int] = []

    def prepare(some: Sequence[int]) -> Callable[[], int]:
        def write() -> int:
            seen.append(len(some))
            clock.now += next(taken)
            return 0

        return write

    portions.in_portions(range(8 + 16 + 32 + 64 + 32 + 64), prepare)
    assert seen == [8, 16, 32, 64, 32, 64]


def test_half_as_long_again_as_it_took_nothing_is_held(clock: Clock) -> None:
    sizes(clock, 24, each=1)
    assert clock.slept == [0.0, 0.0, 12.0, 12.0]


def test_where_all_others_wait_for_it_less_is_written_and_longer_rested(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "ALL_WAIT", portions.Pace(write=0.001, rest=3))
    monkeypatch.setattr(portions, "FEW_WAIT", portions.Pace(write=0.010, rest=1))
    is_sqlite = connection.vendor == "sqlite"
    assert sizes(clock, 40, each=0.000_099) == ([8, 10, 10, 10, 2] if is_sqlite else [8, 16, 16])
    assert clock.slept[2] == pytest.approx(0.000_099 * 8 * (3 if is_sqlite else 1))


def test_none_is_none(clock: Clock) -> None:
    assert sizes(clock, 0, each=1) == []


@pytest.mark.parametrize("number", [1, 100])
def test_rows_that_are_no_longer_meant_stay(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    names = [str(count) for count in range(number + 1)]
    Session.objects.bulk_create(Session(session_key=name, session_data="", expire_date=now) for name in names)
    rows = Session.objects.filter(expire_date__lte=now)
    in_portions = portions.in_portions

    def meanwhile(found: Sequence[str], prepare: Callable[[Sequence[str]], Callable[[], int]]) -> int:
        Session.objects.filter(session_key="0").update(expire_date=now + timedelta(days=1))
        return in_portions(found, prepare)

    monkeypatch.setattr(portions, "in_portions", meanwhile)
    assert portions.remove(rows) == number
    assert list(Session.objects.values_list("session_key", flat=True)) == ["0"]
