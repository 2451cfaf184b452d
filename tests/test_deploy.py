"""The recommended proxy: slow clients do not block others. `make serve` runs it in front of the site."""

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPResponse, HTTPSConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest

from scripts.serve import NGINX, certificate, configuration
from tests.prepared import below, environment
from tests.prepared import prepared as prepared

ROOT = Path(__file__).resolve().parents[1]
TOKEN = "a" * 32
SLOW = 500
# For TLS 1.2, with an elliptic-curve certificate.
STRONG = [
    "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305",
]
HEADER = b"GET / HTTP/1.1\r\nHost: squadra.example\r\nX-Slow: "
BODY = b"POST / HTTP/1.1\r\nHost: squadra.example\r\nContent-Length: 100000\r\n\r\nname="

pytestmark = pytest.mark.skipif(NGINX is None and os.environ.get("CI") != "true", reason="nginx is not installed")


class OneByOne(BaseHTTPRequestHandler):
    """Answers one request at a time."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"here")

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing."""


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class NotUpdated(OneByOne):
    """Has none of the requested files."""

    def do_GET(self) -> None:
        self.send_error(404)


@contextmanager
def proxied(folder: Path, host: str, *machines: type[OneByOne]) -> Iterator[int]:
    """The port of nginx in front of this many machines."""
    port = a_free_port()
    with ExitStack() as ends:
        sites = [ends.enter_context(HTTPServer(("127.0.0.1", 0), machine)) for machine in machines]
        for site in sites:
            threading.Thread(target=site.serve_forever, args=(0.05,), daemon=True).start()
            ends.callback(site.shutdown)
        behind = "; server ".join(f"127.0.0.1:{site.server_port}" for site in sites)
        files = certificate(folder, host)
        text = configuration(folder, host, f"127.0.0.1:{port}", behind, files)
        (folder / "nginx.conf").write_text(text)
        command = [str(NGINX), "-e", "stderr", "-c", str(folder / "nginx.conf")]
        with subprocess.Popen(command) as nginx:
            wait_for(port, nginx)
            yield port
            nginx.terminate()


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[int]:
    """The port of nginx in front of a site."""
    with proxied(tmp_path, "squadra.example", OneByOne) as port:
        yield port


def wait_for(port: int, nginx: "subprocess.Popen[Any]") -> None:
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            assert nginx.poll() is None


def test_only_strong_ciphers_are_spoken(proxy: int, tmp_path: Path) -> None:
    trusted = ssl.create_default_context(cafile=certificate(tmp_path, "squadra.example")[0])
    trusted.maximum_version = ssl.TLSVersion.TLSv1_2  # in 1.3 all are
    trusted.set_ciphers("ALL")
    spoken = []
    for cipher in (entry["name"] for entry in trusted.get_ciphers() if entry["auth"] == "auth-ecdsa"):
        trusted.set_ciphers(cipher)
        with (
            suppress(ssl.SSLError),
            socket.create_connection(("127.0.0.1", proxy)) as plain,
            trusted.wrap_socket(plain, server_hostname="squadra.example") as secure,
        ):
            spoken.append((secure.cipher() or [""])[0])
    assert sorted(spoken) == STRONG


@pytest.mark.parametrize("begun", [HEADER, BODY])
def test_slow_clients_keep_nobody_out(proxy: int, tmp_path: Path, begun: bytes) -> None:
    trusted = ssl.create_default_context(cafile=certificate(tmp_path, "squadra.example")[0])
    with ExitStack() as slow:
        for _ in range(SLOW):
            plain = slow.enter_context(socket.create_connection(("127.0.0.1", proxy)))
            connection = slow.enter_context(trusted.wrap_socket(plain, server_hostname="squadra.example"))
            connection.sendall(begun)
        plain = socket.create_connection(("127.0.0.1", proxy), timeout=60, source_address=("127.0.0.2", 0))
        with trusted.wrap_socket(plain, server_hostname="squadra.example") as visitor:
            visitor.sendall(b"GET / HTTP/1.0\r\nHost: squadra.example\r\n\r\n")
            answer = HTTPResponse(visitor)
            answer.begin()
            assert (answer.read(), answer.headers["Server"]) == (b"here", "nginx")


