"""Handing in lists, and taking them back. Each verb is one transaction that holds the club, then the evening.

The clock is the server's, read while the evening is held: who waited for somebody else is late by what it says then.
"""

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.telling import notify, organisers_of
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.notices.kinds import Kind
from rules.core.roster import encode

if TYPE_CHECKING:
    from armybuilder.evenings.fitting import Candidate, Part
    from armybuilder.evenings.models import Entry, Evening, HandIn


LISTS_SHOWN = 60


class ClosedError(Exception):
    """No list is handed in or taken back any more."""


class DoesNotFitError(Exception):
    """The list does not fit the evening; `candidate` says why."""

    def __init__(self, candidate: "Candidate", evening: "Evening") -> None:
        super().__init__(candidate.problem)
        self.candidate, self.evening = candidate, evening


class HandInQuerySet(models.QuerySet["HandIn"]):
    """Lists that were handed in."""

    def standing(self) -> Self:
        """Those that stand: neither replaced nor taken back."""
        return self.filter(withdrawn=None)

    def of_evening(self, evening: "Evening") -> Self:
        """Those that stand of an evening, without their documents, by who handed them in."""
        return (
            self.standing()
            .filter(entry__evening=evening)
            .select_related("entry__user")
            .defer("document")
            .order_by("entry", "role")
        )

    def with_code(self, evening: "Evening", code: str) -> "HandIn | None":
        """Return what was handed in for an evening under a code, however it is typed; what stands no more, too."""
        found = self.filter(entry__evening=evening, code=_typed(code)).select_related("entry__user")
        return found.first()

    def evening_of_code(self, user: User, code: str) -> UUID | None:
        """Return for which of the evenings of somebody's clubs a list was handed in under a code, None for none."""
        from armybuilder.evenings.models import Evening

        seen = Evening.objects.visible_to(user).values("pk")
        found = self.filter(code=_typed(code), entry__evening__in=seen)
        return found.values_list("entry__evening", flat=True).first()

    @transaction.atomic
    def hand_in(self, evening_id: UUID, user: User, list_id: UUID) -> "list[HandIn]":
        """Hand in a copy of a list (of a pair: both), in place of what was handed in before. Return what stands.

        What is the same already stays as it is, with its code. Who hands in comes. Raises Evening.DoesNotExist,
        ArmyList.DoesNotExist (not one's own), NotOpenError, ClosedError, DoesNotFitError, LookedError, RefereeError.
        """
        from armybuilder.evenings.models import Entry

        evening = self._open_evening(evening_id, user)
        fit = self._fitting(evening, user, list_id)
        entry, _made = Entry.objects.get_or_create(evening=evening, user=user)
        Entry.objects.come(entry)
        before = {hand_in.role: hand_in for hand_in in self.standing().filter(entry=entry)}
        stand = [self._copy(evening, entry, part, before.get(part.army_list.role)) for part in fit.parts]
        if new := [hand_in for hand_in in stand if hand_in not in before.values()]:
            log(evening, user, "late" if new[0].is_late else "handed-in")
            people = organisers_of(evening)
            notify(Kind.HANDED_IN, people, evening, new[0].pk, but=user, who=user.get_username())
        return stand

    @transaction.atomic
    def take_back(self, evening_id: UUID, user: User) -> bool:
        """Take back what one handed in. Return whether there was anything.

        Raises Evening.DoesNotExist, NotOpenError, ClosedError.
        """
        evening = self._open_evening(evening_id, user)
        taken = (
            self.standing().filter(entry__evening=evening, entry__user=user).update(withdrawn=timezone.now())
        )
        if taken:
            log(evening, user, "took-back")
        return bool(taken)

    def _open_evening(self, evening_id: UUID, user: User) -> "Evening":
        from armybuilder.evenings.models import Evening

        evening = Evening.objects.lock_evening(evening_id, user)
        if not evening.is_open or not evening.limits:
            raise NotOpenError
        if evening.is_closed:
            raise ClosedError
        return evening

    def _fitting(self, evening: "Evening", user: User, list_id: UUID) -> "Candidate":
        from armybuilder.evenings.fitting import candidate

        own = ArmyList.objects.for_visitor(Visitor(user))
        army_list = own.get(pk=list_id)
        made = candidate(evening, army_list, own.partner_of(army_list) if len(evening.limits) > 1 else None)
        if made.problem:
            raise DoesNotFitError(made, evening)
        return made

    def _copy(self, evening: "Evening", entry: "Entry", part: "Part", before: "HandIn | None") -> "HandIn":
        """Return the copy of a list; the one `before` it where that says the same."""
        document, now = encode(part.roster), timezone.now()
        digest = hashlib.sha256(document).hexdigest()
        if before and before.digest == digest:
            return before
        if before:
            self.filter(pk=before.pk).update(withdrawn=now)
        return self.create(
            entry=entry,
            army_list=part.army_list,
            role=part.army_list.role,
            name=part.army_list.name,
            document=document.decode(),
            digest=digest,
            total=part.report.total,
            handed=now,
            is_late=now > evening.deadline,
        )


def _typed(code: str) -> str:
    """Return a code as it is kept; what cannot be one as one that nobody has."""
    typed = "".join(sign for sign in code.upper() if sign.isalnum())
    return typed if typed.isascii() else ""


def own_lists(evening: "Evening", user: User) -> Sequence[ArmyList]:
    """Return somebody's lists, the newest first, as many as one looks through: those of the evening's game in front."""
    of_the_game = models.Case(models.When(ruleset_version__ruleset=evening.catalogue.id, then=0), default=1)
    lists = ArmyList.objects.for_visitor(Visitor(user)).filter(archived=None)
    return list(lists.order_by(of_the_game, "-changed")[:LISTS_SHOWN])


def handed_in_by(evening: "Evening") -> set[int]:
    """Return the entries whose lists are there."""
    from armybuilder.evenings.models import HandIn

    return set(HandIn.objects.standing().filter(entry__evening=evening).values_list("entry", flat=True))
