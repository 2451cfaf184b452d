"""Finished pages are cached within a size limit, in a folder that processes can share."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from armybuilder.printing.pdfs.cache import PART, cached, evict


def making(content: bytes, made: list[bytes]) -> Callable[[], bytes]:
    def make() -> bytes:
        made.append(content)
        return content

    return make


def used(path: Path, when: int) -> None:
    os.utime(path, (when, when))


def test_a_page_is_served_even_if_it_cannot_be_cached(settings: Any) -> None:
    (settings.PRINT_CACHE / "one").mkdir(parents=True)  # blocks the file
    made: list[bytes] = []
    assert [cached("one", making(b"1", made)) for _ in range(2)] == [b"1", b"1"]
    assert len(made) == 2


def test_finished_pages_are_cached() -> None:
    made: list[bytes] = []
    assert [cached("one", making(b"1", made)) for _ in range(2)] == [b"1", b"1"]
    assert made == [b"1"]


def test_failed_pages_are_not_cached(settings: Any) -> None:
    def fail() -> bytes:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cached("one", fail)
    assert not settings.PRINT_CACHE.exists()


def test_only_the_site_can_read_it(settings: Any) -> None:
    cached("one", making(b"1", []))
    folder = settings.PRINT_CACHE
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "one")] == [0o700, 0o600]


def test_the_least_recently_used_files_are_removed_first(settings: Any) -> None:
    settings.PRINT_CACHE_BYTES = 3 * 2
    for when, name in enumerate(("a", "b", "c")):
        cached(name, making(b"12", []))
        used(settings.PRINT_CACHE / name, when)
    cached("a", making(b"never", []))  # used again: now b is the oldest
    cached("d", making(b"12", []))
    assert sorted(path.name for path in settings.PRINT_CACHE.iterdir()) == ["a", "c", "d"]


def test_a_file_larger_than_the_limit_is_served(settings: Any) -> None:
    settings.PRINT_CACHE_BYTES = 1
    assert cached("one", making(b"12", [])) == b"12"
    assert list(settings.PRINT_CACHE.iterdir()) == []


def test_files_removed_by_another_process_are_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"12")
    entries = list(os.scandir(tmp_path))
    (tmp_path / "a").unlink()
    monkeypatch.setattr(os, "scandir", lambda folder: entries)
    evict(tmp_path, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_file_appears_whole_or_not_at_all(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk fails half way, the page is served and no partial file is left."""
    seen: list[list[str]] = []

    def full_disk(descriptor: int) -> None:
        seen.append([path.name[: len(PART)] for path in settings.PRINT_CACHE.iterdir()])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    assert cached("one", lambda: b"new") == b"new"
    assert (seen, list(settings.PRINT_CACHE.iterdir())) == ([[PART]], [])
