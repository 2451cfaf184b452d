"""A figure in a list as the subject of odds: from the user's own lists or readable ones."""

from typing import Any

import lxml.html
import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.models import ArmyList, ClubListing
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import make_link, publish, revoke_link
from rules.core.document.roster import Figure, Modifiers, Squad, Vehicle
from tests.clubs.clubs import a_club
from tests.lists.builder import Builder
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")

AT = "t=militia&cm=60&s=recruit&w=rpg&cover=1&name=Somebody+else"
MIXED = a_squad(
    LEADER,
    a_group(3, "lmg", "grenade"),
    Figure(name="Volunteer", class_="nobody", weapons=("rifle",)),
    Figure(name="Medic", weapons=("scalpel",)),
    vehicles=(
        Vehicle(type="light-armour", weapons=("hmg", "tank-gun")),
        Vehicle(type="hovercraft", weapons=("hmg",)),
    ),
)


def ways(client: Client, ruleset: str = "bn", question: str = "fire", **query: str) -> dict[str, str]:
    """The addresses that a list leads to, by their text; the addresses of lists where one must be selected."""
    response = client.get(reverse("sharing:shooter", args=[ruleset, question]), query)
    assert response.status_code == 200
    tree: Any = lxml.html.fromstring(response.text)
    found = tree.cssselect("main .entry .btn") or tree.cssselect("main .entry-name a")
    return {" ".join(link.text_content().split()): link.get("href") for link in found}


def test_the_firer_is_part_of_the_situation(page: Builder, alice: Visitor) -> None:
    mine = a_list(alice, a_roster(MIXED, name="Mixed"))
    found = ways(page.client, list=str(mine.pk), at=AT)
    assert found == {
        "Sgt. Rossi: Assault rifle": "/odds/bn/?s=elite&w=assault-rifle&t=militia&cm=60&cover=1&name=Sgt.+Rossi",
        "Elite (3): LMG": "/odds/bn/?s=elite&w=lmg&t=militia&cm=60&cover=1",
        "Elite (3): Grenades": "/odds/bn/?s=elite&w=grenade&t=militia&cm=60&cover=1",
        "Light armour: Tank gun": "/odds/bn/?s=elite&w=tank-gun&on=light-armour&t=militia&cm=60&cover=1",
        "Light armour: HMG": "/odds/bn/?s=elite&w=hmg&on=light-armour&t=militia&cm=60&cover=1",
    }
    for address in found.values():
        answered = page.client.get(address, follow=True)
        assert answered.status_code == 200
        assert 'class="notice warn"' not in answered.text


def test_a_weapon_for_what_flies_brings_its_target(page: Builder, alice: Visitor) -> None:
    squad = Squad(name="A", class_="regular", figures=(Figure(weapons=("aa-mg",)),))
    mine = a_list(alice, a_roster(squad, ruleset="bi"))
    at_men = ways(page.client, "bi", list=str(mine.pk), at="t=elite&f=3&cm=60")
    assert list(at_men.values()) == ["/odds/bi/?s=regular&w=aa-mg&t=helicopter&cm=60"]


def test_roles_and_motivation_come_along_and_those_before_go(page: Builder, alice: Visitor) -> None:
    squad = Squad(
        name="A",
        class_="veteran",
        modifiers=Modifiers(motivation=-1),
        figures=(Figure(name="Cecchino", roles=("sniper",), weapons=("precision-rifle",)),),
    )
    mine = a_list(alice, a_roster(squad, ruleset="bi"))
    found = ways(page.client, "bi", list=str(mine.pk), at="motivated=1&one-crewman=1&prone=1")
    assert list(found.values()) == ["/odds/bi/?s=veteran&w=precision-rifle&sniper=1&tired=1&prone=1&name=Cecchino"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("suppression", ["s=elite&l=1&name=Sgt.+Rossi", "s=elite&l=1", "s=trained&l=0"]),
        ("initiative", [
            "s=elite&sl=1&t=recruit&name=Sgt.+Rossi", "s=elite&sl=0&t=recruit", "s=trained&sl=0&t=recruit"
        ]),
        ("morale", ["s=elite&men=8&name=Alpha", "s=trained&men=3&name=Bravo"]),
    ],
)  # fmt: skip
def test_leadership_and_men_count_in_other_questions(page: Builder, question: str, expected: list[str]) -> None:
    at = "t=recruit&sl=4&s=militia" if question == "initiative" else ""
    found = ways(page.client, question=question, list=str(page.pk), at=at)
    assert [address.removeprefix(f"/odds/bn/{question}/?") for address in found.values()] == expected


def test_the_list_is_chosen_among_those_of_the_game(page: Builder, alice: Visitor) -> None:
    a_list(alice, a_roster(ruleset="rth-it", name="Another game"))
    assert ways(page.client, at="t=militia&cm=60") == {"Rangers": f"?at=t%3Dmilitia%26cm%3D60&list={page.pk}"}
    assert list(ways(page.client, "rth-it")) == ["Another game"]


