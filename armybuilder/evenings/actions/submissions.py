"""Handing in lists, and taking them back. Each verb is one transaction that holds the club, then the evening.

The clock is the server's, read while the evening is held: who waited for somebody else is late by what it says then.
"""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.notifications import notify, organisers_of, who_said
from armybuilder.evenings.querysets import NotOpenError, log
from armybuilder.evenings.states import MovedOnError
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.notices.kinds import Kind
from rules.core.document.roster import encode

if TYPE_CHECKING:
    from armybuilder.evenings.eligibility import Candidate, Sheet
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
    """Submitted lists. `seen`: the keys of the player's lists on the page; if they differ, MovedOnError is raised."""

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

    def of_desk(self, evening: "Evening") -> Self:
        """Those that stand of an evening, with no more of them than its desk shows: there may be hundreds."""
        shown = (
            "entry",
            "role",
            "name",
            "total",
            "is_legal",
            "codes",
            "state",
            "is_late",
            "replaced",
            "handed",
            "remark",
            "compared",
        )
        people = ("handed_by__username", "judged_by__username")
        standing = self.standing().filter(entry__evening=evening).order_by("entry", "role")
        return standing.select_related("handed_by", "judged_by").only(*shown, *people)

    def with_code(self, evening: "Evening", code: str) -> "HandIn | None":
        """Return what was handed in for an evening under a code, however it is typed; what stands no more, too."""
        found = self.filter(entry__evening=evening, code=_typed(code))
        found = found.select_related("entry__user", "compared_by")
        return found.first()

    def evening_of_code(self, user: User, code: str) -> UUID | None:
        """Return for which of the evenings of somebody's clubs a list was handed in under a code, None for none."""
        from armybuilder.evenings.models import Evening

        seen = Evening.objects.visible_to(user).values("pk")
        found = self.filter(code=_typed(code), entry__evening__in=seen)
        return found.values_list("entry__evening", flat=True).first()

    @transaction.atomic
    def hand_in(
        self, evening_id: UUID, user: User, list_id: UUID, *, seen: Collection[int] | None = None
    ) -> "list[HandIn]":
        """Submit a copy of a list (both lists of a pair), replacing earlier ones. Return the lists that now count.

        An unchanged list stays as it is, with its code. Submitting marks the player as coming. Raises
        Evening.DoesNotExist, ArmyList.DoesNotExist (not their own), NotOpenError, ClosedError, DoesNotFitError,
        LookedError, RefereeError.
        """
        from armybuilder.evenings.models import Entry

        evening = self._open_evening(evening_id, user, seen)
        fit = self._fitting(evening, user, list_id)
        entry, _made = Entry.objects.get_or_create(evening=evening, user=user)
        Entry.objects.come(entry)
        return self.keep_copies(evening, entry, fit.parts, user)

    def keep_copies(
        self,
        evening: "Evening",
        entry: "Entry",
        parts: "Sequence[Sheet]",
        by: User | None,
        *,
        is_accepted: bool = False,
    ) -> "list[HandIn]":
        """Keep copies of lists for an entry of an evening that is held, in place of those of the same roles.

        `by`: who hands them in, None for the guest; an organiser may accept them at once (`is_accepted`).
        """
        before = {hand_in.role: hand_in for hand_in in self.standing().filter(entry=entry)}
        stand = [self._copy(evening, entry, part, before.get(part.roster.role)) for part in parts]
        for_another = by is not None and by.pk != entry.user_id
        if new := [hand_in for hand_in in stand if hand_in not in before.values()]:
            _tell_of_replacing(evening, entry, new, by)
            action = "handed-for" if for_another else "late" if new[0].is_late else "handed-in"
            guest = entry if by is None else None
            log(evening, by, action, names=[entry] if for_another else [], guest=guest)
            notify(Kind.HANDED_IN, organisers_of(evening), evening, new[0].pk, but=by, who=entry)
        self._set_state(stand, by if for_another else None, is_accepted=is_accepted)
        return stand

    def _set_state(self, stand: "list[HandIn]", by: User | None, *, is_accepted: bool) -> None:
        """Note who handed in for somebody else; what was sent back is handed in again, as it is or another."""
        for hand_in in stand:
            stays = hand_in.state == "accepted" and not is_accepted
            state = "accepted" if is_accepted or stays else "handed-in"
            if (hand_in.state, hand_in.handed_by) != (state, by):
                hand_in.state, hand_in.handed_by = state, by
                hand_in.save(update_fields=["state", "handed_by"])

    @transaction.atomic
    def leave_as_it_is(self, evening_id: UUID, user: User, *, seen: Collection[int] | None = None) -> bool:
        """Submit again, unchanged, the lists that were sent back. Return whether there were any.

        Raises Evening.DoesNotExist, NotOpenError, ClosedError.
        """
        evening = self._open_evening(evening_id, user, seen)
        back = self.standing().filter(entry__evening=evening, entry__user=user, state="sent-back")
        changed = back.update(state="handed-in")
        if changed:
            log(evening, user, "handed-in")
        return bool(changed)

    @transaction.atomic
    def take_back(self, evening_id: UUID, user: User, *, seen: Collection[int] | None = None) -> bool:
        """Withdraw the player's lists. Return whether there were any.

        Raises Evening.DoesNotExist, NotOpenError, ClosedError.
        """
        evening = self._open_evening(evening_id, user, seen)
        taken = (
            self.standing().filter(entry__evening=evening, entry__user=user).update(withdrawn=timezone.now())
        )
        if taken:
            log(evening, user, "took-back")
        return bool(taken)

    def _open_evening(self, evening_id: UUID, user: User, seen: Collection[int] | None) -> "Evening":
        from armybuilder.evenings.models import Evening

        evening = Evening.objects.lock_evening(evening_id, user)
        own = self.standing().filter(entry__evening=evening, entry__user=user)
        self.check_taken(evening, own)
        own.check_handed(seen)
        return evening

    def check_handed(self, seen: Collection[int] | None) -> None:
        """Check that the lists to replace or withdraw are the ones on the page (`seen`). Raises MovedOnError."""
        if seen is not None and {*seen} != {*self.values_list("pk", flat=True)}:
            raise MovedOnError

    def check_taken(self, evening: "Evening", own: Self) -> None:
        """Let lists be handed in until the grace is over, and what was sent back (of `own`) until a round is published.

        Raises NotOpenError, ClosedError.
        """
        if not evening.is_open or not evening.limits:
            raise NotOpenError
        if evening.is_closed and not may_hand_in_again(evening, list(own)):
            raise ClosedError

    def _fitting(self, evening: "Evening", user: User, list_id: UUID) -> "Candidate":
        from armybuilder.evenings.eligibility import candidate

        own = ArmyList.objects.for_visitor(Visitor(user))
        army_list = own.get(pk=list_id)
        made = candidate(evening, army_list, own.partner_of(army_list) if len(evening.limits) > 1 else None)
        if made.problem:
            raise DoesNotFitError(made, evening)
        return made

    def _copy(self, evening: "Evening", entry: "Entry", part: "Sheet", before: "HandIn | None") -> "HandIn":
        """Return the copy of a list; the one `before` it where that says the same."""
        from armybuilder.evenings.eligibility import Part
        from armybuilder.evenings.models.hand_ins import digest_of, new_salt

        document, salt, now = encode(part.roster).decode(), new_salt(), timezone.now()
        if before and before.document == document:
            return before
        if before:
            self.filter(pk=before.pk).update(withdrawn=now)
        return self.create(
            entry=entry,
            army_list=part.army_list if isinstance(part, Part) else None,
            role=part.roster.role,
            name=part.roster.name,
            document=document,
            salt=salt,
            digest=digest_of(salt, document),
            total=part.report.total,
            handed=now,
            is_late=now > evening.deadline,
            is_legal=part.report.legal,
            replaced=self._replaced(evening, entry, part.roster.role, document),
            codes=sorted({one.code for one in part.report.findings if one.severity == "error"}),
        )

    def _replaced(self, evening: "Evening", entry: "Entry", role: str, document: str) -> str:
        """Return "revealed" or "accepted" if a list replaces what others rely on, otherwise ""."""
        if evening.were_lists_shown:
            return "revealed"
        accepted = self.filter(entry=entry, role=role, state="accepted").exclude(document=document)
        return "accepted" if accepted.exists() else ""


