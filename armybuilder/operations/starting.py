"""Checks before the site starts. Each reports a problem in one sentence with ImproperlyConfigured."""

import json
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from armybuilder.operations import locks

OURS = ("armybuilder", "rules")

Migration = tuple[str, str]  # app, name


def alone() -> AbstractContextManager[None]:
    """Let one process at a time prepare the data: of several starting at once, the others wait."""
    return locks.alone(locks.PREPARING, Path(f"{settings.DATABASES['default']['NAME']}.lock"))


def check_folders() -> None:
    """Refuse folders that cannot be written to: they are read-only, or the disk is full."""
    folders = [settings.DATA_DIR]
    if connection.vendor == "sqlite":
        folders.append(Path(settings.DATABASES["default"]["NAME"]).parent)
    for folder in folders:
        try:
            with tempfile.TemporaryFile(dir=folder) as probe:
                probe.write(bytes(65_536))
        except OSError as error:
            raise ImproperlyConfigured(f"Nothing can be written to {folder}: {error.strerror}.") from None


def what_is_wrong(error: Exception) -> str:
    """Return in one sentence why the data cannot be used: a read-only or full folder, or the exception."""
    try:
        check_folders()
    except ImproperlyConfigured as told:
        return str(told)
    return f"The data cannot be used: {first_line(error)}."


def check_static_files() -> None:
    """Refuse static files that are not collected, or incomplete."""
    manifest = settings.STATIC_ROOT / "staticfiles.json"
    try:
        names = json.loads(manifest.read_bytes())["paths"].values()
        is_whole = bool(names) and all((settings.STATIC_ROOT / name).is_file() for name in names)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        is_whole = False
    if not is_whole:
        raise ImproperlyConfigured(
            f"The static files are not there as a whole: delete {manifest} if there is one, and run "
            "`python manage.py collectstatic`."
        )


def check_known() -> None:
    """Refuse data of a newer version, or from before the migrations started afresh."""
    unknown = sorted(
        _applied({app.label for app in apps.get_app_configs() if app.name.split(".")[0] in OURS}) - _written()
    )
    if unknown:
        raise ImproperlyConfigured(
            f"The data were made ready by another version of Squadra ({'.'.join(unknown[0])}): "
            "install that version, or restore a backup that this version made."
        )


def check_ready() -> None:
    """Refuse data not prepared for this version, or prepared by another one."""
    check_known()
    if _written() - _applied({app.label for app in apps.get_app_configs()}):
        raise ImproperlyConfigured("The data are not made ready for this version: run `python scripts/prepare.py`.")


def _applied(labels: set[str]) -> set[Migration]:
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    except DatabaseError as error:
        raise ImproperlyConfigured(f"The database cannot be used: {first_line(error)}.") from None
    finally:
        _close()
    return {migration for migration in applied if migration[0] in labels}


def _written() -> set[Migration]:
    """Return the migrations of all apps by their file names: importing them is slow."""
    return {
        (app.label, path.stem)
        for app in apps.get_app_configs()
        for path in Path(app.path, "migrations").glob("[0-9]*.py")
    }


def _close() -> None:
    """Leave no connection open: the site's processes are forked from the checking one."""
    connection.close()
    getattr(connection, "close_pool", lambda: None)()


def first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
