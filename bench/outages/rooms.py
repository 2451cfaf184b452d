"""Small file systems that can be filled, or fail like a dying disk."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Room:
    """A separate file system (ext4) mounted in a new folder."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder, self.image = folder, folder.with_suffix(".image")
        folder.mkdir()
        with self.image.open("wb") as image:
            image.truncate(megabytes << 20)
        # Without a journal, which would take a third of it, and without blocks reserved for root.
        subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", "-m", "0", str(self.image)], check=True)
        self.mount()

    def mount(self) -> None:
        """Mount it, again after `unmount`."""
        options = "loop,errors=remount-ro"
        subprocess.run(["mount", "-o", options, str(self.image), str(self.folder)], check=True)
        self.folder.chmod(0o711)  # the PostgreSQL user needs access

    def unmounted(self) -> bool:
        """Unmount it, and return whether that was possible: it must be unused."""
        return subprocess.run(["umount", str(self.folder)], check=False, capture_output=True).returncode == 0

    def fill(self) -> None:
        with (self.folder / "filled").open("wb", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    pass

    def empty(self) -> None:
        os.remove(self.folder / "filled")

    def is_held(self) -> bool:
        """Whether the kernel refuses to make it read-only, as it does while its files are open for writing."""
        return self._mount("remount,ro").returncode != 0

    def only_read(self) -> None:
        """Make a file read-only by mounting its folder over itself."""
        subprocess.run(["mount", "--bind", str(self.folder), str(self.folder)], check=True)
        self._mount("remount,bind,ro").check_returncode()

    def write_again(self) -> None:
        """Make a file writable again."""
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)

    def _mount(self, options: str) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(["mount", "-o", options, str(self.folder)], check=False, capture_output=True)

    def sync(self) -> None:
        """Flush everything written so far: a failing disk would lose, for example, static files."""
        subprocess.run(["sync", "--file-system", str(self.folder)], check=True)

    def fail(self) -> None:
        """Simulate a fault: the kernel makes it read-only, even for files that are open for writing."""
        source = subprocess.run(
            ["findmnt", "--noheadings", "--output", "SOURCE", str(self.folder)],
            check=True,
            capture_output=True,
            text=True,
        )
        device = Path(source.stdout.strip()).name
        Path("/sys/fs/ext4", device, "trigger_fs_error").write_text("tried by make outages")


@contextmanager
def room(folder: Path, megabytes: int) -> Iterator[Room]:
    """Yield a file system in a new folder while the context lasts."""
    made = Room(folder, megabytes)
    try:
        yield made
    finally:
        subprocess.run(["umount", "--lazy", "--all-targets", str(folder)], check=False)