def test_unreadable_lists_are_not_offered(page: Builder, bob: Visitor) -> None:
    assert bob.user
    address = reverse("sharing:shooter", args=["bn", "fire"])
    hidden, shown = a_list(bob, a_roster(name="Hidden")), a_list(bob, a_roster(name="Shown"))
    assert page.client.get(address, {"list": str(hidden.pk)}).status_code == 404
    assert page.client.get(address, {"list": f"{hidden.pk}.1"}).status_code == 404
    link = make_link(shown.pk, bob, frozen=False)
    assert "Sgt. Rossi: Assault rifle" in ways(page.client, list=link.token)
    revoke_link(link.pk, bob)
    assert page.client.get(address, {"list": link.token}).status_code == 404
    published = publish(shown.pk, bob.user)
    assert list(ways(Client(), of="public")) == ["Shown"]
    assert list(ways(Client(), "rth-it", of="public")) == []
    assert "Sgt. Rossi: Assault rifle" in ways(Client(), list=published.link.token)


def test_questions_and_lists_of_other_games(page: Builder) -> None:
    for ruleset, question, query in (
        ("bn", "storming", {}),
        ("bi", "suppression", {}),
        ("nowhere", "fire", {}),
        ("rth-it", "fire", {"list": str(page.pk)}),
    ):
        address = reverse("sharing:shooter", args=[ruleset, question])
        assert page.client.get(address, query).status_code == 404


def test_a_list_without_anyone_says_so(page: Builder, alice: Visitor) -> None:
    empty = a_list(alice, a_roster(a_squad(), name="Empty"))
    assert ways(page.client, list=str(empty.pk)) == {}


@pytest.mark.parametrize("squads", [1, 20])
def test_a_list_takes_the_same_queries_whatever_its_size(
    page: Builder, alice: Visitor, squads: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    mine: ArmyList = a_list(alice, a_roster(*[MIXED] * squads))
    ways(page.client, list=str(mine.pk))
    with django_assert_num_queries(5):  # session, user, versions, the list, the bell
        assert len(ways(page.client, list=str(mine.pk))) == 5


def offered(client: Client, address: str) -> dict[str, list[str]]:
    """The lists offered on a page of odds, by owner."""
    tree: Any = lxml.html.fromstring(client.get(address, follow=True).text)
    groups = tree.cssselect("select[form=from-list] optgroup")
    return {group.get("label"): [one.text_content() for one in group] for group in groups}


def test_the_odds_offer_the_lists_of_their_game_in_place(page: Builder, alice: Visitor, bob: Visitor) -> None:
    a_list(bob, a_roster(name="Hidden"))
    theirs = a_list(bob, a_roster(name="Of the club"))
    a_list(alice, a_roster(ruleset="rth-it", name="Another game"))
    assert offered(page.client, "/odds/bn/?cm=60") == {"My lists": ["Rangers"]}
    assert alice.user
    assert bob.user
    membership = a_club(bob.user, alice.user).memberships.get(user=bob.user)
    ClubListing.objects.create(membership=membership, army_list=theirs)
    assert offered(page.client, "/odds/bn/") == {"My lists": ["Rangers"], "From my clubs": ["Of the club"]}
    assert offered(Client(), "/odds/bn/") == {}
    tree: Any = lxml.html.fromstring(page.client.get("/odds/bn/?s=elite&w=lmg&cm=60&t=militia").text)
    form = tree.get_element_by_id("from-list")
    sent = {one.get("name"): one.get("value") for one in tree.cssselect("[form=from-list]")}
    assert form.get("action") == "/lists/odds/bn/fire/"
    assert sent == {"list": None, "at": "s=elite&w=lmg&cm=60&t=militia", None: None}


@pytest.mark.parametrize("lists", [1, 30])
def test_offering_lists_takes_the_same_queries_however_many(
    page: Builder, alice: Visitor, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(lists - 1):
        a_list(alice)
    offered(page.client, "/odds/bn/")
    with django_assert_num_queries(6):  # session, user, versions, one’s own lists, those of clubs, the bell
        assert len(offered(page.client, "/odds/bn/")["My lists"]) == min(lists, 20)


def test_the_odds_lead_here_with_their_situation(page: Builder) -> None:
    answer = page.client.get("/odds/bn/?s=elite&w=lmg&cm=60&t=militia&cover=1")
    assert 'href="/lists/odds/bn/fire/?at=s%3Delite%26w%3Dlmg%26cm%3D60%26t%3Dmilitia%26cover%3D1"' in answer.text
    assert "/lists/odds/" not in page.client.get("/odds/bn/storming/").text
    profile = page.client.get(reverse("lists:profile", args=[page.pk])).text
    assert f'href="/lists/odds/bn/fire/?list={page.pk}"' in profile
