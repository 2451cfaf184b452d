"""Printing from a club's library: one or several lists, for current members only."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pypdf
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.clubs.actions import close_club, leave_club, remove_member
from armybuilder.clubs.models import Club
from armybuilder.lists.actions.copies import show_to_clubs
from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.models import LastChoice, PrintJob
from armybuilder.printing.views.bundles import AT_ONCE
from tests.background import work
from tests.clubs.clubs import a_club, member, shown, user
from tests.lists.factories import a_list, a_roster
from tests.printing.looking import address, browser_of, contents

pytestmark = pytest.mark.usefixtures("loaded_rules", "blank_pages")

CHOOSE = "/lists/print/"
CHOSEN = "form=cards&paper=letter&language=en&ink=1"
PAGES: list[tuple[str, dict[str, Any], int]] = [
    ("index", {}, 200),
    ("preview", {}, 200),
    ("download", {}, 302),
    ("roster", {}, 200),
    ("cards", {}, 200),
    ("reference", {}, 200),
    ("scenario", {}, 200),
    ("deployment", {}, 302),
    ("picture", {"form": "roster", "number": 1}, 200),
]


@pytest.fixture
def club(alice: Visitor, bob: Visitor) -> Club:
    """Alice's club, with Bob."""
    return a_club(user(alice), None, user(bob))


def remove_bob(club: Club, hers: ArmyList, alice: Visitor, bob: Visitor) -> None:
    remove_member(club.pk, user(alice), member(club, user(bob)).pk)


def leave(club: Club, hers: ArmyList, alice: Visitor, bob: Visitor) -> None:
    leave_club(club.pk, user(bob))


def close(club: Club, hers: ArmyList, alice: Visitor, bob: Visitor) -> None:
    close_club(club.pk, user(alice))


def show_no_more(club: Club, hers: ArmyList, alice: Visitor, bob: Visitor) -> None:
    show_to_clubs(hers.pk, user(alice), set())


def delete(club: Club, hers: ArmyList, alice: Visitor, bob: Visitor) -> None:
    delete_list(hers.pk, alice)


Ending = Callable[[Club, ArmyList, Visitor, Visitor], None]
endings = pytest.mark.parametrize("end", [remove_bob, leave, close, show_no_more, delete])


def offered(page: str) -> list[tuple[str, str]]:
    """The lists to select on a page: their ids, with " checked" if selected."""
    return re.findall(r'name="list" value="([^"]+)"( checked)?', page)


def marked(*lists: ArmyList) -> dict[str, Any]:
    return {"list": [str(one.pk) for one in lists], "form": "roster", "paper": "letter", "language": "en"}


# ── One list ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_club_member_prints_it_like_its_owner(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers = shown(alice, club)
    for name, fields, status in PAGES:
        target = address(name, hers, **fields)
        answers = [browser_of(who).get(target + "?paper=letter&language=en") for who in (alice, bob)]
        assert [answer.status_code for answer in answers] == [status, status], name
        assert answers[0].headers.get("ETag") == answers[1].headers.get("ETag"), name


