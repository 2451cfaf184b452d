"""Problems that prevent the start are reported in one sentence; simultaneous first starts share one database."""

import errno
import gc
import runpy
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import ProgrammingError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import override_settings
from psycopg.errors import InsufficientPrivilege
from pytest_django import DjangoDbBlocker

import manage
from armybuilder.operations import starting
from rules.loading.reading import shipped_forces
from scripts import prepare
from tests.prepared import below, environment
from tests.prepared import prepared as prepared

ROOT = Path(__file__).resolve().parents[1]
NOT_WHOLE = (
    "The static files are not there as a whole: delete {} if there is one, and run `python manage.py collectstatic`."
)


class TestStaticFiles:
    @pytest.fixture
    def manifest(self, settings: Any, tmp_path: Path) -> Path:
        settings.STATIC_ROOT = tmp_path
        (tmp_path / "base.0123456789ab.css").touch()
        path = tmp_path / "staticfiles.json"
        path.write_text('{"paths": {"base.css": "base.0123456789ab.css"}, "version": "1.1"}')
        return path

    def test_collected_they_will_do(self, manifest: Path) -> None:
        starting.check_static_files()

    @pytest.mark.parametrize(
        "content",
        [
            "",
            "{",
            "[]",
            "1",
            "{}",
            '{"paths": {}}',
            '{"paths": []}',
            '{"paths": {"base.css": "gone.css"}}',
            "\0",
        ],
    )
    def test_a_manifest_that_is_damaged_or_foreign_is_refused(self, manifest: Path, content: str) -> None:
        manifest.write_text(content)
        with pytest.raises(ImproperlyConfigured) as error:
            starting.check_static_files()
        assert str(error.value) == NOT_WHOLE.format(manifest)

    def test_without_one_they_are_refused(self, manifest: Path) -> None:
        manifest.unlink()
        with pytest.raises(ImproperlyConfigured) as error:
            starting.check_static_files()
        assert str(error.value) == NOT_WHOLE.format(manifest)


def test_a_command_says_in_one_line_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(words: list[str]) -> None:
        raise raised.pop()

    monkeypatch.setattr("django.core.management.execute_from_command_line", fail)
    read_only = OSError(errno.EROFS, "Read-only file system", "nightly.lock")
    raised: list[Exception] = [KeyError(), read_only]
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == f"The data cannot be used: {read_only}."
    monkeypatch.setattr("tempfile.TemporaryFile", lambda dir: fail([]))
    raised.extend([read_only] * 2)
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == f"Nothing can be written to {django_settings.DATA_DIR}: Read-only file system."
    with pytest.raises(KeyError):  # an error on our side
        manage.main()


