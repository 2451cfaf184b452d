"""The number of taps that a task takes, without typing an address or a key: each row of the table is a test.

Add a row: open the page where the task begins (`open`), `tap` or `choose` visible things, compare `taps`.
"""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.planning import close_submissions
from armybuilder.evenings.actions.results import enter_result
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.models import Evening, HandIn, Pairing, Round
from armybuilder.games.actions.games import start_game
from armybuilder.games.actions.recording import record_events
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Vehicle
from rules.core.game.events import PhaseIs
from tests.browser.people import at_the_builder, on_a_phone, row, sign_in, used, words_on
from tests.clubs.clubs import a_club
from tests.evenings.evenings import a_bn_list, an_evening
from tests.games.phones import other
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


class Finger:
    """A finger, or a mouse, at visible things of a page; `taps` counts."""

    def __init__(self, page: Page, live_server: LiveServer) -> None:
        self.page, self.site, self.taps = page, live_server.url, 0

    def open(self, path: str = "/") -> None:
        """Go to the page where the task begins."""
        self.page.goto(self.site + path)

    def tap(self, target: Locator) -> None:
        """Tap the middle of something visible, scrolling to it if necessary."""
        target.click()
        self.taps += 1

    def choose(self, name: str) -> None:
        """Tap a button of the page."""
        self.tap(self.page.get_by_role("button", name=name))

    def follow(self, name: str) -> None:
        """Tap a link of the page."""
        self.tap(self.page.get_by_role("link", name=name, exact=True).and_(self.page.locator(":visible")))

    def begin(self, role: str) -> None:
        """Tap a role of Breaking News."""
        game = self.page.locator(".content", has_text="Breaking News")
        self.tap(game.get_by_role("button", name=role))

    def add(self, preset: str, times: int = 1) -> None:
        """Tap a line of the palette this many times; each is answered before the next."""
        line = self.page.locator(".zone-palette .preset-line", has_text=preset).first
        for number in range(1, times + 1):
            self.tap(line.locator(".preset"))
            expect(line.locator(".preset-count")).to_have_text(str(number))

    def print_it(self) -> None:
        """Tap on to the PDF."""
        self.follow("Print")
        with self.page.expect_download():
            self.choose("Download PDF")


@pytest.fixture
def finger(phone: Page, live_server: LiveServer) -> Finger:
    """A finger on a phone, in English."""
    return Finger(phone, live_server)


@pytest.fixture
def mouse(desk: Page, live_server: LiveServer) -> Finger:
    """A mouse on a wide screen, in English."""
    desk.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    return Finger(desk, live_server)


def test_a_list_of_nine_man_by_man_takes_sixteen(finger: Finger, printed: list[str]) -> None:
    page = finger.page
    finger.open()
    finger.begin("Attacker")
    finger.choose("Trained")
    expect(page.locator(".zone-palette")).to_be_in_viewport(ratio=0.9)
    for preset, times in (
        ("Leader 1", 1),
        ("LMG gunner", 1),
        ("RPG", 1),
        ("Rifleman", 6),
        ("Unprotected", 1),
    ):
        finger.add(preset, times)
    finger.tap(page.locator(".dock-tabs").get_by_role("link", name="Squads"))
    finger.choose("Negotiation")
    expect(used(page)).to_have_text("122")
    expect(page.locator(".zone-report .badge")).to_have_text("Legal")
    finger.print_it()
    assert finger.taps == 16
    roster = words_on(printed)
    assert [word for word in ("Leader 1", "LMG", "RPG", "6 ×", "Negotiation 2") if word not in roster] == []


def test_a_ready_squad_takes_five(finger: Finger, printed: list[str]) -> None:
    finger.open()
    finger.begin("Attacker")
    finger.choose("Squad of nine with a vehicle")
    finger.choose("Negotiation")
    expect(finger.page.locator(".zone-report .badge")).to_have_text("Legal")
    finger.print_it()
    assert finger.taps == 5
    assert "Negotiation 2" in words_on(printed)


def test_a_list_for_a_games_night_takes_three(finger: Finger, live_server: LiveServer) -> None:
    """Made with all that the games night asks for, filled with a ready-made squad, and submitted."""
    marta, ilaria = (User.objects.create_user(name) for name in ("marta", "ilaria"))
    evening = an_evening(a_club(marta, None, ilaria), marta, limits={"attacker": 150})
    page = sign_in(finger.page, live_server, ilaria)
    finger.open(f"/evenings/{evening.pk}/")
    finger.choose("New list")
    finger.choose("Squad of nine")
    expect(page.locator(".zone-report .badge")).to_have_text("Legal")
    finger.choose("Submit")
    expect(page.get_by_role("button", name="Submit again")).to_be_visible()
    assert finger.taps == 3
    assert HandIn.objects.get().name == "Linea Gotica"


