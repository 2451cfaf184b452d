"""Work in batches: every key once, each batch in its own transaction, with a pause between two of them."""

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from armybuilder import batches

pytestmark = pytest.mark.django_db


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses, which take no time here."""
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


@pytest.mark.parametrize(("keys", "sizes"), [(0, []), (1, [1]), (20, [20]), (45, [20, 20, 5])])
def test_every_key_is_in_one_batch(pauses: list[float], keys: int, sizes: list[int]) -> None:
    seen: list[Sequence[int]] = []

    def act(some: Sequence[int]) -> int:
        assert connection.in_atomic_block
        seen.append(some)
        return len(some)

    assert batches.in_batches(range(keys), act) == keys
    assert [len(some) for some in seen] == sizes
    assert [key for some in seen for key in some] == list(range(keys))
    assert pauses == [batches.PAUSE] * max(0, len(sizes) - 1)


@pytest.mark.parametrize("number", [1, 100])
def test_rows_that_no_longer_qualify_are_kept(
    pauses: list[float], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
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
