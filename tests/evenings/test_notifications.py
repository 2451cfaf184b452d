"""Notifications about a games night."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import remove_member
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.entries import answer, invite_guest
from armybuilder.evenings.actions.planning import announce, call_off, edit_evening
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.actions.rounds import draw, publish, unpublish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Evening
from armybuilder.evenings.notifications import notify
from armybuilder.notices.kinds import Kind
from tests.clubs.clubs import member
from tests.evenings.evenings import a_bn_list, a_plan, an_evening, in_days
from tests.notices.telling import told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def test_organisers_are_told_who_submitted_not_what_stands_already(
    club: Club, marta: User, davide: User, ilaria: User
) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150})
    hers, his = a_bn_list(ilaria), a_bn_list(davide)
    for _ in range(2):
        submit(evening.pk, ilaria, hers.pk)
    submit(evening.pk, davide, his.pk)
    of_her, of_him = (f"{who} has submitted a list for Linea Gotica." for who in ("ilaria", "davide"))
    assert (told(marta), told(davide), told(ilaria)) == ([of_her, of_him], [of_her], [])


def played(club: Club, davide: User, *players: User) -> Evening:
    evening = an_evening(club, davide, limits={})
    for user in players:
        answer(evening.pk, user, "coming")
    draw(evening.pk, davide, "swiss")
    return evening


def test_players_are_notified_again_of_a_round_published_again(
    club: Club, davide: User, marta: User, ilaria: User
) -> None:
    evening = played(club, davide, marta, ilaria)
    guest = invite_guest(evening.pk, davide, "Anna")
    answer(guest.evening_id, guest, "coming")
    assert told(ilaria) == []
    draw(evening.pk, davide, "swiss")
    publish(evening.pk, davide)
    paired = "The pairings for round 1 of Linea Gotica are out: here is your table."
    assert (told(ilaria), told(marta), told(davide)) == ([paired], [paired], [])
    unpublish(evening.pk, davide)
    publish(evening.pk, davide)
    assert told(ilaria) == [paired, paired]


def test_two_results_are_told_to_the_other_and_to_organisers_and_what_was_decided_to_both(
    club: Club, davide: User, marta: User, ilaria: User
) -> None:
    evening = played(club, davide, marta, ilaria)
    [table] = publish(evening.pk, davide).pairings.all()
    before = [len(told(user)) for user in (marta, ilaria, davide)]
    enter_result(evening.pk, marta, table.pk, (35, 40))
    assert [len(told(user)) for user in (marta, ilaria, davide)] == before
    for _ in range(2):
        enter_result(evening.pk, ilaria, table.pk, (40, 35))
    [first, second] = [str(table.first), str(table.second)]
    differ = f"Linea Gotica, round 1: {first} and {second} entered different results."
    assert (told(marta)[-1], len(told(ilaria)), told(davide)) == (differ, before[1], [differ])
    decide_result(evening.pk, davide, table.pk, (35, 40))
    decided = "Linea Gotica, round 1: davide has decided your result: 35–40."
    assert (told(marta)[-1], told(ilaria)[-1], told(davide)) == (decided, decided, [differ])


def test_players_who_answered_are_notified_of_a_move_or_cancellation(
    club: Club, davide: User, marta: User, ilaria: User
) -> None:
    evening = an_evening(club, davide, limits={})
    answer(evening.pk, ilaria, "not-coming")
    when = f"{in_days(8):%A} {in_days(8).day} {in_days(8):%B}, 20:30 (Europe/Rome)"
    for place in ("", "", "Sede"):
        edit_evening(evening.pk, davide, a_plan(8, place=place, limits={}))
    edit_evening(evening.pk, davide, a_plan(8, place="Sede", note="Bring dice", limits={}))
    for act in (call_off, call_off, announce):
        act(evening.pk, davide)
    assert told(ilaria) == [
        f"Linea Gotica ({club}) has changed: {when}, no place given.",
        f"Linea Gotica ({club}) has changed: {when}, Sede.",
        f"Linea Gotica ({club}) on {when} has been called off.",
        f"Linea Gotica ({club}) is going ahead after all: {when}.",
    ]
    assert told(marta) == told(davide) == []


def test_former_members_are_not_notified(club: Club, davide: User, marta: User, ilaria: User) -> None:
    evening = an_evening(club, davide, limits={})
    for user in (marta, ilaria):
        answer(evening.pk, user, "coming")
    remove_member(club.pk, marta, member(club, ilaria).pk)
    call_off(evening.pk, davide)
    assert (len(told(marta)), told(ilaria)) == (1, [])


def test_one_thing_is_what_evening_kind_and_subject_name(club: Club, davide: User, ilaria: User) -> None:
    evening, other = (an_evening(club, davide, limits={}) for _ in range(2))
    for about in ("1", "1", "2"):
        notify(Kind.ROUND, [ilaria.pk, None], evening, about, number=1)
    notify(Kind.ROUND, [ilaria.pk], other, "1", number=1)
    assert len(told(ilaria)) == 3
