"""Count the work of a piece of code, independently of other work on the machine."""

import gc
import re
import sys
from collections.abc import Callable
from functools import wraps
from types import FrameType
from typing import Any


def lines_run(act: Callable[[], object]) -> int:
    """Return the number of Python lines that an action runs, including libraries. Work in C is not counted."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    gc.disable()  # the callbacks of a collection (Hypothesis has some) would be counted
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
        gc.enable()
    return count


def calls_made(act: Callable[[], object]) -> int:
    """Return the number of functions that an action calls, of Python and of C. It is counted faster than lines."""
    count = 0

    def profile(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    gc.disable()
    sys.setprofile(profile)
    try:
        act()
    finally:
        sys.setprofile(before)
        gc.enable()
    return count


def patterns_met(act: Callable[[], object]) -> set[str]:
    """Return the regular expressions that an action applies to any text."""
    met = set()

    def profile(frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call" and isinstance(pattern := getattr(arg, "__self__", None), re.Pattern):
            met.add(pattern.pattern)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        act()
    finally:
        sys.setprofile(before)
    return met


class Counted(str):
    """A text that counts the characters passed, in C, when it is cut, searched or changed."""

    gone_over = 0

    def __getitem__(self, key: Any) -> "Counted":
        part = super().__getitem__(key)
        Counted.gone_over += len(part)
        return Counted(part)


def _counting(name: str) -> Callable[..., Any]:
    method = getattr(str, name)

    @wraps(method)
    def counting(text: str, *args: Any) -> Any:
        Counted.gone_over += len(text)
        made = method(text, *args)
        return Counted(made) if isinstance(made, str) else made

    return counting


for _name in ("__contains__", "casefold", "count", "find", "index", "lower", "lstrip", "replace", "rfind"):
    setattr(Counted, _name, _counting(_name))
for _name in ("rindex", "rstrip", "strip"):
    setattr(Counted, _name, _counting(_name))


def work_on(text: str, act: Callable[[str], object]) -> int:
    """Return the work of an action on a text: lines run, and characters passed."""
    Counted.gone_over = 0
    lines = lines_run(lambda: act(Counted(text)))
    return lines + Counted.gone_over
