"""Somebody's own table, held with its evening: of a member, or of a guest by their link. Both do the same there."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import models
from msgspec import Struct

from armybuilder.accounts.models import User

if TYPE_CHECKING:
    from armybuilder.evenings.models import Entry, Evening, Pairing


class OwnTable(Struct, frozen=True):
    """A table of a round that was published, and which of the two acts (`entry`)."""

    evening: "Evening"
    pairing: "Pairing"
    entry: "Entry"

    @property
    def user(self) -> User | None:
        """Who acts, None for a guest."""
        return self.entry.user

    @property
    def guest(self) -> "Entry | None":
        """The guest who acts, None for a member."""
        return None if self.entry.user_id else self.entry


def own_table(evening_id: UUID, user: User, pk: int) -> OwnTable:
    """Return a table of a member's own, held with its evening until the transaction ends.

    Raises Evening.DoesNotExist, Pairing.DoesNotExist (not one's own, not published, or a bye).
    """
    from armybuilder.evenings.models import Evening

    evening = Evening.objects.lock_evening(evening_id, user)
    return _own(evening, evening.entries.filter(user=user), pk)


def own_table_of_guest(token: str, pk: int) -> OwnTable:
    """Return a table of a guest's own. Raises Entry.DoesNotExist (no such link any more), Pairing.DoesNotExist."""
    from armybuilder.evenings.models import Entry

    guest, evening = Entry.objects.lock_guest(token)
    return _own(evening, evening.entries.filter(pk=guest.pk), pk)


def _own(evening: "Evening", own: "models.QuerySet[Entry]", pk: int) -> OwnTable:
    from armybuilder.evenings.models import Pairing

    mine = models.Q(first__in=own) | models.Q(second__in=own)
    pairing = Pairing.objects.published_in(evening).get(mine, pk=pk, second__isnull=False)
    return OwnTable(evening, pairing, own.select_related("user").get())
