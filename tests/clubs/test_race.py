"""Two users act on one club: one after the other, and on PostgreSQL truly at once."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import (
    NewerVersionError,
    NotAllowedError,
    accept_invitation,
    hand_over_club,
    invite,
    remove_member,
    save_house_rules,
)
from armybuilder.clubs.models import Club, HouseRules, Invitation, Membership
from tests.clubs.clubs import a_club, member, people
from tests.races import Run, both_ways

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def people_of_a_club(transactional_db: None) -> tuple[Club, User, User, User]:
    """A club with an owner, an organiser and a member."""
    marta, davide, ilaria = (User.objects.create_user(name) for name in ("marta", "davide", "ilaria"))
    return a_club(marta, davide, ilaria), marta, davide, ilaria


@both_ways
def test_two_organisers_remove_one_member(people_of_a_club: tuple[Club, User, User, User], run: Run) -> None:
    club, marta, davide, ilaria = people_of_a_club
    her = member(club, ilaria).pk
    raised = run(lambda: remove_member(club.pk, marta, her), lambda: remove_member(club.pk, davide, her))
    assert set(raised) == {None, Membership.DoesNotExist}
    assert people(club) == ["marta owner", "davide organiser"]


@both_ways
def test_an_invitation_for_one_lets_in_one_of_two(people_of_a_club: tuple[Club, User, User, User], run: Run) -> None:
    club, marta, _, _ = people_of_a_club
    token = invite(club.pk, marta, uses=1).token
    first, second = (User.objects.create_user(name) for name in ("paolo", "reza"))
    raised = run(lambda: accept_invitation(token, first), lambda: accept_invitation(token, second))
    assert set(raised) == {None, Invitation.DoesNotExist}
    assert club.memberships.count() == 4


@both_ways
def test_one_person_joining_twice_is_in_once(people_of_a_club: tuple[Club, User, User, User], run: Run) -> None:
    club, marta, _, _ = people_of_a_club
    token = invite(club.pk, marta).token
    paolo = User.objects.create_user("paolo")
    assert run(*[lambda: accept_invitation(token, paolo)] * 2) == [None, None]
    assert club.memberships.filter(user=paolo).count() == 1


@both_ways
def test_two_hand_overs_leave_one_owner(people_of_a_club: tuple[Club, User, User, User], run: Run) -> None:
    club, marta, davide, ilaria = people_of_a_club
    his, her = member(club, davide).pk, member(club, ilaria).pk
    raised = run(
        lambda: hand_over_club(club.pk, marta, his),
        lambda: hand_over_club(club.pk, marta, her),
    )
    assert set(raised) == {None, NotAllowedError}
    assert club.memberships.filter(role="owner").count() == 1


@both_ways
def test_a_member_who_is_removed_while_inviting(people_of_a_club: tuple[Club, User, User, User], run: Run) -> None:
    club, marta, davide, _ = people_of_a_club
    his = member(club, davide).pk
    raised = run(lambda: remove_member(club.pk, marta, his), lambda: invite(club.pk, davide))
    assert raised[0] is None
    assert raised[1] in (None, Club.DoesNotExist)
    assert people(club) == ["marta owner", "ilaria member"]


@both_ways
def test_of_two_who_write_prices_upon_one_version_the_second_is_told(
    people_of_a_club: tuple[Club, User, User, User], run: Run
) -> None:
    club, marta, davide, _ = people_of_a_club
    write = save_house_rules
    raised = run(
        lambda: write(club.pk, marta, "bn", prices={"weapons/lmg": 12}, after=0),
        lambda: write(club.pk, davide, "bn", prices={"weapons/mmg": 14}, after=0),
    )
    assert set(raised) == {None, NewerVersionError}
    [kept] = HouseRules.objects.of(club.pk, "bn")
    assert (kept.number, len(kept.prices)) == (1, 1)
