"""Typed readers of environment variables, and of the secret key that is created on the first start."""

import importlib.util
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off", ""}

SHORTEST_KEY = 32  # characters
SERVES = "SQUADRA_SERVES"  # set by wsgi.py: this process serves the site, with many threads
POOL_TIMEOUT = 10  # seconds that a request waits for a connection before the answer is 503
# Seconds of tries at increasing intervals for one connection; then a request starts again. With the pool's own
# limit of five minutes, the site could answer 503 for up to two minutes after the database is back.
RECONNECT_TIMEOUT = 5

# A PostgreSQL that is cut off does not answer: a connection is dropped after these seconds.
POSTGRES_OPTIONS = {
    "connect_timeout": "10",
    "keepalives_idle": "20",
    "keepalives_interval": "5",
    "keepalives_count": "2",
    "tcp_user_timeout": "20000",
}
# PostgreSQL releases the locks of a machine that vanished during an edit.
LET_GO = "-c idle_in_transaction_session_timeout=30s"

SQLITE_OPTIONS: dict[str, Any] = {
    "timeout": 20,
    # DEFERRED, the default, fails with "database is locked" as soon as two requests write.
    "transaction_mode": "IMMEDIATE",
    # FULL: with NORMAL a power cut can lose the last commits.
    "init_command": (
        "PRAGMA journal_mode=WAL;"
        "PRAGMA synchronous=FULL;"
        "PRAGMA mmap_size=134217728;"
        "PRAGMA journal_size_limit=27103364;"
        "PRAGMA cache_size=-20000;"
        "PRAGMA temp_store=MEMORY"
    ),
}


def text(name: str, default: str = "") -> str:
    """Return the variable's value without surrounding space; `default` if it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """Return the variable as yes or no; raises ImproperlyConfigured for any other word."""
    value = os.environ.get(name)
    if value is None:
        return default
    word = value.strip().lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}: it must be 1 or 0.")


def number(name: str, default: int) -> int:
    """Return the variable as a whole number that is not negative; raises ImproperlyConfigured otherwise."""
    value = text(name)
    if not value:
        return default
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} is {value!r}: it must be a whole number.")
    return int(value)


def one_of(name: str, *choices: str) -> str:
    """Return the variable as one of these words, by default the first. Raises ImproperlyConfigured."""
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}: it must be {' or '.join(choices)}.")
    return value


def words(name: str, default: list[str]) -> list[str]:
    """Return the variable as a list separated by commas; `default` if it is unset or empty."""
    found = [word.strip() for word in text(name).split(",")]
    return [word for word in found if word] or default


def site_address(hosts: list[str], *, local: bool) -> str:
    """Return the address of the site, as https://squadra.club: SITE_ADDRESS, or the first of its hosts."""
    if address := text("SITE_ADDRESS"):
        return address.rstrip("/")
    if local:
        return f"http://127.0.0.1:{text('PORT', '8000')}"
    return f"https://{next((host.removeprefix('.') for host in hosts if host != '*'), 'localhost')}"


def secret_key(folder: Path) -> str:
    """Return SECRET_KEY, otherwise the key in `folder/secret_key`, which is created on the first start.

    Only its owner can read the file. Two processes that start together get the same key: each writes a separate file
    and links it to the name, which succeeds only for the first. Raises ImproperlyConfigured if the key could be
    guessed or cannot be stored.
    """
    if key := text("SECRET_KEY"):
        if len(key) < SHORTEST_KEY:
            raise ImproperlyConfigured(f"SECRET_KEY is too short: it must have at least {SHORTEST_KEY} characters.")
        return key
    path = folder / "secret_key"
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_text("utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{path} cannot be read or created: {error.strerror}.") from None
    except UnicodeDecodeError:
        key = ""
    if len(key) < SHORTEST_KEY or not key.isprintable():
        raise ImproperlyConfigured(
            f"{path} is damaged: delete it to create a new key. Everyone must then sign in again."
        )
    return key


def former_keys() -> list[str]:
    """Return SECRET_KEY_FALLBACKS: old keys that still verify. Raises ImproperlyConfigured for a short one."""
    keys = words("SECRET_KEY_FALLBACKS", [])
    if any(len(key) < SHORTEST_KEY for key in keys):
        raise ImproperlyConfigured(
            f"A key in SECRET_KEY_FALLBACKS is too short: each must have at least {SHORTEST_KEY} characters."
        )
    return keys


def _make_key(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # NamedTemporaryFile creates its file with mode 0600.
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix="secret_key.") as own:
        own.write(secrets.token_urlsafe(64))
        own.flush()
        os.fsync(own.fileno())
        with suppress(FileExistsError):  # another process was first: its key counts
            path.hardlink_to(own.name)


def database(folder: Path) -> dict[str, Any]:
    """Return Django's settings of the database in DATABASE_URL, otherwise of `folder/squadra.sqlite3`.

    The threads of a serving process share DATABASE_POOL connections to PostgreSQL; a command has one.

    Understands `postgresql://user:password@host:port/name?option=value` (a socket's folder as `?host=/run/…`)
    and `sqlite:///path`; raises ImproperlyConfigured for anything else.
    """
    url = text("DATABASE_URL")
    if not url:
        return sqlite(folder / "squadra.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path.removeprefix("/"))))
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must start with postgresql:// or sqlite:///")
    options: dict[str, Any] = POSTGRES_OPTIONS | dict(parse_qsl(parts.query))
    pool = number("DATABASE_POOL", 16) if flag(SERVES) else 0
    if pool:
        options.setdefault("options", LET_GO)
        options["pool"] = {
            "min_size": 1,
            "max_size": pool,
            "timeout": POOL_TIMEOUT,
            "reconnect_timeout": RECONNECT_TIMEOUT,
        }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.removeprefix("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(parts.port or options.pop("port", "")),
        "CONN_MAX_AGE": 0 if pool else 60,  # a pool lends it for one request
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def file_storage() -> dict[str, Any]:
    """Return Django's storage settings: an S3 server if S3_BUCKET is set, otherwise a folder of this machine."""
    bucket = text("S3_BUCKET")
    if not bucket:
        private = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
        return {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"allow_overwrite": True, **private},
        }
    if importlib.util.find_spec("storages") is None:
        raise ImproperlyConfigured("S3_BUCKET needs a library: pip install 'django-storages[s3]'.")
    options = {
        "bucket_name": bucket,
        "location": text("S3_FOLDER", "squadra"),
        "endpoint_url": text("S3_ENDPOINT"),
        "region_name": text("S3_REGION"),
        "access_key": text("S3_KEY_ID"),
        "secret_key": text("S3_SECRET_KEY"),
    }
    given = {name: value for name, value in options.items() if value}
    return {"BACKEND": "armybuilder.printing.pdfs.s3.S3Files", "OPTIONS": given}


def sqlite(path: Path) -> dict[str, Any]:
    """Return Django's settings of the SQLite database in the file `path`; create its folder."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{path.parent} cannot be created: {error.strerror}.") from None
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": SQLITE_OPTIONS,
    }
