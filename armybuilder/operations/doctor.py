"""What `manage.py doctor` finds wrong with a set-up."""

import stat
import time
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from ssl import SSLCertVerificationError
from typing import Literal, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

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
    """What was looked at, how it is, and what to do about it where something is to be done."""

    subject: str
    state: Literal["ok", "note", "wrong"]
    says: str
    do: str = ""

    def __str__(self) -> str:
        return f"{self.state:5}  {self.subject}: {self.says}{f' {self.do}' if self.do else ''}"


def ok(subject: str, says: str) -> Finding:
    """All is well."""
    return Finding(subject, "ok", says)


def note(subject: str, says: str, do: str) -> Finding:
    """It works, and someone should know what does not come with it."""
    return Finding(subject, "note", says, do)


def wrong(subject: str, says: str, do: str) -> Finding:
    """People will meet it, or it is unsafe."""
    return Finding(subject, "wrong", says, do)


PATIENCE = 10  # seconds


class Stay(HTTPRedirectHandler):
    """Follows no redirection: where it leads is the answer."""

    def redirect_request(self, *arguments: object) -> None:
        """Return no request to be made next."""


def asked() -> Finding:
    """Whether the site answers at SITE_ADDRESS, from this machine."""
    said = settings.SITE_ADDRESS
    if urlsplit(said).scheme not in {"http", "https"}:
        return wrong("asked", f"{said} is no address of a site.", "Set SITE_ADDRESS=https://squadra.example.")
    request = Request(f"{said}/healthz", headers={"User-Agent": "Squadra doctor"})
    try:
        build_opener(Stay).open(request, timeout=PATIENCE).close()
    except HTTPError as error:
        error.close()
        return wrong("asked", f"{said} answers {error.code}.", _for_status(error.code))
    except URLError as error:
        if isinstance(error.reason, SSLCertVerificationError):
            told = f"The certificate of {said} is not one that browsers take: {error.reason.verify_message}."
            return wrong("asked", told, "Get one for this name, for instance with certbot.")
        do = "See that name, proxy and firewall lead here."
        return wrong("asked", f"{said} cannot be reached: {error.reason}.", do)
    except OSError as error:
        return wrong("asked", f"{said} broke off: {error}.", "See whether the proxy runs.")
    return ok("asked", f"{said} answers.")


def _for_status(code: int) -> str:
    if code in {HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.FOUND, HTTPStatus.PERMANENT_REDIRECT}:
        return "Let the proxy set `X-Forwarded-Proto: https`, and the site BEHIND_PROXY=1."
    if code == HTTPStatus.BAD_REQUEST:
        return "Add the name to ALLOWED_HOSTS, and let the proxy hand on the Host that it was asked for."
    return "The proxy runs, and the site behind it does not answer: see its log, and whether it runs."


OLD = 2 * 24 * 3600  # seconds: a backup that was not made tonight
PROCESSES = 2  # `workers` in gunicorn.conf.py
COMMANDS = 2  # that a timer or a person runs meanwhile
HERE = {"localhost", "127.0.0.1", "::1"}
PREPARE = "Run `python scripts/prepare.py`."


