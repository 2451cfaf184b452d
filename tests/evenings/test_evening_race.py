"""Two users act on one games night: one after the other, and on PostgreSQL at once."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import close_club, remove_member, set_organiser
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk, planning
from armybuilder.evenings.actions.entries import answer, invite_guest
from armybuilder.evenings.actions.planning import (
    announce,
    call_off,
    close_submissions,
    edit_evening,
    plan_evening,
)
from armybuilder.evenings.actions.results import enter_result, roll
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import DiceOff, Entry, Evening, HandIn, Pairing, Round
from armybuilder.evenings.states import NoDraftError, NotOpenError, OutdatedPageError
from armybuilder.games.actions.recording import game_of_table
from armybuilder.notices.models import Notice
from armybuilder.refusals import RefusedError
from tests.clubs.clubs import a_club, member
from tests.evenings.evenings import a_bn_list, a_plan, an_evening, log_of, who_comes
from tests.fixtures import load_shipped_rules
from tests.races import Run, both_ways

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def people_of_a_club(transactional_db: None) -> tuple[Club, User, User]:
    """A club with its owner and a member."""
    load_shipped_rules()
    marta, ilaria = (User.objects.create_user(name) for name in ("marta", "ilaria"))
    return a_club(marta, None, ilaria), marta, ilaria


@both_ways
def test_two_announce_one_draft(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, _ = people_of_a_club
    evening = plan_evening(club.pk, marta, a_plan())
    assert run(*[lambda: announce(evening.pk, marta)] * 2) == [None, None]
    assert log_of(evening) == ["marta created the games night", "marta announced the games night"]


@both_ways
def test_one_who_answers_twice_at_once_is_there_once(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta)
    assert run(*[lambda: answer(evening.pk, ilaria, "coming")] * 2) == [None, None]
    assert who_comes(evening) == ["ilaria coming"]


@both_ways
def test_one_who_is_removed_while_answering(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, ilaria = people_of_a_club
    evening, her = an_evening(club, marta), member(club, ilaria).pk
    raised = run(
        lambda: remove_member(club.pk, marta, her),
        lambda: answer(evening.pk, ilaria, "coming"),
    )
    assert (raised[0], raised[1]) in [(None, None), (None, Evening.DoesNotExist)]
    assert who_comes(evening) == ([] if raised[1] else ["ilaria coming"])


@both_ways
def test_a_games_night_called_off_while_a_guest_answers(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, _ = people_of_a_club
    evening = an_evening(club, marta)
    guest = invite_guest(evening.pk, marta, "Anna")
    raised = run(
        lambda: call_off(evening.pk, marta),
        lambda: answer(evening.pk, guest, "coming"),
    )
    assert (raised[0], raised[1]) in [(None, None), (None, NotOpenError)]
    assert who_comes(evening) == ["Anna invited" if raised[1] else "Anna coming"]


@both_ways
def test_one_list_submitted_from_two_tabs_is_there_once(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta, ruleset="bn", limits={"attacker": 150})
    one, other = a_bn_list(ilaria, name="Alpini"), a_bn_list(ilaria, name="Lagunari", men=5)
    assert run(*[lambda: submit(evening.pk, ilaria, one.pk)] * 2) == [None, None]
    assert HandIn.objects.count() == 1
    both = [lambda pk=pk: submit(evening.pk, ilaria, pk) for pk in (other.pk, one.pk)]
    assert run(*both) == [None, None]
    assert HandIn.objects.current().count() == 1


@both_ways
def test_closed_while_someone_hands_in(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    """It is submitted and shown, or refused: never accepted by a games night with revealed lists."""
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta, ruleset="bn", limits={"attacker": 150})
    army_list = a_bn_list(ilaria)
    raised = run(
        lambda: close_submissions(evening.pk, marta),
        lambda: submit(evening.pk, ilaria, army_list.pk),
    )
    assert raised in [[None, None], [None, RefusedError]]
    assert HandIn.objects.count() == (0 if raised[1] else 1)


@both_ways
def test_two_publish_one_draft(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta, limits={})
    for user in (marta, ilaria):
        answer(evening.pk, user, "coming")
    assert run(*[lambda: draw(evening.pk, marta, "swiss")] * 2) == [None, None]
    assert Round.objects.count() == 1
    raised = run(*[lambda: publish(evening.pk, marta)] * 2)
    assert set(raised) == {None, NoDraftError}


@both_ways
def test_both_say_their_result_at_once(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    """The second one saw the first one's entry: it counts."""
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta, limits={})
    for user in (marta, ilaria):
        answer(evening.pk, user, "coming")
    draw(evening.pk, marta, "swiss")
    [table] = publish(evening.pk, marta).pairings.all()
    said = [lambda user=user: enter_result(evening.pk, user, table.pk, (35, 40)) for user in (marta, ilaria)]
    assert run(*said) == [None, None]
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost, table.claims.count()) == (35, 40, 2)


