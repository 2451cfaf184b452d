"""A club of any size, made in a few statements."""

from dataclasses import dataclass

from django.db import connection

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, Membership
from armybuilder.lists.models import ArmyList, ClubListing
from tests.lists.many import many_lists, take_stock

# Members and lists of the largest imaginable club; on SQLite, without real concurrency, of a large one.
FULL = (300, 2000) if connection.vendor == "postgresql" else (80, 800)
SMALL = (4, 10)


@dataclass(frozen=True, slots=True)
class BigClub:
    """A club: the owner comes first, then two organisers, then members. Each shows the next of its lists in turn."""

    club: Club
    people: list[User]
    memberships: list[Membership]
    lists: list[ArmyList]

    def of(self, number: int) -> list[ArmyList]:
        """Return the lists that a member shows."""
        return self.lists[number :: len(self.people)]

    def listed(self) -> set[str]:
        """The names of the lists in the library."""
        return set(ArmyList.objects.filter(club_listings__membership__club=self.club).values_list("name", flat=True))


def a_big_club(people: int, lists: int, name: str = "Il Ridotto") -> BigClub:
    """Return a club of this size, with shown and private lists."""
    club = Club.objects.create(name=name)
    users = User.objects.bulk_create(User(username=f"{name} {number}") for number in range(people))
    roles = ["owner", "organiser", "organiser", *["member"] * (people - 3)]
    memberships = Membership.objects.bulk_create(
        Membership(club=club, user=user, role=role) for user, role in zip(users, roles, strict=True)
    )
    many_lists(users, lists)
    shown = many_lists(users, lists)
    ClubListing.objects.bulk_create(
        ClubListing(membership=memberships[number % people], army_list=army_list)
        for number, army_list in enumerate(shown)
    )
    take_stock()
    return BigClub(club, users, memberships, shown)
