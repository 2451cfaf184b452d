"""Pictures of a games night for eight players, from the announcement to the standings.

Eight browsers are in use: the owner at the desk, five members (paolo without JavaScript) and two guests on phones.
Each screen is taken twice: for the acting player on a phone, in Italian by day, and at a desk, in English by night.
axe checks the second.
"""

from datetime import date, timedelta
from typing import NamedTuple

import pypdfium2
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page

from scripts.shots_page import DESK, PHONE, SHOTS, a_page, save

PLAYERS = ("davide", "ilaria.conti", "sam", "Generale_Cadorna", "paolo")
GUESTS = ("Anna", "Bruno")
WITHOUT_SCRIPT = "paolo"
WALK_IN = "Carla"
ROLES = ("attacker", "defender")
POINTS = "320"
RESULT = "form[action$='/result/']:has([name=first_lost]:not([type=hidden]))"
REMARK = "Manca il nome del comandante: aggiungilo, così al tavolo si capisce chi è."
OWN_PRICES = ("12", "18", "25")


class Night(NamedTuple):
    """The common data: the browser, the site, the data of `scripts.shots_data`, the owner's page."""

    browser: Browser
    address: str
    kept: dict[str, str]
    owner: Page


def take_evening(browser: Browser, address: str, kept: dict[str, str]) -> None:
    """Play a games night, and take its pictures on the way."""
    night = Night(browser, address, kept, enter(browser, address, kept["session"]))
    house(night)
    evening = announce(night)
    players = {name: enter(browser, address, kept[f"session {name}"], name) for name in PLAYERS}
    guests = invite(night, evening)
    for page in players.values():
        page.goto(evening)
        press(page, "/answer/", "[value=coming]")
    seen(night, players["sam"], "evening-announced")
    for page in players.values():
        page.locator(".forces [name=list]:enabled").first.check()
        press(page, "/hand-in/")
    for page in guests:
        come_as_guest(night, page)
    at_the_desk(night, evening, players["ilaria.conti"])
    code = players["sam"].locator(".code").first.inner_text()
    night.owner.goto(f"{evening}desk/")
    press(night.owner, "/close/")
    night.owner.goto(evening)
    seen(night, night.owner, "evening-lists")
    night.owner.goto(f"{evening}check/?code={code}")
    seen(night, night.owner, "evening-check")
    first_round(night, evening, players, guests)
    second_round(night, evening)
    afterwards(night, evening, players["sam"])


def enter(browser: Browser, address: str, session: str = "", name: str = "") -> Page:
    """Open a page in a new browser, on a phone; `session`: the user."""
    context = browser.new_context(
        viewport=PHONE, reduced_motion="reduce", java_script_enabled=name != WITHOUT_SCRIPT, locale="it-IT"
    )
    cookies = {"django_language": "it"} | ({"sessionid": session} if session else {})
    context.add_cookies([{"name": key, "value": value, "url": address} for key, value in cookies.items()])
    return context.new_page()


def seen(night: Night, page: Page, name: str, *, whole: bool = True) -> None:
    """Take the pictures of an open page, `whole` or its first screen; axe checks it."""
    photograph(page, f"{name}-it-day-{PHONE['width']}", whole=whole)
    twin, kind = a_page(night.browser, night.address, "en", night=True)
    cookies = [one for one in page.context.cookies() if one["name"] != "django_language"]
    for cookie in cookies:
        twin.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": night.address}])
    twin.goto(page.url)
    photograph(twin, f"{name}-{kind}-{DESK['width']}", whole=whole)
    examine(twin, name)
    twin.context.close()


def photograph(page: Page, name: str, *, whole: bool = True) -> None:
    """Save a picture of a page from its top, whole or its first screen."""
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    save(page.screenshot(full_page=whole), name)


def examine(page: Page, name: str) -> None:
    """Report axe's serious and critical findings on a page, and parts wider than a phone."""
    unfold(page)
    found = Axe().run(page, options={"resultTypes": ["violations"], "preload": False}).response["violations"]
    for item in found:
        if item["impact"] in ("serious", "critical"):
            print(f"{name}: {item['id']}: {[node['html'] for node in item['nodes']]}")
    page.set_viewport_size(PHONE)
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > PHONE["width"]:
        print(f"{name}: {width} px wide on a phone")


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details.fold').forEach((it) => (it.open = true))")