@both_ways
def test_a_club_closed_while_someone_answers(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta)
    raised = run(
        lambda: close_club(club.pk, marta),
        lambda: answer(evening.pk, ilaria, "coming"),
    )
    assert (raised[0], raised[1]) in [(None, None), (None, Evening.DoesNotExist)]
    assert Entry.objects.count() == 0


@both_ways
def test_two_close_the_handing_in(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, _ = people_of_a_club
    evening = an_evening(club, marta, ruleset="bn", limits={"attacker": 150})
    assert run(*[lambda: close_submissions(evening.pk, marta)] * 2) == [None, None]
    assert log_of(evening)[2:] == ["marta closed submissions"]


@both_ways
def test_one_who_is_removed_while_handing_in(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, ilaria = people_of_a_club
    evening, her = an_evening(club, marta, ruleset="bn", limits={"attacker": 150}), member(club, ilaria).pk
    army_list = a_bn_list(ilaria)
    raised = run(
        lambda: remove_member(club.pk, marta, her),
        lambda: submit(evening.pk, ilaria, army_list.pk),
    )
    assert raised in [[None, None], [None, Evening.DoesNotExist]]
    assert HandIn.objects.count() == (0 if raised[1] else 1)


@both_ways
def test_a_games_night_called_off_while_its_club_closes_is_told_once_of_each(
    people_of_a_club: tuple[Club, User, User], run: Run
) -> None:
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta)
    answer(evening.pk, ilaria, "coming")
    raised = run(
        lambda: call_off(evening.pk, marta),
        lambda: close_club(club.pk, marta),
    )
    assert raised in [[None, None], [Evening.DoesNotExist, None]]
    assert [notice.kind for notice in Notice.objects.all()] == ["club-closed" if raised[0] else "called-off"]


@both_ways
def test_two_organisers_keep_their_forms(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, ilaria = people_of_a_club
    set_organiser(club.pk, marta, member(club, ilaria).pk, organises=True)
    evening = an_evening(club, marta)
    seen = Evening.objects.get(pk=evening.pk).plan_digest
    plans = [(user, a_plan(note=user.get_username())) for user in (marta, ilaria)]
    keep = [lambda user=user, plan=plan: edit_evening(evening.pk, user, plan, seen) for user, plan in plans]
    raised = run(*keep)
    assert {*raised} == {None, RefusedError}
    kept = plans[raised.index(None)][1].note
    assert Evening.objects.get(pk=evening.pk).note == kept


@both_ways
def test_sent_back_while_it_is_replaced(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    """The list submitted last counts, and was not sent back."""
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta, ruleset="bn", limits={"attacker": 150})
    [first] = submit(evening.pk, ilaria, a_bn_list(ilaria).pk)
    other = a_bn_list(ilaria, men=5)
    raised = run(
        lambda: submit(evening.pk, ilaria, other.pk),
        lambda: desk.send_back(evening.pk, marta, first.pk, "Add a medic"),
    )
    assert raised in [[None, None], [None, OutdatedPageError]]
    assert [(one.state, one.pk > first.pk) for one in HandIn.objects.current()] == [("handed-in", True)]


@both_ways
def test_two_finish_one_evening(people_of_a_club: tuple[Club, User, User], run: Run) -> None:
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta, limits={})
    for user in (marta, ilaria):
        answer(evening.pk, user, "coming")
    draw(evening.pk, marta, "swiss")
    publish(evening.pk, marta)
    assert run(*[lambda: planning.finish(evening.pk, marta)] * 2) == [None, None]
    assert log_of(evening).count("marta finished the games night") == 1


@both_ways
def test_a_guest_and_a_member_roll_at_once_and_begin_their_game(
    people_of_a_club: tuple[Club, User, User], run: Run
) -> None:
    """There is one roll, and one game with a side for each."""
    club, marta, ilaria = people_of_a_club
    evening = an_evening(club, marta, limits={})
    answer(evening.pk, ilaria, "coming")
    guest = desk.add_guest(evening.pk, marta, "Anna")
    draw(evening.pk, marta, "swiss")
    [table] = publish(evening.pk, marta).pairings.all()
    Pairing.objects.update(attacker=None)
    raised = run(
        lambda: roll(evening.pk, ilaria, table.pk),
        lambda: roll(evening.pk, guest, table.pk),
    )
    assert (raised.count(None), raised.count(RefusedError), DiceOff.objects.count()) == (1, 1, 1)
    begun = run(
        lambda: game_of_table(evening.pk, ilaria, table.pk),
        lambda: game_of_table(evening.pk, guest, table.pk),
    )
    assert (begun, table.games.count()) == ([None, None], 1)
    links = game_of_table(evening.pk, ilaria, table.pk), game_of_table(evening.pk, guest, table.pk)
    assert sorted(link.kind for link in links) == ["a", "b"]
