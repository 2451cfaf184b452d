"""Lists made for a club: they have its house rules, report newer ones, and accept them or not."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from lxml import html
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from armybuilder.clubs.actions import save_house_rules
from armybuilder.clubs.models import Club, HouseRules
from armybuilder.lists.actions.editing import open_edit
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates import house_change
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.roster import ExtraEntry, Roster
from tests.clubs.clubs import a_club, browser_of, member, user
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def club(alice: Visitor, bob: Visitor) -> Club:
    """Alice's club, with Bob."""
    return a_club(user(alice), None, user(bob))


def write(club: Club, alice: Visitor, ruleset: str = "bn", **rules: Any) -> None:
    save_house_rules(club.pk, user(alice), ruleset, **rules)


def made_for(club: Club, visitor: Visitor, ruleset: str = "bn") -> ArmyList:
    """Return a list that a member creates on the page of the club's library."""
    browser_of(user(visitor)).post(f"/clubs/{club.pk}/lists/new/", {"ruleset": ruleset, "role": "attacker"})
    return ArmyList.objects.get(owner=visitor.user)


def news(browser: Client, army_list: ArmyList) -> list[str]:
    """Return the builder's notice of other house rules, and its link."""
    page = html.fromstring(browser.get(f"/lists/{army_list.pk}/").content)
    return [str(link) for link in page.xpath('//*[@id="house-news"]//a/@href')]


def now(army_list: ArmyList) -> dict[str, int]:
    army_list = ArmyList.objects.get(pk=army_list.pk)
    return army_list.roster.prices


def test_a_list_for_the_club_carries_its_prices_and_is_told_of_newer_ones(
    alice: Visitor, bob: Visitor, club: Club
) -> None:
    write(club, alice, prices={"classes/elite": 20, "weapons/blunderbuss": 3}, rulings={"medic": "flat"})
    army_list, browser = made_for(club, bob), browser_of(user(bob))
    assert (army_list.roster.prices, army_list.roster.rulings) == ({"classes/elite": 20}, {"medic": "flat"})
    assert news(browser, army_list) == []
    with open_edit(army_list.pk, bob, "k") as edit:
        edit.make(edits.with_ids(replace(edit.before, squads=a_roster().squads), edits.new_ids()), "import")
    write(club, alice, prices={"classes/elite": 22})
    page = f"/lists/{army_list.pk}/house/{club.pk}/"
    assert news(browser, army_list) == [page]
    change = browser.get(page).context["change"]
    assert (change.before, change.after, len(change.prices)) == ("165", "181", 2)
    browser.post(page + "leave/", {"version": "2"})
    assert (news(browser, army_list), now(army_list)) == ([], {"classes/elite": 20})
    write(club, alice, prices={"classes/elite": 24})
    assert news(browser, army_list) == [page]
    browser.post(page + "take/", {"version": "3", "key": "t"})
    assert (news(browser, army_list), now(army_list)) == ([], {"classes/elite": 24})
    assert ArmyList.objects.get(pk=army_list.pk).total == 197
    browser.post(f"/lists/{army_list.pk}/undo/", {"key": "u"})
    assert now(army_list) == {"classes/elite": 20}


