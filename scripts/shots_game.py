"""Pictures of a game on two phones: created, joined, offline for a while, a dead phone replaced, signed.

Sam's phone is in Italian by day, Davide's in English by night. It is one game; each picture is a moment of it. It is
also taken in landscape and on the narrowest phone, and axe checks Davide's.
"""

from typing import Literal

import pypdfium2
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scripts.shots_evening import examine, follow
from scripts.shots_page import PHONE, SHOTS, save

ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
NARROW: ViewportSize = {"width": 320, "height": 640}
END_OF_TURN = ".play-hand .due.is-none:not(.away) button"
MOMENT = 800  # ms until a zone has slid in


def take_game(browser: Browser, address: str, kept: dict[str, str]) -> None:
    sam = a_phone(browser, address, kept["session sam"], "it")
    davide = a_phone(browser, address, kept["session davide"], "en")
    sam.goto(f"{address}/lists/")
    follow(sam, sam.locator("main .entry-name a", has_text=", sam").first)
    sam.goto(f"{sam.url.split('?')[0]}game/")
    follow(sam, sam.locator("[value=two]"))
    zone(sam, "invite")
    picture(sam, "game-invite")
    join(davide, address, sam.locator(".join-code").first.inner_text())
    follow(davide, davide.locator(".choose-list button"))
    picture(davide, "game-set-up")
    zone(sam, "own")
    sam.locator(".play-setup .btn.primary").click()
    first_turns(sam, davide)
    davide = replaced(browser, address, davide, kept, sam)
    the_end(sam, davide)


def a_phone(browser: Browser, address: str, session: str, language: str) -> Page:
    scheme: Literal["dark", "light"] = "dark" if language == "en" else "light"
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", color_scheme=scheme)
    cookies = {"django_language": language, "sessionid": session}
    context.add_cookies([{"name": key, "value": value, "url": address} for key, value in cookies.items()])
    return context.new_page()


def join(page: Page, address: str, code: str) -> None:
    page.goto(f"{address}/games/join/")
    page.fill("[name=code]", code)
    follow(page, page.locator("main form button").first)


def zone(page: Page, name: str) -> None:
    page.evaluate("name => { location.hash = name }", name)
    page.wait_for_timeout(MOMENT)


def picture(page: Page, name: str, size: ViewportSize = PHONE) -> None:
    scheme = "night" if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "day"
    page.set_viewport_size(size)
    page.wait_for_timeout(MOMENT)
    save(page.screenshot(), f"{name}-{page.evaluate('document.documentElement.lang')}-{scheme}-{size['width']}")
    page.set_viewport_size(PHONE)


def tap(page: Page, selector: str, place: int = 0) -> None:
    """Tap a box or button, and wait until the site has it."""
    page.locator(selector).nth(place).click()
    expect(page.locator("#table .is-waiting")).to_have_count(0)
    expect(page.locator("[data-net].is-on")).to_be_visible()


def first_turns(sam: Page, davide: Page) -> None:
    """Play two turns: the initiative, losses, morale, and a lost connection."""
    tap(sam, ".play-hand .due button")
    tap(sam, "#own .s-suppressed", 1)
    tap(sam, "#own .s-lost", 2)
    picture(sam, "game-turn")
    picture(sam, "game-turn", ON_ITS_SIDE)
    picture(sam, "game-turn", NARROW)
    tap(davide, "#own .s-lost", 1)
    tap(davide, "#own .s-lost", 2)
    picture(davide, "game-turn")
    picture(davide, "game-turn", ON_ITS_SIDE)
    zone(davide, "enemy")
    picture(davide, "game-enemy")
    sam.context.set_offline(True)
    sam.locator("#own .s-lost").nth(3).click()
    sam.locator("#own .s-suppressed").nth(4).click()
    expect(sam.locator("[data-net] span")).to_have_text("2 in attesa")
    picture(sam, "game-offline")
    sam.context.set_offline(False)
    sam.reload()
    expect(sam.locator("[data-net].is-on")).to_be_visible(timeout=20_000)
    tap(sam, "button.undo")
    for page in (sam, davide):
        zone(page, "own")


def replaced(browser: Browser, address: str, dead: Page, kept: dict[str, str], other: Page) -> Page:
    """Let a phone die, and another continue by the link of its side."""
    link = dead.url.split("#")[0]
    dead.context.close()
    page = a_phone(browser, address, kept["session davide"], "en")
    page.goto(link)
    for _turn in range(2):
        while not other.locator(END_OF_TURN).count():
            tap(other, ".play-hand .due:not(.away) button")
        tap(other, END_OF_TURN)
    page.goto(link)
    tap(page, "#own .s-suppressed", 3)
    picture(page, "game-replaced")
    return page


def the_end(sam: Page, davide: Page) -> None:
    """Count the points, end the game, sign on both phones, print the report."""
    zone(sam, "points")
    tap(sam, ".add-points .add-row button:enabled")
    picture(sam, "game-points")
    zone(sam, "log")
    picture(sam, "game-log")
    zone(sam, "end")
    tap(sam, "#end form button")
    davide.goto(f"{davide.url.split('#')[0]}#end")
    for page in (sam, davide):
        zone(page, "end")
        tap(page, "#end form:last-of-type button", -1)
    picture(sam, "game-end")
    picture(davide, "game-end")
    examine(davide, "game-end")
    davide.set_viewport_size(PHONE)
    report(sam)


def report(page: Page) -> None:
    link = page.url.split("#")[0]
    content = page.request.get(f"{link}report.pdf?language=it").body()
    paper = pypdfium2.PdfDocument(content)[0].render(scale=1.15).to_pil().quantize(16)
    paper.save(SHOTS / "print" / "game-report-it.png", optimize=True)
    page.goto(f"{link}report/")
    picture(page, "game-report")
