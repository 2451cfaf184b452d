"""`make machines`: two machines and a proxy on one PostgreSQL and one server of files; one is killed while people edit.

A machine is here a site with its background worker, with a data folder and a port of its own. It lasts a minute, and
asks nothing but addresses of this machine.
"""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from urllib.request import OpenerDirector, Request, urlopen

from bench.faults import (
    ROOT,
    Acknowledged,
    Fields,
    Site,
    a_browser,
    a_free_port,
    ask,
    begin,
    edit,
    make,
    site,
    wrong_of,
)
from scripts.serve import NGINX, TEMPORARY

EDITORS, BEFORE, AFTER = 8, 5, 10  # seconds of edits before a machine is killed, and after
BUNDLE = 5  # lists: more than are printed at once
PRINTED_IN = 120  # seconds at most

NGINX_CONF = """
daemon off; worker_processes 1; pid {folder}/pid; error_log stderr crit;
events {{ worker_connections 256; }}
http {{
    log_format answers "$request_method $status"; access_log {folder}/answers answers;
    {temporary}
    upstream squadra {{ {servers} keepalive 16; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://squadra;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
        }}
    }}
}}
"""


@contextmanager
def running(*command: str) -> Iterator[None]:
    """Let a program run while the context lasts."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def prepare(folders: list[Path]) -> None:
    """Make the data ready from all machines at once, and the static files of each."""
    starts = [
        subprocess.Popen(
            [sys.executable, "scripts/prepare.py"],
            cwd=ROOT,
            env={**os.environ, "SQUADRA_DATA": str(folder)},
            stdout=subprocess.DEVNULL,
        )
        for folder in folders
    ]
    assert [start.wait() for start in starts] == [0] * len(folders)
    collect = [sys.executable, "manage.py", "collectstatic", "--verbosity", "0", "--no-input"]
    subprocess.run(collect, cwd=ROOT, env={**os.environ, "SQUADRA_DATA": str(folders[0])}, check=True)
    for folder in folders[1:]:
        shutil.copytree(folders[0] / "static", folder / "static")


def server_of_files() -> tuple[str, list[str]]:
    """Return the address of a server that speaks S3, and the command that starts it."""
    port = a_free_port()
    return f"http://127.0.0.1:{port}", [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", port]


def proxy(folder: Path, machines: list[Site]) -> tuple[str, list[str]]:
    """Return the address of a proxy before these machines, and the command that starts it."""
    assert NGINX, "nginx is installed"
    port = a_free_port()
    temporary = " ".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    servers = " ".join(f"server {machine.address.removeprefix('http://')};" for machine in machines)
    text = NGINX_CONF.format(folder=folder, port=port, temporary=temporary, servers=servers)
    (folder / "nginx.conf").write_text(text)
    return f"http://127.0.0.1:{port}", [NGINX, "-e", "stderr", "-c", str(folder / "nginx.conf")]


def bundle(browser: OpenerDirector, address: str) -> str:
    """Have a bundle printed, and return where its file is: "/lists/print/…/lists.pdf"."""
    token = begin(browser, address)
    made = [make(browser, address, token, f"bundle-{number}").split("/")[2] for number in range(BUNDLE)]
    chosen: Fields = {**token, "form": "roster", "paper": "a4", "language": "en", "list": made}
    job = ask(browser, f"{address}/lists/print/start/", chosen)
    ends = time.monotonic() + PRINTED_IN
    while f"{job}lists.pdf" not in ask(browser, f"{address}{job}"):
        assert time.monotonic() < ends, "it is printed"
        time.sleep(0.5)
    return f"{job}lists.pdf"


def fetched(browser: OpenerDirector, address: str) -> bytes:
    """Return what is at an address."""
    with browser.open(address, timeout=60) as answer:
        return bytes(answer.read())


def edit_while_one_is_killed(address: str, killed: Site) -> Acknowledged:
    """Let people edit through the proxy, kill a machine meanwhile, and return what was acknowledged."""
    ends = Event()
    with ThreadPoolExecutor(EDITORS) as threads:
        editors = [threads.submit(edit, address, number, ends) for number in range(EDITORS)]
        try:
            time.sleep(BEFORE)
            killed.kill_all()
            time.sleep(AFTER)
        finally:
            ends.set()
        return [one for editor in editors for one in editor.result()]


def main() -> int:
    """Return 1 where an edit was lost, doubled or failed though not in flight, or a bundle is on one machine only."""
    with ExitStack() as ends:
        top = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="squadra-machines-")))
        top.chmod(0o711)  # started by root, nginx works as somebody else
        folders = [top / "one", top / "two"]
        for folder in folders:
            folder.mkdir(mode=0o700)
        files, serve_files = server_of_files()
        os.environ |= {
            "SQUADRA_LOCAL": "1",
            "SLOW_REQUEST_MS": "60000",
            "SECRET_KEY": secrets.token_urlsafe(48),
        }
        os.environ |= {
            "S3_BUCKET": "club",
            "S3_ENDPOINT": files,
            "S3_KEY_ID": "key",
            "S3_SECRET_KEY": "secret",
        }
        ends.enter_context(running(*serve_files))
        prepare(folders)
        urlopen(Request(f"{files}/club", method="PUT"), timeout=30).close()
        machines = [ends.enter_context(site(SQUADRA_DATA=str(folder))) for folder in folders]
        address, serve = proxy(top, machines)
        ends.enter_context(running(*serve))
        visitor = a_browser()
        for each in (*(machine.address for machine in machines), address):
            ask(visitor, f"{each}/healthz")
        file = bundle(visitor, machines[0].address)
        sizes = [len(fetched(visitor, f"{machine.address}{file}")) for machine in machines]
        edits = edit_while_one_is_killed(address, machines[0])
        sizes.append(len(fetched(visitor, f"{address}{file}")))
        answers = Counter((top / "answers").read_text().splitlines())
        os.environ |= {"DJANGO_SETTINGS_MODULE": "armybuilder.settings", "SQUADRA_DATA": str(folders[1])}
        import django

        django.setup()
        wrong = wrong_of(edits)
        verified = subprocess.run([sys.executable, "manage.py", "verify_lists"], cwd=ROOT, check=False)
    failed = sum(count for answer, count in answers.items() if answer.split()[1] >= "500")
    print(f"Bundle, fetched from one machine, the other, and by the proxy when one is gone: {sizes} bytes.")
    print(f"{len(edits)} edits acknowledged, {len(wrong)} of them lost or doubled.", *wrong, sep="\n")
    print(
        f"{failed} answers failed, of {EDITORS} at most in flight when the machine was killed: {dict(answers)}."
    )
    agrees = edits and not wrong and verified.returncode == 0
    return int(not agrees or failed > EDITORS or len(set(sizes)) != 1)


if __name__ == "__main__":
    sys.exit(main())
