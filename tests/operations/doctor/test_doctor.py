"""Problems of a set-up in plain words, with the remedy."""

import os
import runpy
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from armybuilder.operations import beat, doctor, starting
from armybuilder.operations.doctor import Finding, finding, note, ok, wrong
from armybuilder.operations.management.commands import doctor as command
from armybuilder.printing.pdfs.from_html import PangoMissingError
from scripts.serve import certificate

ROOT = Path(__file__).resolve().parents[3]
IN_PUBLIC = {
    "LOCAL": False,
    "ALLOWED_HOSTS": ["squadra.example"],
    "SITE_ADDRESS": "https://squadra.example",
    "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
}
SET_HOSTS = "Set ALLOWED_HOSTS=squadra.example, with its own name."
SET_ADDRESS = "Set SITE_ADDRESS=https://squadra.example, with its own name."


@pytest.fixture
def in_public(settings: Any) -> Any:
    """A site that is set up well."""
    for name, value in IN_PUBLIC.items():
        setattr(settings, name, value)
    return settings


def test_a_site_that_is_set_up_well_is_well(in_public: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [doctor.mode(), doctor.key(), doctor.hosts(), doctor.address(), doctor.https()] == [
        ok("production."),
        ok("readable only by its owner."),
        ok("squadra.example."),
        ok("https://squadra.example."),
        ok("through a proxy that sets X-Forwarded-Proto; `doctor --ask` checks it."),
    ]


@pytest.mark.parametrize(
    ("check", "broken", "found"),
    [
        (
            doctor.operator,
            {"OPERATOR_NAME": "Club Ibis", "OPERATOR_MAIL": "ibis@example.org"},
            ok("Club Ibis, ibis@example.org."),
        ),
        (
            doctor.operator,
            {"OPERATOR_NAME": "Club Ibis"},
            note(
                "The pages on privacy and terms do not say who runs the site.",
                "Set OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_MAIL on a public site.",
            ),
        ),
        (
            doctor.mode,
            {"DEBUG": True},
            wrong("DEBUG=1 shows internals of the program to strangers.", "Remove DEBUG."),
        ),
        (
            doctor.mode,
            {"LOCAL": True},
            note(
                "SQUADRA_LOCAL=1 allows plain http, for your own machine or room.",
                "Remove it on a public site.",
            ),
        ),
        (
            doctor.key,
            {"SECRET_KEY": "secret" * 8},
            wrong(
                "The secret key could be guessed, and with it every session.",
                "Remove SECRET_KEY: a new key is created.",
            ),
        ),
        (
            doctor.hosts,
            {"ALLOWED_HOSTS": ["localhost", "127.0.0.1"]},
            wrong(
                "The site answers only to localhost, 127.0.0.1: visitors from elsewhere get an error.",
                SET_HOSTS,
            ),
        ),
        (
            doctor.hosts,
            {"ALLOWED_HOSTS": ["*"]},
            wrong(
                "The site answers to any name: a stranger can make it write links to their site.",
                "Set ALLOWED_HOSTS to its names.",
            ),
        ),
        (doctor.hosts, {"LOCAL": True, "ALLOWED_HOSTS": ["*"]}, ok("*.")),
        (
            doctor.address,
            {"SITE_ADDRESS": "http://squadra.example"},
            wrong("Links in emails lead to http://squadra.example, which is not https.", SET_ADDRESS),
        ),
        (
            doctor.address,
            {"SITE_ADDRESS": "https://other.example"},
            wrong(
                "Links in emails lead to https://other.example, a name that the site does not answer to.",
                "Add it to ALLOWED_HOSTS, or set SITE_ADDRESS.",
            ),
        ),
        (
            doctor.https,
            {"SECURE_PROXY_SSL_HEADER": None},
            wrong(
                "The site does not know that the proxy uses https: every page redirects to itself.",
                "Set BEHIND_PROXY=1, and set X-Forwarded-Proto in the proxy, as in deploy/nginx.conf.",
            ),
        ),
        (doctor.https, {"LOCAL": True}, ok("not used on your own machine.")),
        (
            doctor.mail,
            {"EMAIL_HOST": "mail.example"},
            wrong(
                "Emails come from squadra@localhost, which other servers refuse.",
                "Set DEFAULT_FROM_EMAIL to your own address.",
            ),
        ),
        (
            doctor.mail,
            {"EMAIL_HOST": "mail.example", "DEFAULT_FROM_EMAIL": "squadra@squadra.example"},
            ok("mail.example accepts them."),
        ),
        (
            doctor.mail,
            {
                "EMAIL_HOST": "127.0.0.1",
                "EMAIL_PORT": 1,
                "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            },
            wrong(
                "The mail server 127.0.0.1 refused the connection: [Errno 111] Connection refused.",
                "Check EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER and EMAIL_HOST_PASSWORD.",
            ),
        ),
    ],
)
def test_problems_are_reported(in_public: Any, check: Any, broken: dict[str, Any], found: Finding) -> None:
    for name, value in broken.items():
        setattr(in_public, name, value)
    assert check() == found


def test_a_key_that_others_can_read_is_told(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY")
    settings.DATA_DIR = tmp_path
    file = tmp_path / "secret_key"
    file.touch(mode=0o600)
    assert doctor.key() == ok("readable only by its owner.")
    file.chmod(0o640)
    told = "Other users of this machine can read the secret key."
    assert doctor.key() == wrong(told, f"Run `chmod 600 {file}`.")


def away(*arguments: object) -> None:
    raise OperationalError("connection refused\nmore of it")


def test_a_database_that_is_away_is_told_by_all_that_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "connection", SimpleNamespace(ensure_connection=away, cursor=away, vendor="postgresql"))
    monkeypatch.setattr("armybuilder.operations.beat.cache", SimpleNamespace(get=away))
    mend = "Fix the database first. Run `python scripts/prepare.py`."
    assert [finding(check) for check in (doctor.database, doctor.connections, doctor.worker, doctor.nightly)] == [
        wrong(
            "Cannot be reached: connection refused.",
            "Check DATABASE_URL, and whether the server is running.",
        ),
        wrong("connection refused.", mend),
        wrong("connection refused.", mend),
        wrong("connection refused.", mend),
    ]


@pytest.mark.postgres
@pytest.mark.django_db
def test_more_connections_than_the_database_has_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_POOL", "1000")
    if connection.vendor == "sqlite":
        assert doctor.connections() == ok("not limited.")
        return
    found = doctor.connections()
    assert found.says.startswith("One machine can open 2006; PostgreSQL allows ")
    assert (found.state, found.do) == ("wrong", "Raise max_connections, or lower DATABASE_POOL.")
    monkeypatch.setenv("DATABASE_POOL", "1")
    assert doctor.connections().state == "ok"


def test_the_sum_of_connections_knows_how_many_processes_gunicorn_has() -> None:
    assert runpy.run_path(str(ROOT / "gunicorn.conf.py"))["workers"] == doctor.PROCESSES


def test_problems_that_prevent_a_start_are_reported_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise ImproperlyConfigured("So it is. Do this.")

    for name in ("check_ready", "check_folders", "check_static_files"):
        monkeypatch.setattr(starting, name, refuse)
    do = "Make its owner the site’s user, or free some space."
    assert [finding(check) for check in (doctor.tables, doctor.folder, doctor.static_files)] == [
        wrong("So it is. Do this.", ""),
        wrong("So it is. Do this.", do),
        wrong("So it is. Do this.", ""),
    ]


def test_a_full_disk_is_told(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=5 * 1024 * 1024))
    told = f"{settings.DATA_DIR}: 5 MB free."
    assert doctor.folder() == wrong(told, "Free some space: below 100 MB the site is not ready.")


def test_static_files_of_before_the_update_are_told(settings: Any, tmp_path: Path) -> None:
    source, collected = tmp_path / "sources", tmp_path / "collected"
    for folder in (source, collected):
        folder.mkdir()
        (folder / "base.css").touch()
    (collected / "staticfiles.json").write_text('{"paths": {"base.css": "base.css"}}')
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source], collected
    os.utime(source / "base.css", (0, 0))
    assert doctor.static_files() == ok("up to date.")
    os.utime(collected / "staticfiles.json", (0, 0))
    os.utime(source / "base.css", (1, 1))
    do = "Run `python manage.py collectstatic`, then restart the site."
    told = "They were collected before the last update."
    assert doctor.static_files() == wrong(told, do)