def database() -> Finding:
    """Whether the database answers."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        told = f"It cannot be reached: {starting.first_line(error)}."
        return wrong("database", told, "Look at DATABASE_URL, and whether the server runs.")
    if connection.vendor == "sqlite":
        return ok("database", f"SQLite, in {settings.DATABASES['default']['NAME']}.")
    return ok("database", "PostgreSQL answers.")


def certificate() -> Finding:
    """Whether a PostgreSQL on another machine must show that it is the right one."""
    own = connection.settings_dict
    host, asks = own["HOST"], own["OPTIONS"].get("sslmode") == "verify-full"
    if asks:
        return ok("certificate", f"{host} must show that it is the database.")
    if not host or host.startswith("/") or host in HERE:
        return ok("certificate", "none is needed: the database is on this machine.")
    told = f"{host} need not show that it is the database: somebody between could read and change all of it."
    do = "Add `?sslmode=verify-full&sslrootcert=FILE` to DATABASE_URL, where the network is not all yours."
    return note("certificate", told, do)


def tables() -> Finding:
    """Whether the data are made ready for this version."""
    try:
        starting.check_ready()
    except ImproperlyConfigured as error:
        return wrong("tables", str(error), "")
    return ok("tables", "as this version wants them.")


def connections() -> Finding:
    """Whether PostgreSQL lets in as many as the site may open (docs/running.md has the sum)."""
    if connection.vendor == "sqlite":
        return ok("connections", "as many as one likes.")
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT current_setting('max_connections')::int, "
                "current_setting('superuser_reserved_connections')::int"
            )
            allowed, reserved = cursor.fetchone()
    except DatabaseError as error:
        return wrong("connections", f"{starting.first_line(error)}.", "Mend the database first.")
    pool = env.number("DATABASE_POOL", 16)
    needed = PROCESSES * pool + 1 + COMMANDS + reserved
    told = f"One machine may open {needed}, PostgreSQL allows {allowed}."
    if needed > allowed:
        return wrong("connections", told, "Raise max_connections, or lower DATABASE_POOL.")
    return ok("connections", told)


def folder() -> Finding:
    """Whether the data folder can be written to, and has room."""
    try:
        starting.check_folders()
    except ImproperlyConfigured as error:
        return wrong("folder", str(error), "Give it to the user that runs the site, or make room.")
    room = health.disk()
    if room != "ok":
        return wrong(
            "folder", f"{settings.DATA_DIR}: {room}.", "Make room: below 100 MB the site is not ready."
        )
    return ok("folder", f"{settings.DATA_DIR}.")


def bundles() -> Finding:
    """Whether there is a place for the files of long printouts, and which machines find them there."""
    storage = storages["default"]
    if isinstance(storage, FileSystemStorage):
        return ok("bundles", f"in {storage.location}, which no other machine sees.")
    try:
        storage.exists("doctor")
    except Exception as error:  # what a server of files may answer is no short list
        do = "Look at S3_BUCKET, S3_ENDPOINT, S3_KEY_ID and S3_SECRET_KEY, and whether the server runs."
        return wrong("bundles", f"Long print-outs cannot be kept: {starting.first_line(error)}.", do)
    return ok("bundles", "on the server of S3_BUCKET.")


def static_files() -> Finding:
    """Whether style sheets and scripts are there, and of this version."""
    try:
        starting.check_static_files()
    except ImproperlyConfigured as error:
        return wrong("static files", str(error), "")
    collected = (settings.STATIC_ROOT / "staticfiles.json").stat().st_mtime
    sources = (path for top in settings.STATICFILES_DIRS for path in top.rglob("*") if path.is_file())
    if any(path.stat().st_mtime > collected for path in sources):
        told = "They were collected before the last update."
        return wrong("static files", told, "Run `python manage.py collectstatic`, then restart the site.")
    return ok("static files", "as of this version.")


def worker() -> Finding:
    """Whether a background worker lives."""

    def look() -> Finding:
        state = beat.worker()
        if state == "ok":
            return ok("worker", "heard of in the last minute.")
        do = "Leave SQUADRA_WORKER=0 out, or run `python manage.py work` as a service."
        return wrong("worker", f"It was {state}: long print-outs and mails wait.", do)

    return _asked("worker", look)


def nightly() -> Finding:
    """Whether what is due once a day is done."""

    def look() -> Finding:
        if beat.was_nightly():
            return ok("nightly", "done in the last two days.")
        do = "Let a timer run `python manage.py nightly` once a day."
        return note("nightly", "It was not done in the last two days: what is old piles up.", do)

    return _asked("nightly", look)


def backups() -> Finding:
    """Whether there is a file to go back to."""
    folder = settings.BACKUP_FOLDER
    if folder is None:
        told = "The database is written nowhere else: a disk that fails takes all with it."
        return note("backup", told, "Set BACKUP_FOLDER, on another disk, and let `nightly` run.")
    written = [path.stat().st_mtime for path in folder.glob(f"{PREFIX}*") if path.suffix in ENDINGS.values()]
    if not written or time.time() - max(written) > OLD:
        told = f"There is none of the last two days in {folder}."
        return wrong("backup", told, "Run `python manage.py backup`: it says what is in its way.")
    return ok("backup", f"one of the last two days in {folder}.")


def _asked(subject: str, look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except DatabaseError as error:
        return wrong(subject, f"{starting.first_line(error)}.", f"Mend the database first. {PREPARE}")


def printing() -> Finding:
    """Whether the library that sets pages is there."""
    try:
        import_weasyprint()
    except PangoMissingError as error:
        return wrong("printing", f"Nothing can be printed: {error}.", "Run `scripts/system_packages.sh run`.")
    return ok("printing", "Pango is there.")


OWN = {"localhost", "127.0.0.1", "[::1]"}
FEWEST_SIGNS = 8  # different ones: fewer are a word or a row of one letter
OUT_OF_THE_BOX = "squadra@localhost"


def mode() -> Finding:
    """Whether strangers would see the program's insides, or talk to it without https."""
    if settings.DEBUG:
        return wrong("mode", "DEBUG=1 shows strangers the insides of the program.", "Leave DEBUG out.")
    if settings.LOCAL:
        told = "SQUADRA_LOCAL=1 allows plain http, for one's own machine or room."
        return note("mode", told, "Leave it out where the site is public.")
    return ok("mode", "as for the public.")


