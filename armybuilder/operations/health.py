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
    found = {check.__name__: answer_of(check) for check in (database, migrations, disk)}
    is_ready = all(state == "ok" for state in found.values())
    # The worker can be on any machine.
    return JsonResponse(found | {"worker": answer_of(beat.worker)}, status=200 if is_ready else 503)


def answer_of(check: Callable[[], str]) -> str:
    """Return "ok", or what a check says; the name of the error if it cannot be made."""
    try:
        return check()
    except (DatabaseError, OSError) as error:
        return type(error).__name__


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return f"{len(missing)} missing" if missing else "ok"


def disk() -> str:
    """Check whether there is room for printouts (and SQLite), and that the disk is not read-only."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    if os.statvfs(settings.DATA_DIR).f_flag & os.ST_RDONLY:
        return "read-only"
    return "ok" if free >= LEAST_FREE else f"{free // 1024 // 1024} MB free"
