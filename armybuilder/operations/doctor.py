"""Check a set-up and say what to do: `manage.py doctor`."""

import stat
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPSConnection
from ssl import SSLCertVerificationError
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import FileSystemStorage, storages
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.http.request import validate_host

from armybuilder import env
from armybuilder.operations import beat, health, starting
from armybuilder.operations.database_backups import ENDINGS, PREFIX
from armybuilder.printing.pdfs.from_html import PangoMissingError, import_weasyprint


class Finding(NamedTuple):
    """The result of a check: the state, and a remedy."""

    state: Literal["ok", "note", "wrong"]
    says: str
    do: str = ""


ok, note, wrong = partial(Finding, "ok"), partial(Finding, "note"), partial(Finding, "wrong")

PATIENCE = 10  # seconds


def asked() -> Finding:
    """Check whether the site answers at SITE_ADDRESS, from this machine, without following redirects."""
    said, parts = settings.SITE_ADDRESS, urlsplit(settings.SITE_ADDRESS)
    if parts.scheme not in {"http", "https"}:
        return wrong(f"{said} is not the address of a site.", "Set SITE_ADDRESS=https://squadra.example.")
    site = (HTTPSConnection if parts.scheme == "https" else HTTPConnection)(parts.netloc, timeout=PATIENCE)
    try:
        with closing(site):
            site.request("GET", f"{parts.path}/healthz", headers={"User-Agent": "Squadra doctor"})
            status = site.getresponse().status
    except SSLCertVerificationError as error:
        told = f"The certificate of {said} is not valid: {error.verify_message}."
        return wrong(told, "Get one for this name, for example with certbot.")
    except ConnectionResetError as error:
        return wrong(f"{said} closed the connection: {error}.", "Check whether the proxy is running.")
    except OSError as error:
        return wrong(f"{said} cannot be reached: {error}.", "Check host name, proxy and firewall.")
    if status != HTTPStatus.OK:
        return wrong(f"{said} answers {status}.", _for_status(status))
    return ok(f"{said} answers.")


def _for_status(code: int) -> str:
    if code in {HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.FOUND, HTTPStatus.PERMANENT_REDIRECT}:
        return "Set `X-Forwarded-Proto: https` in the proxy, and BEHIND_PROXY=1."
    if code == HTTPStatus.BAD_REQUEST:
        return "Add the name to ALLOWED_HOSTS, and let the proxy pass the Host header on."
    return "The proxy answers, but the site does not: check whether it is running, and its log."


OLD = 2 * 24 * 3600  # seconds: a backup not made last night
PROCESSES = 2  # `workers` in gunicorn.conf.py
COMMANDS = 2  # for timers and people meanwhile
HERE = {"localhost", "127.0.0.1", "::1"}


def database() -> Finding:
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        told = f"Cannot be reached: {starting.first_line(error)}."
        return wrong(told, "Check DATABASE_URL, and whether the server is running.")
    if connection.vendor == "sqlite":
        return ok(f"SQLite, in {settings.DATABASES['default']['NAME']}.")
    return ok("PostgreSQL answers.")


def certificate() -> Finding:
    """Check whether a PostgreSQL on another machine must prove its identity."""
    own = connection.settings_dict
    host, asks = own["HOST"], own["OPTIONS"].get("sslmode") == "verify-full"
    if asks:
        return ok(f"{host} must prove its identity.")
    if not host or host.startswith("/") or host in HERE:
        return ok("not needed: the database is on this machine.")
    told = f"{host} need not prove its identity: an attacker on the network could read and change everything."
    do = "Add `?sslmode=verify-full&sslrootcert=FILE` to DATABASE_URL, unless the network is private."
    return note(told, do)


def tables() -> Finding:
    starting.check_ready()
    return ok("up to date.")


def connections() -> Finding:
    """Check whether PostgreSQL allows as many connections as the site can open (docs/running.md has the sum)."""
    if connection.vendor == "sqlite":
        return ok("not limited.")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('max_connections')::int, current_setting('superuser_reserved_connections')::int"
        )
        allowed, reserved = cursor.fetchone()
    pool = env.number("DATABASE_POOL", 16)
    needed = PROCESSES * pool + 1 + COMMANDS + reserved
    told = f"One machine can open {needed}; PostgreSQL allows {allowed}."
    if needed > allowed:
        return wrong(told, "Raise max_connections, or lower DATABASE_POOL.")
    return ok(told)


