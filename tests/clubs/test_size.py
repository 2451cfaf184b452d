"""A club of 300 members and 2,000 lists: as many queries as a small one, found by indexes, and all at once.

Truly at once on PostgreSQL, with a connection for each user; on SQLite one after the other, and in a smaller club.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, models
from django.db.models import Q
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import (
    INVITATIONS_AT_MOST,
    NotAllowedError,
    close_club,
    invite,
    leave_club,
    remove_member,
    save_house_rules,
    set_organiser,
)
from armybuilder.clubs.models import Club, HouseRules, Invitation, Membership
from armybuilder.lists.actions.copies import show_to_clubs
from armybuilder.lists.browsing.my_lists import library_of, read_filter
from armybuilder.lists.models import ArmyList, ClubListing
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.pdfs import pool
from armybuilder.refusals import RefusedError
from tests.clubs.big import FULL, SMALL, BigClub, a_big_club
from tests.clubs.clubs import browser_of
from tests.lists.many import take_stock
from tests.races import Act, Run, both_ways

pytestmark = [pytest.mark.postgres, pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
at_once = pytest.mark.django_db(transaction=True)
PEOPLE, LISTS = FULL
MEMBER = 3  # the first one over the limit


# ── Queries ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("people", "lists"), [SMALL, FULL])
def test_queries_do_not_grow_with_the_club(
    people: int, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    big = a_big_club(people, lists)
    owner, mate = browser_of(big.people[0]), browser_of(big.people[MEMBER])
    page, library = f"/clubs/{big.club.pk}/", f"/clubs/{big.club.pk}/lists/"
    theirs = [str(one.pk) for one in big.lists[:50] if one.owner_id != big.people[MEMBER].pk]
    owner.get(page)
    mate.get(library)
    # Session, user, membership, people, games nights to come and past, lists, invitations, house rules, rules, notices.
    with django_assert_num_queries(13):
        assert len(owner.get(page).context["people"]) == people
    for query, found in (
        ({}, big.lists),
        ({"q": "rangers 7"}, [one for one in big.lists if "Rangers 7" in one.name]),
        (
            {"q": big.people[MEMBER].username.upper()},
            [one for one in big.lists if one.owner_id in starting(big)],
        ),
        ({"game": "bn", "role": "open", "page": "2"}, big.lists),
    ):
        with django_assert_num_queries(7):  # session, user, membership, rules, the number of lists, the lists, the bell
            shown = mate.get(library, query).context["page"]
        assert shown.paginator.count == len(found)
    with django_assert_num_queries(6):  # session, user, the list, the target of redo, its owner, the bell
        assert mate.get(f"/lists/{theirs[0]}/").status_code == 200
    # Session, user, the last choice, the number of own lists and these, theirs, jobs.
    with django_assert_num_queries(8):
        assert len(mate.get("/lists/print/", {"list": theirs}).context["besides"]) == len(theirs)


def starting(big: BigClub) -> list[int]:
    """The keys of users whose name starts like the first member's: "Il Ridotto 3", "Il Ridotto 30"."""
    return [user.pk for user in big.people if user.username.startswith(big.people[MEMBER].username)]


# ── Plans ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def library(asked: dict[str, str]) -> Callable[[BigClub], models.QuerySet[Any]]:
    return lambda club: library_of(club.club.pk, read_filter(asked))


def members(club: BigClub) -> models.QuerySet[Any]:
    return club.club.memberships.in_order()


def readable(club: BigClub) -> models.QuerySet[Any]:
    visitor = Visitor(club.people[MEMBER])
    return ArmyList.objects.readable_by(visitor).filter(pk__in=[one.pk for one in club.lists[:3]])


ASKED: dict[str, Callable[[BigClub], models.QuerySet[Any]]] = {
    "library": library({}),
    "search": library({"q": "rangers 7", "game": "bn", "role": "open"}),
    "members": members,
    "readable": readable,
}


def whole_tables(plan: str, *tables: str) -> list[str]:
    """Return the tables that a plan reads from end to end."""
    return [table for table in tables if f"SCAN {table}" in plan or f"Seq Scan on {table}" in plan]


def test_indexes_lead_to_what_is_a_clubs_own() -> None:
    """A small club does not read the lists of the large one beside it.

    PostgreSQL reads small tables sequentially; the test forbids that to show the indexes.
    """
    a_big_club(*FULL)
    small = a_big_club(*SMALL, name="Il Manipolo")
    take_stock()
    plans = {name: asked(small).explain() for name, asked in ASKED.items()}
    assert {name: whole_tables(plan, "lists_armylist") for name, plan in plans.items()} == {name: [] for name in ASKED}
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
        plans = {name: asked(small).explain() for name, asked in ASKED.items()}
    tables = ("lists_armylist", "lists_clublisting", "clubs_membership", "U0", "U3", "U4")
    assert {name: whole_tables(plan, *tables) for name, plan in plans.items()} == {name: [] for name in ASKED}


# ── At once ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def big(transactional_db: None, loaded_rules: object) -> BigClub:
    return a_big_club(*FULL)


@pytest.fixture
def small(transactional_db: None, loaded_rules: object) -> BigClub:
    """A club for tests that do not depend on its size."""
    return a_big_club(*SMALL)


def listings_of(users: list[User]) -> int:
    return ClubListing.objects.filter(army_list__owner__in=users).count()


