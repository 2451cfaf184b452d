"""Serve the site over https on one machine: gunicorn behind nginx with deploy/nginx.conf. `make serve` runs it.

ALLOWED_HOSTS is the name of the site (localhost), TLS_LISTEN its address (127.0.0.1:8443). TLS_CERTIFICATE and TLS_KEY
name files; without them a self-signed certificate is made, which browsers warn about.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ROOT / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
DAYS = 397  # the longest validity that browsers accept
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # nginx makes a subfolder for each
SERVER = "\nserver {\n"


def main() -> int:
    """Serve until one of the two ends, or a signal arrives; return the exit code."""
    if NGINX is None:
        sys.exit("nginx is not installed. This installs it:  sudo apt-get install --no-install-recommends nginx-light")
    signal.signal(signal.SIGTERM, _end)
    host = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip() or "localhost"
    listen = os.environ.get("TLS_LISTEN") or "127.0.0.1:8443"
    site = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
    data = Path(os.environ.get("SQUADRA_DATA") or ROOT / "var").absolute()
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="squadra-proxy-")))
        folder.chmod(0o711)  # if root starts it, nginx runs as another user
        configured = folder / "nginx.conf"
        configured.write_text(configuration(folder, host, listen, site, certificate(data, host)))
        try:
            for command in (
                [NGINX, "-e", "stderr", "-c", str(configured)],
                [sys.executable, "-m", "gunicorn"],
            ):
                process = subprocess.Popen(command, cwd=ROOT, env=os.environ | _environment(host, listen))
                ends.callback(_stop, process)
            return os.waitstatus_to_exitcode(os.wait()[1])
        except KeyboardInterrupt:
            return 0


def configuration(folder: Path, host: str, listen: str, site: str, files: tuple[Path, Path]) -> str:
    """Return the nginx configuration: the shipped file with these names, and nothing outside `folder`."""
    head, _, secure = SHIPPED.read_text("utf-8").split(SERVER)  # the one between redirects http requests
    places = {
        "    listen [::]:443 ssl http2;\n": "",
        "listen 443 ": f"listen {listen} ",
        "server_name squadra.example": f"server_name {host}",
        "/etc/letsencrypt/live/squadra.example/fullchain.pem": f'"{files[0]}"',
        "/etc/letsencrypt/live/squadra.example/privkey.pem": f'"{files[1]}"',
    }
    for old, new in places.items():
        secure = secure.replace(old, new)
    body = head.replace("127.0.0.1:8000", site) + SERVER + secure
    folders = "".join(f"{name}_temp_path {folder}/{name}; " for name in TEMPORARY)
    start = f"daemon off; pid {folder}/pid; error_log stderr; events {{ worker_connections 4096; }}"
    return f"{start}\nhttp {{ access_log off; {folders}\n{body}\n}}\n"


def certificate(data: Path, host: str) -> tuple[Path, Path]:
    """Return the files of certificate and key: the named ones, otherwise our own in `data`/tls, made once."""
    named = os.environ.get("TLS_CERTIFICATE"), os.environ.get("TLS_KEY")
    if named[0] and named[1]:
        return Path(named[0]).absolute(), Path(named[1]).absolute()
    folder = data / "tls"
    made, key = folder / f"{host}.pem", folder / f"{host}.key"
    if not made.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(made, key, host)
    return made, key


def _make(made: Path, key: Path, host: str) -> None:
    """Make them with openssl, the certificate last: an interrupted run starts again."""
    unfinished = made.with_suffix(".new")
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", str(DAYS)]
    names = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}"]
    files = ["-keyout", str(key), "-out", str(unfinished)]
    done = subprocess.run(["openssl", "req", "-x509", *curve, *names, *files], capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"No certificate for {host!r} could be made: {done.stderr.decode(errors='replace').strip()}")
    unfinished.rename(made)


def _environment(host: str, listen: str) -> dict[str, str]:
    """Return the missing variables about the proxy.

    On localhost browsers get no order to insist on https, which would hold on every port for a year.
    """
    port = listen.rpartition(":")[2]
    said = {
        "BEHIND_PROXY": "1",
        "ALLOWED_HOSTS": host,
        "SITE_ADDRESS": f"https://{host}" if port == "443" else f"https://{host}:{port}",
    }
    if host == "localhost":
        said["HSTS_SECONDS"] = "0"
    return {name: value for name, value in said.items() if not os.environ.get(name)}


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait()


def _end(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
