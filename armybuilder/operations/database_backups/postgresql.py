"""The programs of PostgreSQL that write the database into a file, and read one."""

import os
import subprocess
from typing import Any

from django.db import connection
from psycopg.conninfo import make_conninfo

from armybuilder.refusals import RefusedError


def run(program: str, *arguments: str) -> None:
    """Run a program on the database until it ends. Raises RefusedError."""
    command = [program, f"--dbname={_conninfo()}", *arguments]
    secret = {"PGPASSWORD": connection.settings_dict["PASSWORD"]}  # in the command everyone could read it
    try:
        done = subprocess.run(
            command, env=os.environ | secret, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise RefusedError(f"{program} is not installed: apt-get install postgresql-client.") from None
    if done.returncode:
        raise RefusedError(f"{program} failed: {done.stderr.decode(errors='replace').strip()}")


def _conninfo() -> str:
    """Return how a program reaches the database, without the password."""
    own = connection.settings_dict
    options = {name: value for name, value in own["OPTIONS"].items() if isinstance(value, str)}
    named: dict[str, Any] = {
        "host": own["HOST"],
        "port": own["PORT"],
        "user": own["USER"],
        "dbname": own["NAME"],
    }
    return make_conninfo(**options, **{name: value for name, value in named.items() if value})