def test_choices_of_a_club_member_are_remembered(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers, browser = shown(alice, club), browser_of(bob)
    sent = browser.get(address("download", hers) + f"?{CHOSEN}")
    assert sent["Location"].split("?")[0] == address("cards", hers)
    assert pypdf.PdfReader(BytesIO(browser.get(sent["Location"]).content)).pages[0].mediabox.width == 612
    assert list(LastChoice.objects.values_list("user", "query")) == [(user(bob).pk, CHOSEN)]
    page = browser.get(address("index", hers)).content.decode()
    assert 'name="form" value="cards" checked' in page


@endings
def test_printing_requires_permission_to_open(
    alice: Visitor, bob: Visitor, club: Club, end: Ending, rendered: list[str]
) -> None:
    hers, browser = shown(alice, club), browser_of(bob)
    end(club, hers, alice, bob)
    targets = [address(name, hers, **fields) for name, fields, _ in [*PAGES, ("pair", {}, 0)]]
    assert [browser.get(target).status_code for target in targets] == [404] * len(targets)
    assert rendered == []


def test_strangers_and_visitors_cannot_print(alice: Visitor, carla: Visitor, club: Club, rendered: list[str]) -> None:
    hers = shown(alice, club)
    for browser in (browser_of(carla), Client()):
        assert {browser.get(address(name, hers, **fields)).status_code for name, fields, _ in PAGES} == {404}


def test_lists_of_different_members_are_not_a_pair(alice: Visitor, bob: Visitor, club: Club) -> None:
    """Two members may use the same pair name."""
    hers = shown(alice, club, role="attacker", pair_name="1st Battalion")
    a_list(bob, a_roster(role="defender", pair_name="1st Battalion"))
    browser = browser_of(bob)
    assert 'name="pair"' not in browser.get(address("index", hers)).content.decode()
    assert browser.get(address("pair", hers)).status_code == 404


# ── Several lists ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_library_links_to_the_selection_page(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers = shown(alice, club)
    page = browser_of(bob).get(f"/clubs/{club.pk}/lists/").content.decode()
    assert f'<form method="get" action="{CHOOSE}"><input type="hidden" name="club" value="{club.pk}">' in page
    assert offered(page) == [(str(hers.pk), "")]


def test_selected_lists_come_first_with_their_owner(alice: Visitor, bob: Visitor, club: Club) -> None:
    first, second, third = (shown(alice, club, name) for name in ("Rangers", "Alpini", "Paras"))
    his = a_list(bob, a_roster(name="Militia"))
    asked = {"club": str(club.pk), "list": [str(third.pk), str(first.pk)]}
    page = browser_of(bob).get(CHOOSE, asked).content.decode()
    assert offered(page) == [(str(third.pk), " checked"), (str(first.pk), " checked"), (str(his.pk), "")]
    assert page.count("· alice</span>") == 2
    assert f'<a href="/clubs/{club.pk}/lists/">Library</a>' in page
    everything = browser_of(bob).get(CHOOSE, asked | {"all": "1"}).content.decode()
    assert [state for _, state in offered(everything)] == [" checked"] * 3
    assert str(second.pk) not in everything


def test_own_lists_in_the_library_are_ticked_among_own_lists(bob: Visitor, club: Club) -> None:
    his, other = shown(bob, club), a_list(bob)
    page = browser_of(bob).get(CHOOSE, {"club": str(club.pk), "list": str(his.pk)}).content.decode()
    assert sorted(offered(page)) == sorted([(str(his.pk), " checked"), (str(other.pk), "")])


def test_an_empty_selection_redirects_back_with_a_message(bob: Visitor, club: Club) -> None:
    response = browser_of(bob).get(CHOOSE, {"club": str(club.pk)}, follow=True)
    assert response.redirect_chain == [(f"/clubs/{club.pk}/lists/", 302)]
    assert [str(message) for message in response.context["messages"]] == [
        "Select the lists first: each has a box before its name."
    ]


@pytest.mark.parametrize("query", [{"list": "x"}, {"club": "x"}])
def test_unknown_lists_and_clubs_are_not_found(bob: Visitor, query: dict[str, str]) -> None:
    assert browser_of(bob).get(CHOOSE, query).status_code == 404


def test_a_few_lists_become_a_pdf_in_page_order(alice: Visitor, bob: Visitor, club: Club) -> None:
    lists = [shown(alice, club, "Rangers"), a_list(bob, a_roster(name="Militia"))]
    browser = browser_of(bob)
    response = browser.get(browser.post(f"{CHOOSE}start/", marked(*lists))["Location"])
    reader = pypdf.PdfReader(BytesIO(response.content))
    assert [item.title for item in reader.outline if not isinstance(item, list)] == ["Rangers", "Militia"]
    assert [page.mediabox.width for page in reader.pages] == [612, 612]


@endings
def test_users_without_permission_to_open_cannot_print(alice: Visitor, bob: Visitor, club: Club, end: Ending) -> None:
    hers, browser = shown(alice, club), browser_of(bob)
    his = a_list(bob)
    end(club, hers, alice, bob)
    page = browser.get(CHOOSE, {"list": str(hers.pk)}).content.decode()
    assert offered(page) == [(str(his.pk), "")]
    assert browser.post(f"{CHOOSE}start/", marked(hers)).status_code == 404
    assert browser.get(f"{CHOOSE}bundle.pdf", marked(hers)).status_code == 404


def test_a_member_removed_while_waiting_gets_only_their_own_lists(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers = [shown(alice, club, f"Rangers {count}") for count in range(AT_ONCE)]
    his = a_list(bob, a_roster(name="Militia"))
    browser_of(bob).post(f"{CHOOSE}start/", marked(*hers, his))
    job = PrintJob.objects.get()
    remove_bob(club, hers[0], alice, bob)
    work()
    job.refresh_from_db()
    reader = pypdf.PdfReader(contents(job))
    assert [item.title for item in reader.outline if not isinstance(item, list)] == ["Militia"]


@pytest.mark.parametrize("lists", [1, 20])
def test_queries_do_not_grow_with_other_members_lists(
    alice: Visitor, bob: Visitor, club: Club, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    asked = {"list": [str(shown(alice, club).pk) for _ in range(lists)]}
    browser = browser_of(bob)
    browser.get(CHOOSE, asked)
    with django_assert_num_queries(7):  # session, user, last choices, number of own lists, of other lists, jobs
        browser.get(CHOOSE, asked)
