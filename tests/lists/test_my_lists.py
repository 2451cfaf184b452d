"""My lists: shelves, search, tags, several at once."""

import re
from datetime import timedelta
from urllib.parse import parse_qsl
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.lists.browsing import my_lists
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.lists.builder import text
from tests.lists.factories import a_group, a_list, a_roster, a_squad
from tests.printing.looking import browser_of

pytestmark = pytest.mark.usefixtures("loaded_rules")
INDEX = "/lists/"


def names(visitor: Visitor, **query: str) -> list[str]:
    return [line.name for line in browser_of(visitor).get(INDEX, query).context["lists"]]


def several(visitor: Visitor, act: str, *lists: ArmyList, **posted: str) -> str:
    """Apply an action to lists, and return the redirect."""
    ids = [str(army_list.pk) for army_list in lists]
    response = browser_of(visitor).post("/lists/several/", {"act": act, "list": ids, **posted})
    return response["Location"]


@pytest.fixture
def three(loaded_rules: object, alice: Visitor, bob: Visitor) -> list[ArmyList]:
    """Three of Alice's, the last one newest; and one of Bob's, which never shows."""
    a_list(bob, a_roster(name="Bob’s"))
    one = a_squad(a_group(1))
    return [
        a_list(alice, a_roster(name="Rangers", role="attacker", pair_name="1st Battalion")),
        a_list(alice, a_roster(one, name="alpini", role="defender")),
        a_list(alice, a_roster(a_squad(a_group(9), class_="veteran"), name="Patrol", ruleset="rth-it")),
    ]


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["Patrol", "alpini", "Rangers"]),
        ({"q": "ALP"}, ["alpini"]),
        ({"q": "battalion"}, ["Rangers"]),
        ({"q": "100%"}, []),
        ({"game": "bn"}, ["alpini", "Rangers"]),
        ({"role": "defender"}, ["alpini"]),
        ({"order": "points"}, ["Rangers", "Patrol", "alpini"]),
        ({"shelf": "attic", "order": "size"}, ["Patrol", "alpini", "Rangers"]),
        ({"shelf": "archive"}, []),
        ({"page": "9"}, ["Patrol", "alpini", "Rangers"]),
    ],
)
def test_finding(three: list[ArmyList], alice: Visitor, query: dict[str, str], found: list[str]) -> None:
    assert names(alice, **query) == found


def test_selected_lists_are_compared_or_printed(three: list[ArmyList], alice: Visitor) -> None:
    first, second, third = (army_list.pk for army_list in three)
    assert several(alice, "compare", *three[:2]) == f"/lists/compare/?a={first}&b={second}"
    assert several(alice, "print", *three) == f"/lists/print/?list={first}&list={second}&list={third}"


@pytest.mark.parametrize("chosen", [0, 1, 3])
def test_two_lists_are_compared_and_no_other_number(three: list[ArmyList], alice: Visitor, chosen: int) -> None:
    assert several(alice, "compare", *three[:chosen], query="order=name") == "/lists/?order=name"
    assert "Select two lists to compare." in text(
        browser_of(alice).post("/lists/several/", {"act": "compare"}, follow=True)
    )


NOTES = 'La radio è "rotta" \\ da cambiare\nprima del 3° turno.'


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("words", "is_found"),
    [
        ("RADIO È", True),
        ('"rotta"', True),
        ('rotta" \\ da', True),
        ("cambiare prima", True),
        ("3° turno.", True),
        ("turno!", False),
        ("rot.a", False),
        ("il fucile di Ugo", True),  # of a figure
        ("Bravo", False),  # many lists have squads with the same name
        ("Ugo rotta", False),
        ("notes", False),  # the encoding of the document is not its content
        ("elite", False),
        ("armylist", False),
        ("\\", True),
        ("(", False),
    ],
)
def test_finding_by_what_is_noted(alice: Visitor, words: str, is_found: bool) -> None:
    figure = a_group(1, notes="con il fucile di Ugo")
    a_list(alice, a_roster(a_squad(figure, name="Bravo"), name="Rangers", notes=NOTES))
    a_list(alice, a_roster(name="Alpini"))
    assert names(alice, q=words) == ["Rangers"] * is_found


def test_archived_lists_leave_the_table_and_stay_as_they_are(three: list[ArmyList], alice: Visitor) -> None:
    address = several(alice, "archive", three[0], three[1], query="order=name")
    path, _, query = address.partition("?")
    assert (path, set(parse_qsl(query))) == (
        INDEX,
        {("order", "name"), ("did", "archive"), *(("list", str(one.pk)) for one in three[:2])},
    )
    assert (names(alice), names(alice, shelf="archive")) == (["Patrol"], ["alpini", "Rangers"])
    assert browser_of(alice).get(f"/lists/{three[0].pk}/").status_code == 200
    done = browser_of(alice).get(address, headers={"Accept-Language": "en"}).context["done"]
    assert (done["said"], done["back"]) == ("2 lists archived", "unarchive")
    several(alice, done["back"], three[0], three[1], undo="1")
    assert names(alice) == ["Patrol", "alpini", "Rangers"]


