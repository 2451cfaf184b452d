"""Who may do what in a club."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, HouseRules, Invitation, Membership
from armybuilder.clubs.querysets import (
    CLUBS_AT_MOST,
    INVITATIONS_AT_MOST,
    ClubQuerySet,
    NotAllowedError,
    OwnerStaysError,
    TooManyError,
)
from tests.clubs.clubs import a_club, member, people

clubs: ClubQuerySet = Club.objects.all()


def test_who_makes_a_club_owns_it(marta: User) -> None:
    assert people(a_club(marta)) == ["marta owner"]


def test_one_person_owns_so_many_and_no_more(marta: User) -> None:
    for _ in range(CLUBS_AT_MOST):
        a_club(marta)
    with pytest.raises(TooManyError):
        a_club(marta)


# ── Invitations ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_invitation_lets_in_whoever_has_it(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta)
    invitation = Invitation.objects.invite(club.pk, marta)
    for user in (davide, ilaria, ilaria):
        assert Invitation.objects.accept(invitation.token, user) == club
    assert people(club) == ["marta owner", "davide member", "ilaria member"]
    invitation.refresh_from_db()
    assert (invitation.used, invitation.uses_left) == (2, None)


def test_one_for_one_is_used_up(marta: User, davide: User, ilaria: User) -> None:
    invitation = Invitation.objects.invite(a_club(marta).pk, marta, uses=1)
    Invitation.objects.accept(invitation.token, davide)
    with pytest.raises(Invitation.DoesNotExist):
        Invitation.objects.accept(invitation.token, ilaria)


def test_a_member_uses_nothing_up(marta: User, davide: User) -> None:
    invitation = Invitation.objects.invite(a_club(marta).pk, marta, uses=1)
    Invitation.objects.accept(invitation.token, marta)
    Invitation.objects.accept(invitation.token, davide)


def test_it_expires_after_thirty_days(marta: User, davide: User) -> None:
    invitation = Invitation.objects.invite(a_club(marta).pk, marta)
    assert invitation.expires - invitation.created < timedelta(days=30, seconds=1)
    Invitation.objects.filter(pk=invitation.pk).update(expires=timezone.now())
    with pytest.raises(Invitation.DoesNotExist):
        Invitation.objects.accept(invitation.token, davide)


def test_a_revoked_one_lets_nobody_in_and_whoever_is_in_stays(
    marta: User, davide: User, ilaria: User
) -> None:
    club = a_club(marta)
    invitation = Invitation.objects.invite(club.pk, marta)
    Invitation.objects.accept(invitation.token, davide)
    Invitation.objects.revoke(club.pk, marta, invitation.pk)
    with pytest.raises(Invitation.DoesNotExist):
        Invitation.objects.accept(invitation.token, ilaria)
    assert people(club) == ["marta owner", "davide member"]


def test_so_many_are_open_and_no_more(marta: User) -> None:
    club = a_club(marta)
    for _ in range(INVITATIONS_AT_MOST):
        Invitation.objects.invite(club.pk, marta)
    with pytest.raises(TooManyError):
        Invitation.objects.invite(club.pk, marta)


def test_an_invitation_is_revoked_in_its_own_club_only(marta: User) -> None:
    invitation = Invitation.objects.invite(a_club(marta).pk, marta)
    with pytest.raises(Invitation.DoesNotExist):
        Invitation.objects.revoke(a_club(marta).pk, marta, invitation.pk)


# ── Leaving, removing, handing over ────────────────────────────────────────────────────────────────────────────────


def test_anybody_but_the_owner_leaves(marta: User, davide: User) -> None:
    club = a_club(marta, davide)
    clubs.leave(club.pk, davide)
    with pytest.raises(OwnerStaysError):
        clubs.leave(club.pk, marta)
    assert people(club) == ["marta owner"]


def test_organisers_remove_members_the_owner_anybody(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    clubs.remove(club.pk, davide, member(club, ilaria).pk)
    clubs.remove(club.pk, marta, member(club, davide).pk)
    assert people(club) == ["marta owner"]


def test_who_is_removed_does_not_come_back_by_the_same_link(marta: User, davide: User) -> None:
    club = a_club(marta)
    open_to_all, mailed = (
        Invitation.objects.invite(club.pk, marta),
        Invitation.objects.invite(club.pk, marta, uses=1, email="davide@example.org"),
    )
    Invitation.objects.accept(open_to_all.token, davide)
    clubs.remove(club.pk, marta, member(club, davide).pk)
    for invitation in (open_to_all, mailed):
        with pytest.raises(Invitation.DoesNotExist):
            Invitation.objects.accept(invitation.token, davide)
    Invitation.objects.accept(Invitation.objects.invite(club.pk, marta).token, davide)
    assert people(club) == ["marta owner", "davide member"]


def test_who_leaves_may_come_back(marta: User, davide: User) -> None:
    club = a_club(marta)
    invitation = Invitation.objects.invite(club.pk, marta)
    for _ in range(2):
        Invitation.objects.accept(invitation.token, davide)
        clubs.leave(club.pk, davide)
    assert invitation.token in Invitation.objects.open().values_list("token", flat=True)


def test_nobody_removes_who_stands_above(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    other = User.objects.create_user("other")
    Invitation.objects.accept(Invitation.objects.invite(club.pk, marta).token, other)
    clubs.set_organiser(club.pk, marta, member(club, other).pk, organises=True)
    refused = [(davide, marta), (davide, other), (ilaria, davide), (ilaria, ilaria), (marta, marta)]
    for actor, target in refused:
        with pytest.raises(NotAllowedError):
            clubs.remove(club.pk, actor, member(club, target).pk)


def test_the_owner_makes_organisers_and_hands_over(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    clubs.set_organiser(club.pk, marta, member(club, davide).pk, organises=False)
    clubs.hand_over(club.pk, marta, member(club, ilaria).pk)
    assert people(club) == ["ilaria owner", "marta organiser", "davide member"]
    with pytest.raises(NotAllowedError):
        clubs.hand_over(club.pk, marta, member(club, davide).pk)
    with pytest.raises(NotAllowedError):
        clubs.set_organiser(club.pk, marta, member(club, davide).pk, organises=True)


def test_the_owner_stays_the_owner(marta: User) -> None:
    club = a_club(marta)
    with pytest.raises(NotAllowedError):
        clubs.hand_over(club.pk, marta, member(club, marta).pk)
    with pytest.raises(NotAllowedError):
        clubs.set_organiser(club.pk, marta, member(club, marta).pk, organises=False)


def test_closing_is_the_owners_and_for_ever(marta: User, davide: User) -> None:
    club = a_club(marta, davide)
    with pytest.raises(NotAllowedError):
        clubs.close(club.pk, davide)
    clubs.close(club.pk, marta)
    assert (Club.objects.count(), Membership.objects.count(), Invitation.objects.count()) == (0, 0, 0)


def test_strangers_find_no_club(marta: User, paolo: User) -> None:
    club = a_club(marta)
    its_owner = member(club, marta).pk
    acts: list[Callable[[], object]] = [
        lambda: clubs.leave(club.pk, paolo),
        lambda: clubs.close(club.pk, paolo),
        lambda: clubs.remove(club.pk, paolo, its_owner),
        lambda: clubs.hand_over(club.pk, paolo, its_owner),
        lambda: clubs.edit(club.pk, paolo, name="x", about=""),
        lambda: HouseRules.objects.write(club.pk, paolo, "bn", rulings={}),
        lambda: Invitation.objects.invite(club.pk, paolo),
    ]
    for act in acts:
        with pytest.raises(Club.DoesNotExist):
            act()


def test_members_neither_invite_nor_edit(marta: User, davide: User, ilaria: User) -> None:
    club = a_club(marta, davide, ilaria)
    acts: list[Callable[[], object]] = [
        lambda: Invitation.objects.invite(club.pk, ilaria),
        lambda: clubs.edit(club.pk, ilaria, name="x", about=""),
        lambda: HouseRules.objects.write(club.pk, ilaria, "bn", rulings={}),
    ]
    for act in acts:
        with pytest.raises(NotAllowedError):
            act()


def test_a_member_of_another_club_is_not_removed_here(marta: User, davide: User) -> None:
    other = a_club(marta, davide)
    with pytest.raises(Membership.DoesNotExist):
        clubs.remove(a_club(marta).pk, marta, member(other, davide).pk)
