"""Reading and writing evenings. Each verb is one transaction that holds the club, then the evening.

Who is no member finds no evening: Evening.DoesNotExist, nor do members find a draft. Who may not do a thing:
NotAllowedError.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone
from msgspec import structs

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import lock_membership
from armybuilder.clubs.models import Club, Membership
from armybuilder.evenings.actions.reminders import remind_later
from armybuilder.evenings.notifications import notify, who_said
from armybuilder.evenings.plans import Play
from armybuilder.evenings.states import EntryEvent
from armybuilder.evenings.versions import answer_version, check_seen, evening_version
from armybuilder.notices.kinds import Kind

if TYPE_CHECKING:
    from armybuilder.evenings.models import Entry, Evening

OPEN_EVENINGS_AT_MOST = 50  # of a club, drafts and those to come
GUESTS_AT_MOST = 100  # of an evening
ANSWERS = ("coming", "perhaps", "not-coming")
SAYS: Mapping[str, EntryEvent] = {
    "coming": "says-coming",
    "perhaps": "says-perhaps",
    "not-coming": "says-not-coming",
}
WAVERING = timedelta(minutes=10)


class TooManyError(Exception):
    """There are as many as there may be."""


class NotOpenError(Exception):
    """The evening is a draft, over or called off: nothing of the kind is done to it now."""


class ChangedError(Exception):
    """Somebody else changed the evening meanwhile."""


class GuestsNotAllowedError(Exception):
    """The evening is for members alone."""


class LookedError(Exception):
    """They have seen hidden lists of the games night, so they cannot play at it."""


class PlaysError(Exception):
    """They play at the games night, so they cannot see hidden lists."""


class OwnCauseError(Exception):
    """It is about their own table, list or entry: someone else must decide it."""


class RefereeError(Exception):
    """Who plays is no referee, and a referee does not play."""


class Plan(Play, frozen=True):
    """What an organiser says of an evening."""

    name: str
    start: datetime
    place: str
    note: str
    ruleset_version_id: UUID
    limits: Mapping[str, int | None]
    guests_allowed: bool
    deadline: datetime
    reveal: str = "lock"
    forces: Sequence[Mapping[str, Any]] = ()


def digest_of(said: "Plan | Evening") -> str:
    """Return what stands for all that a plan says, or the plan of an evening."""
    values = [getattr(said, field) for field in Plan.__struct_fields__]
    return sha256(json.dumps(values, default=_plain, sort_keys=True).encode()).hexdigest()[:16]


def _plain(value: datetime | UUID) -> float | str:
    return value.timestamp() if isinstance(value, datetime) else str(value)


class ListsHandedInError(Exception):
    """Lists were handed in already: game, points and when the lists are shown stay as they are."""


class EveningQuerySet(models.QuerySet["Evening"]):
    """Evenings, and what organisers do with them.

    `seen`: what stood for the evening on the page (None: not from a page); else MovedOnError is raised.
    """

    def visible_to(self, user: User) -> Self:
        """The evenings of somebody's clubs: drafts where they organise."""
        mine = Membership.objects.filter(user=user)
        organised = mine.filter(role__in=[Membership.Role.OWNER, Membership.Role.ORGANISER])
        return self.filter(
            models.Q(club__in=organised.values("club"))
            | (models.Q(club__in=mine.values("club")) & ~models.Q(state="draft"))
        )

    def with_answers(self, user: User) -> Self:
        """With `coming`, how many come, and `answer`, what somebody said ("" where nothing)."""
        from armybuilder.evenings.models import Entry

        mine = Entry.objects.filter(evening=models.OuterRef("pk"), user=user).values("state")[:1]
        return self.annotate(
            coming=models.Count("entries", filter=models.Q(entries__state="coming")),
            answer=models.functions.Coalesce(models.Subquery(mine), models.Value("")),
        )

    @transaction.atomic
    def plan(self, club_id: UUID, actor: User, plan: Plan) -> "Evening":
        """Make a draft of an evening, with the club's house rules as they are now.

        Raises Club.DoesNotExist, NotAllowedError, TooManyError.
        """
        club = lock_membership(club_id, actor, organising=True).club
        to_come = models.Q(start__gte=timezone.now()) & ~models.Q(state="called-off")
        if self.filter(to_come | models.Q(state="draft"), club=club).count() >= OPEN_EVENINGS_AT_MOST:
            raise TooManyError
        evening = self.model(club=club, **structs.asdict(plan))
        evening.take_house_rules()
        evening.save(force_insert=True)
        log(evening, actor, "made")
        return evening

    @transaction.atomic
    def edit(self, evening_id: UUID, actor: User, plan: Plan, seen: str = "") -> None:
        """Change an evening that is not over. Its house rules stay, unless it is another game now.

        `seen`: the digest of what was changed, "" where nobody knows. Raises Evening.DoesNotExist, NotAllowedError,
        NotOpenError, ChangedError, ListsHandedInError.
        """
        evening = self.lock_evening(evening_id, actor, organising=True)
        if evening.is_over:
            raise NotOpenError
        now = evening.plan_digest
        if digest_of(plan) == now:
            return
        if seen and seen != now:
            raise ChangedError
        asked = (evening.ruleset_version_id, evening.limits, evening.reveal, evening.forces)
        planned = (plan.ruleset_version_id, plan.limits, plan.reveal, list(plan.forces))
        if asked != planned and self._has_lists(evening):
            raise ListsHandedInError
        evening.revealed = _revealed(evening)
        before, moved = evening.catalogue.id, (evening.start, evening.place) != (plan.start, plan.place)
        for name, value in structs.asdict(plan).items():
            setattr(evening, name, value)
        evening.sequence += 1
        if evening.catalogue.id != before:
            evening.take_house_rules()
        evening.save()
        if evening.state != "draft":
            log(evening, actor, "changed")
        if moved and evening.state == "open":
            self._tell(evening, actor, Kind.MOVED, place=plan.place)
        remind_later(evening)

    @transaction.atomic
    def take_house_rules(self, evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
        """Play by the club's house rules as they are now, while no list is handed in. Return whether they are others.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, ListsHandedInError.
        """
        evening = self.lock_evening(evening_id, actor, organising=True)
        if evening.is_over or evening.started:
            raise NotOpenError
        if self._has_lists(evening):
            raise ListsHandedInError
        check_seen(seen, evening_version(evening))
        before = evening.house_number
        evening.take_house_rules()
        if evening.house_number == before:
            return False
        evening.save(update_fields=["rulings", "prices", "house_number"])
        log(evening, actor, "house-rules")
        return True

    @transaction.atomic
    def announce(self, evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
        """Let the members see a draft, or one that was called off again. Return whether it was not open before.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError (its day is over).
        """
        evening = self.lock_evening(evening_id, actor, organising=True)
        if evening.is_over:
            raise NotOpenError
        is_new = evening.state == "draft"
        is_changed = self._set_state(evening, actor, "open", "announced" if is_new else "reopened", seen)
        if is_changed and not is_new:
            self._tell(evening, actor, Kind.ON_AGAIN)
        return is_changed

    @transaction.atomic
    def call_off(self, evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
        """Call an evening off, which `announce` takes back. Return whether it was on before.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError (a draft, finished, or its day is over).
        """
        evening = self.lock_evening(evening_id, actor, organising=True)
        if evening.is_over or evening.phase in ("draft", "finished"):
            raise NotOpenError
        is_changed = self._set_state(evening, actor, "called-off", "called-off", seen)
        if is_changed:
            self._tell(evening, actor, Kind.CALLED_OFF)
        return is_changed

    @transaction.atomic
    def discard(self, evening_id: UUID, actor: User, *, seen: str | None = None) -> UUID:
        """Delete a draft, and return its club. Raises Evening.DoesNotExist, NotAllowedError, NotOpenError."""
        evening = self.lock_evening(evening_id, actor, organising=True)
        if evening.state != "draft":
            raise NotOpenError
        check_seen(seen, evening_version(evening))
        evening.delete()
        return evening.club_id

    def lock_evening(self, evening_id: UUID, actor: User, *, organising: bool = False) -> "Evening":
        """Return an evening, held with its club until the transaction ends.

        Raises Evening.DoesNotExist for who is no member, and for a draft where they do not organise; NotAllowedError.
        """
        club_id = self.values_list("club", flat=True).get(pk=evening_id)
        try:
            membership = lock_membership(club_id, actor, organising=organising)
        except Club.DoesNotExist:
            raise self.model.DoesNotExist from None
        evening = self.select_for_update().get(pk=evening_id)
        if evening.state == "draft" and not membership.may_organise:
            raise self.model.DoesNotExist
        evening.club = membership.club
        return evening

    @transaction.atomic
    def close_lists(self, evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
        """Take no lists any more, before the deadline. Return whether it was open.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError.
        """
        evening = self.lock_evening(evening_id, actor, organising=True)
        if not evening.is_open or not evening.limits:
            raise NotOpenError
        if evening.is_closed:
            return False
        check_seen(seen, evening_version(evening))
        evening.closed = timezone.now()
        evening.save(update_fields=["closed"])
        log(evening, actor, "closed")
        return True

    @transaction.atomic
    def open_lists(self, evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
        """Take lists again, until the evening begins. Return whether it was closed.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError (it has begun).
        """
        evening = self.lock_evening(evening_id, actor, organising=True)
        if not evening.is_open or not evening.limits or evening.has_begun or evening.started:
            raise NotOpenError
        if not evening.is_closed:
            return False
        check_seen(seen, evening_version(evening))
        evening.revealed = _revealed(evening)
        evening.closed, evening.deadline = None, evening.start
        evening.save(update_fields=["closed", "deadline", "revealed"])
        log(evening, actor, "opened")
        remind_later(evening)
        return True

    def _tell(self, evening: "Evening", actor: User, kind: Kind, **facts: str) -> None:
        """Tell all who answered: who could not come may be able to on another day."""
        people = who_said(evening, *ANSWERS)
        notify(kind, people, evening, timezone.now(), but=actor, **facts)

    def _has_lists(self, evening: "Evening") -> bool:
        from armybuilder.evenings.models import HandIn

        return HandIn.objects.of_evening(evening).exists()

    def _set_state(self, evening: "Evening", actor: User, state: str, action: str, seen: str | None) -> bool:
        if evening.state == state:
            return False
        check_seen(seen, evening_version(evening))
        evening.state = state
        evening.sequence += 1
        evening.save(update_fields=["state", "sequence"])
        log(evening, actor, action)
        remind_later(evening)
        return True


class EntryQuerySet(models.QuerySet["Entry"]):
    """Who comes to an evening."""

    def in_order(self) -> Self:
        """Those who come, who perhaps do, who did not answer, who do not; each in the order of their answers."""
        order = ["coming", "perhaps", "invited"]
        rank = models.Case(
            *(models.When(state=state, then=place) for place, state in enumerate(order)), default=len(order)
        )
        return self.select_related("user").order_by(rank, "answered", "pk")

    def named(self) -> Self:
        """With no more of each than their name and how they stand: there may be hundreds."""
        shown = ("evening", "guest_name", "namesake", "state", "answered", "checked_in", "reminded")
        return self.select_related("user").only(*shown, "user__username")

    @transaction.atomic
    def answer(self, evening_id: UUID, user: User, state: str, *, seen: str | None = None) -> "Entry":
        """Say as a member whether one comes. `seen`: what stood for the answer before (None: not from a page).

        Raises Evening.DoesNotExist, NotOpenError, LookedError, RefereeError, PairedError, DroppedOutError,
        MovedOnError.
        """
        evening = self._evenings().lock_evening(evening_id, user)
        entry = self.filter(evening=evening, user=user).first()
        if entry is None:
            check_seen(seen, answer_version(evening, ""))
            return self._answer(self.create(evening=evening, user=user), evening, state, actor=user)
        return self._answer(entry, evening, state, actor=user, seen=seen)

    @transaction.atomic
    def answer_as_guest(self, token: str, state: str, *, seen: str | None = None) -> "Entry":
        """Say as a guest whether one comes. Raises as `answer`, and Entry.DoesNotExist (the link no longer works)."""
        entry, evening = self.lock_guest(token)
        return self._answer(entry, evening, state, actor=None, seen=seen)

    def lock_guest(self, token: str) -> "tuple[Entry, Evening]":
        """Return the guest of a link and the evening, held until the transaction ends. Raises Entry.DoesNotExist."""
        evening_id = self.values_list("evening", flat=True).get(token=token)
        held = self._evenings().select_for_update(of=("self",))
        evening = held.select_related("club").get(pk=evening_id)
        return self.get(token=token), evening

    @transaction.atomic
    def invite_guest(self, evening_id: UUID, actor: User, name: str) -> "Entry":
        """Make a private link for a guest.

        Raises Evening.DoesNotExist, NotAllowedError, NotOpenError, GuestsNotAllowedError, TooManyError.
        """
        from armybuilder.evenings.models import new_token

        evening = self._evenings().lock_evening(evening_id, actor, organising=True)
        if not evening.is_open:
            raise NotOpenError
        if not evening.guests_allowed:
            raise GuestsNotAllowedError
        if self.filter(evening=evening, user=None).count() >= GUESTS_AT_MOST:
            raise TooManyError
        entry = self.create(evening=evening, guest_name=name, token=new_token())
        log(evening, actor, "invited", names=[entry])
        return entry

    @transaction.atomic
    def withdraw_link(self, evening_id: UUID, actor: User, pk: int) -> None:
        """Let a guest's link lead nowhere any more; what the guest said stays.

        Raises Evening.DoesNotExist, NotAllowedError, Entry.DoesNotExist.
        """
        evening = self._evenings().lock_evening(evening_id, actor, organising=True)
        entry = self.get(pk=pk, evening=evening, token__isnull=False)
        entry.token = None
        entry.save(update_fields=["token"])
        log(evening, actor, "uninvited", names=[entry])

    def come(self, entry: "Entry") -> None:
        """Mark an entry as coming because of something the player did.

        Raises LookedError, RefereeError, DroppedOutError.
        """
        entry.evening.check_act("play", entry.user_id)
        self._set_state(entry, entry.after("comes"))

    def _set_state(self, entry: "Entry", state: str) -> bool:
        if entry.state == state:
            return False
        entry.state, entry.answered = state, timezone.now()
        entry.save(update_fields=["state", "answered"])
        return True

    def _answer(
        self, entry: "Entry", evening: "Evening", state: str, actor: User | None, seen: str | None = None
    ) -> "Entry":
        if not evening.is_open:
            raise NotOpenError
        if entry.state != state:
            check_seen(seen, answer_version(evening, entry.state))
        if state != "not-coming":
            evening.check_act("play", entry.user_id)
        if self._set_state(entry, entry.after(SAYS[state])):
            _log_answer(evening, actor, state, entry if actor is None else None)
        return entry

    def _evenings(self) -> EveningQuerySet:
        from armybuilder.evenings.models import Evening

        return Evening.objects.all()


def _revealed(evening: "Evening") -> datetime | None:
    """Return when everyone could first see lists that are now being hidden again, None if they could not."""
    return evening.revealed or (timezone.now() if evening.shows_lists else None)


def log(
    evening: "Evening",
    actor: User | None,
    action: str,
    subject: str = "",
    *,
    names: "Sequence[Entry | User]" = (),
    **of: Any,
) -> None:
    """Log an act at a games night; `actor` None: the `guest` did it. `names`: the people it was done to."""
    from armybuilder.evenings.models import LogLine, LogName

    line = LogLine.objects.create(evening=evening, actor=actor, action=action, subject=subject, **of)
    LogName.objects.bulk_create(
        LogName(line=line, **{"user" if isinstance(one, User) else "entry": one}) for one in names
    )


def _log_answer(evening: "Evening", actor: User | None, state: str, guest: "Entry | None") -> None:
    """Write down an answer in place of another that the same person gave just now: who wavers fills no log."""
    from armybuilder.evenings.models import LogLine

    now = timezone.now()
    just_now = LogLine.objects.filter(
        # On either side: a clock may have been set back.
        evening=evening,
        actor=actor,
        guest=guest,
        time__range=(now - WAVERING, now + WAVERING),
    )
    just_now.filter(action__in=ANSWERS).delete()
    log(evening, actor, state, guest=guest)
