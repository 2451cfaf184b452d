"""Room for the frames of Python calls: a loop that calls across the edge of it asks the kernel for memory each time.

CPython keeps the frames of a thread in chunks of 16 kB, and gives the last one back as soon as it is empty. A page
whose loop happens to call across an edge takes up to four times as long
(https://github.com/python/cpython/issues/142183: Python 3.11 and 3.12 stay like this). A frame that wants a large
stack gets a chunk large enough for it, and what it calls fits into the rest of that.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

Args = ParamSpec("Args")
Result = TypeVar("Result")
# Places of 8 bytes: the chunk is 1 MB, half of it free. Only what is used takes memory.
WANTED = 66_000


def with_room(function: Callable[Args, Result]) -> Callable[Args, Result]:
    """Return a function whose calls have room for their frames; as middleware, the same for all requests."""

    def call(*args: Args.args, **kwargs: Args.kwargs) -> Result:
        return function(*args, **kwargs)

    call.__code__ = call.__code__.replace(co_stacksize=WANTED)
    return call
