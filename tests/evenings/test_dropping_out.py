"""Dropping out and coming back: the effects on games, answers and byes."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, Membership
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.entries import answer, drop_out, set_dropped
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.actions.rounds import draw, publish, set_closed, unpublish
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.pages.people import Leaving
from armybuilder.evenings.played import players_of, published_pairings, standings_of
from armybuilder.evenings.states import OutdatedPageError
from tests.evenings.evenings import an_evening, who_comes
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def night(club: Club, davide: User) -> Evening:
    """A games night of four, with a published first round."""
    made = an_evening(club, davide, limits={})
    users = User.objects.bulk_create(User(username=f"p{number}") for number in range(4))
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in users)
    Entry.objects.bulk_create(Entry(evening=made, user=user, state="coming") for user in users)
    draw(made.pk, davide, "swiss")
    publish(made.pk, davide)
    return made


@pytest.fixture
def table(night: Evening) -> Pairing:
    return Pairing.objects.published_in(night)[0]


def points(night: Evening, pairing: Pairing) -> tuple[int, int]:
    """Return the points of both players of a game."""
    night.refresh_from_db()
    scores = {row.entry: row.score for row in standings_of(night, published_pairings(night))}
    assert pairing.second_id
    return scores[pairing.first_id], scores[pairing.second_id]


def user_of(entry: Entry | None) -> User:
    assert entry
    assert entry.user
    return entry.user


def drop(night: Evening, entry: Entry | None, actor: User, *, after_game: bool = False) -> None:
    assert entry
    set_dropped(night.pk, actor, entry.pk, dropped=True, after_game=after_game)


def reinstate(night: Evening, entry: Entry | None, actor: User) -> None:
    assert entry
    set_dropped(night.pk, actor, entry.pk, dropped=False)


@pytest.mark.parametrize("goes", ["winner", "loser"])
def test_an_entered_result_waits_for_the_opponent_or_an_organiser(
    night: Evening, table: Pairing, davide: User, goes: str
) -> None:
    """The result stays, whichever player drops out: both can still agree."""
    enter_result(night.pk, user_of(table.first), table.pk, (10, 30))
    drop(night, table.first if goes == "winner" else table.second, davide)
    assert points(night, table) == (0, 0)
    assert enter_result(night.pk, user_of(table.second), table.pk, (10, 30))
    assert points(night, table) == (3, 0)


def test_a_game_that_both_give_up_counts_for_nobody(night: Evening, table: Pairing, davide: User) -> None:
    drop(night, table.first, davide)
    assert points(night, table) == (0, 3)
    drop(night, table.second, davide)
    assert points(night, table) == (0, 0)
    reinstate(night, table.first, davide)
    assert points(night, table) == (3, 0)
    reinstate(night, table.second, davide)
    assert points(night, table) == (0, 0)
    assert not Pairing.objects.get(pk=table.pk).is_settled
    drop(night, table.second, davide)
    drop(night, table.first, davide)
    decide_result(night.pk, davide, table.pk, (30, 10))
    assert points(night, table) == (0, 3)


@pytest.mark.parametrize("how", ["closed", "next"])
def test_the_bye_of_a_finished_round_stays(night: Evening, table: Pairing, davide: User, how: str) -> None:
    """Its round is closed, or the next one was paired using these points."""
    drop(night, table.first, davide)
    if how == "closed":
        set_closed(night.pk, davide, 1, closed=True)
    else:
        draw(night.pk, davide, "swiss")
        publish(night.pk, davide)
    reinstate(night, table.first, davide)
    assert points(night, table)[1] >= 3
    assert Pairing.objects.get(pk=table.pk).forfeit_id == table.first_id
    drop(night, table.second, davide)
    assert points(night, table)[1] == 3


def test_an_open_game_of_a_closed_round_is_decided_by_an_organiser(
    night: Evening, table: Pairing, davide: User
) -> None:
    set_closed(night.pk, davide, 1, closed=True)
    drop(night, table.first, davide)
    assert points(night, table) == (0, 0)
    decide_result(night.pk, davide, table.pk, (30, 10))
    assert points(night, table) == (0, 3)


def test_after_this_game(night: Evening, table: Pairing, davide: User) -> None:
    """The player is not paired again but plays the game; an organiser can still drop them at once."""
    drop_out(night.pk, user_of(table.first), after_game=True)
    assert table.first_id not in {player.entry for player in players_of(night)}
    assert not enter_result(night.pk, user_of(table.second), table.pk, (10, 30))
    assert enter_result(night.pk, user_of(table.first), table.pk, (10, 30))
    assert points(night, table) == (3, 0)
    other = Pairing.objects.published_in(night)[1]
    drop(night, other.second, davide, after_game=True)
    assert points(night, other) == (0, 0)
    drop(night, other.second, davide)
    assert points(night, other) == (3, 0)


def test_players_cannot_reinstate_themselves(night: Evening, table: Pairing, davide: User) -> None:
    """Not by an answer, a check-in or a new entry: an organiser reinstates them, and the game continues."""
    user = user_of(table.first)
    drop(night, table.first, davide)
    for state in ("coming", "perhaps", "not-coming"):
        with refused("Nothing was changed: only an organiser can reinstate a player who has dropped out."):
            answer(night.pk, user, state)
    with refused("Nothing was changed: only an organiser can reinstate a player who has dropped out."):
        desk.check_in(night.pk, davide, table.first_id, is_here=True)
    with refused("Nothing was changed: only an organiser can reinstate a player who has dropped out."):
        desk.add_member(night.pk, davide, user.pk)
    assert f"{user.username} dropped" in who_comes(night)
    reinstate(night, table.first, davide)
    assert f"{user.username} coming" in who_comes(night)
    enter_result(night.pk, user, table.pk, (10, 30))


def test_a_paired_player_cannot_answer_but_can_drop_out(night: Evening, table: Pairing) -> None:
    user = user_of(table.first)
    for state in ("perhaps", "not-coming"):
        with refused("Nothing was changed: you have been paired. Drop out instead if you cannot play."):
            answer(night.pk, user, state)
    assert answer(night.pk, user, "coming").state == "coming"


def test_only_coming_players_can_drop_out(night: Evening, ilaria: User, davide: User) -> None:
    for state in ("perhaps", "not-coming"):
        entry = answer(night.pk, ilaria, state)
        with refused("Nothing was changed: only a player who is coming can drop out."):
            drop(night, entry, davide)


def test_an_outdated_page_drops_nobody(night: Evening, table: Pairing, davide: User) -> None:
    """The opponent has entered a result meanwhile: dropping out would have a different effect."""
    first = Entry.objects.select_related("evening", "user").get(pk=table.first_id)
    seen = Leaving(first).seen
    enter_result(night.pk, user_of(table.second), table.pk, (10, 30))
    with pytest.raises(OutdatedPageError):
        set_dropped(night.pk, davide, first.pk, dropped=True, seen=seen)
    with pytest.raises(OutdatedPageError):
        drop_out(night.pk, user_of(table.first), seen=seen)
    set_dropped(night.pk, davide, first.pk, dropped=True, seen=Leaving(first).seen)


def test_unpublishing_clears_forfeits_and_the_closing(night: Evening, table: Pairing, davide: User) -> None:
    drop(night, table.first, davide)
    set_closed(night.pk, davide, 1, closed=True)
    unpublish(night.pk, davide)
    reinstate(night, table.first, davide)
    publish(night.pk, davide)
    assert points(night, table) == (0, 0)
    enter_result(night.pk, user_of(table.first), table.pk, (10, 30))


def test_a_game_that_was_given_up_takes_no_results_or_rolls(night: Evening, table: Pairing, davide: User) -> None:
    drop(night, table.first, davide)
    drop(night, table.second, davide)
    for entry in (table.first, table.second):
        with refused("Nothing was changed: the result is already confirmed. An organiser can correct it."):
            enter_result(night.pk, user_of(entry), table.pk, (10, 30))


# ── Byes ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_bye_by_forfeit_counts_when_byes_are_given(night: Evening, table: Pairing, davide: User) -> None:
    """The opponent who stayed has had a bye, so among three players without points the real bye goes to another."""
    assert table.second_id
    drop(night, table.first, davide)
    Pairing.objects.published_in(night).exclude(pk=table.pk).update(first_lost=0, second_lost=5)
    played = {player.entry: player for player in players_of(night)}
    assert (played[table.second_id].byes, played[table.second_id].met) == (1, ())
    for _ in range(8):
        drawn = draw(night.pk, davide, "lot")
        assert drawn.pairings.get(second=None).first_id != table.second_id


def test_a_game_that_was_not_played_does_not_count_as_a_meeting(night: Evening, table: Pairing, davide: User) -> None:
    """Not for the player who came back, not for the opponent, and not as a side they have played."""
    assert table.second_id
    drop(night, table.first, davide)
    set_closed(night.pk, davide, 1, closed=True)
    reinstate(night, table.first, davide)
    played = {player.entry: player for player in players_of(night)}
    both = [played[entry] for entry in (table.first_id, table.second_id)]
    assert [(player.met, player.attacked + player.defended, player.byes) for player in both] == [
        ((), 0, 0),
        ((), 0, 1),
    ]