def key() -> Finding:
    """Whether the secret key can be guessed or read."""
    if len(set(settings.SECRET_KEY)) < FEWEST_SIGNS:
        told = "The secret key could be guessed, and so could everybody's session."
        return wrong("key", told, "Leave SECRET_KEY out, and one is made.")
    file = settings.DATA_DIR / "secret_key"
    if not env.text("SECRET_KEY") and _is_open(file):
        return wrong(
            "key", "Other users of this machine can read the secret key.", f"Run `chmod 600 {file}`."
        )
    return ok("key", "nobody else can read it.")


def _is_open(file: Path) -> bool:
    return bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def hosts() -> Finding:
    """Whether the site answers to a name that visitors use."""
    names = ", ".join(settings.ALLOWED_HOSTS)
    if settings.LOCAL:
        return ok("hosts", f"{names}.")
    if set(settings.ALLOWED_HOSTS) <= OWN:
        told = f"The site answers to {names} only: a visitor from elsewhere gets an error."
        return wrong("hosts", told, "Set ALLOWED_HOSTS=squadra.example, with its own name.")
    if "*" in settings.ALLOWED_HOSTS:
        told = "The site answers to any name: a stranger can have it write links that lead to them."
        return wrong("hosts", told, "Set ALLOWED_HOSTS to the names that it has.")
    return ok("hosts", f"{names}.")


def address() -> Finding:
    """Whether links in mails lead to a name of the site."""
    said, parts = settings.SITE_ADDRESS, urlsplit(settings.SITE_ADDRESS)
    if not settings.LOCAL and parts.scheme != "https":
        told = f"Links in mails lead to {said}, which is not https."
        return wrong("address", told, "Set SITE_ADDRESS=https://squadra.example, with its own name.")
    if not validate_host(parts.hostname or "", settings.ALLOWED_HOSTS):
        told = f"Links in mails lead to {said}, a name that the site does not answer to."
        return wrong("address", told, "Add it to ALLOWED_HOSTS, or set SITE_ADDRESS.")
    return ok("address", f"{said}.")


def https() -> Finding:
    """Whether the site can know that a visitor came by https."""
    if settings.LOCAL:
        return ok("https", "none, as on one's own machine.")
    if getattr(settings, "SECURE_PROXY_SSL_HEADER", None) is None:
        told = (
            "The site cannot tell that the proxy speaks https: every page sends its visitor round in circles."
        )
        do = "Set BEHIND_PROXY=1, and let the proxy set X-Forwarded-Proto itself, as deploy/nginx.conf does."
        return wrong("https", told, do)
    return ok("https", "by a proxy that sets X-Forwarded-Proto; `doctor --ask` asks it.")


def operator() -> Finding:
    """Whether visitors are told who runs the site."""
    if settings.OPERATOR_NAME and settings.OPERATOR_MAIL:
        return ok("operator", f"{settings.OPERATOR_NAME}, {settings.OPERATOR_MAIL}.")
    told = "The pages on privacy and terms cannot say who runs the site and how to reach them."
    return note(
        "operator", told, "Set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL, where the site is public."
    )


def mail() -> Finding:
    """Whether mails go out."""
    if not settings.EMAIL_HOST:
        told = (
            "There is no mail server: messages are written to the log, nobody can reset a password by mail."
        )
        return note("mail", told, "Set EMAIL_HOST, where there is one.")
    try:
        get_connection(timeout=settings.EMAIL_TIMEOUT).open()
    except OSError as error:  # smtplib's own errors are of this kind
        told = f"The mail server {settings.EMAIL_HOST} takes nothing: {error}."
        return wrong("mail", told, "Look at EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD.")
    if settings.DEFAULT_FROM_EMAIL == OUT_OF_THE_BOX:
        told = f"Mails come from {OUT_OF_THE_BOX}, which other servers refuse."
        return wrong("mail", told, "Set DEFAULT_FROM_EMAIL to an address of your own.")
    return ok("mail", f"{settings.EMAIL_HOST} takes them.")
