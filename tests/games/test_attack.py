"""The attack (rth §4.0): rolled on the table or here, shown to both, without hidden bonuses."""

import pytest
from django.test import Client
from django.utils import translation
from msgspec import json

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.models import Evening, Pairing
from armybuilder.games.actions.games import choose_list, start_game
from armybuilder.games.actions.recording import game_of_table, record_events
from armybuilder.games.models import Link
from armybuilder.games.pages.page import Page
from armybuilder.lists.visitors import Visitor
from rules.core.game.events import HIDDEN, SIDES, Attacks, Mark, PhaseIs, Rolled
from tests.clubs.clubs import a_club
from tests.evenings.evenings import an_evening
from tests.games.phones import other, token
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def both_at_the_table(marta: User, ilaria: User, ruleset: str = "rth-it") -> tuple[Link, Link]:
    """The links of two who play a list each, of veterans."""
    rosters = [
        a_roster(a_squad(LEADER, a_group(3), class_="veteran"), ruleset=ruleset, name=name)
        for name in ("Nembo", "Airborne")
    ]
    own = start_game(a_list(Visitor(marta), rosters[0]), marta, both=False)
    theirs = other(own)
    choose_list(token(theirs), a_list(Visitor(ilaria), rosters[1]), ilaria)
    return own, theirs


def shown(link: Link) -> tuple[list[tuple[str, str, bool]], str, bool] | None:
    """Return a page's roll, attacker and button for each side."""
    with translation.override("en"):
        attack = Page(Link.objects.of_token(token(link)), "en").attack
    if attack is None:
        return None
    rows = [(name, dice, button.pressed) for name, dice, button in attack.rows]
    return rows, attack.said, attack.may_roll


def test_each_adds_the_initiative_of_its_troops_to_2d6(marta: User, ilaria: User) -> None:
    own, theirs = both_at_the_table(marta, ilaria)
    rows = [("Nembo", "2d6 +4", False), ("Airborne", "2d6 +4", False)]
    assert (shown(own), shown(theirs)) == ((rows, "", True), (rows, "", True))


def test_both_see_the_attacker(marta: User, ilaria: User, client: Client) -> None:
    own, theirs = both_at_the_table(marta, ilaria)
    event = json.encode(Attacks(attacker="b")).decode()
    page = client.get(f"/play/{own.token}/", headers={"Accept-Language": "en"}).text
    assert page.count('Who attacks <span class="cite">§4.0</span>') == 1
    assert client.post(f"/play/{own.token}/say/", {"side": "a", "event": event}).status_code == 302
    rows = [("Nembo", "2d6 +4", False), ("Airborne", "2d6 +4", True)]
    assert shown(theirs) == (rows, "Airborne attacks, Nembo defends.", False)


def test_it_is_rolled_here_once(marta: User, ilaria: User, client: Client) -> None:
    own, theirs = both_at_the_table(marta, ilaria)
    assert client.post(f"/play/{theirs.token}/roll/", {"side": "b", "roll": "attacks"}).status_code == 302
    state = Link.objects.of_token(token(own)).game.state
    first, second = (sum(list(state.of(side, Rolled))[-1].faces) for side in SIDES)
    assert state.attacker == ("a" if first > second else "b")
    assert client.post(f"/play/{own.token}/roll/", {"side": "a", "roll": "attacks"}).status_code == 409


def test_bonuses_of_hidden_troops_are_not_shown(marta: User, ilaria: User) -> None:
    own, theirs = both_at_the_table(marta, ilaria)
    record_events(token(theirs), "b", Mark(piece="2", state=HIDDEN))
    found, enemys = shown(own), shown(theirs)
    assert found
    assert enemys
    assert [row[1] for row in found[0]] == ["2d6 +4", "2d6"]
    assert [row[1] for row in enemys[0]] == ["2d6 +4", "2d6 +4"]


def test_it_is_asked_before_the_game_and_where_the_rules_have_an_attacker(
    marta: User, ilaria: User, client: Client
) -> None:
    event = json.encode(Attacks(attacker="a")).decode()
    own, _theirs = both_at_the_table(marta, ilaria)
    record_events(token(own), "a", PhaseIs(phase="playing"))
    others, _theirs = both_at_the_table(marta, ilaria, ruleset="bn")
    assert shown(others) is None
    for link in (own, others):
        answer = client.post(
            f"/play/{link.token}/say/", {"side": "a", "event": event}, headers={"Accept-Language": "en"}
        )
        sentence = "The attacker can only be recorded before the game starts, if the rules have an attacker."
        assert (answer.status_code, answer.text.count(sentence)) == (409, 1)
        assert client.get(f"/play/{link.token}/", headers={"Accept-Language": "en"}).text.count("Who attacks") == 0


def test_at_a_games_night_its_own_table_decides(marta: User, ilaria: User) -> None:
    club: Club = a_club(marta, None, ilaria)
    evening: Evening = an_evening(club, marta, limits={})
    for user in (marta, ilaria):
        answer(evening.pk, user, "coming")
    draw(evening.pk, marta, "swiss")
    [table] = publish(evening.pk, marta).pairings.all()
    link = game_of_table(evening.pk, marta, table.pk)
    Pairing.objects.filter(pk=table.pk).update(attacker=None)
    assert shown(link) is None
    Pairing.objects.filter(pk=table.pk).update(attacker=table.second)
    found = shown(link)
    assert found
    names = [row[0] for row in found[0]]
    assert found[1] == f"{names[1]} attacks, {names[0]} defends."