def press(page: Page, act: str, button: str = "button") -> None:
    follow(page, page.locator(f"main form[action$='{act}'] {button}").first)


def follow(page: Page, what: Locator) -> None:
    """Click on a link to another page, and wait for it."""
    with page.expect_navigation():
        what.click()


def house(night: Night) -> None:
    page = night.owner
    club = f"{night.address}/clubs/{night.kept['club']}/"
    page.goto(f"{club}prices/bn/")
    for box, price in zip(page.locator(".price-rows input").all(), OWN_PRICES, strict=False):
        box.fill(price)
    page.fill("#note", "Dopo la prova di ottobre")
    follow(page, page.locator("#save button"))
    seen(night, page, "club-prices", whole=False)


def announce(night: Night) -> str:
    """Announce a games night of Breaking News for pairs of lists; return its address."""
    page = night.owner
    page.goto(f"{night.address}/clubs/{night.kept['club']}/evenings/new/")
    unfold(page)
    fields = {"day": f"{date.today() + timedelta(days=7)}", "name": "Notte a Nassiriya", "tables": "4"}
    fields |= {"place": "via Marconi 12", "attacker": POINTS, "defender": POINTS, "minutes": "75"}
    for name, value in fields.items():
        page.fill(f"main [name={name}]", value)
    page.check("[name=game][value=bn]")
    page.check("[name=brings][value=pair]")
    page.select_option("[name=reveal]", "lock")
    page.select_option("[name=rounds]", "2")
    photograph(page, f"evening-new-it-day-{PHONE['width']}")
    follow(page, page.locator("[name=announce]"))
    return page.url


def invite(night: Night, evening: str) -> list[Page]:
    page = night.owner
    pages = []
    for name in GUESTS:
        page.goto(evening)
        page.fill("form[action$='/guests/'] [name=name]", name)
        press(page, "/guests/")
    for place in range(len(GUESTS)):
        link = page.locator("[id^=guest-]").nth(place).input_value()
        guest = enter(night.browser, night.address)
        guest.goto(night.address + link[link.index("/evenings/") :])
        pages.append(guest)
    return pages


def come_as_guest(night: Night, page: Page) -> None:
    """Say “I'm coming”, and submit both lists as text."""
    press(page, page.url.removeprefix(night.address), "[value=coming]")
    link = page.url
    for role in ROLES:
        page.goto(f"{link}list/")
        paste(page, night.kept[role], role)
        if role == "attacker":
            photograph(page, f"evening-guest-list-it-day-{PHONE['width']}")
        follow(page, page.locator("[name=make]"))
    page.goto(link)
    seen(night, page, "evening-guest")


def paste(page: Page, text: str, role: str) -> None:
    page.locator("select#role").select_option(role)
    page.locator("#text").fill(text)
    follow(page, page.locator("form[enctype] button.btn"))


def at_the_desk(night: Night, evening: str, member: Page) -> None:
    """Send a list back, see it submitted again and accept it; add a walk-in, and check players in."""
    page = night.owner
    desk = f"{evening}desk/"
    page.goto(desk)
    unfold(page)
    back = page.locator(".hand-in", has_text="ilaria.conti").locator("form[action*='/send-back/']").first
    back.locator("textarea").fill(REMARK)
    follow(page, back.locator("button"))
    member.goto(evening)
    seen(night, member, "evening-sent-back")
    press(member, "/leave-as-it-is/")
    page.goto(desk)
    unfold(page)
    page.fill("form[action$='/desk/add/'] [name=name]", WALK_IN)
    follow(page, page.locator("form[action$='/desk/add/']", has=page.locator("[name=name]")).locator("button"))
    bring_for(night, page, desk)
    here = page.locator("button[formaction$='/check-in/']:not([name=back])")
    while here.count():
        follow(page, here.first)
    seen(night, page, "evening-desk")


def bring_for(night: Night, page: Page, desk: str) -> None:
    """Submit a list for a walk-in."""
    for role in ROLES:
        page.goto(desk)
        unfold(page)
        follow(page, page.locator(".hand-in", has_text=WALK_IN).locator("a[href$='/list/']"))
        paste(page, night.kept[role], role)
        follow(page, page.locator("[name=make]"))


