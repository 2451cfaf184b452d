"""Games of visitors last as long after the last line as their drafts after the last visit; others do not expire."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.models import Evening
from armybuilder.games.actions import games
from armybuilder.games.actions.games import choose_list, delete_games, start_game
from armybuilder.games.actions.recording import game_of_table, record_events
from armybuilder.games.models import Game, GameEvent, Link, Player
from armybuilder.lists.visitors import DRAFT_LIFE, Visitor
from armybuilder.operations.daily import JOBS
from rules.core.game.events import Mark, PhaseIs
from tests.evenings.evenings import a_bn_list
from tests.games.phones import other, token
from tests.games.test_tables import a_table
from tests.lists.factories import a_list
from tests.lists.many import take_stock
from tests.races import Run, both_ways

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
NOW = timezone.now()
TOO_YOUNG = NOW - DRAFT_LIFE + timedelta(microseconds=1)
OLD_ENOUGH = NOW - DRAFT_LIFE
LONG_AGO = NOW - 10 * DRAFT_LIFE


def begun(at: datetime, *heard: datetime, user: User | None = None, both: bool = False) -> Link:
    """A game of a visitor (or a user) that started then, with lines at these times."""
    own = start_game(a_list(Visitor(user, "" if user else "a phone")), user, both=both)
    for number, time in enumerate(heard, 1):
        record_events(token(own), "a", Mark(piece=str(number), state="lost"))
        GameEvent.objects.filter(game=own.game, sequence=number).update(time=time)
    Game.objects.filter(pk=own.game_id).update(created=at)
    return own


@pytest.mark.parametrize(
    ("created", "heard", "gone"),
    [
        (TOO_YOUNG, [], 0),
        (OLD_ENOUGH, [], 1),
        (LONG_AGO, [], 1),
        (LONG_AGO, [TOO_YOUNG], 0),
        (LONG_AGO, [OLD_ENOUGH], 1),
        (LONG_AGO, [LONG_AGO, TOO_YOUNG], 0),
        (LONG_AGO, [LONG_AGO, OLD_ENOUGH], 1),
    ],
)
def test_a_game_of_visitors_goes_as_long_after_the_last_word_as_a_draft(
    created: datetime, heard: list[datetime], gone: int
) -> None:
    begun(created, *heard)
    assert (games.clear(NOW), Game.objects.count()) == (gone, 1 - gone)


@pytest.mark.parametrize("both", [False, True])
def test_all_of_it_goes_and_nothing_of_another(both: bool) -> None:
    kept = begun(TOO_YOUNG, NOW, both=both)
    gone = begun(LONG_AGO, LONG_AGO, LONG_AGO, both=both)
    choose_list(token(other(gone)), a_list(Visitor(None, "another phone")), None, "b")
    assert games.clear(NOW) == 1
    assert list(Game.objects.all()) == [kept.game]
    left = [set(model._default_manager.values_list("game", flat=True)) for model in (Player, Link, GameEvent)]
    assert left == [{kept.game_id}] * 3
    with pytest.raises(Link.DoesNotExist):
        record_events(token(gone), "a", PhaseIs(phase="playing"))


def test_one_with_an_account_keeps_it_whichever_side_they_play(marta: User) -> None:
    first, both = begun(LONG_AGO, user=marta), begun(LONG_AGO, LONG_AGO, user=marta, both=True)
    second = begun(LONG_AGO)
    choose_list(token(other(second)), a_bn_list(marta), marta)
    assert (games.clear(NOW), set(Game.objects.all())) == (0, {first.game, both.game, second.game})


def test_a_deleted_user_becomes_a_visitor(marta: User, davide: User) -> None:
    own = begun(LONG_AGO, user=marta)
    choose_list(token(other(own)), a_bn_list(davide), davide)
    delete_games(Game.objects.all(), marta)
    assert games.clear(NOW) == 0  # the other still has one
    Player.objects.update(user=None)
    assert (games.clear(NOW), Game.objects.count()) == (1, 0)


def test_the_game_of_a_table_stays_with_its_games_night(club: Club, davide: User, ilaria: User) -> None:
    table = a_table(club, davide, davide, ilaria)
    game = game_of_table(table.round.evening_id, davide, table.pk).game
    Game.objects.update(created=LONG_AGO)
    Player.objects.update(user=None)  # like two guests
    assert (games.clear(NOW), list(Game.objects.all())) == (0, [game])
    Evening.objects.filter(pk=table.round.evening_id).delete()
    assert (games.clear(NOW), Game.objects.count()) == (1, 0)


def test_nightly_says_how_many_went() -> None:
    for at in (TOO_YOUNG, OLD_ENOUGH, LONG_AGO):
        begun(at)
    with patch("django.utils.timezone.now", return_value=NOW):
        assert JOBS["clear_games"](timezone.now()) == "Removed 2 old games of visitors."


# During games


@pytest.mark.parametrize("plays", [False, True])
def test_recording_or_joining_meanwhile_keeps_the_game(
    marta: User, monkeypatch: pytest.MonkeyPatch, plays: bool
) -> None:
    kept, _gone = begun(LONG_AGO), begun(LONG_AGO)

    def in_batches(keys: Sequence[Any], act: Callable[[Sequence[Any]], int]) -> int:
        if plays:
            choose_list(token(other(kept)), a_bn_list(marta), marta)
        else:
            record_events(token(kept), "a", PhaseIs(phase="playing"))
        with transaction.atomic():
            return act(keys)

    monkeypatch.setattr(games, "in_batches", in_batches)
    assert (games.clear(NOW), list(Game.objects.all())) == (1, [kept.game])


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@both_ways
def test_two_runs_clear_each_game_once(run: Run) -> None:
    for _ in range(20):
        begun(LONG_AGO)
    cleared: list[int] = []
    clear = lambda: cleared.append(games.clear(NOW))  # noqa: E731
    assert run(clear, clear) == [None, None]
    assert sum(cleared) + games.clear(NOW) == 20
    assert Game.objects.count() == 0


@pytest.mark.parametrize("number", [1, 8])
def test_many_take_as_many_queries_as_one(number: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(number):
        begun(LONG_AGO, LONG_AGO)
    # Candidates, old ones, lock, check again, and one query for each table, between savepoint and release.
    with django_assert_num_queries(10):
        assert games.clear(NOW) == number


@pytest.mark.postgres
def test_games_of_users_are_not_read(marta: User) -> None:
    version = begun(LONG_AGO).game.ruleset_version_id
    made = Game.objects.bulk_create(Game(ruleset_version_id=version) for _ in range(2000))
    players = {"a": marta, "b": None}  # nobody has joined
    Player.objects.bulk_create(
        Player(game=game, side=side, user=user) for game in made for side, user in players.items()
    )
    take_stock()
    keys = games.started_by_visitors()
    plans = [keys.explain(), games.abandoned(list(keys), NOW).explain()]
    words = [f"{' '.join(plan.split())} " for plan in plans]
    read = [f"{scan} {table} " in plan for plan in words for scan in SCANS for table in TABLES]
    assert not any(read), plans


SCANS, TABLES = ("SCAN", "Seq Scan on"), ("games_game", "games_player")
