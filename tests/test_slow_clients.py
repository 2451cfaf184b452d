"""Who is slow is hung up on by gunicorn itself; who comes next is answered."""

import socket
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
# A site of one thread, which has little patience.
SITE = """
from armybuilder import slow_clients

slow_clients.HEADER, slow_clients.FORM, slow_clients.EVERY = 0.2, 0.2, 0.05
worker_class = "armybuilder.slow_clients.Worker"
bind, threads, control_socket_disable = "127.0.0.1:0", 1, True

def when_ready(server):
    print(server.LISTENERS[0].getsockname()[1], flush=True)
"""
APP = """
def app(environ, start_response):
    environ["wsgi.input"].read(4)
    start_response("200 OK", [("Content-Length", "4")])
    return [b"here"]
"""
HEADER = b"GET / HTTP/1.1\r\nX-Slow: "
FORM = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nn="
WHOLE = b"GET / HTTP/1.0\r\n\r\n"


def last_line_to(port: int, said: bytes) -> bytes:
    """Say something and no more, wait until the site hangs up, and return the last line of its answer."""
    with socket.create_connection(("127.0.0.1", port)) as connection, connection.makefile("rb") as answer:
        connection.sendall(said)
        return answer.read().rpartition(b"\r\n")[2]


def test_who_is_slow_is_hung_up_on_and_who_comes_next_is_answered(tmp_path: Path) -> None:
    """Without an end to its patience this would wait for ever: who is slow has the only thread."""
    (tmp_path / "conf.py").write_text(SITE)
    (tmp_path / "slow_app.py").write_text(APP)
    options = ["--config", str(tmp_path / "conf.py"), "--pythonpath", str(tmp_path), "slow_app:app"]
    command = [sys.executable, "-m", "gunicorn", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as gunicorn:
        assert gunicorn.stdout
        port = int(gunicorn.stdout.readline())
        answers = [last_line_to(port, said) for said in (HEADER, FORM, WHOLE)]
        gunicorn.terminate()
    assert answers == [b"", b"", b"here"]
