"""Games in a backup: only the facts that their player can read."""

import json

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from armybuilder.games.actions.games import choose_list, start_game
from armybuilder.games.actions.recording import record_events
from armybuilder.games.models import Game
from armybuilder.lists.visitors import Visitor
from armybuilder.personal_data.document import schema
from rules.core.game.events import Mark, Signed
from tests.evenings.evenings import a_bn_list
from tests.games.phones import other as joined
from tests.games.phones import told
from tests.personal_data.restoring import backup_of, read, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def test_each_player_has_the_game_as_they_saw_it(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    own = start_game(a_bn_list(alice.user), alice.user, both=False)
    other = joined(own)
    choose_list(str(other.token), a_bn_list(bob.user), bob.user)
    for event in (Mark(piece="2", state="hidden"), Mark(piece="2", state="suppressed"), Signed(a=5, b=10)):
        told(own, event)
    backups = {name: backup_of(who) for name, who in (("alice", alice), ("bob", bob))}
    [hers], [his] = (backups[name]["games"] for name in ("alice", "bob"))
    Draft202012Validator(schema()).validate(backups["alice"])
    assert [(one["side"], one["signed"], len(one["log"])) for one in (hers, his)] == [
        ("a", [5, 10], 3),
        ("b", None, 2),
    ]
    assert [one["format"] for one in hers["documents"]] == ["armylist/1"]
    assert str(own.token) not in str(backups)


def test_after_joining_a_game_on_one_phone_each_player_has_their_own_side(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    both = start_game(a_bn_list(alice.user), alice.user, both=True, note="The bridge")
    other = joined(both)
    choose_list(str(other.token), a_bn_list(bob.user), bob.user)
    for side in ("a", "b"):
        link = str((both if side == "a" else other).token)
        record_events(link, side, Mark(piece="2", state="hidden"))
        record_events(link, side, Mark(piece="2", state="suppressed"))
    games = [backup_of(who)["games"][0] for who in (alice, bob)]
    assert [(game["note"], len(game["log"])) for game in games] == [("The bridge", 3), ("The bridge", 3)]


def test_the_rulings_that_were_played_are_in_the_file(alice: Visitor) -> None:
    assert alice.user
    start_game(a_bn_list(alice.user, rulings={"medic": "flat"}), alice.user, both=False)
    assert backup_of(alice)["games"][0]["rulings"] == {"medic": "flat"}


def test_games_in_a_backup_are_not_restored_and_the_page_says_so(hers: Client, alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    start_game(a_bn_list(bob.user), bob.user, both=False)
    backup = backup_of(bob)
    assert len(backup["games"]) == 1
    page = send(hers, json.dumps(backup, indent=1).encode())
    assert [str(said) for said in page.context["messages"]] == [
        "Restored: 1 list, 1 version. The games nights, games and own rules in the file were not restored."
    ]
    assert Game.objects.of_user(alice.user).count() == 0
    backup["games"] = {"of another": "make"}
    del backup["evenings"]
    read(backup)
