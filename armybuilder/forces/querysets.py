"""Reading and writing forces. Each verb of a club is one transaction that holds the club.

Who is no member finds no club: Club.DoesNotExist. Who may not do a thing: NotAllowedError.
"""

from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.clubs.querysets import TooManyError
from rules.core.forces.force import Force as ForceData
from rules.core.forces.force import encode

if TYPE_CHECKING:
    from armybuilder.forces.models import Force

FORCES_AT_MOST = 40  # of a club


class ForceExistsError(Exception):
    """The club has a force of that id already."""


class ForceQuerySet(models.QuerySet["Force"]):
    """Forces, and what clubs do with theirs."""

    def shipped(self) -> Self:
        """The forces that came with the program."""
        return self.filter(club=None)

    def for_user(self, user: User | None) -> Self:
        """The forces that somebody may begin a list with: ours, and those of their clubs."""
        if user is None:
            return self.shipped()
        return self.filter(models.Q(club=None) | models.Q(club__memberships__user=user)).distinct()

    def newer_than(self, copy: ForceData, user: User | None) -> "Force | None":
        """Return the force that a list carries a copy of, where it has changed since; None where it has not."""
        found = self.for_user(user).filter(key=copy.id, ruleset=copy.ruleset, version__gt=copy.version)
        return found.filter(club__name=copy.club).first() if copy.club else found.shipped().first()

    @transaction.atomic
    def load(self, force: ForceData, text: str) -> bool:
        """Take a force in that comes with the program; return whether it is new or has changed."""
        kept = self.shipped().select_for_update().filter(key=force.id).first()
        if kept is None:
            made = replace(force, club="", version=1)
            self.create(key=force.id, ruleset=force.ruleset, text=text, document=encode(made).decode())
            return True
        return self._renew(kept, force, text, "", None)

    @transaction.atomic
    def add(self, club_id: UUID, actor: User, force: ForceData, text: str) -> "Force":
        """Keep a force that a club's organiser describes. Raises also ForceExistsError, TooManyError."""
        club = _held(club_id, actor)
        if self.filter(club=club, key=force.id).exists():
            raise ForceExistsError
        if self.filter(club=club).count() >= FORCES_AT_MOST:
            raise TooManyError
        return self.create(
            club=club,
            key=force.id,
            ruleset=force.ruleset,
            text=text,
            document=encode(replace(force, club=club.name, version=1)).decode(),
            changed_by=actor,
        )

    @transaction.atomic
    def change(self, club_id: UUID, pk: int, actor: User, force: ForceData, text: str) -> bool:
        """Describe a club's force anew; return whether it says something else now. Raises also Force.DoesNotExist."""
        club = _held(club_id, actor)
        kept = self.select_for_update().get(pk=pk, club=club)
        if force.id != kept.key and self.filter(club=club, key=force.id).exists():
            raise ForceExistsError
        return self._renew(kept, force, text, club.name, actor)

    @transaction.atomic
    def remove(self, club_id: UUID, pk: int, actor: User) -> None:
        """Take a club's force away; lists keep their copies. Raises also Force.DoesNotExist."""
        self.get(pk=pk, club=_held(club_id, actor)).delete()

    def _renew(self, kept: "Force", force: ForceData, text: str, club: str, actor: User | None) -> bool:
        same = replace(force, club=club, version=kept.version)
        is_new = encode(same).decode() != kept.document
        kept.version += is_new
        kept.key, kept.ruleset, kept.text, kept.changed_by = force.id, force.ruleset, text, actor
        kept.document = encode(replace(same, version=kept.version)).decode()
        kept.changed = timezone.now() if is_new else kept.changed
        kept.save()
        return is_new


def _held(club_id: UUID, actor: User) -> Club:
    return Club.objects.lock_membership(club_id, actor, organising=True).club
