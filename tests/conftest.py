"""Shared parts of all tests: a fixed environment, the marks `database` and `browser`, the browser."""

import gc
import os
import shutil
import tempfile
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import django
import hypothesis
import pytest
import segno.encoder
from django.contrib.auth import login
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.sessions.backends.db import SessionStore
from django.db.models.signals import post_migrate
from django.http import HttpRequest
from django.test import Client
from django.utils import translation

from scripts.chromium import EXECUTABLE, SWITCHES
from tests.packing import request_packed

# Imported and collected objects stay until the end: garbage collection took a third of the collecting.
gc.set_threshold(100_000, 20, 20)

# The settings read the environment on the first import, which is after this file: the tests do not depend on the
# machine's variables, and do not touch its database and secret key. DATABASE_URL stays: it chooses between SQLite
# and the PostgreSQL of scripts/with_postgres.py.
READ = ("ALLOWED_HOSTS", "BEHIND_PROXY", "CSRF_TRUSTED_ORIGINS", "DEBUG", "EMAIL_HOST", "HOST")
WATCHING = ("BACKUP_FOLDER", "LOG_FORMAT", "METRICS_PORT", "SENTRY_DSN", "SLOW_REQUEST_MS")
for name in READ + WATCHING:
    os.environ.pop(name, None)
os.environ["DJANGO_SETTINGS_MODULE"] = "armybuilder.settings"
os.environ["SECRET_KEY"] = "only-for-the-tests-and-of-no-use-to-anybody"
os.environ["SQUADRA_LOCAL"] = "1"
os.environ["SQUADRA_DATA"] = tempfile.mkdtemp(prefix="squadra-tests-")
django.setup()  # now rather than in pytest_configure: the conftests of folders, read before it, import models

BROWSER_TESTS = Path(__file__).parent / "browser"
# Files with long tests: first, which keeps all cores busy until the end.
LONGEST = {
    "access/test_hostile.py",
    "access/test_hostile_beside.py",
    "access/test_who_may.py",
    "access/test_who_sees.py",
    "clubs/test_size.py",
    "printing/test_forms_pdf.py",
    "printing/test_reference_pdf.py",
    "printing/test_work.py",
    "test_club_room.py",
    "test_deploy.py",
    "test_deploy_files.py",
    "test_starting.py",
}
OF_RIGHTS = {"auth_permission", "django_content_type"}
READ_LATER = {
    "LANGUAGE_CODE",
    "MEDIA_ROOT",
    "PRINT_CACHE",
}  # settings that no middleware reads on creation
_login = Client._login  # type: ignore[attr-defined]
_best_mask = segno.encoder.find_and_apply_best_mask
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}


def pytest_configure(config: pytest.Config) -> None:
    """Use settings for tests only: fast password hashes, static files straight from their folders, no clock."""
    # Files of outer folders first: pytest 9.1 loses the fixtures of a folder to which it returns (its issue 14964).
    config.args.sort(key=lambda path: path.count("/"))
    from django.conf import settings
    from django.db import connection

    from armybuilder import batches

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    mock.patch.object(type(connection.ops), "sql_flush", delete_rows).start()
    share_middleware()
    mock.patch.object(Client, "request", request_packed).start()
    mock.patch.object(Client, "_login", sign_in).start()
    mock.patch.object(segno.encoder, "find_and_apply_best_mask", first_mask).start()
    mock.patch.object(batches, "REST", 0).start()  # nobody waits for the database between two batches
    hypothesis.settings.register_profile("squadra", deadline=None, max_examples=25)
    hypothesis.settings.register_profile("fuzz", deadline=None, max_examples=5_000)
    hypothesis.settings.load_profile("squadra")


def sign_in(client: Any, user: Any, backend: str | None = None) -> None:
    """Sign a new client in with one session: Django makes one, reads it and replaces it, in twice the time."""
    if client.cookies:
        _login(client, user, backend)
        return
    request = HttpRequest()
    request.session = SessionStore()
    login(request, user, backend)
    request.session.save()
    client._set_login_cookies(request)


def first_mask(matrix: Any, width: int, height: int, mask: int | None = None) -> Any:
    """Draw a QR code with the first pattern: to try all of them, and take the best, is 20 ms."""
    return _best_mask(matrix, width, height, mask or 0)  # type: ignore[no-untyped-call]


def share_middleware() -> None:
    """Let test clients share the first one's middleware: building it takes four times as long as a request.

    If a test overrides settings that middleware may read on creation, its clients build their own.
    """
    from django.conf import settings
    from django.test.client import ClientHandler

    make, usual = ClientHandler.load_middleware, vars(settings)["_wrapped"]
    made: dict[tuple[str, ...], dict[str, Any]] = {}

    def load(handler: ClientHandler) -> None:
        names, overridden, layer = tuple(settings.MIDDLEWARE), set[str](), vars(settings)["_wrapped"]
        while layer is not usual:
            overridden |= {name for name in vars(layer) if name.isupper()}
            layer = layer.default_settings
        if overridden - READ_LATER:
            make(handler)
        elif names in made:
            vars(handler).update(made[names])
        else:
            before = {*vars(handler)}
            make(handler)
            made[names] = {name: value for name, value in vars(handler).items() if name not in before}

    mock.patch.object(ClientHandler, "load_middleware", load).start()


def delete_rows(self: Any, style: Any, tables: Sequence[str], **options: bool) -> list[str]:
    """Return a function that empties the tables, except rights. Truncating a hundred of them is far slower."""
    emptied = [f"DELETE FROM {self.quote_name(table)}" for table in tables if table not in OF_RIGHTS]
    if self.connection.vendor == "postgresql":  # SQLite checks references at the end
        return ["SET LOCAL session_replication_role = replica", *emptied]
    return emptied


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """The tables; rights stay when a test has emptied the others: writing them again is slowest."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


def pytest_unconfigure() -> None:
    """Remove the tests' data folder."""
    shutil.rmtree(os.environ["SQUADRA_DATA"], ignore_errors=True)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Mark the tests that drive the browser or touch the database; run the former last, long files first.

    Without Chromium they are skipped, but not in CI, where they fail: nothing may be skipped there unseen.
    """
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")
        if uses_database(item):
            item.add_marker("database")
    if EXECUTABLE is None and os.environ.get("CI") != "true":
        left_out = [item for item in items if drives_browser(item)]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
    yield
    items.sort(key=lambda item: (drives_browser(item), not takes_long(item)))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from scanning thousands of tests and modules again and again.

    It finds the garbage of tests while it is still in the processor's cache, which takes two thirds of the time.
    """
    gc.freeze()
    gc.set_threshold(5_000, 20, 1_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Start in the site's language, whatever the previous test used; let the ORM run beside the browser.

    Playwright keeps an event loop running in the tests' thread until the session ends, and Django refuses to work
    beside one. Browser tests come last: no other test runs without that guard.
    """
    translation.deactivate()
    if drives_browser(item):
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def takes_long(item: pytest.Item) -> bool:
    """Whether a test is in one of the longest files."""
    return item.path.relative_to(BROWSER_TESTS.parent).as_posix() in LONGEST


def drives_browser(item: pytest.Item) -> bool:
    """Whether the test is marked as one of tests/browser."""
    return item.get_closest_marker("browser") is not None


def uses_database(item: pytest.Item) -> bool:
    """Whether the test needs the database, by pytest-django's mark or by a fixture."""
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(fixtures & DATABASE_FIXTURES)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Debian's Chromium instead of Playwright's own download."""
    return {**browser_type_launch_args, "executable_path": EXECUTABLE, "args": SWITCHES}
