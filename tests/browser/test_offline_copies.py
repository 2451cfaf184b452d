"""Without a connection: opened lists can be read and printed, and nothing pretends to work."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.deployed import Site
from tests.browser.keeping import begin_kept, kept, open_front, rename, sign_up, wait_until, wait_until_kept
from tests.browser.keeping import browser_context_args as browser_context_args
from tests.browser.people import add, open_row, row, serious

pytestmark = pytest.mark.xdist_group("site")


def test_a_list_that_was_opened_can_be_read_and_is_printed_on_white(page: Page, site: Site) -> None:
    address = begin_kept(page, site)
    page.context.set_offline(True)
    page.goto(address)
    notice = page.locator(".notice.kept")
    expect(notice).to_contain_text("You can read and print it; to change it you need a connection.")
    expect(notice.locator("time")).to_have_text(re.compile(r"^\d{1,2} \w+ 20\d\d .+ \d\d:\d\d$"))
    expect(page.locator(".squad")).to_have_count(1)
    expect(page.locator("form, input, select, textarea")).to_have_count(0)
    assert serious(page) == []

    page.get_by_role("button", name="Dark mode").click()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print this copy")).to_be_hidden()
    expect(notice.get_by_role("link", name="Try again")).to_be_hidden()
    expect(notice.locator("time")).to_be_visible()
    expect(page.locator("h1")).to_have_css("color", "rgb(29, 31, 25)")
    page.emulate_media(media="screen")

    page.context.set_offline(False)
    notice.get_by_role("link", name="Try again").click()
    expect(page.locator("#sheet")).to_be_visible()
    expect(page).to_have_url(address)

    # Another page opens by itself once the line is back.
    page.context.set_offline(True)
    page.goto(f"{site.url}/sources/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Sources and licences")).to_be_visible()
    expect(page).to_have_url(f"{site.url}/sources/")


def test_a_game_goes_on_and_what_waits_outlives_a_reload(page: Page, site: Site, browser: Browser) -> None:
    """On a phone that was never here before: its first page is stored, with the state since it was opened."""
    page.goto(f"{begin_kept(page, site)}game/")
    page.get_by_role("button", name="With another phone").click()
    phone = browser.new_context(service_workers="allow", storage_state=page.context.storage_state()).new_page()
    phone.goto(page.url)
    wait_until(phone, "async () => (await (await caches.open('plays')).keys()).length === 1")
    phone.get_by_role("button", name="Start turn 1").click()
    expect(phone.locator(".turn b")).to_have_text("1")
    phone.wait_for_load_state("networkidle")
    phone.context.set_offline(True)
    points = phone.locator(".add-row").first
    for _time in range(3):
        points.get_by_role("button").last.click()
    points.get_by_role("button").first.click()
    expect(phone.get_by_text("4 waiting")).to_be_attached()
    phone.get_by_role("button", name="End turn: go to turn 2").click()
    phone.get_by_role("button", name="End turn: go to turn 3").click()
    phone.locator("button.undo").click()
    expect(phone.get_by_text("7 waiting")).to_be_attached()  # the count is stored
    phone.reload()
    expect(phone.get_by_text("7 waiting")).to_be_visible()
    expect(phone.locator(".turn b")).to_have_text("2")
    expect(points.locator(".add-times")).to_have_text("2")
    expect(phone.locator(".play-hand .due.away")).to_have_css("display", "grid")
    phone.context.set_offline(False)
    expect(phone.get_by_text("Saved")).to_be_visible(timeout=20_000)
    expect(phone.locator(".turn b")).to_have_text("2")
    expect(points.locator(".add-times")).to_have_text("2")
    phone.context.close()


def test_the_copy_has_the_last_edit_and_is_printed_in_one_tap(page: Page, site: Site) -> None:
    """The copy is made when the edits pause, or when the page is left. In a browser without the menu."""
    address = begin_kept(page, site)
    add(page, "Leader 1")
    wait_until_kept(page, address, "fig-name")
    add(page, "Medic")
    page.goto(f"{site.url}/privacy/")
    wait_until_kept(page, address, "Medic")
    page.context.set_offline(True)
    page.add_init_script("window.print = () => (document.title = 'printed')")
    page.goto(address)
    expect(page.locator(".fig-name")).to_have_text(["Leader 1", "Medic"])
    page.get_by_role("button", name="Print this copy").click()
    expect(page).to_have_title("printed")


def test_a_page_that_the_worker_missed_is_kept_as_well(page: Page, site: Site) -> None:
    """A page that was loading when the worker took over; a reload past the worker makes one."""
    address = begin_kept(page, site)
    page.evaluate("caches.delete('lists')")
    with page.expect_event("load"):
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    wait_until_kept(page, address)

    # A worker that was replaced, and its cache removed, while it was still busy with a page does not begin it again.
    found = page.context.service_workers[0].evaluate(
        """async () => {
          await caches.delete(PROGRAM);
          const headers = { "X-Visitor": await owner(), "Content-Language": "en" };
          await seen(new URL("/rules/", location), new Response("", { headers }));
          return caches.has(PROGRAM);
        }"""
    )
    assert found is False


def test_any_other_page_says_in_the_language_of_now_that_there_is_no_line(page: Page, site: Site) -> None:
    first = begin_kept(page, site, "it", "Ràngers <b>a</b> Surobi")
    begin_kept(page, site, "en", "Pattuglia")
    page.get_by_role("button", name="Italiano").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    wait_until(page, "async () => (await (await caches.match('/offline/')).text()).includes('lang=\"it\"')")
    page.context.set_offline(True)
    page.goto(f"{site.url}/rules/")
    expect(page.locator("h1")).to_have_text("Nessuna connessione")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator(".entry-name")).to_have_text(["Pattuglia", "Ràngers <b>a</b> Surobi"])
    assert serious(page) == []
    page.get_by_role("link", name="Ràngers").click()
    expect(page).to_have_url(first)
    expect(page.locator("h1")).to_have_text("Ràngers <b>a</b> Surobi")


def test_with_nothing_kept_it_says_so(page: Page, site: Site) -> None:
    open_front(page, site)
    wait_until(page, "async () => Boolean(await caches.match('/offline/')) && navigator.serviceWorker.controller")
    page.context.set_offline(True)
    page.goto(f"{site.url}/lists/")
    expect(page.get_by_text("No lists are saved here yet: open one while you are connected.")).to_be_visible()
    expect(page.locator("[data-kept]")).to_be_hidden()


def test_an_open_builder_waits_as_it_did_without_a_worker(page: Page, site: Site) -> None:
    """It does not come from a copy, and the copy says what still waits in the tab."""
    page.on("dialog", lambda dialog: dialog.accept())
    address = begin_kept(page, site)
    add(page, "Leader 1")
    wait_until_kept(page, address, "fig-name")
    trouble, waiting = page.locator("#trouble-offline"), page.locator(".fig.is-waiting")
    presets = page.locator(".zone-palette .preset")
    page.context.set_offline(True)
    row(page, "Leader").locator(".fig-name a").click()
    expect(trouble).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".is-editing")).to_be_visible()
    expect(trouble).to_be_hidden()

    page.context.set_offline(True)
    presets.filter(has_text="Rifleman").first.click()
    expect(trouble).to_be_visible()
    expect(waiting).to_have_count(1)
    page.context.set_offline(False)
    expect(waiting).to_have_count(0)
    expect(page.locator(".fig")).to_have_count(2)
    expect(trouble).to_be_hidden()

    page.context.set_offline(True)
    presets.filter(has_text="Medic").first.click()
    expect(trouble).to_be_visible()
    page.goto(address)
    expect(page.locator("[data-kept-waiting]")).to_be_visible()
    expect(page.locator(".fig-name", has_text="Medic")).to_have_count(0)
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#sheet .fig-name")).to_have_text(["Leader 1", "Rifleman", "Medic"])


def test_a_pdf_that_was_downloaded_is_there_again(page: Page, site: Site, tmp_path: Path) -> None:
    address = begin_kept(page, site)
    page.goto(f"{address}print/")
    with page.expect_download() as online:
        page.get_by_role("button", name="Download").first.click()
    wait_until(page, "async () => caches.has('prints')")
    page.context.set_offline(True)
    page.goto(address)
    link = page.locator("[data-kept=prints] a")
    expect(link).to_have_text(online.value.suggested_filename)
    with page.expect_download() as offline:
        link.click()
    assert offline.value.path().read_bytes() == online.value.path().read_bytes()
    assert offline.value.suggested_filename == online.value.suggested_filename


def test_the_newest_fifty_stay(page: Page, site: Site) -> None:
    """The newest is the one opened last, again or for the first time."""
    first = begin_kept(page, site, name="First")
    begin_kept(page, site, name="Second")
    rename(page, site, first, "First again")
    page.goto(first)
    wait_until_kept(page, first, "First again")
    assert kept(page)["lists"][-1] == first.removeprefix(site.url)
    fill = """async (token) => {
      const cache = await caches.open("lists");
      for (let number = 10; number < 60; number++) {
        const headers = { "X-Visitor": token, "X-List": String(number), Date: new Date().toUTCString() };
        await cache.put(`/lists/00000000-0000-0000-0000-0000000000${number}/`, new Response("", { headers }));
      }
    }"""
    page.evaluate(fill, "-")
    last = begin_kept(page, site, name="Last").removeprefix(site.url)
    wait_until(page, "async () => (await (await caches.open('lists')).keys()).length === 50")
    lists = kept(page)["lists"]
    assert (lists[-1], [path for path in lists if path.endswith(("10/", "59/"))]) == (
        last,
        ["/lists/00000000-0000-0000-0000-000000000059/"],
    )


def test_only_lists_are_kept(page: Page, site: Site) -> None:
    """No page of the account or the rules, no failed one, no answer to a change."""
    sign_up(page, site, "elena")
    address = begin_kept(page, site)
    add(page, "Leader 1")
    wait_until_kept(page, address, "fig-name")
    for path in (
        "/accounts/password/change/",
        "/rules/",
        "/lists/",
        "/admin/",
        "/lists/00000000-0000-0000-0000-000000000000/",
    ):
        page.goto(site.url + path)
    page.goto(address)
    found = kept(page)
    assert (found["lists"], found["owner"], "prints" in found) == (
        [address.removeprefix(site.url)],
        ["/"],
        False,
    )
    assert [path for path in found["program"] if not path.startswith("/static/")] == ["/offline/"]

    # A list that was deleted is no longer.
    page.get_by_label("Actions for the list").or_(page.locator(".tools .menu summary")).first.click()
    page.get_by_role("button", name="Delete list").click()
    expect(page.locator(".toast")).to_be_visible()
    wait_until(page, "async (list) => !(await caches.match(list))", address)


def test_where_browsers_have_no_workers_the_site_is_as_it_was(page: Page, site: Site) -> None:
    """Over plain http, as in a club's room."""
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.add_init_script("delete Navigator.prototype.serviceWorker; delete window.caches")
    open_front(page, site)
    page.locator(".content", has_text="Breaking News").get_by_role("button", name="Attacker").click()
    page.locator(".begin").get_by_role("button", name="Veterans").click()
    add(page, "Leader 1")
    open_row(page, "Leader")
    assert failures == []
