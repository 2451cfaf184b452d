"""Two lists side by side."""

from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from lxml import html
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.copies import show_to_clubs
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import make_link, publish, revoke_link, withdraw
from tests.clubs.clubs import a_club
from tests.lists.builder import Builder, text
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad, add_rifleman
from tests.lists.many import many_lists

pytestmark = pytest.mark.usefixtures("loaded_rules")


def compared(client: Client, first: object, second: object) -> str:
    return text(client.get(reverse("sharing:compare"), {"a": str(first), "b": str(second)}))


def test_a_list_and_what_it_was(page: Builder, alice: Visitor) -> None:
    add_rifleman(page.stored, alice)
    found = compared(page.client, f"{page.pk}.1", page.pk)
    assert "+1\N{NO-BREAK SPACE}rifleman".replace("\N{NO-BREAK SPACE}", " ") in found
    assert "Alpha: +1 rifleman" in found
    assert "Figures 11 12 +1" in found
    assert "Rangers, version 1 and Rangers" in found


def test_two_revisions_one_with_a_name(page: Builder, alice: Visitor) -> None:
    add_rifleman(page.stored, alice)
    page.post("history/2/name/", name="For Saturday")
    assert "Rangers, version 1 and Rangers, version “For Saturday”" in compared(
        page.client, f"{page.pk}.1", f"{page.pk}.2"
    )


def test_two_lists_by_numbers_and_weapons(page: Builder, alice: Visitor) -> None:
    other = a_list(alice, a_roster(a_squad(LEADER, a_group(4, "lmg")), name="Raid"))
    found = compared(page.client, page.pk, other.pk)
    assert "Rangers and Raid" in found
    assert "Vehicles 1 0 first: +1" in found
    assert "Highest leadership 1 1 the same" in found
    assert "LMG 3 4" in found
    assert "Alpha: +4 × LMG gunner" in found


def test_a_copy_says_the_same(page: Builder) -> None:
    page.post("duplicate/", htmx=False)
    copy = ArmyList.objects.exclude(pk=page.pk).get()
    found = compared(page.client, page.pk, copy.pk)
    assert "Rangers and Rangers, copy" in found
    assert "Nothing: they are the same." in found


def test_a_list_and_itself(page: Builder) -> None:
    assert "Nothing: they are the same." in compared(page.client, page.pk, page.pk)


def test_a_list_of_another_game(page: Builder, alice: Visitor) -> None:
    other = a_list(alice, a_roster(a_squad(a_group(2, "rifle"), class_="expert"), ruleset="ludonet", name="Uno"))
    found = compared(page.client, page.pk, other.pk)
    assert f"Points {page.stored.total} –" in found


def test_a_sample_is_compared_with_a_list(page: Builder, bob: Visitor) -> None:
    sample = a_list(bob, a_roster(name="Sample"))
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    assert "Rangers and Sample" in compared(page.client, page.pk, sample.pk)


def test_the_comparison_begins_with_a_scoreboard(page: Builder, alice: Visitor) -> None:
    """Each measure has both values and a bar for each, the better one in bold; the sum is above."""
    other = a_list(alice, a_roster(a_squad(LEADER, a_group(7, "lmg"), class_="militia"), name="Raid"))
    shown = page.client.get(reverse("sharing:compare"), {"a": str(page.pk), "b": str(other.pk)})
    [board] = html.fromstring(shown.content).cssselect(".scores")
    rows = [[" ".join(cell.text_content().split()) for cell in row] for row in board.cssselect("tbody tr")]
    assert rows == [
        ["8.0", "Fire in the open at 50 cm", "5.0"],
        ["4.7", "Fire at cover at 50 cm", "3.7"],
        ["3.3", "Fire in the open at 150 cm", "3.5"],
        ["18.0", "Hits until half are out", "6.2"],
        ["11", "Figures", "8"],
        ["98%", "Morale after 4 losses", "75%"],
        ["2d6+6", "Initiative", "2d6+3"],
        ["d6+4", "Melee", "d6+1"],
    ]
    bold = [[cell.get("class") == "better" for cell in row.cssselect("td")] for row in board.cssselect("tbody tr")]
    assert bold == [[True, False]] * 2 + [[False, True]] + [[True, False]] * 5
    names = [" ".join(cell.text_content().split()) for cell in board.cssselect("thead tr > *")]
    assert [name.rpartition(", ")[0] for name in names] == [
        f"Rangers A Attacker · {page.stored.total}/150 {timezone.localtime(page.stored.changed):%-d %B %Y}",
        "",
        f"B Raid Open · {other.total} {timezone.localtime(other.changed):%-d %B %Y}",
    ]
    assert names[1] == "7 – 1"
    [yardstick] = html.fromstring(shown.content).cssselect(".scores + p")
    assert " ".join(yardstick.text_content().split()) == (
        "Fire: hits expected in a turn, standing still, against: Recruits R5. Profiles, completion and "
        "“What you can add” count against the same troops, unless you choose others below."
    )
    twice = page.client.get(reverse("sharing:compare"), {"a": str(page.pk), "b": str(page.pk)})
    [board] = html.fromstring(twice.content).cssselect(".scores")
    assert " ".join(board.cssselect("thead td")[0].text_content().split()) == "0 – 0 8 even"


