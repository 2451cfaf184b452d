"""Networks of their own for machines that are tried on one: namespaces of Linux, each with a cable to this machine.

It takes root; where there is no right to, machines have ports of this one.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

HERE = "127.0.0.1"


@dataclass(frozen=True)
class Network:
    """What starts a program there, the address of what is there, and that of this machine as seen from there.

    `name` and `cable`: of the namespace, and of the end of the cable in it; none where it is this machine's.
    """

    before: tuple[str, ...] = ()
    host: str = HERE
    outside: str = HERE
    name: str = ""
    cable: str = ""

    def plug(self, *, is_in: bool) -> None:
        """Pull the cable at its far end, or plug it in again: what is sent is lost, and nobody is told."""
        _ip("-netns", self.name, "link", "set", self.cable, "up" if is_in else "down")


@contextmanager
def network(number: int) -> Iterator[Network]:
    """Yield a separate network (number below 250), or this machine's if there can be none."""
    name, cable, end = (f"{kind}{os.getpid()}-{number}" for kind in ("squadra", "sq", "se"))
    outside, host = f"10.87.{number}.1", f"10.87.{number}.2"
    if os.getuid() != 0 or shutil.which("ip") is None or not _ip("netns", "add", name, check=False):
        yield Network()
        return
    try:
        _ip("link", "add", cable, "type", "veth", "peer", "name", end, "netns", name)
        _ip("address", "add", f"{outside}/30", "dev", cable)
        _ip("link", "set", cable, "up")
        _ip("-netns", name, "address", "add", f"{host}/30", "dev", end)
        for one in (end, "lo"):
            _ip("-netns", name, "link", "set", one, "up")
        yield Network(("ip", "netns", "exec", name), host, outside, name, end)
    finally:
        _ip("link", "delete", cable, check=False)
        _ip("netns", "delete", name)


def _ip(*arguments: str, check: bool = True) -> bool:
    return subprocess.run(["ip", *arguments], check=check, capture_output=True).returncode == 0
