"""A games night: its settings and its phases."""

import json
import uuid
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Literal, Self
from zoneinfo import ZoneInfo

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import convert, structs

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club, HouseRules, Membership
from armybuilder.evenings.pairing.standings import TIE_BREAKS, Scoring
from armybuilder.time_zones import zone_of
from rules.catalogue import catalogue_for
from rules.core.catalogue.building import Option, Ruling
from rules.core.catalogue.catalogue import Catalogue, Format
from rules.core.document.force import Force
from rules.models import RulesetVersion


def usual_tie_breaks() -> list[str]:
    return list(TIE_BREAKS)


def digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:16]


#: The fields that an organiser decides.
PLANNED = (
    "name",
    "start",
    "place",
    "note",
    "ruleset_version_id",
    "limits",
    "guests_allowed",
    "deadline",
    "reveal",
    "forces",
    "grace_minutes",
    "rounds_planned",
    "round_minutes",
    "table_count",
    "scored_by",
    "win_points",
    "draw_points",
    "loss_points",
    "bye_points",
    "drawn_within",
    "tie_breaks",
    "scenarios",
)

Phase = Literal["draft", "open", "locked", "running", "finished", "called-off"]

#: The name of each phase.
PHASES: Mapping[Phase, StrPromise] = {
    "draft": _("draft"),
    "open": _("announced"),
    "locked": _("submissions closed"),
    "running": _("being played"),
    "finished": _("finished"),
    "called-off": _("called off"),
}
#: The phases in which everyone sees the lists, by the rule of a games night.
SHOWN_FROM: Mapping[str, tuple[Phase, ...]] = {
    "lock": ("locked", "running", "finished"),
    "paired": ("running", "finished"),
    "end": ("finished",),
    "never": (),
}


@lru_cache(maxsize=16)
def _with_limits(version_id: uuid.UUID, limits: tuple[tuple[str, int | None], ...]) -> Catalogue:
    book, own = catalogue_for(version_id), dict(limits)
    formats = (structs.replace(item, limit=own.get(item.id, item.limit)) for item in book.formats)
    return structs.replace(book, formats=tuple(formats))


class EveningQuerySet(models.QuerySet["Evening"]):
    """Games nights by visibility."""

    def visible_to(self, user: User) -> Self:
        """Return the games nights of a user's clubs, including drafts if the user organises."""
        mine = Membership.objects.filter(user=user)
        organised = mine.filter(role__in=[Membership.Role.OWNER, Membership.Role.ORGANISER])
        return self.filter(
            models.Q(club__in=organised.values("club"))
            | (models.Q(club__in=mine.values("club")) & ~models.Q(state="draft"))
        )

    def ahead(self, club: Club) -> Self:
        """Those of a club that are announced and not over, the next one first."""
        now = timezone.localtime(timezone=zone_of(club.time_zone))
        today = now.replace(hour=0, minute=0, second=0, microsecond=0)
        ahead = self.filter(club=club, state="open", start__gte=today, finished=None)
        return ahead.select_related("club").order_by("start")

    def on_for(self, membership_id: int) -> Self:
        """Those of a member's club that may still be played, the next one first; `is_open` says whether they are."""
        since = timezone.now() - timedelta(days=3)
        found = self.filter(club__memberships=membership_id, state="open", finished=None, start__gte=since)
        return found.select_related("club").order_by("start")

    def with_answers(self, user: User) -> Self:
        """With `coming`, the number of players, and `answer`, the user's own ("": none yet)."""
        own = models.Max("entries__state", filter=models.Q(entries__user=user))
        return self.annotate(
            coming=models.Count("entries", filter=models.Q(entries__state="coming")),
            answer=models.functions.Coalesce(own, models.Value("")),
        )