def test_the_fire_of_two_lists_stands_on_the_same_charts(page: Builder, alice: Visitor) -> None:
    other = a_list(alice, a_roster(a_squad(LEADER, a_group(7, "lmg"), class_="militia"), name="Raid"))
    found = compared(page.client, page.pk, other.pk)
    assert "Rangers: more hits at 25, 50, 100 cm (18.0 against 10.3 at 25 cm)." in found
    assert "Raid: more hits at 150 cm (3.5 against 3.3 at 150 cm)." in found
    assert "Rangers holds out longer: half the men are out of action after 18.0 hits in the open against 6.2" in found
    assert "They differ most after loss 6: Rangers passes 67%, the other 31%." in found
    assert "Melee Rangers rolls d6+4 against d6+1 and wins 91% of the time." in found
    assert "Against armour Neither has anything that stops armour." in found
    assert "Points: soldiers" in found


def test_two_that_are_alike_differ_in_nothing(page: Builder) -> None:
    found = compared(page.client, page.pk, page.pk)
    assert found.count("The same at all distances.") == 3
    assert "The same, loss by loss." in found
    assert "Equal: half the men are out of action after 18.0 hits in the open, 31.1 in cover." in found


def test_dice_of_games_that_differ_are_not_laid_over_each_other(page: Builder, alice: Visitor) -> None:
    other = a_list(alice, a_roster(a_squad(a_group(2, "rifle"), class_="regular"), ruleset="bi", name="Uno"))
    for pair in ((page.pk, other.pk), (other.pk, page.pk)):
        found = compared(page.client, *pair)
        assert "The dice of these two games cannot be compared" in found
        assert "Expected hits" not in found


@pytest.mark.parametrize("squads", [1, 30])
def test_an_empty_list_is_compared(page: Builder, alice: Visitor, squads: int) -> None:
    empty = a_list(alice, a_roster(*[a_squad()] * squads, name="Empty"))
    for pair in ((page.pk, empty.pk), (empty.pk, page.pk), (empty.pk, empty.pk)):
        assert "Empty" in compared(page.client, *pair)


def test_linked_lists_are_compared_until_the_link_is_revoked(page: Builder, bob: Visitor) -> None:
    theirs = a_list(bob, a_roster(name="Shown"))
    link = make_link(theirs.pk, bob, frozen=False)
    assert "Rangers and Shown" in compared(page.client, page.pk, link.token)
    revoke_link(link.pk, bob)
    query = {"a": str(page.pk), "b": link.token}
    assert page.client.get(reverse("sharing:compare"), query).status_code == 404


def test_nobody_learns_of_a_hidden_list_by_comparing(page: Builder, bob: Visitor) -> None:
    theirs = a_list(bob)
    for pair in ((page.pk, theirs.pk), (theirs.pk, page.pk), (theirs.pk, ""), (f"{theirs.pk}.1", page.pk)):
        query = {"a": str(pair[0]), "b": str(pair[1])}
        assert page.client.get(reverse("sharing:compare"), query).status_code == 404


def test_squads_are_beside_each_other_in_the_order_of_their_lists(page: Builder, alice: Visitor) -> None:
    other = a_list(alice, a_roster(a_squad(a_group(4), name="X", class_="trained"), a_squad(a_group(8), name="alpha")))
    found = compared(page.client, page.pk, other.pk)
    assert "Alpha · Elite R2 · 8 men / X · Trained R4 · 4 men" in found
    assert "Bravo · Trained R4 · 3 men / alpha · Elite R2 · 8 men" in found


def test_public_lists_are_searched(page: Builder, bob: Visitor) -> None:
    assert bob.user
    theirs, other = a_list(bob, a_roster(name="Shown")), a_list(bob, a_roster(name="Other", pair_name="75th"))
    published = publish(theirs.pk, bob.user)
    publish(other.pk, bob.user)
    found = offered(page.client, of="public", a=str(page.pk), q="show")
    assert found == {"Shown": f"?a={page.pk}&b={published.link.token}"}
    assert "Rangers and Shown" in text(page.client.get(reverse("sharing:compare") + found["Shown"]))
    assert list(offered(page.client, of="public", q="75")) == ["Other"]
    withdraw(theirs.pk, bob.user)
    assert list(offered(page.client, of="public")) == ["Other"]


def offered(client: Client, **query: str) -> dict[str, str]:
    """Return the addresses that choose a list, by its name."""
    lines = client.get(reverse("sharing:compare"), query).context["choice"]["lines"]
    return {entry.name: address for entry, address, _versions in lines}