def folder() -> Finding:
    try:
        starting.check_folders()
    except ImproperlyConfigured as error:
        return wrong(str(error), "Make its owner the site’s user, or free some space.")
    room = health.answer_of(health.disk)
    if room != "ok":
        return wrong(f"{settings.DATA_DIR}: {room}.", "Free some space: below 100 MB the site is not ready.")
    return ok(f"{settings.DATA_DIR}.")


def bundles() -> Finding:
    """Check whether there is a place for long printouts, and which machines can read them."""
    storage = storages["default"]
    if isinstance(storage, FileSystemStorage):
        return ok(f"in {storage.location}, for this machine only.")
    try:
        storage.exists("doctor")
    except Exception as error:  # a file server can raise many errors
        do = "Check S3_BUCKET, S3_ENDPOINT, S3_KEY_ID and S3_SECRET_KEY, and whether the server is running."
        return wrong(f"Long printouts cannot be stored: {starting.first_line(error)}.", do)
    return ok("on the server of S3_BUCKET.")


def static_files() -> Finding:
    """Check whether style sheets and scripts are there, and from this version."""
    starting.check_static_files()
    collected = (settings.STATIC_ROOT / "staticfiles.json").stat().st_mtime
    sources = (path for top in settings.STATICFILES_DIRS for path in top.rglob("*") if path.is_file())
    if any(path.stat().st_mtime > collected for path in sources):
        told = "They were collected before the last update."
        return wrong(told, "Run `python manage.py collectstatic`, then restart the site.")
    return ok("up to date.")


def worker() -> Finding:
    state = beat.worker()
    if state == "ok":
        return ok("active in the last minute.")
    do = "Remove SQUADRA_WORKER=0, or run `python manage.py work` as a service."
    return wrong(f"{state}: long printouts and emails wait.", do)


def nightly() -> Finding:
    if beat.was_nightly():
        return ok("ran in the last two days.")
    do = "Run `python manage.py nightly` once a day from a timer."
    return note("Has not run in the last two days: old data pile up.", do)


def backup() -> Finding:
    folder = settings.BACKUP_FOLDER
    if folder is None:
        told = "There is no backup: a failing disk takes all data with it."
        return note(told, "Set BACKUP_FOLDER, on another disk, and run `nightly`.")
    written = [path.stat().st_mtime for path in folder.glob(f"{PREFIX}*") if path.suffix in ENDINGS.values()]
    if not written or time.time() - max(written) > OLD:
        told = f"There is no backup from the last two days in {folder}."
        return wrong(told, "Run `python manage.py backup`, which says what is wrong.")
    return ok(f"written in the last two days, in {folder}.")


def printing() -> Finding:
    """Check whether the library that lays out pages is there."""
    try:
        import_weasyprint()
    except PangoMissingError as error:
        return wrong(f"Printing does not work: {error}.", "Run `scripts/system_packages.sh run`.")
    return ok("Pango is installed.")


OWN = {"localhost", "127.0.0.1", "[::1]"}
FEWEST_SIGNS = 8  # different ones: fewer are a word, or one repeated letter
OUT_OF_THE_BOX = "squadra@localhost"


def mode() -> Finding:
    """Check whether strangers would see internals of the program, or use it without https."""
    if settings.DEBUG:
        return wrong("DEBUG=1 shows internals of the program to strangers.", "Remove DEBUG.")
    if settings.LOCAL:
        told = "SQUADRA_LOCAL=1 allows plain http, for your own machine or room."
        return note(told, "Remove it on a public site.")
    return ok("production.")