@pytest.mark.django_db
def test_a_worker_and_a_timer_that_are_missing_are_told() -> None:
    assert [doctor.worker(), doctor.nightly()] == [
        wrong(
            "not heard of: long printouts and emails wait.",
            "Remove SQUADRA_WORKER=0, or run `python manage.py work` as a service.",
        ),
        note(
            "Has not run in the last two days: old data pile up.",
            "Run `python manage.py nightly` once a day from a timer.",
        ),
    ]
    beat.beat()
    beat.nightly_is_done()
    assert [doctor.worker(), doctor.nightly()] == [
        ok("active in the last minute."),
        ok("ran in the last two days."),
    ]


def test_a_backup_that_is_missing_or_old_is_told(settings: Any, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = None
    told = "There is no backup: a failing disk takes all data with it."
    do = "Set BACKUP_FOLDER, on another disk, and run `nightly`."
    assert doctor.backup() == note(told, do)
    settings.BACKUP_FOLDER = tmp_path
    do = "Run `python manage.py backup`, which says what is wrong."
    missing = wrong(f"There is no backup from the last two days in {tmp_path}.", do)
    (tmp_path / "squadra-2026-01-02.dump.part").touch()
    assert doctor.backup() == missing
    file = tmp_path / "squadra-2026-01-02.dump"
    file.touch()
    assert doctor.backup() == ok(f"written in the last two days, in {tmp_path}.")
    os.utime(file, (0, 0))
    assert doctor.backup() == missing


def test_a_library_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise PangoMissingError("cannot load libpango")

    monkeypatch.setattr(doctor, "import_weasyprint", missing)
    told = "Printing does not work: cannot load libpango."
    assert doctor.printing() == wrong(told, "Run `scripts/system_packages.sh run`.")


def test_it_ends_with_an_error_where_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    well, known = ok("readable only by its owner."), note("There is none.", "Set EMAIL_HOST.")
    monkeypatch.setattr(command, "CHECKS", {"key": lambda: well, "mail": lambda: known})
    call_command("doctor", stdout=out)
    assert out.getvalue().splitlines() == [
        "ok     key: readable only by its owner.",
        "note   mail: There is none. Set EMAIL_HOST.",
    ]
    monkeypatch.setattr(command, "CHECKS", {"key": lambda: well, "mode": lambda: wrong("It is off.", "")})
    monkeypatch.setattr(command, "asked", lambda: wrong("No.", ""))
    with pytest.raises(CommandError) as told:
        call_command("doctor", ask=True, stdout=StringIO())
    assert str(told.value) == "Problems: 2 of 3 checks."


# ── Requests from outside ──────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def answering(status: int, files: tuple[Path, Path] | None = None) -> Iterator[int]:
    """The port of a site with one answer, over https if it has a certificate."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Location", "https://localhost/healthz")
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Site) as server:
        if files:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*files)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "do"),
    [
        (301, "Set `X-Forwarded-Proto: https` in the proxy, and BEHIND_PROXY=1."),
        (400, "Add the name to ALLOWED_HOSTS, and let the proxy pass the Host header on."),
        (502, "The proxy answers, but the site does not: check whether it is running, and its log."),
    ],
)
def test_answers_of_the_site_show_the_problem(settings: Any, status: int, do: str) -> None:
    with answering(status) as port:
        settings.SITE_ADDRESS = f"http://127.0.0.1:{port}"
        assert doctor.asked() == wrong(f"{settings.SITE_ADDRESS} answers {status}.", do)


def test_a_site_that_answers_is_well(settings: Any) -> None:
    with answering(200) as port:
        settings.SITE_ADDRESS = f"http://127.0.0.1:{port}"
        assert doctor.asked() == ok(f"{settings.SITE_ADDRESS} answers.")
    do = "Check host name, proxy and firewall."
    told = f"{settings.SITE_ADDRESS} cannot be reached: [Errno 111] Connection refused."
    assert doctor.asked() == wrong(told, do)
    settings.SITE_ADDRESS = "file:///etc"
    told, do = "file:///etc is not the address of a site.", "Set SITE_ADDRESS=https://squadra.example."
    assert doctor.asked() == wrong(told, do)


def test_a_certificate_that_browsers_refuse_is_told(settings: Any, tmp_path: Path) -> None:
    with answering(200, certificate(tmp_path, "localhost")) as port:
        settings.SITE_ADDRESS = f"https://localhost:{port}"
        told = f"The certificate of {settings.SITE_ADDRESS} is not valid: self-signed certificate."
        do = "Get one for this name, for example with certbot."
        assert doctor.asked() == wrong(told, do)