def test_undoing_is_not_offered_to_be_undone(three: list[ArmyList], alice: Visitor) -> None:
    several(alice, "delete", three[0])
    assert several(alice, "restore", three[0], undo="1", query="") == "/lists/"


def test_one_is_named(three: list[ArmyList], alice: Visitor) -> None:
    address = several(alice, "delete", three[0])
    response = browser_of(alice).get(address, headers={"Accept-Language": "en"})
    assert response.context["done"]["said"] == "“Rangers” deleted"


@pytest.mark.postgres
def test_each_shelf_says_how_many_stand_on_it(three: list[ArmyList], alice: Visitor) -> None:
    several(alice, "archive", three[0])
    several(alice, "delete", three[1])
    shelves = browser_of(alice).get(INDEX).context["shelves"]
    assert [(shelf, count) for shelf, _, count in shelves] == [("in-use", 1), ("archive", 1), ("bin", 1)]
    assert names(alice, shelf="bin") == ["alpini"]


@pytest.mark.parametrize(("days_ago", "left"), [(0, "30 days"), (28, "2 days"), (30, "1 day")])
def test_the_bin_says_how_long_a_list_can_be_taken_back(
    days_ago: int, left: str, three: list[ArmyList], alice: Visitor
) -> None:
    several(alice, "delete", three[0])
    ArmyList.objects.filter(pk=three[0].pk).update(deleted=timezone.now() - timedelta(days=days_ago))
    page = text(browser_of(alice).get(INDEX, {"shelf": "bin"}, headers={"Accept-Language": "en"}))
    assert re.findall(r"(\d+ days?) left in the bin", page) == [left]


def test_nobody_elses_lists_are_touched(three: list[ArmyList], alice: Visitor, bob: Visitor) -> None:
    for act in ("archive", "delete", "tag"):
        assert several(bob, act, *three, tag="mine") == "/lists/"
    assert names(alice) == ["Patrol", "alpini", "Rangers"]
    assert browser_of(bob).get(f"/lists/?did=delete&list={three[0].pk}").context["done"] is None


@pytest.mark.parametrize("posted", [{"act": "burn"}, {"act": "delete", "list": "x"}, {}])
def test_unknown_acts_are_not_found(alice: Visitor, posted: dict[str, str]) -> None:
    assert browser_of(alice).post("/lists/several/", posted).status_code == 404


def test_lists_that_never_were_change_nothing(alice: Visitor) -> None:
    posted = {"act": "delete", "list": str(uuid4())}
    assert browser_of(alice).post("/lists/several/", posted)["Location"] == "/lists/"


def test_drafts_have_shelves_too(carla: Visitor) -> None:
    draft = a_list(carla)
    several(carla, "archive", draft)
    assert (names(carla), names(carla, shelf="archive")) == ([], ["Rangers"])
    assert Client().get(INDEX).context["total"] == 0


# ── Tags ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.postgres
def test_lists_are_found_by_their_tags(three: list[ArmyList], alice: Visitor) -> None:
    several(alice, "tag", three[0], three[1], tag="  club   night ")
    several(alice, "tag", three[1], tag="club night")
    assert names(alice, tag="club night") == ["alpini", "Rangers"]
    page = browser_of(alice).get(INDEX)
    assert page.context["tags"] == ["club night"]
    assert [[str(tag) for tag in line.tags.all()] for line in page.context["lists"]] == [
        [],
        ["club night"],
        ["club night"],
    ]
    several(alice, "untag", three[0], tag="club night")
    assert names(alice, tag="club night") == ["alpini"]


def test_a_tag_of_nothing_is_none(three: list[ArmyList], alice: Visitor) -> None:
    assert several(alice, "tag", three[0], tag="  ") == "/lists/"


@pytest.mark.postgres
def test_a_list_has_so_many_tags_and_no_more(three: list[ArmyList], alice: Visitor) -> None:
    for number in range(my_lists.TAGS_AT_MOST + 1):
        several(alice, "tag", three[0], tag=f"tag {number}")
    assert three[0].tags.count() == my_lists.TAGS_AT_MOST


@pytest.mark.parametrize(
    ("act", "marked", "said"),
    [
        ("archive", 0, ["Select the lists first: each has a box before its name."]),
        ("tag", 1, ["Enter the tag first."]),
        ("archive", 1, []),
    ],
)
def test_acts_say_what_they_need(three: list[ArmyList], alice: Visitor, act: str, marked: int, said: list[str]) -> None:
    posted = {"act": act, "list": [str(army_list.pk) for army_list in three[:marked]]}
    response = browser_of(alice).post("/lists/several/", posted, follow=True)
    assert [str(message) for message in response.context["messages"]] == said


def test_a_list_without_anyone_is_a_beginning_and_no_error(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(a_squad(), role="attacker"))
    found = text(browser_of(alice).get(INDEX))
    assert ("Just started" in found, "Not legal" in found, "Legal" in found) == (True, False, False)
    ArmyList.objects.filter(pk=army_list.pk).update(figures=1)
    found = text(browser_of(alice).get(INDEX))
    assert ("Just started" in found, "Not legal" in found) == (False, True)