def test_the_club_sees_in_how_many_lists_each_version_is_in_use(
    alice: Visitor, bob: Visitor, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def shown() -> tuple[dict[int, int], int]:
        context = browser_of(user(bob)).get(f"/clubs/{club.pk}/prices/bn/").context
        in_use = {one["rules"].number: one["lists"] for one in context["versions"]}
        return in_use, context["lists_beside"]

    write(club, alice, prices={"classes/elite": 20, "weapons/blunderbuss": 3}, rulings={"medic": "flat"})
    army_list = made_for(club, bob)
    write(club, alice, prices={"classes/elite": 22})
    browser, page = browser_of(user(bob)), f"/lists/{army_list.pk}/house/{club.pk}/"
    browser.post(f"/lists/{army_list.pk}/duplicate/", {"key": "d"})
    assert shown() == ({2: 0, 1: 2}, 0)
    browser.post(page + "take/", {"version": "2", "key": "t"})
    assert shown() == ({2: 1, 1: 1}, 0)
    browser.post(f"/lists/{army_list.pk}/undo/", {"key": "u"})
    assert shown() == ({2: 0, 1: 2}, 0)
    browser.post(f"/lists/{army_list.pk}/prices/drop/", {"key": "b"})
    assert shown() == ({2: 0, 1: 1}, 1)
    write(club, alice, prices={}, rulings={})
    write(club, alice, prices={"classes/elite": 20}, rulings={"medic": "flat"})  # like the first
    assert shown() == ({4: 1, 3: 0, 2: 0, 1: 0}, 1)
    ArmyList.objects.filter(pk=army_list.pk).update(deleted=timezone.now())
    assert shown() == ({4: 1, 3: 0, 2: 0, 1: 0}, 0)


def test_only_what_would_change_is_news(alice: Visitor, bob: Visitor, club: Club) -> None:
    army_list, browser = made_for(club, bob), browser_of(user(bob))
    write(club, alice, "rth-it", prices={"classes/elite": 22})
    write(club, alice, prices={"weapons/blunderbuss": 3})
    assert news(browser, army_list) == []


def test_an_own_list_takes_the_prices_of_a_club_and_its_copy_and_pair_are_for_it_too(
    alice: Visitor, bob: Visitor, club: Club
) -> None:
    write(club, alice, prices={"classes/elite": 16})
    write(club, alice, prices={"classes/elite": 17})
    army_list, browser = a_list(bob, a_roster(role="attacker")), browser_of(user(bob))
    page = f"/lists/{army_list.pk}/house/{club.pk}/"
    change = browser.get(page + "?version=1").context["change"]
    assert (change.before, change.after) == ("125", "133")
    browser.post(page + "take/", {"version": "1", "key": "k"})
    assert (now(army_list), news(browser, army_list)) == ({"classes/elite": 16}, [page])
    browser.post(f"/lists/{army_list.pk}/duplicate/", {"key": "d"})
    browser.post(f"/lists/{army_list.pk}/pair/make/", {"key": "p"})
    lists = ArmyList.objects.filter(owner=bob.user)
    his = member(club, user(bob)).pk
    assert {(one.made_for_id, one.house_kept) for one in lists} == {(his, 1)}
    assert lists.count() == 3
    member(club, user(bob)).delete()
    assert not lists.exclude(made_for=None).exists()
    assert (news(browser, army_list), now(army_list)) == ([], {"classes/elite": 16})
    assert browser.get(page).status_code == 404


def test_back_to_the_book_where_the_club_has_nothing_of_its_own(bob: Visitor, club: Club) -> None:
    army_list = a_list(bob, a_roster(prices={"classes/elite": 1}))
    browser, page = browser_of(user(bob)), f"/lists/{army_list.pk}/house/{club.pk}/"
    assert browser.get(page).context["change"].after == "125"
    browser.post(page + "take/", {"version": "0", "key": "k"})
    assert now(army_list) == {}
    for version in ("1", "x", "-1", "9" * 400):
        assert browser.post(page + "take/", {"version": version, "key": version[:9]}).status_code == 404
        assert browser.get(page, {"version": version}).status_code == 404


def test_a_game_without_points_gets_a_total(alice: Visitor, bob: Visitor, club: Club) -> None:
    army_list = a_list(bob, a_roster(ruleset="bi"))
    write(club, alice, "bi", prices={"classes/elite": 9, "classes/regular": 9})
    rules = HouseRules.objects.of(club.pk, "bi").get()
    change = house_change(army_list, rules, "en")
    assert (change.before, change.after) == (
        "–",
        str(8 * 9 if "elite" in army_list.catalogue.class_by_id else 0),
    )


def test_strangers_and_readers_find_nothing(alice: Visitor, bob: Visitor, club: Club) -> None:
    hers = a_list(alice)
    page = f"/lists/{hers.pk}/house/{club.pk}/"
    assert [
        browser_of(user(bob)).get(page).status_code,
        browser_of(user(bob)).post(page + "take/", {"version": "0"}).status_code,
        browser_of(user(bob)).post(page + "leave/", {"version": "0"}).status_code,
        browser_of(user(alice)).get(f"/lists/{hers.pk}/house/{a_club(user(bob)).pk}/").status_code,
    ] == [404, 404, 404, 404]


def test_a_list_of_no_club_costs_no_query_more(
    alice: Visitor, bob: Visitor, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = browser_of(user(bob))
    plain, ours = a_list(bob), a_list(bob)
    browser.post(f"/lists/{ours.pk}/house/{club.pk}/take/", {"version": "0", "key": "k"})
    ArmyList.objects.filter(pk=ours.pk).update(made_for=member(club, user(bob)).pk)
    for army_list in (plain, ours):
        browser.get(f"/lists/{army_list.pk}/")
    with django_assert_num_queries(5) as asked:
        browser.get(f"/lists/{plain.pk}/")
    with django_assert_num_queries(len(asked) + 2):  # its club’s newer house rules, and its games nights
        browser.get(f"/lists/{ours.pk}/")


def test_the_builder_marks_what_costs_what_the_club_says(alice: Visitor) -> None:
    prices = {"weapons/lmg": 12, "leadership/1": 5, "extras/ambush": 5}
    squad = a_squad(LEADER, a_group(1, "lmg"), a_group(2))
    army_list = a_list(alice, a_roster(squad, prices=prices, extras=(ExtraEntry(extra="ambush"),)))

    def marked(roster: Roster) -> list[str]:
        own = a_list(alice, roster)
        page = html.fromstring(browser_of(user(alice)).get(f"/lists/{own.pk}/").content)
        squads = page.xpath('//*[@id="squads"]//*[contains(concat(" ", @class, " "), " house ")]')
        return [node.text_content() for node in squads]

    assert marked(army_list.roster) == ["+12", "27", "5"]
    assert marked(replace(army_list.roster, prices={})) == []
