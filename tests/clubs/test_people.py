"""Rights in a club."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import (
    CLUBS_AT_MOST,
    INVITATIONS_AT_MOST,
    NotAllowedError,
    accept_invitation,
    close_club,
    edit_club,
    hand_over_club,
    invite,
    leave_club,
    remove_member,
    revoke_invitation,
    save_house_rules,
    set_organiser,
)
from armybuilder.clubs.models import Club, Invitation, Membership
from tests.clubs.clubs import a_club, member, people
from tests.refusals import refused


def test_the_creator_of_a_club_owns_it(marta: User) -> None:
    assert people(a_club(marta)) == ["marta owner"]


def test_one_person_owns_up_to_the_limit(marta: User) -> None:
    for _ in range(CLUBS_AT_MOST):
        a_club(marta)
    with refused("You already own 20 clubs."):
        a_club(marta)


# ── Invitations ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_invitation_lets_in_whoever_has_it(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta)
    invitation = invite(club.pk, marta)
    for user in (davide, ilaria, ilaria):
        assert accept_invitation(invitation.token, user) == club
    assert people(club) == ["marta owner", "davide member", "ilaria member"]
    invitation.refresh_from_db()
    assert (invitation.used, invitation.uses_left) == (2, None)


def test_one_for_one_is_used_up(marta: User, davide: User, ilaria: User) -> None:
    invitation = invite(a_club(marta).pk, marta, uses=1)
    accept_invitation(invitation.token, davide)
    with pytest.raises(Invitation.DoesNotExist):
        accept_invitation(invitation.token, ilaria)


def test_a_member_uses_nothing_up(marta: User, davide: User) -> None:
    invitation = invite(a_club(marta).pk, marta, uses=1)
    accept_invitation(invitation.token, marta)
    accept_invitation(invitation.token, davide)


def test_it_expires_after_thirty_days(marta: User, davide: User) -> None:
    invitation = invite(a_club(marta).pk, marta)
    assert invitation.expires - invitation.created < timedelta(days=30, seconds=1)
    Invitation.objects.filter(pk=invitation.pk).update(expires=timezone.now())
    with pytest.raises(Invitation.DoesNotExist):
        accept_invitation(invitation.token, davide)


def test_a_revoked_one_lets_nobody_in_and_whoever_is_in_stays(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta)
    invitation = invite(club.pk, marta)
    accept_invitation(invitation.token, davide)
    revoke_invitation(club.pk, marta, invitation.pk)
    with pytest.raises(Invitation.DoesNotExist):
        accept_invitation(invitation.token, ilaria)
    assert people(club) == ["marta owner", "davide member"]


def test_so_many_are_open_and_no_more(marta: User) -> None:
    club = a_club(marta)
    for _ in range(INVITATIONS_AT_MOST):
        invite(club.pk, marta)
    with refused("There are too many open invitations. Revoke one first."):
        invite(club.pk, marta)


def test_an_invitation_is_revoked_in_its_own_club_only(marta: User) -> None:
    invitation = invite(a_club(marta).pk, marta)
    with pytest.raises(Invitation.DoesNotExist):
        revoke_invitation(a_club(marta).pk, marta, invitation.pk)


# ── Leaving, removing, handing over ────────────────────────────────────────────────────────────────────────────────


def test_anyone_but_the_owner_leaves(marta: User, davide: User) -> None:
    club = a_club(marta, davide)
    leave_club(club.pk, davide)
    with refused("Hand the club over to someone first: it must have an owner."):
        leave_club(club.pk, marta)
    assert people(club) == ["marta owner"]


def test_organisers_remove_members_the_owner_anyone(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    remove_member(club.pk, davide, member(club, ilaria).pk)
    remove_member(club.pk, marta, member(club, davide).pk)
    assert people(club) == ["marta owner"]


def test_a_removed_member_cannot_come_back_by_the_same_link(marta: User, davide: User) -> None:
    club = a_club(marta)
    open_to_all, mailed = (
        invite(club.pk, marta),
        invite(club.pk, marta, uses=1, email="davide@example.org"),
    )
    accept_invitation(open_to_all.token, davide)
    remove_member(club.pk, marta, member(club, davide).pk)
    for invitation in (open_to_all, mailed):
        with pytest.raises(Invitation.DoesNotExist):
            accept_invitation(invitation.token, davide)
    accept_invitation(invite(club.pk, marta).token, davide)
    assert people(club) == ["marta owner", "davide member"]


def test_a_member_who_left_can_come_back(marta: User, davide: User) -> None:
    club = a_club(marta)
    invitation = invite(club.pk, marta)
    for _ in range(2):
        accept_invitation(invitation.token, davide)
        leave_club(club.pk, davide)
    assert invitation.token in Invitation.objects.open().values_list("token", flat=True)


def test_nobody_removes_who_stands_above(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    other = User.objects.create_user("other")
    accept_invitation(invite(club.pk, marta).token, other)
    set_organiser(club.pk, marta, member(club, other).pk, organises=True)
    refused = [(davide, marta), (davide, other), (ilaria, davide), (ilaria, ilaria), (marta, marta)]
    for actor, target in refused:
        with pytest.raises(NotAllowedError):
            remove_member(club.pk, actor, member(club, target).pk)


def test_the_owner_makes_organisers_and_hands_over(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    set_organiser(club.pk, marta, member(club, davide).pk, organises=False)
    hand_over_club(club.pk, marta, member(club, ilaria).pk)
    assert people(club) == ["ilaria owner", "marta organiser", "davide member"]
    with pytest.raises(NotAllowedError):
        hand_over_club(club.pk, marta, member(club, davide).pk)
    with pytest.raises(NotAllowedError):
        set_organiser(club.pk, marta, member(club, davide).pk, organises=True)


def test_the_owner_stays_the_owner(marta: User) -> None:
    club = a_club(marta)
    with pytest.raises(NotAllowedError):
        hand_over_club(club.pk, marta, member(club, marta).pk)
    with pytest.raises(NotAllowedError):
        set_organiser(club.pk, marta, member(club, marta).pk, organises=False)


def test_closing_is_the_owners_and_for_good(marta: User, davide: User) -> None:
    club = a_club(marta, davide)
    with pytest.raises(NotAllowedError):
        close_club(club.pk, davide)
    close_club(club.pk, marta)
    assert (Club.objects.count(), Membership.objects.count(), Invitation.objects.count()) == (0, 0, 0)


def test_strangers_find_no_club(marta: User, paolo: User) -> None:
    club = a_club(marta)
    its_owner = member(club, marta).pk
    acts: list[Callable[[], object]] = [
        lambda: leave_club(club.pk, paolo),
        lambda: close_club(club.pk, paolo),
        lambda: remove_member(club.pk, paolo, its_owner),
        lambda: hand_over_club(club.pk, paolo, its_owner),
        lambda: edit_club(club.pk, paolo, name="x", about=""),
        lambda: save_house_rules(club.pk, paolo, "bn", rulings={}),
        lambda: invite(club.pk, paolo),
    ]
    for act in acts:
        with pytest.raises(Club.DoesNotExist):
            act()


def test_members_neither_invite_nor_edit(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    acts: list[Callable[[], object]] = [
        lambda: invite(club.pk, ilaria),
        lambda: edit_club(club.pk, ilaria, name="x", about=""),
        lambda: save_house_rules(club.pk, ilaria, "bn", rulings={}),
    ]
    for act in acts:
        with pytest.raises(NotAllowedError):
            act()


def test_a_member_of_another_club_is_not_removed_here(marta: User, davide: User) -> None:
    other = a_club(marta, davide)
    with pytest.raises(Membership.DoesNotExist):
        remove_member(a_club(marta).pk, marta, member(other, davide).pk)
