"""Pictures of the program for docs/shots: the pages at 390 and 1280 px, by day and by night, and a printed roster.

`make shots` starts a site of its own on an empty database and drives Chromium through it. With the word `kept` only the
pages of what is kept are taken: My lists, a shared list, a club; with `advice` only the proposals for a list.
"""

import io
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
from pathlib import Path
from typing import Literal, cast
from urllib.error import URLError
from urllib.request import urlopen

import pypdfium2
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from scripts.chromium import EXECUTABLE, SWITCHES

ROOT = Path(__file__).resolve().parent.parent
SHOTS = ROOT / "docs" / "shots"
DESK: ViewportSize = {"width": 1280, "height": 900}
COLOURS = 64  # of a picture: the pages have few, and its file is a third of the size then
PHONE: ViewportSize = {"width": 390, "height": 844}
ODDS = "/odds/rth-it/?s=experienced&w=lmg&cm=60&t=veteran&cover=1"
ODDS_BESIDE = {
    "hits": "/odds/bn/save/?t=unprotected&w=rpg&h=1&oc=elite&ocn=3",
    "bombardment": "/odds/bn/bombardment/?by=support-fire&t=militia&f=3&rules-of-engagement=1",
    "morale": "/odds/rth-it/morale/?s=experienced&men=9&lost=3&ll=1",
    "storming": "/odds/rth-it/storming/?s=elite&n=3&s2=experienced&n2=3&t=recruit&f=4&t-leader=1",
}
SAMPLE = {"it": "Bersaglieri", "en": "Rangers"}
BESIDE = {"it": "Incursori", "en": "Mullah"}  # of the same game


def main(only: str) -> None:
    """Take all pictures anew, or those of what somebody keeps and shares ("kept"), or is advised on ("advice")."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="squadra-shots-") as data,
        site(data) as address,
        chromium() as browser,
    ):
        for language, night in (("it", False), ("en", True)):
            if not only:
                take(browser, address, language, night=night)
        kept = fill(data)
        for language, night in (("it", False), ("en", True)):
            if only != "advice":
                take_kept(browser, address, kept, language, night=night)
        for language, night in product(("it", "en"), (False, True)):
            take_advice(browser, address, kept, language, night=night)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield Debian's Chromium."""
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
    """The environment of a site whose data is in a folder."""
    return {**os.environ, "SQUADRA_LOCAL": "1", "SQUADRA_DATA": data, "DEBUG": "1"}


def fill(data: str) -> dict[str, str]:
    """Give the site an account with lists and a club, and return the way to them."""
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

    odds(page, address, kind)

    page.goto(f"{address}/samples/")
    page.locator(".example-main a", has_text=SAMPLE[language]).first.click()
    both(page, f"sample-{kind}")
    profiles(page, kind, BESIDE[language])
    page.locator(".page-head form button").click()
    builder(page, kind)
    on_paper(page, kind)
    print_page(page, kind)
    page.context.close()


def a_page(browser: Browser, address: str, language: str, *, night: bool) -> tuple[Page, str]:
    """Return a page that speaks a language, by day or by night, and what its pictures are called."""
    scheme: Literal["dark", "light"] = "dark" if night else "light"
    context = browser.new_context(viewport=DESK, color_scheme=scheme, reduced_motion="reduce")
    context.add_cookies([{"name": "django_language", "value": language, "url": address}])
    return context.new_page(), f"{language}-night" if night else f"{language}-day"


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
    """Take the pictures of what mends a list, the ways back, what fits and what completes it."""
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


def odds(page: Page, address: str, kind: str) -> None:
    """The odds of a shot and of other questions, and who fires, taken from a sample."""
    page.goto(address + ODDS)
    both(page, f"odds-{kind}")
    page.locator(".odds-side a.btn").click()
    page.locator(".entry-name a").first.click()
    page.wait_for_selector(".entry .btns")
    both(page, f"odds-list-{kind}")
    for name, path in ODDS_BESIDE.items():
        page.goto(address + path)
        both(page, f"odds-{name}-{kind}")


def profiles(page: Page, kind: str, beside: str) -> None:
    """What a sample is worth, and beside another; it is shown again afterwards."""
    sample = page.url
    page.goto(f"{sample}profile/")
    both(page, f"profile-{kind}", whole=True)
    page.locator(".page-head .btn").first.click()
    page.goto(f"{page.url}&of=samples")
    page.locator(".entry-sample a", has_text=beside).click()
    page.wait_for_selector(".verdicts")
    both(page, f"compare-{kind}", whole=True)
    page.goto(sample)


def builder(page: Page, kind: str) -> None:
    """The builder: as it opens, over its limit with a row being edited, and the two sheets of a phone."""
    page.wait_for_selector(".squad")
    both(page, f"builder-{kind}")
    for preset in range(4):
        with page.expect_response("**/figures/"):
            page.locator(".zone-palette .preset").nth(preset * 2).click()
    page.wait_for_selector(".htmx-request", state="detached")
    page.locator(".fig-name a").nth(1).click()
    page.wait_for_selector(".is-editing")
    both(page, f"edit-{kind}")
    row_odds(page, kind)
    page.set_viewport_size(PHONE)
    for zone in ("palette", "report"):
        page.locator(f".dock-tabs [href='#{zone}']").click()
        page.screenshot(path=SHOTS / f"{zone}-{kind}-390.png")
    page.set_viewport_size(DESK)


def row_odds(page: Page, kind: str) -> None:
    """The odds of a weapon of the open row, unfolded beneath it."""
    page.locator(".fire dt a").first.click()
    odds = page.locator(".odds-here", has=page.locator(".odds-grid"))
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        odds.evaluate("it => it.scrollIntoView({block: 'center'})")
        page.screenshot(path=SHOTS / f"row-odds-{kind}-{size['width']}.png")


def on_paper(page: Page, kind: str) -> None:
    """The first page of the printed roster, and that of the odds."""
    address = page.url.split("?")[0].split("#")[0]
    for form, name in (("roster", "roster"), ("odds", "odds-paper")):
        content = page.request.get(f"{address}print/{form}.pdf").body()
        picture = pypdfium2.PdfDocument(content)[0].render(scale=1.5).to_pil()
        picture.save(SHOTS / f"{name}-{kind}.png", optimize=True)


def print_page(page: Page, kind: str) -> None:
    """The page to choose a print-out on, with its preview."""
    page.goto(page.url.split("?")[0].split("#")[0] + "print/")
    page.locator(".preview img").first.evaluate("image => image.decode()")
    both(page, f"print-{kind}")


def both(page: Page, name: str, *, whole: bool = False) -> None:
    """A page at both widths, `whole` or what is seen of it at first."""
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_load_state("networkidle")  # the icons are there
        content = page.screenshot(full_page=whole)
        picture = Image.open(io.BytesIO(content)).convert("RGB")
        few = picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(SHOTS / f"{name}-{size['width']}.png", optimize=True)
    page.set_viewport_size(DESK)


if __name__ == "__main__":
    main("".join(sys.argv[1:2]))
