"""Games at the table in a backup: what their player may read of them, and no more."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from jsonschema import Draft202012Validator

from armybuilder.accounts.models import User
from armybuilder.backup import reading
from armybuilder.backup.document import schema
from armybuilder.games.models import Game, Link
from armybuilder.games.record import played_by
from armybuilder.lists.visitors import Visitor
from rules.core.game.events import Mark, PhaseIs, Signed
from tests.backup.restoring import backup_of, read, restored, send
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


def test_one_phone_for_both_has_both_and_who_joined_it_their_own_side(alice: Visitor, bob: Visitor) -> None:
    assert alice.user
    assert bob.user
    both = Game.objects.begin(a_bn_list(alice.user), alice.user, both=True, note="The bridge")
    other = Link.objects.get(game=both.game, kind="b")
    Link.objects.play_list(str(other.token), a_bn_list(bob.user), bob.user)
    for side in ("a", "b"):
        Link.objects.say(str(both.token), side, Mark(piece="2", state="hidden"))
        Link.objects.say(str(both.token), side, Mark(piece="2", state="suppressed"))
    games = [backup_of(who)["games"][0] for who in (alice, bob)]
    assert [(game["note"], len(game["log"])) for game in games] == [("The bridge", 4), ("The bridge", 3)]


def test_the_rulings_that_were_played_come_back_and_old_backups_have_none(
    alice: Visitor, carla: Visitor
) -> None:
    assert alice.user
    assert carla.user
    Game.objects.begin(a_bn_list(alice.user, rulings={"medic": "flat"}), alice.user, both=False)
    backup = backup_of(alice)
    assert backup["games"][0]["rulings"] == {"medic": "flat"}
    restored(backup, carla)
    assert Game.objects.of_user(carla.user).get().rulings == {"medic": "flat"}
    Game.objects.of_user(carla.user).delete()
    del backup["games"][0]["rulings"]
    restored(backup, carla)
    assert Game.objects.of_user(carla.user).get().rulings == {}


def test_a_game_with_rulings_of_another_site_can_be_read(
    alice: Visitor, carla: Visitor, client: Client
) -> None:
    assert alice.user
    assert carla.user
    Game.objects.begin(a_bn_list(alice.user), alice.user, both=False)
    backup = backup_of(alice)
    backup["games"][0]["rulings"] = {"medic": "gratis", "unknown": "yes"}
    restored(backup, carla)
    client.force_login(carla.user)
    page = client.get(f"/games/{Game.objects.of_user(carla.user).get().pk}/")
    assert (page.status_code, "gratis" in page.text) == (200, False)


@pytest.fixture
def signed(alice: Visitor, bob: Visitor) -> dict[str, Any]:
    """The backup of Alice, who lost a game against Bob, and has begun another."""
    assert alice.user
    assert bob.user
    with translation.override("it"):  # a game is named in the language of whoever begins it
        own = Game.objects.begin(a_bn_list(alice.user, name="Alpini"), alice.user, both=False)
        other = Link.objects.get(game=own.game, kind="b")
        Link.objects.play_list(str(other.token), a_bn_list(bob.user, name="Predoni"), bob.user)
        Link.objects.say(str(own.token), "a", PhaseIs(phase="playing"))
        Link.objects.say(str(own.token), "a", Mark(piece="2", state="lost"))
        for link in (own, other):
            Link.objects.say(str(link.token), "a" if link is own else "b", Signed(a=20, b=10))
        Game.objects.begin(a_bn_list(alice.user, name="Alpini"), alice.user, both=False)
    return backup_of(alice)


@pytest.fixture
def carla(db: None) -> Visitor:
    """Somebody who has no games."""
    return Visitor(User.objects.create_user("carla"))


def record_of(visitor: Visitor) -> list[tuple[str, str, tuple[int, int] | None, str, str | None]]:
    """The record as the page of games has it: names, the list, points, how it ended, the link."""
    assert visitor.user
    games = Game.objects.of_user(visitor.user).prefetch_related("players", "links")
    with translation.override("it"):  # whatever language was spoken last
        return [
            (str(row.game), row.list_name, row.points, row.outcome, row.token)
            for row in played_by(visitor.user, list(games))
        ]


def test_games_come_back_into_the_record_to_be_read_and_once_however_often(
    signed: dict[str, Any], carla: Visitor
) -> None:
    for _time in range(2):
        restored(signed, carla)
    assert record_of(carla) == [
        ("Alpini – seconda parte", "Alpini", None, "", None),
        ("Alpini – Predoni", "Alpini", (20, 10), "lost", None),
    ]
    again = backup_of(carla)["games"]
    assert [one | {"opponent": ""} for one in again] == [one | {"opponent": ""} for one in signed["games"]]


def test_times_that_cannot_have_been_are_mended_alike_each_time(
    signed: dict[str, Any], carla: Visitor, client: Client
) -> None:
    signed["games"] = signed["games"][:1]
    signed["games"][0]["begun"] = "0001-01-01T00:00:00+14:00"
    signed["games"][0]["log"][0]["time"] = "9999-12-31T23:59:59-12:00"
    for _time in range(2):
        restored(signed, carla)
    assert carla.user
    client.force_login(carla.user)
    assert (len(record_of(carla)), client.get("/games/").status_code) == (1, 200)


def test_who_has_the_games_still_gets_none(signed: dict[str, Any], alice: Visitor) -> None:
    restored(signed, alice)
    assert (len(record_of(alice)), Game.objects.count()) == (2, 2)


def twice(log: list[Any]) -> None:
    log.append(log[0])


def badly_named(log: list[Any]) -> None:
    log[0]["line"]["phone"] = "a\0"


def of_no_kind(log: list[Any]) -> None:
    log[0]["line"]["event"]["kind"] = "nuke"


@pytest.mark.parametrize(
    ("spoil", "path", "text"),
    [
        (lambda game: twice(game["log"]), "log", "Two lines of the log have the same phone and number."),
        (lambda game: badly_named(game["log"]), "log[0].line.phone", '"a·" is not in the right form'),
        (
            lambda game: game.update(rules=game["rules"] | {"ruleset": "bm"}, documents=[]),
            "rules.ruleset",
            "This site does not have that ruleset.",
        ),
        (
            lambda game: game["documents"][0].update(ruleset="rth-it"),
            "rules.ruleset",
            "The list is of another ruleset.",
        ),
        (lambda game: game["documents"][0].update(limit=0), "documents[0].limit", "the least is 1"),
        (
            lambda game: game.update(rulings={"medic": "a\0"}),
            "rulings.medic",
            '"a·" is not in the right form',
        ),
        (lambda game: game.update(rulings={"medic": 10}), "rulings.medic", None),
        (lambda game: game.update(rulings={str(one): "" for one in range(101)}), "rulings", None),
        (lambda game: of_no_kind(game["log"]), "log[0].line.event.kind", None),
    ],
)
def test_a_game_with_a_fault_is_told_in_a_line_and_nothing_is_restored(
    signed: dict[str, Any], spoil: Callable[[dict[str, Any]], None], path: str, text: str | None
) -> None:
    spoil(signed["games"][0])
    with translation.override("en"):
        [problem] = read(signed).problems
    assert problem.path == f"games[0].{path}"
    assert text is None or problem.text == text


def test_more_lines_than_a_restoring_writes_at_once_are_refused(
    signed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LINES_AT_MOST", 2)
    with translation.override("en"):
        [problem] = read(signed).problems
    assert (problem.path, problem.text) == (
        "games",
        "2 lines at most, of the logs of all games together.",
    )


def test_the_page_says_how_many_games_came_back(signed: dict[str, Any], bob: Visitor, client: Client) -> None:
    assert bob.user
    client.force_login(bob.user)
    page = send(client, json.dumps(signed).encode())
    assert "2 partite" in page.text


def test_a_game_of_a_backup_is_read_by_whose_it_is_alone(
    signed: dict[str, Any], carla: Visitor, alice: Visitor, client: Client
) -> None:
    """It has no links: its own page has report and log, as far as the backup has them."""
    assert carla.user
    assert alice.user
    restored(signed, carla)
    game = Game.objects.of_user(carla.user).get(events__payload__contains="signed")
    pages = [f"/games/{game.pk}/{part}" for part in ("", "report.pdf", "log.txt", "log.json")]
    client.force_login(carla.user)
    assert client.get("/games/").text.count(f'href="{pages[0]}"') == 1
    found = [client.get(page, headers={"Accept-Language": "it"}) for page in pages]
    assert [one["Content-Type"].split(";")[0] for one in found] == [
        "text/html", "application/pdf", "text/plain", "application/json",
    ]  # fmt: skip
    text = found[0].text
    assert [text.count(word) for word in ("Fuciliere 2 perso", '<form method="post" action="/play/')] == [
        1,
        0,
    ]
    assert "Fuciliere 2 perso" in found[2].text
    assert json.loads(found[3].content)["sides"] == {"a": "Alpini", "b": "Predoni"}
    client.force_login(alice.user)
    assert {client.get(page).status_code for page in pages} == {404}
