"""`make machines`: two machines behind a proxy share PostgreSQL and a file server; one is killed during edits.

A machine is a site with a background worker and a data folder, in its own network (as root) or on its own port. First
one is unplugged and plugged in again, then killed. The trial takes two minutes and uses only addresses of this
machine.
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
from contextlib import AbstractContextManager, ExitStack, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from threading import Event
from urllib.request import OpenerDirector, Request, urlopen

from bench import ROOT
from bench.editing import Acknowledged, a_browser, ask, at_any_address, bundle, edit, fetch
from bench.killable import Postgres, Site, clean_up_when_told_to_end, postgres, site
from bench.networks import Network, network
from bench.server import a_free_port, collect_static
from bench.stored import all_agrees, lost_or_doubled
from scripts.serve import NGINX, TEMPORARY

EDITORS, BEFORE, AFTER = 8, 5, 10  # seconds of edits before and after a machine is killed
UNPLUGGED = 45  # seconds
BUCKET = "club"

NGINX_CONF = """
daemon off; worker_processes 1; pid {folder}/pid; error_log stderr crit;
events {{ worker_connections 256; }}
http {{
    log_format answers "$request_method $status"; access_log {folder}/answers answers;
    {temporary}
    upstream squadra {{ {servers} keepalive 16; }}
    proxy_connect_timeout 5s;
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
def two_machines(top: Path, networks: list[Network]) -> Iterator[list[Site]]:
    """Yield the sites of two machines with their own folders and networks, one PostgreSQL and one file server."""
    folders = [top / "one", top / "two"]
    for folder in folders:
        folder.mkdir(mode=0o700)
    with ExitStack() as ends:
        database = ends.enter_context(postgres(top / "postgres", *sorted({one.outside for one in networks})))
        os.environ |= {
            "SQUADRA_LOCAL": "1",
            "SLOW_REQUEST_MS": "60000",
            "SECRET_KEY": secrets.token_urlsafe(48),
        }
        files = ends.enter_context(server_of_files())
        prepare(networks, folders, database)
        urlopen(Request(f"{os.environ['S3_ENDPOINT']}/{BUCKET}", method="PUT"), timeout=30).close()
        places = zip(networks, folders, strict=True)
        yield [ends.enter_context(machine(one, folder, database, files)) for one, folder in places]


def machine(network: Network, folder: Path, database: Postgres, files: str) -> AbstractContextManager[Site]:
    """Return the site of a machine, which knows the database and the port of the file server."""
    return site(
        *network.before,
        host=network.host,
        SQUADRA_DATA=str(folder),
        DATABASE_URL=database.url_at(network.outside),
        S3_ENDPOINT=f"http://{network.outside}:{files}",
    )


@contextmanager
def server_of_files() -> Iterator[str]:
    """Yield the port of an S3 server on this machine; programs started later know it."""
    port = a_free_port()
    os.environ |= {
        "S3_BUCKET": BUCKET,
        "S3_ENDPOINT": f"http://127.0.0.1:{port}",
        "S3_KEY_ID": "key",
        "S3_SECRET_KEY": "secret",
    }
    with running(sys.executable, "-m", "moto.server", "-H", "0.0.0.0", "-p", port):
        yield port


@contextmanager
def running(*command: str) -> Iterator[None]:
    """Run a program while the context lasts."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def prepare(networks: list[Network], folders: list[Path], database: Postgres) -> None:
    """Prepare the data from all machines at once, and the static files of each."""
    starts = [
        subprocess.Popen(
            [*network.before, sys.executable, "scripts/prepare.py"],
            cwd=ROOT,
            env=os.environ | {"SQUADRA_DATA": str(folder), "DATABASE_URL": database.url_at(network.outside)},
            stdout=subprocess.DEVNULL,
        )
        for network, folder in zip(networks, folders, strict=True)
    ]
    assert [start.wait() for start in starts] == [0] * len(folders)
    collect_static(SQUADRA_DATA=str(folders[0]))
    for folder in folders[1:]:
        shutil.copytree(folders[0] / "static", folder / "static")


@contextmanager
def proxy(folder: Path, machines: list[Site]) -> Iterator[str]:
    """Yield the address of a proxy for these machines; it logs its answers in the file "answers"."""
    assert NGINX, "nginx is installed"
    port = a_free_port()
    temporary = " ".join(f"{name}_temp_path {folder}/{name};" for name in TEMPORARY)
    servers = " ".join(f"server {machine.address.removeprefix('http://')};" for machine in machines)
    text = NGINX_CONF.format(folder=folder, port=port, temporary=temporary, servers=servers)
    (folder / "nginx.conf").write_text(text)
    with running(NGINX, "-e", "stderr", "-c", str(folder / "nginx.conf")):
        yield f"http://127.0.0.1:{port}"


def a_bundle(machines: list[Site], address: str) -> tuple[OpenerDirector, str]:
    """Have a bundle printed on one machine; return a browser that can fetch it from all, and its address."""
    visitor = a_browser(jar := CookieJar())
    for each in (*(machine.address for machine in machines), address):
        ask(visitor, f"{each}/healthz")
    file = bundle(visitor, machines[0].address)
    return at_any_address(jar), file


def edit_while_one_is_gone(address: str, killed: Site, network: Network) -> Acknowledged:
    """Let users edit through the proxy, unplug and kill a machine, and return the acknowledged edits."""
    ends = Event()
    with ThreadPoolExecutor(EDITORS) as threads:
        editors = [threads.submit(edit, address, number, ends) for number in range(EDITORS)]
        try:
            time.sleep(BEFORE)
            if network.cable:
                network.plug(is_in=False)
                time.sleep(UNPLUGGED)
                network.plug(is_in=True)
                time.sleep(BEFORE)
            killed.kill_all()
            time.sleep(AFTER)
        finally:
            ends.set()
        return [one for editor in editors for one in editor.result()]


def main() -> int:
    """Return 1 if an edit was lost, doubled, or failed although not in flight, or a bundle is on one machine only."""
    clean_up_when_told_to_end()
    with ExitStack() as ends:
        top = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="squadra-machines-")))
        top.chmod(0o711)  # if root starts it, nginx runs as another user
        networks = [ends.enter_context(network(number)) for number in (1, 2)]
        machines = ends.enter_context(two_machines(top, networks))
        address = ends.enter_context(proxy(top, machines))
        browser, file = a_bundle(machines, address)
        sizes = [len(fetch(browser, f"{machine.address}{file}")) for machine in machines]
        edits = edit_while_one_is_gone(address, machines[0], networks[0])
        sizes.append(len(fetch(browser, f"{address}{file}")))
        answers = Counter((top / "answers").read_text().splitlines())
        os.environ["SQUADRA_DATA"] = machines[1].environment["SQUADRA_DATA"]
        wrong, agrees = lost_or_doubled(edits), all_agrees()
    failed = sum(count for answer, count in answers.items() if answer.split()[1] >= "500")
    told = "by networks of their own" if networks[0].cable else "by ports"
    in_flight = EDITORS * (2 if networks[0].cable else 1)
    print(f"Bundle, fetched from one machine, the other, and by the proxy when one is gone: {sizes} bytes.")
    print(f"{len(edits)} edits acknowledged, {len(wrong)} of them lost or doubled.", *wrong, sep="\n")
    print(f"{failed} answers failed, of {in_flight} at most in flight ({told}): {dict(answers)}.")
    return int(bool(wrong) or not edits or not agrees or failed > in_flight or len(set(sizes)) != 1)


if __name__ == "__main__":
    sys.exit(main())