class Evening(models.Model):
    """A games night of a club. It keeps the version of the rules with which it was created.

    `limits`: the points limit of a list by its role ({"attacker": 150}; None: no limit), for each role that players
    bring; empty for a games night without lists. `rulings` and `prices` are those of the club's house rules, version
    `house_number` (0: the club had none); only an organiser switches to a newer version.
    `forces`: a list must follow one of them, in the version that was chosen (`force/1`; empty: any list).
    Lists are submitted until the `deadline`, and marked as late in the grace period after it. An organiser can close
    submissions earlier (`closed`). `reveal` says when all members see all lists. `revealed`: when an organiser first
    hid lists again that members could see. `started`: when the first round was published; `finished`: when an
    organiser finished it. `sequence` increases with each change that matters to calendars (RFC 5545).

    `grace_minutes`: how long after the deadline lists are still taken, and marked as late. `rounds_planned`: None is
    any number, 0 are friendly games without pairings. `scenarios`: the scenario of each round, from the first on.
    `tie_breaks` end with the lot.
    """

    class State(models.TextChoices):
        """The stored state. Only organisers see a draft."""

        DRAFT = "draft", _("draft")
        OPEN = "open", _("announced")
        CALLED_OFF = "called-off", _("called off")

    class Reveal(models.TextChoices):
        """From which phase on everyone in the club sees the lists."""

        LOCK = "lock", _("once submissions close")
        PAIRED = "paired", _("once the first round is published")
        END = "end", _("once the games night is finished")
        NEVER = "never", _("never")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    name = models.CharField(max_length=80, blank=True)
    start = models.DateTimeField()
    place = models.CharField(max_length=120, blank=True)
    note = models.TextField(max_length=2000, blank=True)
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    limits = models.JSONField(default=dict, blank=True)
    rulings = models.JSONField(default=dict, blank=True)
    prices = models.JSONField(default=dict, blank=True)
    house_number = models.PositiveIntegerField(default=0)
    forces = models.JSONField(default=list, blank=True)
    guests_allowed = models.BooleanField(default=True)
    deadline = models.DateTimeField()
    closed = models.DateTimeField(null=True, blank=True)
    reveal = models.CharField(max_length=6, choices=Reveal.choices, default=Reveal.LOCK)
    revealed = models.DateTimeField(null=True, blank=True, editable=False)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)
    created = models.DateTimeField(default=timezone.now)
    sequence = models.PositiveIntegerField(default=0, db_default=0)
    grace_minutes = models.PositiveSmallIntegerField(default=15)
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    table_count = models.PositiveSmallIntegerField(null=True, blank=True)
    scored_by = models.CharField(max_length=13, default="result")
    win_points = models.PositiveSmallIntegerField(default=3)
    draw_points = models.PositiveSmallIntegerField(default=1)
    loss_points = models.PositiveSmallIntegerField(default=0)
    bye_points = models.PositiveSmallIntegerField(default=3)
    drawn_within = models.PositiveSmallIntegerField(default=0)
    tie_breaks = models.JSONField(default=usual_tie_breaks)
    scenarios = models.JSONField(default=list, blank=True)

    objects = EveningQuerySet.as_manager()

    class Meta:
        ordering = ["start", "pk"]
        indexes = [models.Index(fields=["club", "-start"], name="evenings_of_a_club")]

    def __str__(self) -> str:
        day = date_format(timezone.localtime(self.start, self.zone), "j F")
        return self.name or gettext("Games night, %(day)s") % {"day": day}

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.club.time_zone)

    @property
    def _day(self) -> date:
        return timezone.localdate(self.start, self.zone)

    @property
    def grace(self) -> timedelta:
        """How long after the deadline lists are still taken."""
        return timedelta(minutes=self.grace_minutes)

    @cached_property
    def scoring(self) -> Scoring:
        return Scoring(
            by="defeat-points" if self.scored_by == "defeat-points" else "result",
            win=self.win_points,
            draw=self.draw_points,
            loss=self.loss_points,
            bye=self.bye_points,
            drawn_within=self.drawn_within,
        )

    @property
    def named_scenarios(self) -> list[str]:
        return [name for name in self.scenarios if name]

    def scenario_of(self, number: int) -> str:
        """Return the scenario of a round, "" if there is none."""
        return self.scenarios[number - 1] if 0 < number <= len(self.scenarios) else ""

    @property
    def plan_digest(self) -> str:
        values = [getattr(self, field) for field in PLANNED]
        return sha256(json.dumps(values, default=_plain, sort_keys=True).encode()).hexdigest()[:16]

    def take_plan(self, plan: "Evening") -> None:
        """Take what an organiser decided from another, unsaved games night; the caller saves."""
        for field in PLANNED:
            setattr(self, field, getattr(plan, field))

    @property
    def version(self) -> str:
        """Its version on a page: the plan and the phase."""
        how_far = (self.state, self.closed, self.started, self.finished)
        return digest(self.pk, self.plan_digest, self.house_number, *how_far)

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_for(self.ruleset_version_id)

    @property
    def brings(self) -> list[tuple[Format, int | None]]:
        """The kinds of lists to bring, each with its limit."""
        return [(item, self.limits[item.id]) for item in self.catalogue.formats if item.id in self.limits]

    @property
    def chosen_rulings(self) -> list[tuple[Ruling, Option]]:
        """The answers of the club that differ from the default."""
        return [
            (ruling, option)
            for ruling in self.catalogue.rulings
            for option in ruling.options
            if option.id == self.rulings.get(ruling.id)
        ]

    @property
    def rules_played(self) -> Catalogue:
        """The rules with the limits of the games night instead of the printed ones."""
        return _with_limits(self.ruleset_version_id, tuple(sorted(self.limits.items())))

    @cached_property
    def required_forces(self) -> tuple[Force, ...]:
        """The forces of which lists must follow one; none: any list."""
        return convert(self.forces, tuple[Force, ...])

    def use_house_rules(self) -> None:
        """Use the club's current rulings and prices; the caller saves."""
        now = HouseRules.objects.of(self.club_id, self.catalogue.id).first() or HouseRules(number=0)
        self.rulings, self.prices, self.house_number = now.rulings, now.prices_for(self.catalogue), now.number

    @property
    def is_over(self) -> bool:
        """Whether it is in the past: its day is over, and the next day too if rounds are still being played."""
        goes_on = self.phase == "running" and not self._day_is_long_over
        return self._day < timezone.localdate(timezone=self.zone) and not goes_on

    @property
    def phase(self) -> Phase:
        """Return the phase, derived from the stored times. Without a game it is finished after a whole day."""
        if self.state == self.State.DRAFT:
            return "draft"
        if self.state == self.State.CALLED_OFF:
            return "called-off"
        if self.finished or (not self.started and self._day_is_long_over):
            return "finished"
        if self.started:
            return "running"
        return "locked" if self.limits and self.is_closed else "open"

    @property
    def phase_word(self) -> StrPromise:
        return PHASES[self.phase]

    @property
    def is_on(self) -> bool:
        """Whether organisers can act at their desk: it was announced, and is not finished."""
        return self.phase in ("open", "locked", "running")

    @property
    def is_open(self) -> bool:
        return self.is_on and not self.is_over

    @property
    def has_begun(self) -> bool:
        return self.start <= timezone.now()

    @property
    def can_reopen(self) -> bool:
        return self.phase == "locked" and not self.is_over and not self.has_begun

    @property
    def can_end(self) -> bool:
        return not self.is_over and self.phase not in ("called-off", "finished")

    @property
    def is_its_day(self) -> bool:
        return self._day <= timezone.localdate(timezone=self.zone)

    @property
    def is_played(self) -> bool:
        """Whether rounds are paired and results entered: any submissions are closed, and it is not finished."""
        return self.is_on and (not self.limits or self.is_closed)

    @property
    def last_moment(self) -> datetime:
        """The end of the grace period after the deadline."""
        return self.deadline + self.grace

    @property
    def is_closed(self) -> bool:
        return bool(self.closed or self.started) or timezone.now() > self.last_moment

    @property
    def takes_lists(self) -> bool:
        return bool(self.limits) and self.is_open and not self.is_closed

    @property
    def shows_lists(self) -> bool:
        return bool(self.limits) and self.phase in SHOWN_FROM[self.reveal]

    @property
    def were_lists_shown(self) -> bool:
        """Whether all members can see the submitted lists, or could before they were hidden again."""
        return self.revealed is not None or self.shows_lists

    @property
    def hides_lists(self) -> bool:
        """Whether its lists are hidden: only their own players can read them."""
        return bool(self.limits) and not self.shows_lists

    @property
    def shows_codes(self) -> bool:
        """Whether the code of each list is published, so that nobody can swap a hidden list."""
        return bool(self.limits) and self.is_closed and self.phase in SHOWN_FROM[self.Reveal.LOCK]

    @property
    def _day_is_long_over(self) -> bool:
        return self._day < timezone.localdate(timezone=self.zone) - timedelta(days=1)


def _plain(value: datetime | uuid.UUID) -> float | str:
    return value.timestamp() if isinstance(value, datetime) else str(value)