def test_a_command_on_a_fresh_clone_says_what_to_run_first(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(words: list[str]) -> None:
        raise ProgrammingError("no such table: rules_ruleset")

    def refuse() -> None:
        raise ImproperlyConfigured("Run scripts/prepare.py.")

    monkeypatch.setattr("django.core.management.execute_from_command_line", fail)
    monkeypatch.setattr(starting, "check_ready", refuse)
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == "Run scripts/prepare.py."
    monkeypatch.setattr(starting, "check_ready", lambda: None)
    with pytest.raises(ProgrammingError):  # an error on our side
        manage.main()


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**folder: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(ImproperlyConfigured) as error:
        starting.check_folders()
    assert str(error.value) == f"Nothing can be written to {django_settings.DATA_DIR}: No space left on device."


@pytest.fixture
def _connected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests' database open: it would disappear with its connection."""
    monkeypatch.setattr(starting, "_close", lambda: None)


@pytest.fixture(scope="module")
def _migrated(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The tests' tables are made without migrations: record these like `migrate`."""
    with django_db_blocker.unblock(), override_settings(MIGRATION_MODULES={}):
        call_command("migrate", fake=True, verbosity=0)


@pytest.mark.django_db
@pytest.mark.usefixtures("_migrated", "_connected")
class TestDatabase:
    def test_made_ready_it_will_do(self) -> None:
        starting.check_ready()

    def test_looking_takes_two_queries(self, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(4):  # the name of the table and its rows, twice
            starting.check_ready()

    def test_one_that_lacks_a_migration_is_not_ready(self) -> None:
        MigrationRecorder(connection).record_unapplied("lists", "0001_initial")
        with pytest.raises(ImproperlyConfigured) as error:
            starting.check_ready()
        told = "The data are not made ready for this version: run `python scripts/prepare.py`."
        assert str(error.value) == told

    @pytest.mark.parametrize("name", ["9999_later", "0001_first"])
    def test_one_of_a_newer_version_or_from_before_the_fresh_start_is_refused(self, name: str) -> None:
        MigrationRecorder(connection).record_applied("lists", name)
        with pytest.raises(ImproperlyConfigured) as error:
            starting.check_known()
        assert str(error.value) == (
            f"The data were made ready by another version of Squadra (lists.{name}): "
            "install that version, or restore a backup that this version made."
        )

    def test_migrations_dropped_by_a_library_do_not_matter(self) -> None:
        MigrationRecorder(connection).record_applied("account", "0001_of_old")
        starting.check_ready()


@override_settings(MIGRATION_MODULES={})
def test_each_migration_holds_whole_or_not_at_all() -> None:
    """A migration killed half way is completed at the next start: nothing of it is in the way."""
    ours = {app.label for app in apps.get_app_configs() if app.name.split(".")[0] in starting.OURS}
    every = MigrationLoader(None).disk_migrations
    assert [key for key, each in every.items() if key[0] in ours and not each.atomic] == []


def test_nothing_is_called_like_a_table() -> None:
    """PostgreSQL keeps tables, indexes and constraints in one set of names, SQLite does not."""
    models = apps.get_models(include_auto_created=True)
    names = [each.name for model in models for each in (*model._meta.constraints, *model._meta.indexes)]
    assert set(names) & {model._meta.db_table for model in models} == set()


# ── As processes ───────────────────────────────────────────────────────────────────────────────────────────────────


def run(folder: Path, *command: str, **more: str) -> tuple[int, str, str]:
    """Run Python to its end; return its exit code and output."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment(folder, SQUADRA_WORKER="0", **more),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def site(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site that can be started."""
    return Path(shutil.copytree(prepared, tmp_path_factory.mktemp("site") / "var"))


def a_free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_a_site_that_cannot_start_says_so_in_one_line(site: Path, tmp_path: Path) -> None:
    broken = tmp_path / "var"
    shutil.copytree(site, broken)
    (broken / "static" / "staticfiles.json").write_text('{"paths":')
    whole = NOT_WHOLE.format(broken / "static" / "staticfiles.json")
    assert run(broken, "-m", "gunicorn", PORT=a_free_port()) == (1, "", f"Squadra does not start. {whole}\n")
    (broken / "secret_key").write_bytes(b"\xff")
    told = f"{broken}/secret_key is damaged: delete it to create a new key. Everyone must then sign in again.\n"
    assert run(broken, "scripts/prepare.py") == (1, "", told)


def test_a_database_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "squadra.sqlite3").write_bytes(b"no database" * 1000)
    told = "The database cannot be used: file is not a database.\n"
    assert run(tmp_path, "scripts/prepare.py") == (1, "", told)


def test_a_database_user_that_may_not_change_tables_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise ProgrammingError("must be owner of table lists_armylist") from InsufficientPrivilege()

    monkeypatch.setattr(prepare, "prepare", refused)
    with pytest.raises(SystemExit) as told:
        prepare.main()
    assert told.value.code == (
        "The tables are to be changed by the database user that owns them (docs/running.md): "
        "must be owner of table lists_armylist."
    )


def test_a_taken_port_is_told_at_once(site: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = f"Squadra cannot listen at 127.0.0.1:{port}: Address already in use."
        said = f"{told} Another port: PORT=8080 before the command.\n"
        assert run(site, "-m", "gunicorn", PORT=port) == (1, "", said)


def test_a_killed_master_leaves_the_port_free(site: Path) -> None:
    """Browsers keep idle connections open: workers used to wait half a minute for them.

    It does not run the worker either, which something else does here (SQUADRA_WORKER=0).
    """
    port = a_free_port()
    with running(site, port) as first, socket.create_connection(("127.0.0.1", int(port))):
        assert [line for line in below(first.pid) if "manage.py work" in line] == []
        first.send_signal(signal.SIGKILL)
        assert first.stdout
        assert first.stdout.read() == ""  # its child processes hold the other end: all of them have ended
        with socket.create_server(("127.0.0.1", int(port))):
            pass


@contextmanager
def running(site: Path, port: str) -> "Iterator[subprocess.Popen[str]]":
    command = [sys.executable, "-m", "gunicorn"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(site, SQUADRA_WORKER="0", PORT=port),
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def nothing_yet(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The address of an empty database."""
    if connection.vendor == "sqlite":
        yield {}
        return
    name = f"first_{uuid4().hex}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    own = connection.settings_dict
    yield {"DATABASE_URL": f"postgresql://{own['USER']}@/{name}?host={own['HOST']}"}
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_several_first_starts_one_makes_the_data_ready(tmp_path: Path, nothing_yet: dict[str, str]) -> None:
    # On one machine; with PostgreSQL on two, which share only the database.
    folders = [tmp_path / "one", tmp_path / ("two" if nothing_yet else "one")]
    command = [sys.executable, "scripts/prepare.py"]
    starts = [
        subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(folder, **nothing_yet),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for folder in folders
    ]
    told = [start.communicate() for start in starts]
    ends = [(start.returncode, error) for start, (_, error) in zip(starts, told, strict=True)]
    assert ends == [(0, "")] * 2
    lines = [said.splitlines() for said, _ in told]
    samples = len(list((ROOT / "fixtures" / "lists").glob("*.json")))
    forces = [f"{path.stem}: new" for path in shipped_forces()]
    assert sorted(said[-2 - len(forces) :] for said in lines) == sorted(
        [
            ["rth-it: version 1 is new and current", *forces, f"Examples: {samples} new."],
            ["Rules: no changes.", "Forces: no changes.", f"Examples: {samples} unchanged."],
        ]
    )


def test_the_garbage_collector_leaves_alone_what_is_loaded_before_the_processes_of_the_site_begin() -> None:
    loaded: list[list[int]] = [[] for _ in range(1_000)]
    before = gc.get_freeze_count()
    runpy.run_path(str(ROOT / "gunicorn.conf.py"))["pre_fork"](None, None)
    assert gc.get_freeze_count() >= before + len(loaded)


def test_a_process_of_the_site_loads_the_library_of_dice_beside_its_first_requests() -> None:
    program = (
        "import runpy, sys, threading; hooks = runpy.run_path('gunicorn.conf.py');"
        "before = 'icepool' in sys.modules; hooks['post_worker_init'](None);"
        "[thread.join() for thread in threading.enumerate() if thread.daemon];"
        "print(before, 'icepool' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False True\n"
