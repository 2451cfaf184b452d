"""Files beside the database: finished pages, and files that appear only when complete.

The cache is a folder of files named after a hash of their sources, never of addresses: permission is checked with the
list. Processes share it without a lock: a file is complete or missing, and a removed or damaged one is made again.
Each starts with a seal, the hash of its name and content.
"""

import hashlib
import logging
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import BufferedReader
from pathlib import Path

from django.conf import settings

from armybuilder import connections

logger = logging.getLogger(__name__)
SEAL_BYTES = 32
PART = ".part-"  # the start of the name of an unfinished file


def is_cached(name: str) -> bool:
    """Whether the cache has the file `name`."""
    path: Path = settings.PRINT_CACHE / name
    return path.exists()


def cached(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the cache's file `name`, or make its content and store it if there is room. Raises what `make` raises."""
    path: Path = settings.PRINT_CACHE / name
    if file := open_sealed(path):
        with suppress(OSError):  # the disk is read-only
            os.utime(path)  # just used: the last to be removed
        with file, suppress(OSError):
            return file.read()
    connections.release()  # making takes seconds
    content = make()
    try:
        write_sealed(path, content)
        evict(path.parent, settings.PRINT_CACHE_BYTES)
    except OSError as error:  # the disk is full or read-only: the printout still works
        logger.warning("a finished page was not kept: %s", error)
    return content


def open_sealed(path: Path) -> BufferedReader | None:
    """Return a file of `write_sealed`, positioned at its content; None if it is missing or damaged."""
    with suppress(OSError):
        file = path.open("rb")
        if is_whole(file, path.name):
            return file
        file.close()
    return None


def is_whole(file: BufferedReader, name: str) -> bool:
    """Whether a file has the seal of `sealed` for this name. It is then positioned at its content."""
    seal = file.read(SEAL_BYTES)
    if hashlib.file_digest(file, partial(_hash, name)).digest() != seal:
        return False
    # Seek to the end first, which empties the read buffer: the server asks the system for the file position.
    file.seek(0, os.SEEK_END)
    file.seek(SEAL_BYTES)
    return True


def sealed(name: str, content: bytes) -> bytes:
    """Return a content preceded by its seal."""
    return _hash(name, content).digest() + content


def _hash(name: str, content: bytes = b"") -> "hashlib.blake2b":
    return hashlib.blake2b(content, digest_size=SEAL_BYTES, key=name.encode()[: hashlib.blake2b.MAX_KEY_SIZE])


def write_sealed(path: Path, content: bytes) -> None:
    """Write a sealed file, readable only by us, under another name first: nobody ever finds half of it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, part = tempfile.mkstemp(dir=path.parent, prefix=PART)
    try:
        with open(descriptor, "wb") as file:
            file.write(sealed(path.name, content))
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
