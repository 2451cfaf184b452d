"""Take pictures of the program in var/shots: the pages at 390 and 1280 px, by day and by night, and a printed roster.

`make shots` starts a site on an empty database and drives Chromium through it. An argument limits the pictures:
`kept` (My lists, a shared list, a club), `odds`, `advice` (the suggestions for a list), `forces`, `evening` (a games
night), `game` (a game for two).
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from typing import cast
from urllib.error import URLError
from urllib.request import urlopen

import pypdfium2
from playwright.sync_api import Browser, Page, sync_playwright

from scripts.chromium import EXECUTABLE, SWITCHES
from scripts.shots_evening import take_evening
from scripts.shots_forces import take_forces
from scripts.shots_game import take_game
from scripts.shots_odds import SAMPLE, take_odds
from scripts.shots_page import DESK, PHONE, ROOT, SHOTS, a_page, both, renew_shown, save


def main(only: str = "") -> None:
    """Take all pictures, or `only` "odds", "kept", "advice", "forces", "evening" or "game"."""
    (SHOTS / "print").mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="squadra-shots-") as data,
        site(data) as address,
        chromium() as browser,
    ):
        if only in ("", "odds"):
            take_odds(browser, address)
        if not only:
            for language, night in (("it", False), ("en", True)):
                take(browser, address, language, night=night)
        kept = fill(data)
        if only in ("", "kept"):
            for language, night in (("it", False), ("en", True)):
                take_kept(browser, address, kept, language, night=night)
        if only in ("", "advice"):
            for language, night in product(("it", "en"), (False, True)):
                take_advice(browser, address, kept, language, night=night)
        if only in ("", "forces"):
            take_forces(browser, address, kept)
        if only in ("", "evening"):
            take_evening(browser, address, kept)
        if only in ("", "game"):
            take_game(browser, address, kept)
    renew_shown()


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=EXECUTABLE, args=SWITCHES)
        yield browser
        browser.close()


@contextmanager
def site(data: str) -> Iterator[str]:
    """Serve the site on an empty database in the folder `data`, and yield its address."""
    environment = environment_of(data)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    subprocess.run([sys.executable, ROOT / "scripts" / "prepare.py"], env=environment, check=True)
    serve = f"{ROOT}/manage.py runserver --noreload --insecure 127.0.0.1:{port}"
    server = subprocess.Popen(
        [sys.executable, *serve.split()],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(address)
        yield address
    finally:
        server.terminate()
        server.wait()


def environment_of(data: str) -> dict[str, str]:
    return {**os.environ, "SQUADRA_LOCAL": "1", "SQUADRA_DATA": data, "DEBUG": "1"}


def fill(data: str) -> dict[str, str]:
    """Give the site an account with lists and a club, and return their addresses."""
    script = [sys.executable, "-m", "scripts.shots_data"]
    done = subprocess.run(script, env=environment_of(data), cwd=ROOT, check=True, stdout=subprocess.PIPE)
    return cast(dict[str, str], json.loads(done.stdout))


def wait_for(address: str) -> None:
    """Wait until the site answers, at most 30 s."""
    for _ in range(300):
        try:
            urlopen(address)
            return
        except URLError:
            time.sleep(0.1)
    raise SystemExit("The site does not answer.")


def take(browser: Browser, address: str, language: str, *, night: bool) -> None:
    """Take the pictures of one language, by day or by night."""
    page, kind = a_page(browser, address, language, night=night)
    page.goto(address)
    both(page, f"home-{kind}")
    page.get_by_role("button", name={"it": "Libera", "en": "Open"}[language]).nth(2).click()
    both(page, f"begin-{kind}")

    page.goto(f"{address}/samples/")
    page.locator(".example-main a", has_text=SAMPLE[language]).first.click()
    both(page, f"sample-{kind}")
    page.locator(".page-head form button").click()
    builder(page, kind)
    on_paper(page, kind)
    print_page(page, kind)
    page.context.close()


def take_kept(browser: Browser, address: str, kept: dict[str, str], language: str, *, night: bool) -> None:
    """Take the pictures of My lists, of sharing and of a club."""
    page, kind = a_page(browser, address, language, night=night)
    page.goto(f"{address}/s/{kept['token']}/")
    both(page, f"shared-{kind}")
    page.context.add_cookies([{"name": "sessionid", "value": kept["session"], "url": address}])
    for name, path in (("club", f"/clubs/{kept['club']}/"), ("lists", "/lists/")):
        page.goto(address + path)
        both(page, f"{name}-{kind}")
    page.context.close()


def take_advice(browser: Browser, address: str, kept: dict[str, str], language: str, *, night: bool) -> None:
    """Take the pictures of fixes, of getting under the limit, of what fits and of completions."""
    page, kind = a_page(browser, address, language, night=night)
    page.context.add_cookies([{"name": "sessionid", "value": kept["member"], "url": address}])
    for name, path in (
        ("mends", f"/lists/{kept['over']}/advice/"),
        ("fits", f"/lists/{kept['left']}/advice/"),
        ("complete", f"/lists/{kept['left']}/complete/"),
    ):
        page.goto(address + path)
        both(page, f"{name}-{kind}", whole=True)
    page.context.close()


def builder(page: Page, kind: str) -> None:
    """Take the builder: as it opens, over its limit with an open row, and the two sheets of a phone."""
    page.wait_for_selector(".squad")
    both(page, f"builder-{kind}")
    for preset in range(4):
        with page.expect_response("**/figures/"):
            page.locator(".zone-palette .preset").nth(preset * 2).click()
    page.wait_for_selector(".htmx-request", state="detached")
    page.locator(".fig-name a").nth(1).click()
    page.wait_for_selector(".is-editing")
    both(page, f"edit-{kind}")
    page.set_viewport_size(PHONE)
    for zone in ("palette", "report"):
        page.locator(f".dock [href='#{zone}']").click()
        save(page.screenshot(), f"{zone}-{kind}-390")
    page.set_viewport_size(DESK)


def on_paper(page: Page, kind: str) -> None:
    """Take the first page of the printed roster, and of the odds."""
    address = page.url.split("?")[0].split("#")[0]
    for form, name in (("roster", "roster"), ("odds", "odds-paper")):
        content = page.request.get(f"{address}print/{form}.pdf").body()
        picture = pypdfium2.PdfDocument(content)[0].render(scale=1.5).to_pil()
        picture.save(SHOTS / f"{name}-{kind}.png", optimize=True)


def print_page(page: Page, kind: str) -> None:
    page.goto(page.url.split("?")[0].split("#")[0] + "print/")
    page.locator(".preview img").first.evaluate("image => image.decode()")
    both(page, f"print-{kind}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