@at_once
@both_ways
def test_members_who_are_removed_while_they_show_lists(big: BigClub, run: Run) -> None:
    """In either order: neither fails, and no list stays in the library without its member."""
    gone = range(MEMBER, MEMBER + 8)
    hers = [ArmyList.objects.filter(owner=big.people[one], club_listings=None)[0] for one in gone]
    organiser = big.people[1]

    def remove(number: int) -> Act:
        return lambda: remove_member(big.club.pk, organiser, big.memberships[number].pk)

    def show(army_list: ArmyList) -> Act:
        assert army_list.owner
        owner = army_list.owner
        return lambda: show_to_clubs(army_list.pk, owner, {big.club.pk})

    acts = [act for one, army_list in zip(gone, hers, strict=True) for act in (show(army_list), remove(one))]
    assert run(*acts) == [None] * 16
    assert big.club.memberships.count() == PEOPLE - 8
    assert listings_of([big.people[one] for one in gone]) == 0
    assert ClubListing.objects.count() == LISTS - sum(len(big.of(one)) for one in gone)


@at_once
@both_ways
def test_lists_that_are_shown_while_the_club_is_closed(big: BigClub, run: Run) -> None:
    hers = [ArmyList.objects.filter(owner=user, club_listings=None)[0] for user in big.people[MEMBER : MEMBER + 6]]
    shows: list[Act] = [
        lambda one=one: show_to_clubs(one.pk, one.owner, {big.club.pk})  # type: ignore[misc]
        for one in hers
    ]
    assert run(*shows, lambda: close_club(big.club.pk, big.people[0])) == [None] * 7
    assert (Club.objects.count(), Membership.objects.count(), ClubListing.objects.count()) == (0, 0, 0)
    assert ArmyList.objects.count() == 2 * LISTS


@at_once
@both_ways
def test_organisers_who_invite_at_once_make_as_many_as_there_may_be(small: BigClub, run: Run) -> None:
    def one_more(number: int) -> Act:
        return lambda: invite(small.club.pk, small.people[number % MEMBER])

    Invitation.objects.bulk_create(Invitation(club=small.club) for _ in range(INVITATIONS_AT_MOST - 5))
    raised = run(*map(one_more, range(12)))
    assert sorted(map(str, raised)) == sorted(map(str, [None] * 5 + [RefusedError] * 7))
    assert small.club.invitations.open().count() == INVITATIONS_AT_MOST


@at_once
@both_ways
def test_organisers_who_set_rulings_of_two_games_at_once_keep_both(small: BigClub, run: Run) -> None:
    """A member promoted again meanwhile is told, or was faster."""
    first, second = small.people[1:MEMBER]
    raised = run(
        lambda: save_house_rules(small.club.pk, first, "bn", rulings={"medic": "flat"}),
        lambda: save_house_rules(small.club.pk, small.people[0], "rth-it", rulings={"smoke": "once"}),
        lambda: save_house_rules(small.club.pk, second, "bi", rulings={"ied": "dear"}),
        lambda: set_organiser(small.club.pk, small.people[0], small.memberships[2].pk, organises=False),
    )
    assert (raised[:2], raised[3]) == ([None, None], None)
    assert raised[2] in (None, NotAllowedError)
    third = {} if raised[2] else {"bi": {"ied": "dear"}}
    kept = HouseRules.objects.filter(club=small.club).current()
    assert {one.ruleset: one.rulings for one in kept} == {
        "bn": {"medic": "flat"},
        "rth-it": {"smoke": "once"},
    } | third
    assert Membership.objects.get(pk=small.memberships[2].pk).role == "member"


@at_once
@both_ways
def test_members_leave_while_the_library_is_browsed_and_printed(
    big: BigClub, run: Run, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    """Each page is complete, whenever it is requested; lists of former members are not found."""
    settings.PRINT_CACHE = tmp_path
    monkeypatch.setattr(pool, "render", lambda html, css: b"%PDF-made")
    leaving = range(MEMBER, MEMBER + 9)
    staying = big.people[MEMBER + 9 :]
    answers: dict[str, list[int]] = {"browse": [], "print": []}

    def leave(several: range) -> Act:
        return lambda: [leave_club(big.club.pk, big.people[one]) for one in several]

    def browse(user: User) -> None:
        browser = browser_of(user)
        for page in range(1, 8):
            response = browser.get(f"/clubs/{big.club.pk}/lists/", {"page": str(page)})
            answers["browse"].append(response.status_code)
            assert len(response.context["entries"]) == 50

    def print_lists(user: User) -> None:
        browser = browser_of(user)
        for one in leaving:
            address = f"/lists/{big.of(one)[0].pk}/print/roster.pdf"
            answers["print"].append(browser.get(address).status_code)

    raised = run(
        *(leave(leaving[start::3]) for start in range(3)),
        *(lambda user=user: browse(user) for user in staying[:3]),
        *(lambda user=user: print_lists(user) for user in staying[3:6]),
    )
    assert raised == [None] * 9
    assert set(answers["browse"]) == {200}
    assert set(answers["print"]) <= {200, 404}
    assert (len(answers["browse"]), len(answers["print"])) == (21, 27)
    assert big.club.memberships.count() == PEOPLE - 9
    left = {one.name for number in leaving for one in big.of(number)}
    assert big.listed() == {one.name for one in big.lists} - left
    found = browser_of(staying[0]).get(f"/clubs/{big.club.pk}/lists/").context["page"].paginator.count
    assert found == LISTS - len(left)
    assert not ArmyList.objects.filter(Q(owner=big.people[MEMBER]), club_listings__isnull=False).exists()
