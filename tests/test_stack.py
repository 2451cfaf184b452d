"""Calls in a loop cost no memory from the kernel, at any depth."""

import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings

from armybuilder.stack import with_room

CALLS, DEPTH = 500, 400


def faults_at_each_depth() -> list[int]:
    """Return the page faults of a loop of calls, at each depth of a stack that covers several of its chunks."""

    def at(depth: int) -> list[int]:
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        for _ in range(CALLS):
            calls(4)
        found = [resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before]
        return found + at(depth - 1) if depth else found

    return at(DEPTH)


def calls(more: int) -> None:
    if more:
        calls(more - 1)


def in_a_thread(function: Callable[[], Any]) -> Any:
    """Call a function with a stack of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(function).result()


def test_a_request_has_room_for_its_calls() -> None:
    assert settings.MIDDLEWARE[0] == f"{with_room.__module__}.{with_room.__name__}"
    assert max(in_a_thread(with_room(faults_at_each_depth))) < CALLS
