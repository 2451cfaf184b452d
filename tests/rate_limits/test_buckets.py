"""The content of a bucket and its refill."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from armybuilder import batches
from armybuilder.operations.daily import JOBS
from armybuilder.rate_limits.buckets import Rate, fill, give_back, sweep, take
from armybuilder.rate_limits.models import Bucket

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

THREE = Rate(3, 60)


@pytest.fixture
def pass_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Stop the clock, and return a function that moves it forward."""
    clock = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: clock[0])

    def forward(seconds: float) -> None:
        clock[0] += seconds

    return forward


def waits(times: int, key: str = "alice", rate: Rate = THREE) -> list[float]:
    return [take("import", key, rate) for _ in range(times)]


def test_so_many_at_once_and_then_evenly(pass_time: Callable[[float], None]) -> None:
    assert waits(5) == [0, 0, 0, 20, 20]
    pass_time(19.5)
    assert waits(1) == [0.5]
    pass_time(0.5)
    assert waits(2) == [0, 20]
    pass_time(59)
    assert waits(3) == [0, 0, 1]
    pass_time(600)
    assert waits(4) == [0, 0, 0, 20]


def test_several_are_taken_at_once_or_none(pass_time: Callable[[float], None]) -> None:
    assert [take("print", "alice", THREE, amount) for amount in (2, 2, 1, 1)] == [0, 20, 0, 20]
    pass_time(60)
    assert [take("print", "alice", THREE, amount) for amount in (99, 1)] == [
        0,
        20,
    ]  # more than the bucket holds: all of it


@pytest.mark.parametrize("rate", [Rate(300, 60), Rate(7, 60), Rate(240, 3600), Rate(10, 86400), Rate(1, 1)])
def test_no_rate_loses_any_in_rounding(pass_time: Callable[[float], None], rate: Rate) -> None:
    given = waits(rate.amount + 1, rate=rate)
    assert [given.count(0), given[-1] > 0] == [rate.amount, True]


def test_a_clock_that_was_a_day_ahead_keeps_nobody_out_for_a_day(pass_time: Callable[[float], None]) -> None:
    pass_time(86_400)
    assert waits(3) == [0, 0, 0]
    pass_time(-86_400)
    assert waits(3) == [0, 20, 20]
    pass_time(20)
    assert waits(2) == [0, 20]


def test_the_rest_of_a_bucket_is_left_after_a_clock_was_set_back(
    pass_time: Callable[[float], None],
) -> None:
    assert waits(1) == [0]
    pass_time(-61)  # a shorter time than filling a bucket would be later than any is full
    assert waits(4) == [0, 0, 0, 20]


def test_by_clocks_that_differ_a_little_nobody_has_more(pass_time: Callable[[float], None]) -> None:
    assert waits(3) == [0, 0, 0]
    pass_time(-60)
    assert waits(2) == [80, 80]


def test_each_key_and_each_name_has_its_own(pass_time: Callable[[float], None]) -> None:
    assert waits(4) == [0, 0, 0, 20]
    assert waits(1, "bob") == [0]
    assert take("print", "alice", THREE) == 0


@pytest.mark.usefixtures("pass_time")
def test_unused_tokens_are_given_back() -> None:
    assert waits(3) == [0, 0, 0]
    give_back("import", "alice", THREE)
    assert waits(2) == [0, 20]
    fill("import", "alice")
    assert waits(4) == [0, 0, 0, 20]


@pytest.mark.usefixtures("pass_time")
def test_giving_back_to_a_full_one_changes_nothing() -> None:
    give_back("import", "alice", THREE)
    fill("import", "alice")
    assert (Bucket.objects.count(), waits(4)) == (0, [0, 0, 0, 20])


def test_it_is_one_statement(django_assert_num_queries: Any) -> None:
    for _ in range(3):
        with django_assert_num_queries(1):
            take("import", "alice", THREE)
    with django_assert_num_queries(2):  # how long to wait
        assert take("import", "alice", THREE) > 0


def test_nobody_reads_whose_a_bucket_is() -> None:
    take("import", "alice@example.org", THREE)
    take("print", "alice@example.org", THREE)
    keys = set(Bucket.objects.values_list("key", flat=True))
    assert [len(key) for key in keys] == [64, 64]
    assert not any("alice" in key for key in keys)


def test_full_ones_are_swept_however_many(pass_time: Callable[[float], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "BATCH", 2)
    for key in "abcde":
        waits(1, key)
    waits(3)
    pass_time(20)
    assert (sweep(), sweep(), Bucket.objects.count()) == (5, 0, 1)
    assert waits(2) == [0, 20]


def test_the_nightly_job_says_how_many(pass_time: Callable[[float], None]) -> None:
    waits(1)
    pass_time(60)
    assert JOBS["clear_counts"](timezone.now()) == "Removed 1 counts."


@pytest.mark.parametrize(
    "act", [lambda: waits(1), lambda: give_back("import", "a", THREE), lambda: fill("import", "a")]
)
def test_where_it_cannot_be_counted_it_is_let_through_and_logged(
    act: Callable[[], Any], caplog: pytest.LogCaptureFixture
) -> None:
    def broken(execute: Any, sql: str, *args: Any) -> None:
        raise OperationalError("database or disk is full")

    with connection.execute_wrapper(broken):
        assert act() in ([0], None)
    assert [record.getMessage() for record in caplog.records] == ["Not counted: import"]
