"""Finished pages, in a folder beside the database.

A file is named after a hash of its sources, never after an address: permission is checked with the list. Processes
share the folder without a lock: a file is complete or missing, and a removed one is made again.
"""

import logging
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from armybuilder import connections

logger = logging.getLogger(__name__)
PART = ".part-"  # the start of the name of an unfinished file


def is_cached(name: str) -> bool:
    """Whether the cache has the file `name`."""
    path: Path = settings.PRINT_CACHE / name
    return path.exists()


def cached(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the cache's file `name`, or make its content and store it if there is room. Raises what `make` raises."""
    path: Path = settings.PRINT_CACHE / name
    with suppress(OSError):
        content = path.read_bytes()
        with suppress(OSError):  # the disk is read-only
            os.utime(path)  # just used: the last to be removed
        return content
    connections.release()  # making takes seconds
    content = make()
    try:
        _write(path, content)
        evict(path.parent, settings.PRINT_CACHE_BYTES)
    except OSError as error:  # the disk is full or read-only: the printout still works
        logger.warning("a finished page was not kept: %s", error)
    return content


def _write(path: Path, content: bytes) -> None:
    """Write a file, readable only by us, under another name first: nobody ever finds half of it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, part = tempfile.mkstemp(dir=path.parent, prefix=PART)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def evict(folder: Path, at_most: int) -> None:
    """Remove the least recently used files of a folder until it has at most this many bytes."""
    files = []
    for entry in os.scandir(folder):
        with suppress(FileNotFoundError):  # another process was faster
            stat = entry.stat()
            files.append((stat.st_mtime_ns, stat.st_size, entry.path))
    excess = sum(size for _, size, _ in files) - at_most
    for _, size, path in sorted(files):
        if excess <= 0:
            return
        Path(path).unlink(missing_ok=True)
        excess -= size
