"""Random games nights: players drop out, come back and enter results; the points are checked by a second count."""

from collections import Counter
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import set_dropped
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.actions.rounds import draw, publish, set_closed, unpublish
from armybuilder.evenings.models import Entry, Pairing
from armybuilder.evenings.pages.people import Leaving
from armybuilder.evenings.played import players_of, published_pairings, standings_of
from armybuilder.refusals import RefusedError
from tests.evenings.evenings import an_evening

pytestmark = pytest.mark.usefixtures("loaded_rules")

PLAYERS = 5
lost = st.tuples(st.integers(0, 2), st.integers(0, 2))


class Game:
    """A game as the test remembers it: `gone` are the players who gave it up."""

    def __init__(self, pairing: Pairing) -> None:
        self.pk, self.number = pairing.pk, pairing.round.number
        self.players = [pk for pk in (pairing.first_id, pairing.second_id) if pk]
        self.result: tuple[int, int] | None = None
        self.claims: dict[int, tuple[int, int]] = {}
        self.gone: set[int] = set()


def night(club: Club, organiser: User, users: list[User]) -> type[RuleBasedStateMachine]:
    """Return the state machine that plays games nights of a club."""

    class Night(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.atomic = transaction.atomic()
            self.atomic.__enter__()
            self.evening = an_evening(club, organiser, limits={})
            self.pk = self.evening.pk
            self.entries = [Entry.objects.create(evening=self.evening, user=user, state="coming") for user in users]
            self.coming = {entry.pk for entry in self.entries}
            self.user_of = {entry.pk: user for entry, user in zip(self.entries, users, strict=True)}
            self.games: list[Game] = []
            self.closed: set[int] = set()
            self.last = 0
            self.has_draft = False

        def teardown(self) -> None:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

        def undecided(self, player: int) -> list[Game]:
            return [
                game
                for game in self.games
                if player in game.players
                and len(game.players) == 2
                and game.result is None
                and game.number not in self.closed
            ]

        @precondition(lambda self: self.last < 6 and len(self.coming) > 1)
        @rule()
        def pair(self) -> None:
            draw(self.pk, organiser, "swiss")
            drawn = publish(self.pk, organiser)
            self.last, self.has_draft = drawn.number, False
            self.games += [Game(pairing) for pairing in drawn.pairings.select_related("round")]

        @precondition(lambda self: self.games)
        @rule(data=st.data(), said=lost)
        def enter(self, data: Any, said: tuple[int, int]) -> None:
            game = data.draw(st.sampled_from(self.games))
            if len(game.players) == 1:
                return
            player = data.draw(st.sampled_from(game.players))
            may = game.result is None and not game.gone and game.number not in self.closed
            try:
                enter_result(self.pk, self.user_of[player], game.pk, said)
            except RefusedError:
                assert not may
                return
            assert may
            game.claims[player] = said
            if len(game.claims) == 2 and len({*game.claims.values()}) == 1:
                game.result = said

        @precondition(lambda self: self.games)
        @rule(data=st.data(), said=lost)
        def decide(self, data: Any, said: tuple[int, int]) -> None:
            game = data.draw(st.sampled_from(self.games))
            if len(game.players) == 2:
                decide_result(self.pk, organiser, game.pk, said)
                game.result, game.gone = said, set()

        @rule(place=st.integers(0, PLAYERS - 1), after_game=st.booleans())
        def drop(self, place: int, after_game: bool) -> None:
            player = self.entries[place].pk
            still_playing = [game for game in self.undecided(player) if not game.gone]
            may = player in self.coming or (bool(still_playing) and not after_game)
            try:
                set_dropped(self.pk, organiser, player, dropped=True, after_game=after_game)
            except RefusedError:
                assert not may
                return
            assert may
            self.coming.discard(player)
            for game in self.undecided(player):
                is_given_up_before = bool(game.gone) and game.number < self.last
                if not game.claims and not is_given_up_before and (game.gone or not after_game):
                    game.gone.add(player)

        @rule(place=st.integers(0, PLAYERS - 1))
        def reinstate(self, place: int) -> None:
            player = self.entries[place].pk
            try:
                set_dropped(self.pk, organiser, player, dropped=False)
            except RefusedError:
                assert player in self.coming
                return
            assert player not in self.coming
            self.coming.add(player)
            for game in self.undecided(player):
                if game.number == self.last:
                    game.gone.discard(player)

        @precondition(lambda self: self.last)
        @rule(data=st.data(), closed=st.booleans())
        def close(self, data: Any, closed: bool) -> None:
            number = data.draw(st.integers(1, self.last))
            set_closed(self.pk, organiser, number, closed=closed)
            (self.closed.add if closed else self.closed.discard)(number)

        @precondition(lambda self: self.last and not self.has_draft)
        @rule()
        def unpublish(self) -> None:
            of_last = [game for game in self.games if game.number == self.last]
            try:
                unpublish(self.pk, organiser)
            except RefusedError:
                assert any(game.result or game.claims for game in of_last)
                return
            assert not any(game.result or game.claims for game in of_last)
            self.games = [game for game in self.games if game.number < self.last]
            self.closed.discard(self.last)
            self.last, self.has_draft = self.last - 1, True

        @invariant()
        def points_are_right(self) -> None:
            self.evening.refresh_from_db()
            points, byes = Counter[int](), Counter[int]()
            for game in self.games:
                left = [player for player in game.players if player not in game.gone]
                if game.result and len(game.players) == 2:
                    (one, other), (first, second) = game.players, game.result
                    points[one] += 3 if first < second else first == second
                    points[other] += 3 if second < first else first == second
                elif len(left) == 1:
                    points[left[0]] += 3
                    byes[left[0]] += 1
            pairings = published_pairings(self.evening)
            paired = {player for game in self.games for player in game.players}
            wanted = {player: points[player] for player in self.coming | paired}
            assert {row.entry: row.score for row in standings_of(self.evening, pairings)} == wanted
            assert {player.entry: player.byes for player in players_of(self.evening)} == {
                player: byes[player] for player in self.coming
            }

        @rule(place=st.integers(0, PLAYERS - 1))
        def look(self, place: int) -> None:
            entry = self.entries[place]
            entry.refresh_from_db()
            shown = Leaving(entry)
            assert (shown.is_reinstated is not None) == (entry.pk not in self.coming)
            to_play = any(not game.gone for game in self.undecided(entry.pk))
            assert (shown.drops is not None) == (entry.pk in self.coming or to_play)
            assert (shown.drops_after_game is not None) == (entry.pk in self.coming and to_play)

    return Night


def test_nights_at_random(club: Club, davide: User) -> None:
    users = User.objects.bulk_create(User(username=f"p{number}") for number in range(PLAYERS))
    for user in users:
        club.memberships.create(user=user)
    machine = night(club, davide, users)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=10,
            phases=[Phase.explicit, Phase.generate],
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=[*HealthCheck],
        ),
    )
