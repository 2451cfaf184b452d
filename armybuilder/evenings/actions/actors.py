"""The people who act at a games night, which is locked meanwhile, and the log of their acts."""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db import models
from django.utils import timezone
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import lock_membership
from armybuilder.clubs.models import Club
from armybuilder.evenings.models import Entry, Evening, LogLine, LogName, Pairing

#: A guest is given as the entry that the link led to.
Actor = User | Entry


class OwnTable(Struct, frozen=True):
    """A table of a published round, and the player who acts at it."""

    evening: Evening
    pairing: Pairing
    entry: Entry

    @property
    def actor(self) -> Actor:
        return self.entry.user or self.entry


def lock_evening(evening_id: UUID, actor: User, *, organising: bool = False) -> Evening:
    """Return a locked games night. Raises Evening.DoesNotExist (not a member, or a draft), NotAllowedError."""
    club_id = Evening.objects.values_list("club", flat=True).get(pk=evening_id)
    try:
        membership = lock_membership(club_id, actor, organising=organising)
    except Club.DoesNotExist:
        raise Evening.DoesNotExist from None
    evening = Evening.objects.select_for_update().get(pk=evening_id)
    if evening.state == "draft" and not membership.may_organise:
        raise Evening.DoesNotExist
    evening.club = membership.club
    return evening


def lock_for(evening_id: UUID, player: Actor) -> tuple[Evening, Entry]:
    """Return a locked games night and the player's entry, perhaps unsaved. Raises their DoesNotExist."""
    if isinstance(player, Entry):
        return lock_for_guest(player)
    evening = lock_evening(evening_id, player)
    entry = evening.entries.select_related("user").filter(user=player).first()
    return evening, entry or Entry(evening=evening, user=player)


def lock_for_guest(guest: Entry) -> tuple[Evening, Entry]:
    """Return a guest's games night, locked until the transaction ends, and their entry."""
    locked = Evening.objects.select_for_update(of=("self",)).select_related("club")
    evening = locked.get(pk=guest.evening_id)
    return evening, evening.entries.get(pk=guest.pk, token=guest.token, token__isnull=False)


def own_table(evening_id: UUID, player: Actor, pk: int) -> OwnTable:
    """Return a player's own table, locked. Raises the errors of `lock_for`, or Pairing.DoesNotExist."""
    evening, entry = lock_for(evening_id, player)
    if not entry.pk:
        raise Pairing.DoesNotExist
    own = models.Q(first=entry) | models.Q(second=entry)
    pairing = Pairing.objects.published_in(evening).get(own, pk=pk, second__isnull=False)
    return OwnTable(evening, pairing, entry)


ANSWERS = ("coming", "perhaps", "not-coming")
WAVERING = timedelta(minutes=10)


def log(
    evening: Evening,
    actor: User | Entry,
    action: str,
    subject: str = "",
    *,
    names: Sequence[Entry | User] = (),
) -> None:
    """Log an act of a member or a guest. `names`: the people it concerns."""
    line = LogLine.objects.create(evening=evening, action=action, subject=subject, **_by(actor))
    LogName.objects.bulk_create(
        LogName(line=line, **{"entry" if isinstance(one, Entry) else "user": one}) for one in names
    )


def log_answer(evening: Evening, actor: User | Entry, state: str) -> None:
    """Log an answer, replacing the same person's answers of the last few minutes."""
    now = timezone.now()
    # In both directions: a clock may have been set back.
    just_now = LogLine.objects.filter(evening=evening, time__range=(now - WAVERING, now + WAVERING))
    just_now.filter(action__in=ANSWERS, **_by(actor)).delete()
    log(evening, actor, state)


def _by(actor: User | Entry) -> dict[str, User | Entry | None]:
    is_guest = isinstance(actor, Entry)
    return {"actor": None if is_guest else actor, "guest": actor if is_guest else None}