def asked(address: str, cafile: Path, **headers: str) -> tuple[int, str]:
    """Return the answer of an address with the certificate trusted, and the request's id; forms need headers."""
    parts, trusted = urlsplit(address), ssl.create_default_context(cafile=cafile)
    form = urlencode({"language": "en", "csrfmiddlewaretoken": TOKEN}) if headers else None
    with closing(HTTPSConnection(parts.netloc, timeout=60, context=trusted)) as connection:
        connection.request("POST" if headers else "GET", parts.path, form, headers)
        answer = connection.getresponse()
        return answer.status, answer.headers["X-Request-ID"]


def test_a_style_sheet_that_one_machine_lacks_comes_from_the_other(tmp_path: Path) -> None:
    """During an update from one to the other. Each machine serves its own pages."""

    def statuses(path: str) -> list[int]:
        address = f"https://localhost:{port}/{path}"
        return sorted(asked(address, own)[0] for _ in range(2))

    own, _ = certificate(tmp_path, "localhost")
    with proxied(tmp_path, "localhost", NotUpdated, OneByOne) as port:
        assert (statuses("static/css/new.css"), statuses("lists/")) == ([200, 200], [200, 404])


def figures(port: str, process: "subprocess.Popen[str]") -> list[str]:
    """Return the metrics for Prometheus as soon as there are any."""
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
                return list(answer.read().decode().splitlines())
        except OSError:
            with suppress(subprocess.TimeoutExpired):  # looking without a pause would slow it down
                assert process.wait(0.1) is None


def test_make_serve_serves_by_https_counts_and_logs_and_ends_whole(prepared: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(prepared, tmp_path / "var"))
    (tmp_path / "tmp").mkdir()
    listen, counted = f"127.0.0.1:{a_free_port()}", str(a_free_port())
    address = f"https://localhost:{listen.rpartition(':')[2]}"
    more = {"SQUADRA_LOCAL": "0", "PORT": str(a_free_port()), "TLS_LISTEN": listen}
    more |= {"METRICS_PORT": counted, "LOG_FORMAT": "json", "TMPDIR": str(tmp_path / "tmp")}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    command, variables = [sys.executable, "scripts/serve.py"], environment(folder, **more)
    with subprocess.Popen(command, cwd=ROOT, env=variables, **pipes) as served:
        assert served.stdout
        assert served.stdout.readline() == f"Squadra: {address}/   (Ctrl+C ends it)\n"
        wait_for(int(listen.rpartition(":")[2]), served)
        own, _ = certificate(folder, "localhost")
        form = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={TOKEN}"}
        answers = [
            asked(f"{address}/healthz", own),
            asked(f"{address}/s/secret-of-alice/", own),
            # Another port is another site.
            *(asked(f"{address}/i18n/setlang/", own, Origin=at, **form) for at in (address, "https://localhost")),
        ]
        told = figures(counted, served)
        assert [line for line in below(served.pid) if "manage.py work" in line] != []
        served.terminate()
        # Its child processes also hold the pipes: all of them have ended.
        logged = [json.loads(line) for line in served.communicate()[1].splitlines() if line[0] == "{"]
    assert (served.returncode, [*(tmp_path / "tmp").iterdir()]) == (0, [])
    assert [status for status, _ in answers] == [200, 404, 302, 403]
    assert [(one["status"], one["request_id"]) for one in logged if one["message"] == "request"] == answers
    assert "alice" not in json.dumps(logged)
    counts = sorted(line.partition("{")[2] for line in told if line.startswith("squadra_request_seconds_count"))
    assert counts == [
        'method="GET",route="healthz",status="200"} 1.0',
        'method="GET",route="s/<slug:token>/",status="404"} 1.0',
        'method="POST",route="i18n/setlang/",status="302"} 1.0',
        'method="POST",route="i18n/setlang/",status="403"} 1.0',
    ]
    assert "squadra_database_up 1.0" in told