def _tell_of_replacing(evening: "Evening", entry: "Entry", new: "Sequence[HandIn]", by: User | None) -> None:
    """Log that a list replaced an accepted one, or came after all were revealed, and tell the players."""
    marked = next((hand_in for hand_in in new if hand_in.replaced), None)
    if marked is None:
        return
    is_after = marked.replaced == "revealed"
    log(evening, by, "after-reveal" if is_after else "after-accept", names=[entry])
    kind = Kind.AFTER_REVEAL if is_after else Kind.AFTER_ACCEPT
    notify(kind, who_said(evening, "coming", "perhaps"), evening, marked.pk, but=by, who=entry)


def _typed(code: str) -> str:
    """Return a code as it is kept; what cannot be one as one that nobody has."""
    typed = "".join(sign for sign in code.upper() if sign.isalnum())
    return typed if typed.isascii() else ""


def own_lists(evening: "Evening", user: User) -> Sequence[ArmyList]:
    """Return somebody's lists, the newest first, as many as one looks through: those of the evening's game in front."""
    of_the_game = models.Case(models.When(ruleset_version__ruleset=evening.catalogue.id, then=0), default=1)
    lists = ArmyList.objects.for_visitor(Visitor(user)).filter(archived=None)
    return list(lists.order_by(of_the_game, "-changed")[:LISTS_SHOWN])


def fitting_lists(evening: "Evening", visitor: Visitor) -> Sequence[ArmyList]:
    """Return the lists of a visitor that are of the game and the roles of an evening, the newest first."""
    lists = ArmyList.objects.for_visitor(visitor).filter(archived=None, role__in=[*evening.limits])
    of_the_game = lists.filter(ruleset_version__ruleset=evening.catalogue.id)
    return list(of_the_game.order_by("-changed")[:LISTS_SHOWN])


def may_hand_in_again(evening: "Evening", own: "Sequence[HandIn]") -> bool:
    """Return whether one hands in anew although the handing in is closed: what was sent back, until a round begins."""
    sent_back = any(hand_in.state == "sent-back" for hand_in in own)
    return sent_back and evening.is_open and not evening.started
