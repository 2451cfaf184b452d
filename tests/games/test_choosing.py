"""The list that a side plays: of a pair the one for its role, on one phone for both a list on each side."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, start_game
from armybuilder.games.actions.recording import record_events
from armybuilder.games.models import Game, Link
from armybuilder.lists.models import ArmyList
from rules.core.game.events import PhaseIs
from tests.evenings.evenings import a_bn_list
from tests.games.phones import LOST, other, refuses, token

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def client() -> Client:
    """A browser in English."""
    return Client(headers={"Accept-Language": "en"})


def a_pair(user: User) -> tuple[ArmyList, ArmyList]:
    """The attacker's and the defender's list of a pair."""
    return (
        a_bn_list(user, name="Attacking", pair_name="Nembo"),
        a_bn_list(user, "defender", 3, name="Defending", pair_name="Nembo"),
    )


def played(link: Link) -> list[str]:
    """Return the labels of a game's sides."""
    return [str(player) for player in Game.objects.get(pk=link.game_id).players.all()]


def test_of_a_pair_the_other_list_is_played_until_the_game_begins(marta: User, client: Client) -> None:
    attacking, defending = a_pair(marta)
    own = start_game(attacking, marta, both=False)
    address = f"/play/{own.token}/"
    assert "own-list" not in client.get(address).text  # nobody is signed in
    client.force_login(marta)
    page = client.get(address).text
    assert f'<option value="{defending.pk}">Defending<' in page
    assert "swap to the other list of the pair" in page
    assert client.post(f"{address}list/", {"side": "a", "list": defending.pk}).status_code == 302
    assert played(own) == ["Defending", "second side"]
    assert f'<option value="{attacking.pk}">Attacking<' in client.get(address).text
    record_events(token(other(own)), "b", PhaseIs(phase="playing"))
    assert "own-list" not in client.get(address).text
    assert client.post(f"{address}list/", {"side": "a", "list": attacking.pk}).status_code == 409
    assert played(own) == ["Defending", "second side"]


def test_the_page_of_a_pair_leads_to_the_table(marta: User, client: Client) -> None:
    attacking, defending = a_pair(marta)
    client.force_login(marta)
    assert f'href="/lists/{attacking.pk}/game/"' in client.get(f"/lists/{defending.pk}/pair/").text


def test_one_phone_for_both_plays_a_list_on_the_other_side_for_someone_else(marta: User, client: Client) -> None:
    both = start_game(a_bn_list(marta, name="Ferri"), marta, both=True)
    theirs, address = a_bn_list(marta, name="Predoni"), f"/play/{both.token}/"
    client.force_login(marta)
    page = client.get(address).text
    assert "Which of your lists is the other side playing?" in page
    assert (page.count("<select"), 'id="own-list-b"' in page) == (2, True)  # the other form is for markers
    client.post(f"{address}list/", {"side": "b", "list": theirs.pk})
    assert played(both) == ["Ferri", "Predoni"]
    assert [player.user for player in both.game.players.all()] == [marta, None]
    assert "own-list" not in client.get(address).text
    for event_side in ("a", "b"):
        record_events(token(both), event_side, LOST)
    assert {side: len(own.lost) for side, own in Game.objects.get().statuses.items()} == {"a": 1, "b": 1}


def test_one_phone_for_both_is_not_asked_for_a_list_any_more_once_the_game_has_begun(
    marta: User, client: Client
) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    client.force_login(marta)
    asked = 'id="own-list-b"'
    assert asked in client.get(f"/play/{both.token}/").text
    record_events(token(both), "a", PhaseIs(phase="playing"))
    assert asked not in client.get(f"/play/{both.token}/").text


def test_one_phone_for_both_does_not_take_the_list_of_who_joined(marta: User, davide: User, client: Client) -> None:
    both = start_game(a_bn_list(marta, name="Ferri"), marta, both=True)
    choose_list(token(other(both)), a_bn_list(davide, name="Lupi"), davide)
    instead, address = a_bn_list(marta, name="Predoni"), f"/play/{both.token}/"
    client.force_login(marta)
    assert client.post(f"{address}list/", {"side": "b", "list": instead.pk}).status_code == 409
    assert played(both) == ["Ferri", "Lupi"]
    assert [player.user for player in both.game.players.all()] == [marta, davide]


@pytest.mark.parametrize("side", ["a", None])
def test_no_link_chooses_for_a_side_that_is_not_its_own(marta: User, side: str | None, client: Client) -> None:
    link = start_game(a_bn_list(marta), marta, both=False)
    wrong = other(link) if side else other(link, "looks")
    client.force_login(marta)
    sent = {"list": a_bn_list(marta).pk} | ({"side": side} if side else {})
    assert client.post(f"/play/{wrong.token}/list/", sent).status_code == 409
    with refuses("Nothing was changed: that list uses other rules, or the game has started."):
        choose_list(token(wrong), a_bn_list(marta), marta, "a")
