"""Pictures of forces: the list of them, a club's own, a list that follows one, and an update."""

from pathlib import Path

from playwright.sync_api import Browser, Page

from scripts.shots_page import ROOT, a_page, both

SHIPPED = ROOT / "fixtures" / "forces" / "bn-market.yaml"
NAMES = {"it": "Milizia di quartiere", "en": "Quarter militia"}
CHANGES = (("size: [5, 15]", "size: [8, 15]"), ("  - {extra: ied, most: 2}\n", ""))


def take_forces(browser: Browser, address: str, kept: dict[str, str]) -> None:
    """Let a club write a force, start a list with it and change it; take each page in two languages and schemes."""
    page, _ = _enter(browser, address, kept, "it", night=False)
    written = _of_the_club(SHIPPED)
    page.goto(f"{address}/clubs/{kept['club']}/forces/new/")
    _write(page, written)
    force = page.url
    page.goto(f"{address}/forces/")
    _unfold(page, NAMES["it"])
    page.locator("details[open] form button").first.click()
    page.wait_for_selector(".squad")
    army_list = page.url
    for old, new in CHANGES:
        assert old in written
        written = written.replace(old, new)
    page.goto(force)
    _follow(page, "form[action$='edit/'] button")
    page.goto(f"{page.url.split('?')[0].split('#')[0]}text/")
    _write(page, written)
    page.context.close()
    for language, night in (("it", False), ("en", True)):
        page, kind = _enter(browser, address, kept, language, night=night)
        page.goto(f"{address}/forces/")
        _unfold(page, NAMES[language])
        both(page, f"forces-{kind}", whole=True)
        page.goto(force)
        both(page, f"forces-own-{kind}", whole=True)
        page.goto(army_list)
        both(page, f"forces-list-{kind}")
        page.goto(f"{army_list}force/")
        both(page, f"forces-change-{kind}", whole=True)
        page.context.close()


def _enter(browser: Browser, address: str, kept: dict[str, str], language: str, *, night: bool) -> tuple[Page, str]:
    page, kind = a_page(browser, address, language, night=night)
    page.context.add_cookies([{"name": "sessionid", "value": kept["session"], "url": address}])
    return page, kind


def _of_the_club(shipped: Path) -> str:
    text = shipped.read_text(encoding="utf-8").replace("id: bn-market", "id: quarter")
    return text.replace("Milizia del mercato", NAMES["it"]).replace("Market militia", NAMES["en"])


def _write(page: Page, text: str) -> None:
    """Write a draft as text, and save it as a version."""
    for fold in page.locator("details:has(textarea[name=text]) > summary").all():
        fold.click()
    page.locator("textarea[name=text]").fill(text)
    _follow(page, "form:has(textarea[name=text]) button")
    _follow(page, "form[action$='keep/'] button")


def _follow(page: Page, button: str) -> None:
    with page.expect_navigation():
        page.locator(button).first.click()


def _unfold(page: Page, name: str) -> None:
    page.locator("details.fold", has_text=name).first.locator("summary").click()