def test_without_two_lists_they_are_chosen_one_after_the_other(page: Builder, alice: Visitor, bob: Visitor) -> None:
    other, _ = a_list(alice, a_roster(name="Raid")), a_list(bob, a_roster(name="Not hers"))
    assert offered(page.client) == {"Rangers": f"?a={page.pk}", "Raid": f"?a={other.pk}"}
    assert offered(page.client, a=str(page.pk)) == {
        "Rangers": f"?a={page.pk}&b={page.pk}",
        "Raid": f"?a={page.pk}&b={other.pk}",
    }
    assert offered(page.client, b=f"{page.pk}.1")["Raid"] == f"?b={page.pk}.1&a={other.pk}"
    assert "Compare Rangers with which list?" in text(page.client.get(reverse("sharing:compare"), {"a": str(page.pk)}))


def test_samples_and_lists_of_mates_are_offered_by_themselves(page: Builder, alice: Visitor, bob: Visitor) -> None:
    sample, shown = a_list(bob, a_roster(name="Sample")), a_list(bob, a_roster(name="Shown"))
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    assert alice.user
    assert bob.user
    club = a_club(bob.user, None, alice.user)
    show_to_clubs(shown.pk, bob.user, {club.pk})
    assert list(offered(page.client, of="samples")) == ["Sample"]
    assert list(offered(page.client, of="clubs")) == ["Shown"]
    assert list(offered(page.client, of="nonsense")) == ["Rangers"]
    assert list(offered(Client(), of="clubs")) == list(offered(Client(), of="mine")) == []


@pytest.mark.parametrize("lists", [30, 300])
def test_many_are_searched_and_turned_over(
    page: Builder, alice: Visitor, lists: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert alice.user
    offered(page.client)  # reads the catalogue, once a process
    many_lists([alice.user], lists, a_roster(name="Raid"))
    with django_assert_num_queries(6):  # session, user, the number, the lists, their versions, the bell
        assert len(offered(page.client, page="2")) == min(20, lists + 1 - 20)
    assert next(iter(offered(page.client, q="  RAID  29 "))) == "Raid 29"
    assert offered(page.client, q="nothing so") == {}


def test_users_without_a_list_are_told_where_to_start(english_client: Client) -> None:
    assert "No lists yet" in text(english_client.get(reverse("sharing:compare"), {"of": "mine"}))


def test_users_without_lists_start_with_the_examples(page: Builder, alice: Visitor, bob: Visitor) -> None:
    sample = a_list(bob, a_roster(name="Sample"))
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    assert list(offered(Client())) == list(offered(page.client, a=f"{page.pk}.1")) == ["Sample"]
    assert list(offered(page.client)) == ["Rangers"]
    assert list(offered(page.client, a=str(sample.pk))) == ["Rangers"]
    assert list(offered(Client(), of="mine")) == list(offered(Client(), q="Rangers")) == []
    a_list(alice, a_roster(name="Raid"))
    assert sorted(offered(page.client, a=str(page.pk))) == ["Raid", "Rangers"]


def test_a_strangers_list_is_not_there(page: Builder, bob: Visitor) -> None:
    theirs = a_list(bob)
    for ref in (str(theirs.pk), f"{theirs.pk}.1"):
        for query in ({"a": ref, "b": str(page.pk)}, {"a": str(page.pk), "b": ref}, {"a": ref}):
            assert page.client.get(reverse("sharing:compare"), query).status_code == 404


def test_the_history_of_an_example_is_nobodys(page: Builder, bob: Visitor) -> None:
    sample = a_list(bob)
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    query = {"a": f"{sample.pk}.1", "b": str(page.pk)}
    assert page.client.get(reverse("sharing:compare"), query).status_code == 404


@pytest.mark.parametrize("ref", ["x", "1", str(UUID(int=0)), "{id}.9", "{id}.x", "{id}.1.1", "{id}.-1"])
def test_unknown_lists_are_not_found(page: Builder, ref: str) -> None:
    query = {"a": ref.format(id=page.pk), "b": str(page.pk)}
    assert page.client.get(reverse("sharing:compare"), query).status_code == 404


@pytest.mark.parametrize("rows", [1, 40])
def test_a_comparison_takes_as_many_queries_for_large_lists(
    page: Builder, alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    """Session, user, each list with its revision."""
    for _ in range(rows):
        add_rifleman(page.stored, alice)
        a_list(alice)
    with django_assert_num_queries(7):
        compared(page.client, f"{page.pk}.1", f"{page.pk}.2")


def test_versions_that_have_names_are_chosen_beside_their_list(page: Builder, alice: Visitor) -> None:
    add_rifleman(page.stored, alice)
    page.post("history/1/name/", name="First")
    page.post("history/2/name/", name="For Saturday")
    tree = html.fromstring(page.client.get(reverse("sharing:compare"), {"a": str(page.pk)}).content)
    found = {link.text_content(): link.get("href") for link in tree.cssselect("main .entry-sub a")}
    assert found == {
        "For Saturday": f"?a={page.pk}&b={page.pk}.2",
        "First": f"?a={page.pk}&b={page.pk}.1",
    }
    assert "Rangers and Rangers, version “For Saturday”" in compared(page.client, page.pk, f"{page.pk}.2")