def evening_of_four(finger: Finger, live_server: LiveServer) -> Evening:
    """A games night of four without lists, and its organiser, who does not play."""
    marta, *players = (User.objects.create_user(name) for name in ("marta", "anna", "bruno", "carla", "dora"))
    evening = an_evening(a_club(marta, None, players[0]), marta, ruleset="bn", limits={"attacker": 150})
    for user in players[1:]:
        evening.club.memberships.create(user=user)
    for user in players:
        answer(evening.pk, user, "coming")
    sign_in(finger.page, live_server, marta)
    return evening


def paired(evening: Evening) -> list[Pairing]:
    """Publish the first round, and return its tables."""
    marta = User.objects.get(username="marta")
    close_submissions(evening.pk, marta)
    draw(evening.pk, marta, "swiss")
    publish(evening.pk, marta)
    return list(Pairing.objects.order_by("table"))


def test_closing_pairing_and_publishing_takes_three_in_one_place_and_its_paper_one(
    finger: Finger, live_server: LiveServer
) -> None:
    evening = evening_of_four(finger, live_server)
    finger.open(f"/evenings/{evening.pk}/desk/")
    for act in ("Close submissions", "Pair round 1", "Publish round 1"):
        finger.choose(act)
    expect(finger.page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    assert (finger.taps, finger.page.url.endswith("/desk/")) == (3, True)
    assert Round.objects.filter(published__isnull=False).count() == 1
    with finger.page.expect_download() as download:
        finger.tap(finger.page.get_by_role("link", name="Pairings and result slips"))
    assert finger.taps == 4
    assert download.value.suggested_filename.endswith(".pdf")  # its words: tests/evenings/test_paper.py


def test_a_result_takes_none_beside_its_two_fields(finger: Finger, live_server: LiveServer) -> None:
    """It is saved when the focus leaves the row, and the standings follow."""
    evening = evening_of_four(finger, live_server)
    first, second = paired(evening)
    finger.open(f"/evenings/{evening.pk}/rounds/1/")
    page = finger.page
    for table, lost in ((first, ("10", "0")), (second, ("5", "25"))):
        row = page.locator(f"#t{table.pk}")
        for place, points in enumerate(lost, 1):
            row.get_by_label(f"{(table.first, table.second)[place - 1]}: defeat points lost").fill(points)
        page.keyboard.press("Tab")
        expect(row.get_by_text("confirmed")).to_be_visible()
        expect(row.locator(".won")).to_contain_text(str(table.second if lost[0] == "10" else table.first))
    expect(page.locator(".standings tbody tr")).to_have_count(4)
    results = Pairing.objects.order_by("table").values_list("first_lost", "second_lost")
    assert (finger.taps, list(results)) == (0, [(10, 0), (5, 25)])


def test_a_result_is_stepped_without_typing(finger: Finger, live_server: LiveServer) -> None:
    """It is saved once, when the page is pressed beside its row."""
    evening = evening_of_four(finger, live_server)
    table, _other = paired(evening)
    finger.open(f"/evenings/{evening.pk}/rounds/1/")
    row = finger.page.locator(f"#t{table.pk}")
    for entry, steps in (
        (table.first, ("5 more", "5 more", "5 more", "5 fewer")),
        (table.second, ("5 fewer",)),
    ):
        for step in steps:
            finger.tap(row.get_by_role("button", name=f"{entry}: {step}", exact=True))
    before = row.bounding_box()
    assert [row.locator(".r-in").nth(place).input_value() for place in (0, 1)] == ["10", "0"]
    finger.tap(finger.page.locator("h1"))
    expect(row.get_by_text("confirmed")).to_be_visible()
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost) == (10, 0)
    assert before
    assert (finger.taps, row.bounding_box()) == (6, before)


def test_deciding_a_dispute_takes_one(finger: Finger, live_server: LiveServer) -> None:
    evening = evening_of_four(finger, live_server)
    table, _other = paired(evening)
    for entry, lost in ((table.first, (10, 0)), (table.second, (10, 5))):
        assert entry
        assert entry.user
        enter_result(evening.pk, entry.user, table.pk, lost)
    finger.open(f"/evenings/{evening.pk}/rounds/1/")
    finger.tap(finger.page.locator(f"#t{table.pk}").get_by_role("button", name=f"({table.second})"))
    expect(finger.page.locator(f"#t{table.pk}").get_by_text("confirmed")).to_be_visible()
    table.refresh_from_db()
    assert (finger.taps, table.first_lost, table.second_lost) == (1, 10, 5)