def key() -> Finding:
    if len(set(settings.SECRET_KEY)) < FEWEST_SIGNS:
        told = "The secret key could be guessed, and with it every session."
        return wrong(told, "Remove SECRET_KEY: a new key is created.")
    file = settings.DATA_DIR / "secret_key"
    if not env.text("SECRET_KEY") and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return wrong("Other users of this machine can read the secret key.", f"Run `chmod 600 {file}`.")
    return ok("readable only by its owner.")


def hosts() -> Finding:
    """Check whether the site answers to a name that visitors use."""
    names = ", ".join(settings.ALLOWED_HOSTS)
    if settings.LOCAL:
        return ok(f"{names}.")
    if set(settings.ALLOWED_HOSTS) <= OWN:
        told = f"The site answers only to {names}: visitors from elsewhere get an error."
        return wrong(told, "Set ALLOWED_HOSTS=squadra.example, with its own name.")
    if "*" in settings.ALLOWED_HOSTS:
        told = "The site answers to any name: a stranger can make it write links to their site."
        return wrong(told, "Set ALLOWED_HOSTS to its names.")
    return ok(f"{names}.")


def address() -> Finding:
    """Check whether links in emails lead to a name of the site."""
    said, parts = settings.SITE_ADDRESS, urlsplit(settings.SITE_ADDRESS)
    if not settings.LOCAL and parts.scheme != "https":
        told = f"Links in emails lead to {said}, which is not https."
        return wrong(told, "Set SITE_ADDRESS=https://squadra.example, with its own name.")
    if not validate_host(parts.hostname or "", settings.ALLOWED_HOSTS):
        told = f"Links in emails lead to {said}, a name that the site does not answer to."
        return wrong(told, "Add it to ALLOWED_HOSTS, or set SITE_ADDRESS.")
    return ok(f"{said}.")


def https() -> Finding:
    """Check whether the site can know that a visitor uses https."""
    if settings.LOCAL:
        return ok("not used on your own machine.")
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None) is None:
        told = "The site does not know that the proxy uses https: every page redirects to itself."
        do = "Set BEHIND_PROXY=1, and set X-Forwarded-Proto in the proxy, as in deploy/nginx.conf."
        return wrong(told, do)
    return ok("through a proxy that sets X-Forwarded-Proto; `doctor --ask` checks it.")


def operator() -> Finding:
    """Check whether visitors are told who runs the site."""
    if settings.OPERATOR_NAME and settings.OPERATOR_MAIL:
        return ok(f"{settings.OPERATOR_NAME}, {settings.OPERATOR_MAIL}.")
    told = "The pages on privacy and terms do not say who runs the site."
    return note(told, "Set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL on a public site.")


def mail() -> Finding:
    if not settings.EMAIL_HOST:
        told = "There is no mail server: messages go to the log, and passwords cannot be reset by email."
        return note(told, "Set EMAIL_HOST if you have one.")
    try:
        get_connection(timeout=settings.EMAIL_TIMEOUT).open()
    except OSError as error:  # smtplib's own errors are of this type
        told = f"The mail server {settings.EMAIL_HOST} refused the connection: {error}."
        return wrong(told, "Check EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER and EMAIL_HOST_PASSWORD.")
    if settings.DEFAULT_FROM_EMAIL == OUT_OF_THE_BOX:
        told = f"Emails come from {OUT_OF_THE_BOX}, which other servers refuse."
        return wrong(told, "Set DEFAULT_FROM_EMAIL to your own address.")
    return ok(f"{settings.EMAIL_HOST} accepts them.")


CHECKS: Mapping[str, Callable[[], Finding]] = {
    check.__name__.replace("_", " "): check
    for check in (
        mode,
        key,
        hosts,
        address,
        https,
        database,
        certificate,
        tables,
        connections,
        folder,
        bundles,
        static_files,
        worker,
        nightly,
        backup,
        printing,
        operator,
        mail,
    )
}


def finding(check: Callable[[], Finding]) -> Finding:
    """Run a check. One that cannot be made, because the database or a part of the site is missing, is wrong."""
    try:
        return check()
    except ImproperlyConfigured as error:
        return wrong(str(error))
    except DatabaseError as error:
        told = f"{starting.first_line(error)}."
        return wrong(told, "Fix the database first. Run `python scripts/prepare.py`.")