def first_round(night: Night, evening: str, players: dict[str, Page], guests: list[Page]) -> None:
    """Pair, swap two players after a preview, publish; roll for the attack, play, and disagree."""
    page = night.owner
    page.goto(f"{evening}desk/")
    press(page, "/draw/")
    unfold(page)
    page.locator("select#other").select_option(index=2)
    follow(page, page.locator("form[method=get] button", has_text="Che cosa"))
    seen(night, page, "evening-draft")
    press(page, "/swap/")
    press(page, "/publish/")
    drawn = f"{evening}rounds/1/"
    sam = players["sam"]
    sam.goto(drawn)
    press(sam, "/roll/")
    seen(night, sam, "evening-table")
    at_the_table(night, sam)
    for number, guest in enumerate(guests):
        guest.reload()
        say(guest, guest.locator(".section.first form[action$='/result/']"), 40, 25 + number)
    seen(night, guests[0], "evening-guest-table")
    answer(list(players.values()), drawn)
    page.goto(drawn)
    seen(night, page, "evening-disputed")
    decide(page)


def at_the_table(night: Night, page: Page) -> None:
    """Start the game of a table and its first turn, and lose a figure."""
    table = page.url
    follow(page, page.locator("main form[action$='/game/'] button").first)
    seen(night, page, "play-set-up")
    page.locator(".play-setup .btn.primary").click()
    page.locator(".play-hand form button").first.click()
    page.locator("button.s-lost").nth(1).click()
    page.locator(".is-lost").first.wait_for()
    seen(night, page, "play-turn")
    page.goto(table)


def answer(pages: list[Page], drawn: str) -> None:
    """Enter the result of each table: the first player who is asked disagrees, the next ones agree."""
    disputed = False
    for page in pages:
        page.goto(drawn)
        asked = page.locator(".section.first .propose button").first
        if asked.count() and disputed:
            follow(page, asked)
            continue
        if asked.count():
            page.locator(".section.first details.fold summary").last.click()
            disputed = True
        form = page.locator(f".section.first {RESULT}")
        say(page, form.last, 30 if disputed else 35, 45)


def say(page: Page, form: Locator, first: int, second: int) -> None:
    form.locator("[name=first_lost]").fill(str(first))
    form.locator("[name=second_lost]").fill(str(second))
    follow(page, form.locator("button").last)


def decide(page: Page) -> None:
    """Enter the result of each table: it is saved when the focus leaves the row."""
    forms = page.locator("form[data-result]")
    for row in range(forms.count()):
        forms.nth(row).locator("[name=first_lost]").fill(str(20 + 5 * row))
        forms.nth(row).locator("[name=second_lost]").fill(str(60 - 7 * row))
        with page.expect_response(lambda answer: "/rounds/" in answer.url):
            page.keyboard.press("Tab")


def second_round(night: Night, evening: str) -> None:
    page = night.owner
    page.goto(f"{evening}desk/")
    press(page, "/draw/")
    press(page, "/publish/")
    page.goto(f"{evening}rounds/2/")
    decide(page)
    seen(night, page, "evening-standings")
    page.goto(f"{evening}board/")
    seen(night, page, "evening-board")


def afterwards(night: Night, evening: str, member: Page) -> None:
    page = night.owner
    page.goto(f"{evening}desk/")
    unfold(page)
    press(page, "/finish/")
    for name, address in (
        ("finished", evening),
        ("results", f"{evening}results/"),
        ("season", f"{night.address}/clubs/{night.kept['club']}/season/"),
        ("paper", f"{evening}paper/"),
    ):
        page.goto(address)
        seen(night, page, f"evening-{name}")
    on_paper(page, evening)
    member.goto(f"{night.address}/notices/")
    seen(night, member, "evening-notices")


def on_paper(page: Page, evening: str) -> None:
    for sheet in ("pairings", "cards", "slips", "standings"):
        content = page.request.get(f"{evening}paper/pdf/?what={sheet}&paper=A4&language=it").body()
        picture = pypdfium2.PdfDocument(content)[0].render(scale=1.15).to_pil().quantize(16)
        picture.save(SHOTS / "print" / f"evening-{sheet}-it.png", optimize=True)
