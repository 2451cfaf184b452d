"""The library of a club: what its members show to it."""

import pytest
from pytest_django import DjangoAssertNumQueries

from armybuilder.clubs.actions import (
    accept_invitation,
    close_club,
    invite,
    leave_club,
    remove_member,
    save_house_rules,
)
from armybuilder.clubs.models import Club
from armybuilder.lists.actions.copies import show_to_clubs
from armybuilder.lists.browsing.list_names import credit_of
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.clubs.clubs import a_club, browser_of, member, shown, user
from tests.lists.factories import a_list, a_roster

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("loaded_rules")]


@pytest.fixture
def club(alice: Visitor, bob: Visitor) -> Club:
    """Alice's club, with Bob."""
    return a_club(user(alice), None, user(bob))


def found(visitor: Visitor, club: Club, **query: str) -> list[str]:
    entries = browser_of(user(visitor)).get(f"/clubs/{club.pk}/lists/", query).context["entries"]
    return [entry.name for entry in entries]


def test_members_find_open_and_print_what_is_shown(alice: Visitor, bob: Visitor, club: Club) -> None:
    mine = shown(alice, club)
    assert found(bob, club) == ["Rangers"]
    browser = browser_of(user(bob))
    pages = [f"/lists/{mine.pk}/", f"/lists/{mine.pk}/print/", f"/lists/{mine.pk}/export/"]
    assert [browser.get(page).status_code for page in pages] == [200, 200, 200]
    assert browser.get(pages[0]).templates[0].name == "lists/sample.html"


def test_they_change_nothing(alice: Visitor, bob: Visitor, club: Club) -> None:
    mine = shown(alice, club)
    browser = browser_of(user(bob))
    acts = ("squads/", "settings/", "undo/", "delete/", "share/links/")
    assert [browser.post(f"/lists/{mine.pk}/{act}").status_code for act in acts] == [404] * 5


def test_unshared_lists_are_not_found(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers = a_list(alice)
    assert found(bob, club) == []
    assert browser_of(user(bob)).get(f"/lists/{hers.pk}/").status_code == 404


def test_a_former_member_finds_nothing_and_takes_their_lists_along(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers, his = shown(alice, club), a_list(bob, a_roster(name="Militia"))
    show_to_clubs(his.pk, user(bob), {club.pk})
    assert found(alice, club) == ["Militia", "Rangers"]
    leave_club(club.pk, user(bob))
    assert found(alice, club) == ["Rangers"]
    assert browser_of(user(bob)).get(f"/lists/{hers.pk}/").status_code == 404
    accept_invitation(invite(club.pk, user(alice)).token, user(bob))
    assert found(alice, club) == ["Rangers"]


def test_a_removed_member_likewise(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers = shown(alice, club)
    remove_member(club.pk, user(alice), member(club, user(bob)).pk)
    assert browser_of(user(bob)).get(f"/clubs/{club.pk}/lists/").status_code == 404
    assert browser_of(user(bob)).get(f"/lists/{hers.pk}/").status_code == 404


def test_copies_stay_and_say_where_they_are_from(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers = shown(alice, club)
    browser_of(user(bob)).post(f"/lists/{hers.pk}/duplicate/")
    copy = ArmyList.objects.get(owner=bob.user)
    assert (copy.name, credit_of(copy)) == ("Rangers", "From Rangers, by alice")
    close_club(club.pk, user(alice))
    assert browser_of(user(bob)).get(f"/lists/{copy.pk}/").status_code == 200


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({}, ["Alpini", "Rangers"]),
        ({"q": "rang"}, ["Rangers"]),
        ({"q": "alice"}, ["Alpini", "Rangers"]),
        ({"game": "bn"}, ["Alpini", "Rangers"]),
        ({"game": "bi"}, []),
        ({"role": "defender"}, ["Alpini"]),
        ({"q": "%"}, []),
    ],
)
def test_searching(alice: Visitor, club: Club, query: dict[str, str], names: list[str]) -> None:
    shown(alice, club)
    shown(alice, club, "Alpini", role="defender")
    assert found(alice, club, **query) == names


@pytest.mark.parametrize("lists", [1, 40])
def test_queries_do_not_grow(
    alice: Visitor, club: Club, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(lists):
        shown(alice, club)
    browser = browser_of(user(alice))
    browser.get(f"/clubs/{club.pk}/lists/")
    with django_assert_num_queries(7):  # session, user, membership, rules, the number of lists, the lists, the bell
        browser.get(f"/clubs/{club.pk}/lists/")


# ── Showing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_owner_marks_clubs_on_the_share_page(alice: Visitor, club: Club) -> None:
    mine, browser = a_list(alice), browser_of(user(alice))
    address = f"/lists/{mine.pk}/clubs/"
    assert browser.post(address, {"club": [str(club.pk)]})["Location"] == f"/lists/{mine.pk}/share/"
    assert browser.get(f"/lists/{mine.pk}/share/").context["clubs"] == [(club, True)]
    browser.post(address, {})
    assert browser.get(f"/lists/{mine.pk}/share/").context["clubs"] == [(club, False)]


def test_a_club_one_is_not_in_gets_nothing(alice: Visitor, bob: Visitor, club: Club) -> None:
    leave_club(club.pk, user(bob))
    his = a_list(bob)
    browser_of(user(bob)).post(f"/lists/{his.pk}/clubs/", {"club": [str(club.pk)]})
    assert found(alice, club) == []


def test_nor_is_another_persons_list_shown(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers = a_list(alice)
    posted = {"club": [str(club.pk)]}
    assert browser_of(user(bob)).post(f"/lists/{hers.pk}/clubs/", posted).status_code == 404
    assert browser_of(user(alice)).post(f"/lists/{hers.pk}/clubs/", {"club": ["x"]}).status_code == 404


def test_a_new_list_for_the_club_begins_with_its_rulings(alice: Visitor, bob: Visitor, club: Club) -> None:
    save_house_rules(club.pk, user(alice), "bn", rulings={"medic": "flat"})
    address = f"/clubs/{club.pk}/lists/new/"
    browser_of(user(bob)).post(address, {"ruleset": "bn", "role": "defender"})
    made = ArmyList.objects.get(owner=bob.user)
    assert (made.roster.rulings, made.role, made.limit) == ({"medic": "flat"}, "defender", 90)
    assert [revision.action for revision in made.revisions.all()] == ["create"]
    assert found(alice, club) == ["New list"]
    wrong = [{"ruleset": "xx", "role": "open"}, {"ruleset": "bn", "role": "king"}]
    assert [browser_of(user(bob)).post(address, posted).status_code for posted in wrong] == [404, 404]
