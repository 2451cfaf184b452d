"""The files of bundles, in Django's storage: a folder, or a file server that several machines share (env.files)."""

from collections.abc import Iterator
from contextlib import suppress
from io import BufferedReader, BytesIO
from typing import cast

from django.core.files import File
from django.core.files.storage import default_storage

from armybuilder import connections
from armybuilder.printing.pdfs.cache import is_whole, sealed

ENDING = ".pdf"


def write(name: str, content: bytes) -> None:
    """Write a file, replacing one with the same name. Raises the storage's errors, and then leaves nothing."""
    try:
        default_storage.save(name, File(BytesIO(sealed(name, content))))
    except BaseException:
        with suppress(Exception):  # the reason is reported
            delete(name)
        raise


def open_whole(name: str) -> BufferedReader | None:
    """Return a file of `write`, positioned at its content; None if it is missing or damaged.

    Raises the storage's error if it is away.
    """
    connections.release()  # another machine may have it, which takes a while
    try:
        file = cast(BufferedReader, default_storage.open(name))  # Django's File has its methods
    except FileNotFoundError:
        return None
    if is_whole(file, name):
        return file
    file.close()
    return None


def delete(name: str) -> None:
    """Delete a file, if it exists."""
    default_storage.delete(name)


def names() -> Iterator[str]:
    """Return the names of all existing files of bundles."""
    try:
        files = default_storage.listdir("")[1]
    except FileNotFoundError:  # nothing has been written to the folder yet
        files = []
    return (name for name in files if name.endswith(ENDING))
