"""What the site stands on: database, data folder, static files, worker, nightly, the library that prints."""

import time
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import FileSystemStorage, storages
from django.db import DatabaseError, connection

from armybuilder import env
from armybuilder.operations import beat, health, starting
from armybuilder.operations.database_backups.writing import ENDINGS, PREFIX
from armybuilder.operations.doctor.findings import Finding, note, ok, wrong
from armybuilder.printing.pdfs.from_html import PangoMissingError, import_weasyprint

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
