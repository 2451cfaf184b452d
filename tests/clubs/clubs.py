"""Clubs, in the words of the tests."""

from typing import Any

from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import create_club
from armybuilder.clubs.models import Club, Membership
from armybuilder.lists.actions.copies import show_to_clubs
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Squad
from tests.lists.factories import a_list, a_roster


def a_club(owner: User, organiser: User | None = None, *members: User) -> Club:
    """Return a club with these people, as rows: inviting and accepting takes ten times as long."""
    club = create_club(owner, "Il Ridotto")
    if organiser:
        club.memberships.create(user=organiser, role="organiser")
    for user in members:
        club.memberships.create(user=user)
    return club


def member(club: Club, user: User) -> Membership:
    """Return a user's membership."""
    return club.memberships.get(user=user)


def people(club: Club) -> list[str]:
    """Return the members of a club, as "marta owner"."""
    return [f"{one.user.username} {one.role}" for one in club.memberships.in_order()]


def browser_of(user: User) -> Client:
    """Return the browser of a signed-in user."""
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def user(visitor: Visitor) -> User:
    """Return the account of a visitor who has one."""
    assert visitor.user
    return visitor.user


def shown(owner: Visitor, club: Club, name: str = "Rangers", squads: tuple[Squad, ...] = (), **fields: Any) -> ArmyList:
    army_list = a_list(owner, a_roster(*squads, name=name, **fields))
    show_to_clubs(army_list.pk, user(owner), {club.pk})
    return army_list
