"""The pair: the attacker's and the defender's list of one pair name."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.copies import make_partner
from armybuilder.lists.actions.editing import undo
from armybuilder.lists.actions.shelves import delete_list
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document import edits
from rules.core.document.roster import Figure, Squad
from tests.lists.builder import Builder, at_the_builder, text
from tests.lists.factories import a_group, a_key, a_list, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")


def make(army_list: ArmyList, visitor: Visitor, name: str = "Rangers, defender") -> ArmyList:
    return make_partner(army_list.pk, visitor, a_key(), name)


def partner(army_list: ArmyList, visitor: Visitor) -> ArmyList | None:
    return ArmyList.objects.for_visitor(visitor).partner_of(ArmyList.objects.get(pk=army_list.pk))


# ── Creating it ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("role", "other", "limit"), [("attacker", "defender", 90), ("defender", "attacker", 150)])
def test_the_other_list_is_a_copy_for_the_other_role(alice: Visitor, role: Any, other: str, limit: int) -> None:
    army_list = a_list(alice, a_roster(role=role, pair_name="1st Battalion"))
    made = make(army_list, alice)
    assert (made.role, made.limit, made.force, made.name) == (
        other,
        limit,
        "1st Battalion",
        "Rangers, defender",
    )
    assert made.ruleset_version_id == army_list.ruleset_version_id
    rows = edits.without_ids(made.roster).squads
    assert rows == edits.without_ids(army_list.roster).squads
    assert made.roster.squads[0].id != army_list.roster.squads[0].id


def test_a_list_without_a_force_gets_one_that_can_be_undone(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="attacker"))
    made = make(army_list, alice)
    found = ArmyList.objects.get(pk=army_list.pk)
    assert (found.force, found.roster.pair_name, made.force) == ("Rangers", "Rangers", "Rangers")
    assert found.undoes is not None
    assert found.undoes.action == "pair"
    assert undo(army_list.pk, alice, a_key()).force == ""


def test_the_new_force_is_no_other_force_of_the_visitor(alice: Visitor, bob: Visitor) -> None:
    """Two lists that are both called "New list" are no pair."""
    a_list(bob, a_roster(role="attacker", pair_name="Rangers 2"))
    first, second = (a_list(alice, a_roster(role="attacker")) for _ in range(2))
    assert [make(one, alice).force for one in (first, second)] == ["Rangers", "Rangers 2"]


def test_asked_twice_there_is_one(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="attacker"))
    assert make(army_list, alice).pk == make(army_list, alice).pk
    assert ArmyList.objects.count() == 2


def test_a_list_for_neither_role_has_no_pair(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="open", pair_name="Rangers"))
    with pytest.raises(edits.NoPairError):
        make(army_list, alice)
    assert ArmyList.objects.count() == 1


@pytest.mark.parametrize("other", ["bob", "stranger"])
def test_nobody_else_makes_it(request: pytest.FixtureRequest, alice: Visitor, other: str) -> None:
    army_list = a_list(alice, a_roster(role="attacker"))
    with pytest.raises(ArmyList.DoesNotExist):
        make(army_list, request.getfixturevalue(other))
    assert ArmyList.objects.get().force == ""


# ── Search ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_is_the_partner_of_the_other(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="attacker"))
    made = make(army_list, alice)
    assert (partner(army_list, alice), partner(made, alice)) == (made, army_list)


@pytest.mark.parametrize(
    "other",
    [
        {"role": "defender", "pair_name": "Others"},
        {"role": "attacker", "pair_name": "Rangers"},
        {"role": "open", "pair_name": "Rangers"},
        {"role": "defender", "pair_name": "Rangers", "ruleset": "rth-it"},
    ],
)
def test_another_force_role_or_game_is_no_partner(alice: Visitor, other: dict[str, Any]) -> None:
    army_list = a_list(alice, a_roster(role="attacker", pair_name="Rangers"))
    a_list(alice, a_roster(**other))
    assert partner(army_list, alice) is None


def test_lists_without_a_force_are_no_pair(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="attacker"))
    a_list(alice, a_roster(role="defender"))
    assert partner(army_list, alice) is None


def test_nobody_elses_list_is_a_partner_nor_one_in_the_bin(alice: Visitor, bob: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="attacker", pair_name="Rangers"))
    a_list(bob, a_roster(role="defender", pair_name="Rangers"))
    binned = a_list(alice, a_roster(role="defender", pair_name="Rangers"))
    delete_list(binned.pk, alice)
    assert partner(army_list, alice) is None


def test_of_several_the_one_last_changed_is_the_partner(alice: Visitor) -> None:
    army_list = a_list(alice, a_roster(role="attacker", pair_name="Rangers"))
    a_list(alice, a_roster(role="defender", pair_name="Rangers", name="Old"))
    new = a_list(alice, a_roster(role="defender", pair_name="Rangers", name="New"))
    assert partner(army_list, alice) == new


# ── The page ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_missing_list_is_offered_and_then_stands_beside(page: Builder) -> None:
    assert "Create the defender list" in text(page.get("pair/"))
    assert page.post("pair/make/", htmx=False)["Location"] == f"{page.address}pair/"
    found = text(page.get("pair/"))
    assert "Create the defender list" not in found
    assert found.index("Attacker, 150 points") < found.index("Defender, 90 points")
    assert "Rangers, defender" in found
    assert found.count("Bravo") == 2
    assert found.count("Not legal") == 2


def test_the_defender_is_offered_an_attacker(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, a_roster(role="defender"))
    assert "Create the attacker list" in text(page.get("pair/"))


def road_to_hell(class_: str, **fields: Any) -> Any:
    squad = Squad(name="Alpha", class_=class_, figures=(Figure(count=8, weapons=("rifle",)),))
    return a_roster(squad, ruleset="rth-en", **fields)


def test_the_dice_off_of_a_force(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, road_to_hell("veteran", role="attacker"))
    assert "this force rolls 2d6 + 4 , and the higher roll attacks" in text(page.get("pair/"))


def test_lists_of_unlike_troops_each_have_their_own(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, road_to_hell("veteran", role="attacker", pair_name="Baker"))
    a_list(alice, road_to_hell("recruit", role="defender", pair_name="Baker"))
    found = text(page.get("pair/"))
    assert "2d6 plus the troops’ initiative" in found
    assert found.index("2d6 + 4") < found.index("2d6 + 2")


def test_a_game_without_a_dice_off_has_none(page: Builder) -> None:
    assert "2d6" not in text(page.get("pair/"))


def test_a_list_for_neither_role_has_no_page(english_client: Client, alice: Visitor) -> None:
    page = at_the_builder(english_client, alice, a_roster(role="open"))
    assert page.get("pair/").status_code == 404
    assert page.post("pair/make/").status_code == 404


def test_a_stranger_sees_no_pair(page: Builder, bob: Visitor) -> None:
    assert bob.user
    page.client.force_login(bob.user)
    assert page.get("pair/").status_code == 404
    assert page.post("pair/make/").status_code == 404
    assert ArmyList.objects.count() == 1


@pytest.mark.parametrize("rows", [1, 40])
def test_the_page_takes_as_many_queries_for_a_large_one(
    english_client: Client, alice: Visitor, django_assert_num_queries: DjangoAssertNumQueries, rows: int
) -> None:
    """Session, user, the list, the pair names, its partner."""
    roster = a_roster(a_squad(*[a_group(1)] * rows), role="attacker", pair_name="Rangers")
    page = at_the_builder(english_client, alice, roster)
    make(page.stored, alice)
    with django_assert_num_queries(6):
        page.get("pair/")