def test_comparing_two_of_my_lists_takes_three(mouse: Finger, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    for name in ("Linea Gotica", "Montecassino", "Anzio"):
        a_list(Visitor(user=marta), a_roster(a_squad(LEADER, a_group(7)), name=name))
    sign_in(mouse.page, live_server, marta)
    mouse.open("/lists/")
    for name in ("Anzio", "Montecassino"):
        mouse.tap(mouse.page.get_by_label(f"Select {name}"))
    mouse.choose("Compare")
    expect(mouse.page.locator(".scores thead th")).to_have_count(2)
    assert mouse.taps == 3


def test_which_of_two_weapons_hits_takes_one_and_typing(finger: Finger) -> None:
    """Bren or BAR at 60 cm in cover."""
    finger.open("/rules/search/?q=bren&in=rth-it")  # the game last used
    finger.open()
    finger.tap(finger.page.get_by_role("link", name="Ask"))
    expect(finger.page.get_by_role("searchbox")).to_be_focused()
    finger.page.keyboard.type("Bren or BAR at 60 cm in cover")
    finger.page.keyboard.press("Enter")
    expect(finger.page.get_by_role("row", name="31% Hits 52%")).to_be_visible()
    assert finger.taps == 1


def test_adding_what_was_asked_for_takes_two(finger: Finger, live_server: LiveServer) -> None:
    """From the answer with its price to the line of the builder, and into the list last opened."""
    page = finger.page
    at_the_builder(page, live_server, a_roster(a_squad(LEADER, a_group(5)), role="attacker"))
    points = int(used(page).text_content() or 0)
    finger.open("/rules/search/?q=lmg+gunner&in=bn")
    finger.tap(page.get_by_role("link", name="Add to the open list").first)
    line = page.locator("#preset-lmg")
    expect(line).to_be_in_viewport(ratio=1)
    finger.tap(line.locator(".preset"))
    expect(line.locator(".preset-count")).to_have_text("1")
    assert (finger.taps, int(used(page).text_content() or 0)) == (2, points + 20)


def test_a_legal_list_on_paper_takes_three(finger: Finger, printed: list[str]) -> None:
    """A Breaking News attacker, from the front page to the PDF."""
    finger.open()
    finger.choose("Give me a legal list")
    expect(finger.page.locator(".zone-report .badge")).to_have_text("Legal")
    finger.print_it()
    assert finger.taps == 3
    assert "Leader 1" in words_on(printed)


def test_completion_without_warnings_takes_three(mouse: Finger) -> None:
    """A Road to Hell defender of 90 points."""
    mouse.open()
    game = mouse.page.locator(".content", has_text="Road to Hell").first
    mouse.tap(game.get_by_role("button", name="Defender"))
    mouse.follow("Choose between three")
    mouse.tap(mouse.page.locator(".way .btn").first)
    expect(used(mouse.page)).to_have_text("90")
    expect(mouse.page.locator("#advice .report-sum")).to_have_text("Nothing to fix.")
    expect(mouse.page.locator(".issue")).to_have_count(0)
    assert mouse.taps == 3


NINE = a_squad(
    LEADER,
    a_group(1, "lmg"),
    a_group(1, "assault-rifle", "rpg"),
    a_group(6),
    class_="trained",
    vehicles=(Vehicle(type="unprotected"),),
)


def spend_the_rest(hand: Finger) -> None:
    """Tap what can be added, six times: the first row that fits stays where it is."""
    row = hand.page.locator("#fits .add").first
    expect(row).to_contain_text("Weapon LMG: rifleman")
    for number in range(1, 7):
        hand.tap(row)
        expect(used(hand.page)).to_have_text(str(117 + 5 * number))
        if number < 6:  # after the last, none of the first rows fits: others take their place
            expect(row).to_contain_text(f"×{number}")
            expect(row).to_be_focused()
            expect(row).to_be_in_viewport(ratio=1)


def test_spending_the_rest_by_advice_takes_six(mouse: Finger, live_server: LiveServer) -> None:
    at_the_builder(mouse.page, live_server, a_roster(NINE, role="attacker"))
    row = mouse.page.locator("#fits .add").first
    expect(row).to_be_visible()
    place = top_of(row)
    spend_the_rest(mouse)
    assert (mouse.taps, top_of(row)) == (6, place)


def test_on_a_phone_it_takes_the_meter_too(finger: Finger, live_server: LiveServer) -> None:
    at_the_builder(finger.page, live_server, a_roster(NINE, role="attacker"))
    finger.tap(finger.page.locator(".dock .meter"))
    spend_the_rest(finger)
    assert finger.taps == 7


def test_a_leader_at_level_three_takes_three(finger: Finger, live_server: LiveServer) -> None:
    page = finger.page
    at_the_builder(page, live_server, a_roster(NINE))
    finger.tap(row(page, "Sgt. Rossi").get_by_role("link", name="Sgt. Rossi", exact=True))
    finger.tap(page.locator(".is-editing label", has=page.locator("[name=leadership][value='3']")))
    finger.tap(page.locator(".is-editing").get_by_role("button", name="Done").first)
    expect(page.locator(".is-editing")).to_have_count(0)
    expect(row(page, "Sgt. Rossi")).to_contain_text("Leadership 3")
    assert finger.taps == 3


def test_ending_a_game_takes_one_on_each_phone(
    finger: Finger, new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    """A side says that it is over, and signs; the other phone asks for the second signature wherever it is."""
    own = start_game(a_bn_list(User.objects.create_user("marta")), User.objects.get(), both=False)
    record_events(str(own.token), "a", PhaseIs(phase="playing"))
    theirs = Finger(on_a_phone(new_context, live_server), live_server)
    finger.open(f"/play/{own.token}/#end")
    theirs.open(f"/play/{other(own).token}/#points")
    finger.tap(finger.page.locator("#end").get_by_role("button", name="Sign: Nobody held the field"))
    theirs.tap(theirs.page.locator("#hand").get_by_role("button", name="Sign 0 : 0"))
    expect(theirs.page.locator("#hand").get_by_text("Both have signed: the result is final.")).to_be_visible()
    expect(finger.page.locator("#hand").get_by_text("Both have signed: the result is final.")).to_be_visible()
    assert (finger.taps, theirs.taps) == (1, 1)


def top_of(place: Locator) -> float:
    """Return how far from the top of the screen something is, in pixels."""
    top: float = place.evaluate("(it) => it.getBoundingClientRect().top")
    return top


def test_nothing_moves_under_a_finger_until_it_rests(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    page = on_a_phone(new_context, live_server, has_touch=True)
    page.clock.install(time=0)
    men = [a_group(2, name=f"Man {number}") for number in range(20)]
    at_the_builder(page, live_server, a_roster(a_squad(LEADER, *men)))
    page.clock.pause_at(3_600)  # s
    undo, first, last = page.locator("#undo"), row(page, "Sgt. Rossi"), row(page, "Man 19")
    first.get_by_role("button", name="One fewer").tap()
    expect(page.locator(".toast p")).to_have_text("Sgt. Rossi removed from Alpha")
    last.get_by_role("button", name="One more").tap()
    expect(last.locator(".fig-points")).to_contain_text("3 ×")  # the answer is there
    places = top_of(undo), top_of(last)
    for words in ("number of Man 19 changed", "Sgt. Rossi removed from Alpha"):
        undo.tap()
        expect(page.locator(".toast p")).to_have_text(f"Undone: {words}")
    expect(page.locator(".toast button")).to_have_count(0)
    page.clock.run_for(1_900)
    assert (top_of(undo), top_of(last)) == pytest.approx(places, abs=1)
    expect(first).not_to_be_in_viewport()
    page.clock.run_for(200)
    expect(first).to_be_in_viewport(ratio=1)
    assert top_of(undo) == places[0]
    row(page, "Man 1").get_by_role("link", name="Man 1", exact=True).tap()
    opened = page.locator(".is-editing")
    expect(opened).to_be_focused()
    place = top_of(opened)
    page.clock.run_for(2_100)
    assert top_of(opened) == place


def test_a_link_on_the_clipboard(mouse: Finger, live_server: LiveServer) -> None:
    """From the builder of a list that was never shared."""
    mouse.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    at_the_builder(mouse.page, live_server, a_roster(a_squad(LEADER, a_group(4))))
    mouse.choose("Share")
    mouse.choose("Copy")
    assert mouse.page.evaluate("navigator.clipboard.readText()").startswith(f"{live_server.url}/s/")
    assert mouse.taps == 2
