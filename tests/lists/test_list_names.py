"""A new list has no name, and gets a suggestion when it is printed, shared or exported."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html
from msgspec.structs import replace

from armybuilder.lists.browsing.list_names import suggested_name
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Roster
from tests.lists.builder import Builder, at_the_builder, text
from tests.lists.factories import a_list, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")

EMPTY = Roster(format="armylist/1", ruleset="bn", name="New list", squads=())
PAGES = {"print": "printing:index", "share": "sharing:share", "take": "lists:take"}


@pytest.fixture
def unnamed(english_client: Client, alice: Visitor) -> Builder:
    """Alice's builder on a new list."""
    return at_the_builder(english_client, alice, a_roster(a_squad(), role="attacker", name="New list"))


@pytest.mark.parametrize(
    ("roster", "suggested"),
    [
        (a_roster(a_squad(class_="veteran"), role="attacker", name="New list"), "Veterans, attacker 150"),
        (a_roster(a_squad(class_="veteran"), role="attacker", name="Nuova lista"), "Veterans, attacker 150"),
        (a_roster(a_squad(class_=""), role="open", name="New list"), "Breaking News"),
        (a_roster(a_squad(class_="veteran"), role="open", limit=200, name="New list"), "Veterans, 200"),
        (a_roster(a_squad(class_="veteran"), name="New list"), "Veterans"),
        (replace(EMPTY, ruleset="bi", role="defender"), "Bassa Intensità, defender"),
        (a_roster(a_squad(class_="veteran"), name="Surobi"), ""),
        (a_roster(a_squad(class_="veteran"), name="New list 2"), ""),
    ],
)
def test_a_name_is_made_of_what_the_list_is(alice: Visitor, roster: Roster, suggested: str) -> None:
    assert suggested_name(a_list(alice, roster), "en") == suggested


def test_it_is_made_in_the_readers_language(alice: Visitor) -> None:
    roster = a_roster(a_squad(class_="veteran"), role="attacker", name="New list")
    assert suggested_name(a_list(alice, roster), "it") == "Veterani, attaccante 150"


def test_the_copy_of_a_list_without_a_name_has_none_either(unnamed: Builder, alice: Visitor) -> None:
    client, pk = unnamed.client, unnamed.pk
    for _ in range(2):  # nor has the copy of the copy
        client.post(reverse("lists:duplicate", args=[pk]))
        copy = ArmyList.objects.owned_by(alice).latest("created")
        assert (copy.name, suggested_name(copy, "it")) == (
            "New list, copy",
            "Reparti d’Elite, attaccante 150",
        )
        pk = copy.pk


def offer(response: Any) -> Any:
    """Return the form of a page that suggests a name, None if there is none."""
    return next(iter(html.fromstring(response.content.decode()).find_class("name-offer")), None)


@pytest.mark.parametrize("then", PAGES)
def test_the_offer_is_taken_and_leads_back(unnamed: Builder, then: str) -> None:
    address = reverse(PAGES[then], args=[unnamed.pk])
    form = offer(unnamed.client.get(address))
    assert form.fields["name"] == "Elite, attacker 150"
    response = unnamed.client.post(form.action, dict(form.fields))
    assert (response.status_code, response["Location"]) == (302, address)
    assert unnamed.roster.name == "Elite, attacker 150"
    assert offer(unnamed.client.get(address)) is None
    unnamed.post("undo/")
    assert unnamed.roster.name == "New list"


def test_readers_of_others_lists_are_not_asked(unnamed: Builder) -> None:
    address = reverse("lists:name", args=[unnamed.pk])
    assert Client().post(address, {"name": "Mine"}).status_code == 404
    assert unnamed.roster.name == "New list"


@pytest.mark.parametrize(("name", "reason"), [("  ", "Give the list a name."), ("x" * 121, "At most 120 characters.")])
def test_a_name_that_cannot_be_is_refused_where_it_was_typed(unnamed: Builder, name: str, reason: str) -> None:
    response = unnamed.post("name/", {"name": name, "then": "print"}, htmx=False)
    assert reason in text(unnamed.client.get(response["Location"]))
    assert unnamed.roster.name == "New list"


def test_an_unknown_place_to_go_on_leads_to_the_list(unnamed: Builder) -> None:
    response = unnamed.post("name/", {"name": "Surobi", "then": "//elsewhere"}, htmx=False)
    assert response["Location"] == unnamed.address
