"""The proxy that is recommended: slow clients keep nobody else out. A site of one thread stands behind it."""

import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
SLOW = 500
HEADER = b"GET / HTTP/1.1\r\nHost: squadra.example\r\nX-Slow: "
BODY = b"POST / HTTP/1.1\r\nHost: squadra.example\r\nContent-Length: 100000\r\n\r\nname="

pytestmark = pytest.mark.skipif(
    NGINX is None and os.environ.get("CI") != "true", reason="nginx is not installed"
)


class OneByOne(BaseHTTPRequestHandler):
    """Answers one request after the other."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"here")

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def configuration(folder: Path, port: int, site: int) -> str:
    """The shipped file on this machine: without https, which takes a certificate, and on other ports."""
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    text = re.sub(r"    (listen \[::\]|ssl_).*\n", "", text)
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port};")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    head = f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{ worker_connections 4096; }}"
    return f"{head}\nhttp {{ access_log off; {folders}\n{text}\n}}\n"


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[int]:
    """The port of nginx before a site."""
    port = a_free_port()
    with HTTPServer(("127.0.0.1", 0), OneByOne) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        (tmp_path / "nginx.conf").write_text(configuration(tmp_path, port, site.server_port))
        command = [str(NGINX), "-e", str(tmp_path / "log"), "-c", str(tmp_path / "nginx.conf")]
        with subprocess.Popen(command) as nginx:
            wait_for(port, nginx)
            yield port
            nginx.terminate()
        site.shutdown()


def wait_for(port: int, nginx: "subprocess.Popen[bytes]") -> None:
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            assert nginx.poll() is None


@pytest.mark.parametrize("begun", [HEADER, BODY])
def test_slow_clients_keep_nobody_out(proxy: int, begun: bytes) -> None:
    with ExitStack() as slow:
        for _ in range(SLOW):
            connection = slow.enter_context(socket.create_connection(("127.0.0.1", proxy)))
            connection.sendall(begun)
        visitor = HTTPConnection("127.0.0.1", proxy, timeout=60, source_address=("127.0.0.2", 0))
        visitor.request("GET", "/", headers={"Host": "squadra.example"})
        assert visitor.getresponse().read() == b"here"
        visitor.close()
