"""Run a command with a temporary PostgreSQL: `with_postgres.py COMMAND [ARGUMENT …]`.

It starts a cluster in a temporary folder from the installed binaries, sets DATABASE_URL for the command, always stops
and removes it, and exits with the command's code. It listens only on a Unix socket, so it disturbs no other server.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAME = "squadra"


def binaries() -> Path | None:
    """Return the folder of PostgreSQL's server binaries, Debian's newest first, otherwise what PATH finds."""
    debian = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    for initdb in sorted(debian, key=lambda path: int(path.parts[-3]), reverse=True):
        return initdb.parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def server_user() -> str | None:
    """Return the user who runs the server: root cannot, everyone else can."""
    if os.getuid() != 0:
        return None
    users = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in users else "nobody"


@contextmanager
def cluster(bin_folder: Path) -> Iterator[str]:
    """Yield a running PostgreSQL in a temporary folder, by its DATABASE_URL."""
    folder = Path(tempfile.mkdtemp(prefix="squadra-postgres-"))
    as_user: dict[str, Any] = {"cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
    if user := server_user():
        shutil.chown(folder, user)
        as_user |= {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}
    data, log = folder / "data", folder / "log"
    initdb = [str(bin_folder / "initdb"), "--pgdata", str(data), "--username", NAME, "--auth", "trust"]
    pg_ctl = [str(bin_folder / "pg_ctl"), "--pgdata", str(data), "--wait"]
    createdb = [str(bin_folder / "createdb"), "--host", str(folder), "--username", NAME, NAME]
    try:
        subprocess.run([*initdb, "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"], **as_user)
        # Nothing here outlives the run: nothing needs to reach the disk.
        options = f"-k {folder} -c listen_addresses= -c fsync=off -c full_page_writes=off"
        options += " -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0"
        # It would not count uncommitted rows of a test, and the next query could take minutes.
        options += " -c autovacuum=off"
        try:
            subprocess.run([*pg_ctl, "--log", str(log), "--options", options, "start"], **as_user)
        except subprocess.CalledProcessError:
            print(log.read_text(), file=sys.stderr)
            raise
        try:
            subprocess.run(createdb, **as_user)
            yield f"postgresql://{NAME}@/{NAME}?host={folder}"
        finally:
            subprocess.run([*pg_ctl, "--mode", "immediate", "stop"], **as_user)
    finally:
        shutil.rmtree(folder)


def main(command: list[str]) -> int:
    """Run a command with the cluster; the exit code is the command's, or 1 if CI lacks PostgreSQL."""
    bin_folder = binaries()
    if bin_folder is None:
        print("PostgreSQL's server is not installed: left out", " ".join(command), file=sys.stderr)
        return 1 if os.environ.get("CI") == "true" else 0
    # So that a `kill` runs the `finally` clauses like Ctrl+C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with cluster(bin_folder) as url:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
