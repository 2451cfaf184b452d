"""`make crowd`: more simultaneous visitors than PostgreSQL has connections. No answer may be 500, during or after.

Runs on the database of DATABASE_URL, which scripts/with_postgres.py creates with 40 connections.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from threading import Barrier
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psycopg

from bench import ROOT
from bench.editing import TOKEN
from bench.server import served

VISITORS, LOOKS, SITE = 110, 9, ("--workers", "2", "--threads", "64")
BREAK_OFF = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = user"
)


def main() -> int:
    """Prepare and serve the site, send the crowd twice, and return 1 if an answer was 500."""
    with tempfile.TemporaryDirectory(prefix="squadra-crowd-") as folder:
        os.environ |= {"SQUADRA_DATA": folder, "SQUADRA_LOCAL": "1", "SQUADRA_WORKER": "0"}
        os.environ["SLOW_REQUEST_MS"] = "60000"  # a crowd is slow
        subprocess.run(
            [sys.executable, "scripts/prepare.py"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
        )
        with served(*SITE) as address:
            crowd = tell("the crowd", let_in(address))
            with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
                connection.execute(BREAK_OFF)
            again = tell("the crowd again, every connection broken off", let_in(address))
            alone = tell("one visitor afterwards", visit(address))
    return int(any(code == 500 for code in crowd + again + alone) or set(alone) != {200})


def let_in(address: str) -> Counter[int]:
    """Send all visitors at once, and return the number of answers for each status."""
    start = Barrier(VISITORS)

    def come(number: int) -> Counter[int]:
        start.wait()
        return visit(address)

    with ThreadPoolExecutor(VISITORS) as threads:
        return sum(threads.map(come, range(VISITORS)), Counter())


def visit(address: str) -> Counter[int]:
    """Start a list without an account, and look at several pages."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    code, page = ask(browser, f"{address}/")
    found, codes = TOKEN.search(page), Counter([code])
    if found:
        fields = {"csrfmiddlewaretoken": found[1], "ruleset": "bn", "role": "attacker"}
        codes[ask(browser, f"{address}/lists/new/", fields)[0]] += 1
    codes.update(
        ask(browser, f"{address}{path}")[0] for path in ("/lists/", "/public/", "/rules/bn/") * (LOOKS // 3)
    )
    return codes


def ask(browser: OpenerDirector, address: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
    try:
        with browser.open(address, urlencode(fields).encode() if fields else None) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, ""


def tell(who: str, codes: Counter[int]) -> Counter[int]:
    """Print the number of answers for each status."""
    print(f"{who}:", ", ".join(f"{number} × {code}" for code, number in sorted(codes.items())), flush=True)
    return codes


if __name__ == "__main__":
    sys.exit(main())
