"""Small file systems that can be filled, or fail like a dying disk."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Room:
    """A file system (ext4) of its own in a new folder, mounted."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self.folder, self.image = folder, folder.with_suffix(".image")
        folder.mkdir()
        with self.image.open("wb") as image:
            image.truncate(megabytes << 20)
        # Without a journal, which would be a third of it; without blocks that are kept for root.
        subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", "-m", "0", str(self.image)], check=True)
        self.mount()

    def mount(self) -> None:
        """Mount it, after `unmount` again."""
        options = "loop,errors=remount-ro"
        subprocess.run(["mount", "-o", options, str(self.image), str(self.folder)], check=True)
        self.folder.chmod(0o711)  # who works for PostgreSQL goes through

    def unmounted(self) -> bool:
        """Take it away, and return whether that went: nobody may use it."""
        return subprocess.run(["umount", str(self.folder)], check=False, capture_output=True).returncode == 0

    def fill(self) -> None:
        """Leave no byte free."""
        with (self.folder / "filled").open("wb", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    pass

    def empty(self) -> None:
        """Take away what fills it."""
        os.remove(self.folder / "filled")

    def is_held(self) -> bool:
        """Whether the kernel refuses to make it read-only, as it does while files in it are open for writing."""
        return self._mount("remount,ro").returncode != 0

    def only_read(self) -> None:
        """Make a file read-only from now on: its folder is mounted over itself."""
        subprocess.run(["mount", "--bind", str(self.folder), str(self.folder)], check=True)
        self._mount("remount,bind,ro").check_returncode()

    def write_again(self) -> None:
        """Make a file writable again."""
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)

    def _mount(self, options: str) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(["mount", "-o", options, str(self.folder)], check=False, capture_output=True)

    def sync(self) -> None:
        """Have all written to it so far: what nobody waits for, as static files, a disk that fails soon would lose."""
        subprocess.run(["sync", "--file-system", str(self.folder)], check=True)

    def fail(self) -> None:
        """Let the kernel find a fault in it: from now on it only reads, files that are open for writing, too."""
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
    """Yield a file system of its own in a new folder while the context lasts."""
    made = Room(folder, megabytes)
    try:
        yield made
    finally:
        subprocess.run(["umount", "--lazy", "--all-targets", str(folder)], check=False)
