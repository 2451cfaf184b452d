"""Settings from the environment: types, defaults, refusals, and the secret key."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db.utils import ConnectionHandler

from armybuilder import env


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SECRET_KEY", "DATABASE_URL", "THING"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(("value", "expected"), [("x", "x"), (" x ", "x"), ("", "default"), ("  ", "default")])
def test_text(monkeypatch: pytest.MonkeyPatch, value: str, expected: str) -> None:
    monkeypatch.setenv("THING", value)
    assert env.text("THING", "default") == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("1", True), ("true", True), ("YES", True), ("on", True), ("0", False), ("false", False), ("", False)],
)
def test_flag(monkeypatch: pytest.MonkeyPatch, value: str, expected: bool) -> None:
    monkeypatch.setenv("THING", value)
    assert env.flag("THING", default=not expected) is expected


def test_one_of_some_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.one_of("THING", "text", "json") == "text"
    monkeypatch.setenv("THING", "json")
    assert env.one_of("THING", "text", "json") == "json"
    monkeypatch.setenv("THING", "xml")
    with pytest.raises(ImproperlyConfigured) as told:
        env.one_of("THING", "text", "json")
    assert str(told.value) == "THING is 'xml': it must be text or json."


@pytest.mark.parametrize("default", [True, False])
def test_a_flag_that_is_not_set_is_its_default(default: bool) -> None:
    assert env.flag("THING", default=default) is default


def test_a_flag_is_a_yes_or_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THING", "perhaps")
    with pytest.raises(ImproperlyConfigured) as error:
        env.flag("THING")
    assert str(error.value) == "THING is 'perhaps': it must be 1 or 0."


def test_number(monkeypatch: pytest.MonkeyPatch) -> None:
    assert env.number("THING", 7) == 7
    monkeypatch.setenv("THING", "0")
    assert env.number("THING", 7) == 0


@pytest.mark.parametrize("value", ["many", "-1", "1.5", "²"])
def test_a_number_is_whole(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("THING", value)
    with pytest.raises(ImproperlyConfigured) as error:
        env.number("THING", 7)
    assert str(error.value) == f"THING is {value!r}: it must be a whole number."


@pytest.mark.parametrize(
    ("value", "expected"),
    [("a.it", ["a.it"]), ("a.it, b.it", ["a.it", "b.it"]), ("", ["default"]), (" , ", ["default"])],
)
def test_words(monkeypatch: pytest.MonkeyPatch, value: str, expected: list[str]) -> None:
    monkeypatch.setenv("THING", value)
    assert env.words("THING", ["default"]) == expected


class TestSecretKey:
    def test_is_made_once_and_kept_for_its_owner_alone(self, tmp_path: Path) -> None:
        folder = tmp_path / "var"
        key = env.secret_key(folder)
        assert len(key) == 86
        assert env.secret_key(folder) == key
        assert [path.name for path in folder.iterdir()] == ["secret_key"]
        assert (folder / "secret_key").stat().st_mode & 0o777 == 0o600
        assert folder.stat().st_mode & 0o777 == 0o700

    def test_is_the_variable_where_there_is_one(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET_KEY", "from the variable, and long enough")
        assert env.secret_key(tmp_path) == "from the variable, and long enough"
        assert list(tmp_path.iterdir()) == []

    def test_is_the_same_for_all_who_start_together(self, tmp_path: Path) -> None:
        with ThreadPoolExecutor(8) as pool:
            keys = set(pool.map(env.secret_key, [tmp_path / "var"] * 32))
        assert len(keys) == 1

    def test_a_short_variable_is_not_a_key(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET_KEY", "x" * 31)
        with pytest.raises(ImproperlyConfigured) as error:
            env.secret_key(tmp_path)
        assert str(error.value) == "SECRET_KEY is too short: it must have at least 32 characters."

    def test_former_ones_are_keys_too(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SECRET_KEY_FALLBACKS", raising=False)
        assert env.former_keys() == []
        monkeypatch.setenv("SECRET_KEY_FALLBACKS", f"{'x' * 32}, {'y' * 32}")
        assert env.former_keys() == ["x" * 32, "y" * 32]
        monkeypatch.setenv("SECRET_KEY_FALLBACKS", f"{'x' * 32},{'y' * 31}")
        with pytest.raises(ImproperlyConfigured) as error:
            env.former_keys()
        told = "A key in SECRET_KEY_FALLBACKS is too short: each must have at least 32 characters."
        assert str(error.value) == told

    @pytest.mark.parametrize("content", [b"", b"x" * 31, b"\xff" * 64, b"\x00" * 64])
    def test_an_empty_short_or_binary_file_is_not_a_key(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "secret_key"
        path.write_bytes(content)
        with pytest.raises(ImproperlyConfigured) as error:
            env.secret_key(tmp_path)
        told = f"{path} is damaged: delete it to create a new key. Everyone must then sign in again."
        assert str(error.value) == told

    def test_a_folder_that_cannot_be_made_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "in-the-way").touch()
        with pytest.raises(ImproperlyConfigured) as error:
            env.secret_key(tmp_path / "in-the-way" / "var")
        assert str(error.value) == f"{tmp_path}/in-the-way/var/secret_key cannot be read or created: Not a directory."


class TestDatabase:
    @pytest.fixture(autouse=True)
    def _in_a_command(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Unchanged by wsgi.py, which another test may have imported."""
        monkeypatch.delenv(env.SERVES, raising=False)

    def test_is_sqlite_in_the_data_folder(self, tmp_path: Path) -> None:
        assert env.database(tmp_path / "var") == {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": tmp_path / "var" / "squadra.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": env.SQLITE_OPTIONS,
        }
        assert (tmp_path / "var").is_dir()

    @pytest.mark.django_db
    def test_sqlite_takes_the_lock_when_a_transaction_begins(self, tmp_path: Path) -> None:
        ours = ConnectionHandler({"default": env.database(tmp_path)})["default"]
        other = sqlite3.connect(tmp_path / "squadra.sqlite3", timeout=0)
        ours.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        with pytest.raises(sqlite3.OperationalError) as error:
            other.execute("BEGIN IMMEDIATE")
        assert str(error.value) == "database is locked"
        ours.close()
        other.close()

    @pytest.mark.django_db
    def test_sqlite_keeps_what_it_confirmed_through_a_power_cut(self, tmp_path: Path) -> None:
        ours = ConnectionHandler({"default": env.database(tmp_path)})["default"]
        with ours.cursor() as cursor:
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        ours.close()

    def test_sqlite_elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/my%20club.sqlite3")
        assert env.database(tmp_path)["NAME"] == tmp_path / "my club.sqlite3"

    def test_postgresql(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(
            "DATABASE_URL",
            "postgresql://squadra:p%40ss@db.club.it:5433/lists?sslmode=require&connect_timeout=3",
        )
        assert env.database(tmp_path) == {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": "lists",
            "USER": "squadra",
            "PASSWORD": "p@ss",
            "HOST": "db.club.it",
            "PORT": "5433",
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": env.POSTGRES_OPTIONS | {"sslmode": "require", "connect_timeout": "3"},
        }

    @pytest.mark.parametrize(("size", "kept"), [("", 16), ("5", 5)])
    def test_postgresql_of_the_site(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: str, kept: int
    ) -> None:
        monkeypatch.setenv("DATABASE_URL", "postgresql:///lists?sslmode=require")
        monkeypatch.setenv("DATABASE_POOL", size)
        monkeypatch.setenv(env.SERVES, "1")
        database = env.database(tmp_path)
        assert (database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"]) == (0, True)
        pool = {"min_size": 1, "max_size": kept, "timeout": 10, "reconnect_timeout": 5}
        own = {"sslmode": "require", "pool": pool, "options": env.LET_GO}
        assert database["OPTIONS"] == env.POSTGRES_OPTIONS | own

    def test_postgresql_of_a_site_without_a_pool(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_URL", "postgresql:///lists")
        monkeypatch.setenv("DATABASE_POOL", "0")
        monkeypatch.setenv(env.SERVES, "1")
        database = env.database(tmp_path)
        assert (database["CONN_MAX_AGE"], database["OPTIONS"]) == (60, env.POSTGRES_OPTIONS)

    def test_postgresql_on_a_socket(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("DATABASE_URL", "postgres:///lists?host=/run/postgresql")
        database = env.database(tmp_path)
        assert (database["HOST"], database["PORT"]) == ("/run/postgresql", "")
        assert database["OPTIONS"] == env.POSTGRES_OPTIONS

    @pytest.mark.parametrize("url", ["mysql://db/lists", "lists.sqlite3"])
    def test_nothing_else(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
        monkeypatch.setenv("DATABASE_URL", url)
        with pytest.raises(ImproperlyConfigured) as error:
            env.database(tmp_path)
        assert str(error.value) == "DATABASE_URL must start with postgresql:// or sqlite:///"


@pytest.mark.parametrize(
    ("variables", "hosts", "local", "address"),
    [
        ({"SITE_ADDRESS": "https://club.it/"}, ["squadra.club"], False, "https://club.it"),
        ({}, ["*", ".squadra.club", "localhost"], False, "https://squadra.club"),
        ({}, ["*"], False, "https://localhost"),
        ({"PORT": "8080"}, ["*"], True, "http://127.0.0.1:8080"),
        ({}, ["localhost"], True, "http://127.0.0.1:8000"),
    ],
)
def test_where_mails_lead(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], hosts: list[str], local: bool, address: str
) -> None:
    for name in ("SITE_ADDRESS", "PORT"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert env.site_address(hosts, local=local) == address
