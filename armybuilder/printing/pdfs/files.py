"""The files of bundles, in Django's storage: a folder, or a file server that several machines share (env.files)."""

from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from armybuilder import connections

ENDING = ".pdf"


def write(name: str, content: bytes) -> None:
    """Write a file, replacing one with the same name. Raises the storage's errors."""
    default_storage.save(name, ContentFile(content))


def open_file(name: str) -> File[bytes] | None:
    """Return an open file, None if it is missing. Raises the storage's error if it is away."""
    connections.release()  # another machine may have it, which takes a while
    try:
        return default_storage.open(name)
    except FileNotFoundError:
        return None


def delete(name: str) -> None:
    """Delete a file, if it exists."""
    default_storage.delete(name)


def names() -> list[str]:
    """Return the names of all existing files of bundles."""
    try:
        files = default_storage.listdir("")[1]
    except FileNotFoundError:  # nothing has been written to the folder yet
        files = []
    return [name for name in files if name.endswith(ENDING)]
