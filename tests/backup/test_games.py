"""Games at the table in a backup: what their player may read of them, and no more."""

import pytest
from jsonschema import Draft202012Validator

from armybuilder.backup.document import schema
from armybuilder.games.models import Game, Link
from armybuilder.lists.visitors import Visitor
from rules.core.game.events import Mark, Signed
from tests.backup.restoring import backup_of, restored
from tests.evenings.evenings import a_bn_list

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def test_each_player_has_the_game_as_they_saw_it(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    own = Game.objects.begin(a_bn_list(alice.user), alice.user, both=False)
    other = Link.objects.get(game=own.game, kind="b")
    Link.objects.play_list(str(other.token), a_bn_list(bob.user), bob.user)
    for event in (Mark(piece="2", state="hidden"), Mark(piece="2", state="suppressed"), Signed(a=5, b=10)):
        Link.objects.say(str(own.token), "a", event)
    backups = {name: backup_of(who) for name, who in (("alice", alice), ("bob", bob))}
    [hers], [his] = (backups[name]["games"] for name in ("alice", "bob"))
    Draft202012Validator(schema()).validate(backups["alice"])
    assert [(one["side"], one["signed"], len(one["log"])) for one in (hers, his)] == [
        ("a", [5, 10], 3),
        ("b", None, 2),
    ]
    assert [one["format"] for one in hers["documents"]] == ["armylist/1"]
    assert str(own.token) not in str(backups)
    assert len(restored(backups["alice"], alice)) == 1  # her list; the game stays in the file


def test_one_phone_for_both_has_both(alice: Visitor) -> None:
    assert alice.user
    both = Game.objects.begin(a_bn_list(alice.user), alice.user, both=True)
    Link.objects.say(str(both.token), "b", Mark(piece="2", state="hidden"))
    Link.objects.say(str(both.token), "b", Mark(piece="2", state="lost"))
    [game] = backup_of(alice)["games"]
    assert len(game["log"]) == 2
