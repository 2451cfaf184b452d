"""Health checks for proxies and monitoring: `/healthz` and `/readyz`."""

import os
import shutil
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.operations import beat

LEAST_FREE = 100 * 1024 * 1024  # bytes: a few printouts, and the journal of a busy games night


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer that the process runs. The database is not queried: a restart would not help it."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Report the needs of the site; 503 if pages cannot be served. A missing worker is only reported."""
    found = {name: check() for name, check in CHECKS.items()}
    is_ready = all(state == "ok" for state in found.values())
    return JsonResponse(found | {"worker": worker()}, status=200 if is_ready else 503)


def database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return type(error).__name__
    return "ok"


def migrations() -> str:
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return type(error).__name__
    return f"{len(missing)} missing" if missing else "ok"


def disk() -> str:
    """Check whether there is room for printouts (and SQLite), and that the disk is not read-only."""
    try:
        free = shutil.disk_usage(settings.DATA_DIR).free
        if os.statvfs(settings.DATA_DIR).f_flag & os.ST_RDONLY:
            return "read-only"
    except OSError as error:
        return type(error).__name__
    return "ok" if free >= LEAST_FREE else f"{free // 1024 // 1024} MB free"


def worker() -> str:
    """Check whether a background worker on any machine was heard of in the last minute."""
    try:
        return beat.worker()
    except DatabaseError as error:
        return type(error).__name__


CHECKS: dict[str, Callable[[], str]] = {"database": database, "migrations": migrations, "disk": disk}
