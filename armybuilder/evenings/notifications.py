"""Notify people of a games night, in the transaction of the action."""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Membership
from armybuilder.evenings.models import Entry, Evening
from armybuilder.notices import actions
from armybuilder.notices.kinds import NAMES, Kind, id_of


def notify(
    kind: Kind,
    people: Iterable[int | None],
    evening: Evening,
    about: object = "",
    *,
    but: User | Entry | None = None,
    path: str = "",
    **facts: object,
) -> None:
    """Notify people (ids of users; None: a guest, who gets no notifications) of something at a games night.

    Only members of the club are notified, except the acting member (`but`), and once for each event, identified by
    games night, kind and `about` (the key of a round or of a submitted list). `facts` fill the sentence
    (notices/kinds.py), with people as accounts or entries; `path` replaces the link to the games night.
    """
    reached = {user for user in people if user is not None} - ({but.pk} if isinstance(but, User) else set())
    if not reached:
        return
    members = Membership.objects.filter(club=evening.club_id, user__in=reached)
    said: dict[str, object] = {"evening": evening.name, "club": evening.club.name, "start": evening.start}
    said |= {"zone": evening.club.time_zone, **facts}
    # The accounts of named people, as "who_id": a notification is deleted with an account that it names.
    for name in NAMES:
        person = facts.get(name)
        user = person.pk if isinstance(person, User) else getattr(person, "user_id", None)
        if user is not None:
            said[id_of(name)] = user
    actions.notify(
        members.values_list("user", flat=True),
        kind,
        f"{kind} {evening.pk} {about}"[:120],
        path or reverse("evenings:evening", args=[evening.pk]),
        {name: fact.isoformat() if isinstance(fact, datetime) else str(fact) for name, fact in said.items()},
    )


def organisers_of(evening: Evening) -> list[int]:
    roles = [Membership.Role.OWNER, Membership.Role.ORGANISER]
    return list(evening.club.memberships.filter(role__in=roles).values_list("user", flat=True))


def who_said(evening: Evening, *states: str) -> list[int | None]:
    """Return the users whose answer is one of these; None for guests."""
    return list(evening.entries.filter(state__in=states).values_list("user", flat=True))
