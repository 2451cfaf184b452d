"""Separate networks for machines simulated on one: Linux namespaces, each with a virtual cable to this machine.

Without root, the machines have ports of this one instead.
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
    """The prefix that starts a program there, its address, and this machine's address as seen from there.

    `name` and `cable`: the namespace, and the far end of the cable; empty for this machine's network.
    """

    before: tuple[str, ...] = ()
    host: str = HERE
    outside: str = HERE
    name: str = ""
    cable: str = ""

    def plug(self, *, is_in: bool) -> None:
        """Unplug the cable at its far end, or plug it in again: packets are lost without a notice."""
        _ip("-netns", self.name, "link", "set", self.cable, "up" if is_in else "down")


@contextmanager
def network(number: int) -> Iterator[Network]:
    """Yield a separate network (number below 250), or this machine's if that is impossible."""
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
