"""Files kept beside the database: finished pages, to be shown again, and whole files that appear all at once.

The cache is a folder of files named after what they come from. Names are hashes of content and never addresses:
whoever asks is let at the list first. Several processes share it without a lock, since a file is there whole or not at
all, and one that another process removed is made again.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.conf import settings

PART = ".part-"  # how the name of a file begins that is being written


def is_kept(name: str) -> bool:
    """Whether the cache has the file `name`."""
    path: Path = settings.PRINT_CACHE / name
    return path.exists()


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """Return the cache's file `name`, or make its content and keep it. Raises what `make` raises."""
    path: Path = settings.PRINT_CACHE / name
    with suppress(FileNotFoundError):
        content = path.read_bytes()
        os.utime(path)  # used just now: the last to go
        return content
    content = make()
    write_whole(path, content)
    shrink(path.parent, settings.PRINT_CACHE_BYTES)
    return content


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that only we may read, under another name first: nobody ever finds half of it."""
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


def shrink(folder: Path, at_most: int) -> None:
    """Remove the files of a folder that were not used for longest, until the rest takes at most so many bytes."""
    files = []
    for entry in os.scandir(folder):
        with suppress(FileNotFoundError):  # another process was here
            stat = entry.stat()
            files.append((stat.st_mtime_ns, stat.st_size, entry.path))
    excess = sum(size for _, size, _ in files) - at_most
    for _, size, path in sorted(files):
        if excess <= 0:
            return
        Path(path).unlink(missing_ok=True)
        excess -= size
