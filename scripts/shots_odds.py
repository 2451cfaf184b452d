"""Pictures of the odds, in all languages and colour schemes: questions, a profile, a comparison, a weapon of a row."""

from playwright.sync_api import Browser, Page

from scripts.shots_page import DESK, PHONE, a_page, both, save

ODDS = "/odds/rth-it/?s=experienced&w=lmg&cm=60&t=veteran&cover=1"
ODDS_BESIDE = {
    "hits": "/odds/bn/save/?t=unprotected&w=rpg&h=1&oc=elite&ocn=3",
    "covering": "/odds/bn/covering-fire/?s=trained&w=assault-rifle&n=2&w2=lmg&cm=45&t=fanatic",
    "spotting": "/odds/bi/spotting/?s=veteran&cm=60&n=3&light-cover=1",
    "suppression": "/odds/rth-it/suppression/?s=experienced&l=1",
    "morale": "/odds/rth-it/morale/?s=experienced&men=9&lost=3&ll=1",
    "melee": "/odds/bn/melee/?s=elite&n=1&s2=recruit&n2=2&t=militia&f=1",
    "storming": "/odds/rth-it/storming/?s=elite&n=3&s2=experienced&n2=3&t=recruit&f=4&t-leader=1",
    "initiative": "/odds/bn/initiative/?s=veteran&sl=2&sa=1&t=mercenary&tl=1",
    "bombardment": "/odds/bn/bombardment/?by=support-fire&t=militia&f=3&rules-of-engagement=1",
    "roll": "/odds/rth-it/roll/",
}
SAMPLE = {"it": "Bersaglieri", "en": "Rangers"}
BESIDE = {"it": "Incursori", "en": "Mullah"}  # of the same game


def take_odds(browser: Browser, address: str) -> None:
    """Take the pictures in both languages, by day and by night."""
    for language in ("it", "en"):
        for night in (False, True):
            page, kind = a_page(browser, address, language, night=night)
            odds(page, address, kind)
            page.goto(f"{address}/samples/")
            page.locator(".example-main a", has_text=SAMPLE[language]).first.click()
            page.wait_for_selector(".squad")
            profiles(page, kind, BESIDE[language])
            page.locator(".page-head form button").click()
            row_odds(page, kind)
            page.context.close()


def odds(page: Page, address: str, kind: str) -> None:
    """Take the odds of a shot and other questions, and the firers of an example."""
    page.goto(address + ODDS)
    both(page, f"odds-{kind}")
    page.locator(".odds-side a.btn").last.click()
    page.locator(".entry-name a").first.click()
    page.wait_for_selector(".entry .btns")
    both(page, f"odds-list-{kind}")
    for name, path in ODDS_BESIDE.items():
        page.goto(address + path)
        both(page, f"odds-{name}-{kind}")


def profiles(page: Page, kind: str, beside: str) -> None:
    """Take the profile of an example, also beside another."""
    sample = page.url
    page.goto(f"{sample}profile/")
    both(page, f"profile-{kind}", whole=True)
    page.locator(".page-head .btn").first.click()
    page.goto(f"{page.url}&of=samples")
    page.locator(".entry-sample a", has_text=beside).click()
    page.wait_for_selector(".scores")
    both(page, f"compare-{kind}", whole=True)
    page.goto(sample)


def row_odds(page: Page, kind: str) -> None:
    """Take the odds of a weapon in a closed row."""
    page.wait_for_selector(".squad")
    page.locator(".gear a").first.click()
    odds = page.locator(".odds-here", has=page.locator(".odds-grid"))
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        odds.evaluate("it => it.scrollIntoView({block: 'center'})")
        save(page.screenshot(), f"row-odds-{kind}-{size['width']}")
