"""The desk: the players and their lists, as a seat sees them, and the next step and the stages for organisers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Literal

from django.db import models
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext, ngettext_lazy
from msgspec import Struct

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Claim, Entry, Evening, HandIn, Pairing, Round
from armybuilder.evenings.seats import Seat
from armybuilder.lists.browsing.list_names import role_name
from armybuilder.notices.kinds import moment
from rules.core.assess import assess
from rules.core.judging.report import sentence
from rules.core.text import Language

Status = Literal["none", "missing", "partly", "illegal", "sent-back", "accepted", "legal"]
Quick = Literal["", "remind", "here"]
Kind = Literal["announce", "close", "pair", "publish", "results", "finish", "standings"]

#: What the desk says is missing, by the kind of it.
MISSING = {
    "illegal": ngettext_lazy(
        "%(count)s has a list that is not legal: send it back or accept it",
        "%(count)s have lists that are not legal: send them back or accept them",
        "count",
    ),
    "sent-back": ngettext_lazy(
        "%(count)s has not resubmitted a list you sent back",
        "%(count)s have not resubmitted lists you sent back",
        "count",
    ),
    "missing": ngettext_lazy(
        "%(count)s is coming and has not submitted", "%(count)s are coming and have not submitted", "count"
    ),
    "perhaps": ngettext_lazy("%(count)s might be coming", "%(count)s might be coming", "count"),
    "invited": ngettext_lazy("%(count)s guest has not answered", "%(count)s guests have not answered", "count"),
}


class DeskList:
    """A submitted list. While it is hidden, `name` is "", `total` None and `why` empty, for everyone.

    The page of the list shows more; opening it is logged. `remark` is hidden from players.
    """

    def __init__(self, desk: "Desk", one: HandIn) -> None:
        self.pk, self.state, self.handed = one.pk, one.state, one.handed
        self.role, self.limit = desk.roles.get(one.role, one.role), desk.evening.limits.get(one.role)
        self.name, self.total = (one.name, one.total) if desk.seat.lists_are_shown else ("", None)
        self.is_legal, self.codes, self.why = one.is_legal, one.codes, desk.reasons.get(one.pk, ())
        self.is_late, self.replaced, self.is_compared = one.is_late, one.replaced, one.compared is not None
        self.handed_by, self.judged_by = str(one.handed_by or ""), str(one.judged_by or "")
        self.remark = one.remark if desk.seat.sees_all else ""
        is_undecided = not one.is_legal and one.state not in ("accepted", "sent-back")
        #: The form that sends it back is open.
        self.sends_back = one.pk == desk.refused or (desk.judges and is_undecided)

    @property
    def over(self) -> bool:
        return self.total is not None and self.limit is not None and self.total > self.limit

    @property
    def is_plain(self) -> bool:
        """Whether it needs no remark: it is legal, and nobody sent it back."""
        return self.is_legal and self.state != "sent-back"

    @property
    def can_be_accepted(self) -> bool:
        return self.state == "sent-back" or (not self.is_legal and self.state != "accepted")


class DeskRow:
    """A player at the desk. `status`: the worst status of their lists.

    `is_open`: a decision is due, and the row is not folded; `quick`: the button outside the fold.
    `facts`: what is below the name, escaped.
    """

    def __init__(self, desk: "Desk", entry: Entry, lists: Mapping[str, DeskList]) -> None:
        self.entry, self.name, self.state = entry.pk, str(entry), entry.state
        self.is_guest, self.is_here = entry.is_guest, entry.checked_in is not None
        self.is_you = entry.user_id == desk.user_id
        self.words, self.lists = desk.words[entry.state], [*lists.values()]
        self.lacks = [name for role, name in desk.roles.items() if role not in lists]
        self.status: Status = _status(self.lists, self.lacks) if desk.roles else "none"
        self.facts = list(_facts(entry, self.status, self.words))
        self.can_be_reminded = desk.reminds and self.status == "missing" and not entry.is_guest
        self.can_be_handed_in_for = desk.judges and bool(desk.roles) and not self.is_you
        self.can_be_opened = desk.seat.sees_all or self.is_you
        is_refused = any(one.pk == desk.refused for one in self.lists)
        self.is_open = (desk.judges and self.status == "illegal") or is_refused
        # The usual act of the moment: a check-in on the day, a reminder before it.
        self.quick: Quick = "remind" if self.can_be_reminded else ""
        if desk.receives and not self.is_here:
            self.quick = "here"


class Desk:
    """The players at the desk, as a seat sees them: `rows`, and those who are not coming (`away`).

    `acts`: the reader can act here; `judges`: also on lists.
    """

    def __init__(
        self, evening: Evening, seat: Seat, user_id: int, language: Language, refused: int | None = None
    ) -> None:
        """Read the players and their lists. `refused`: the list with a wrong input."""
        self.evening, self.seat, self.user_id, self.refused = evening, seat, user_id, refused
        self.acts = seat.organises and evening.is_on
        self.judges = self.acts and not evening.started
        self.reminds, self.receives = self.acts and evening.takes_lists, self.acts and evening.is_its_day
        # Words of every row are escaped once.
        self.roles = {role: escape(role_name(role, evening.catalogue, language)) for role in evening.limits}
        self.words = {state: escape(words) for state, words in Entry.State.choices}
        handed = list(HandIn.objects.of_evening(evening).select_related("handed_by", "judged_by"))
        illegal = [one.pk for one in handed if not one.is_legal]
        self.reasons = _reasons(evening, illegal, language) if seat.lists_are_shown else {}
        lists = defaultdict[int, dict[str, DeskList]](dict)
        for one in handed:
            lists[one.entry_id][one.role] = DeskList(self, one)
        rows = [DeskRow(self, entry, lists[entry.pk]) for entry in evening.entries.in_order().named()]
        away = ("not-coming", "dropped")
        self.rows = [row for row in rows if row.state not in away]
        self.away = [row for row in rows if row.state in away]
        self._coming = [row for row in self.rows if row.state == "coming"]
        self._missing = [row for row in self._coming if row.status in ("missing", "partly")]

    @property
    def coming(self) -> int:
        return len(self._coming)

    @property
    def handed_in(self) -> int:
        return sum(row.status not in ("none", "missing", "partly") for row in self._coming)

    @property
    def missing(self) -> int:
        return len(self._missing)

    @property
    def todo(self) -> list[tuple[int, str]]:
        """Return what players who are coming, or maybe, still have to do: the first entry, and a sentence."""
        kinds = {
            "illegal": [row for row in self.rows if row.status == "illegal"],
            "sent-back": [row for row in self.rows if row.status == "sent-back"],
            "missing": self._missing,
            "perhaps": [row for row in self.rows if row.state == "perhaps"],
            "invited": [row for row in self.rows if row.state == "invited" and row.is_guest],
        }
        return [(rows[0].entry, MISSING[kind] % {"count": len(rows)}) for kind, rows in kinds.items() if rows]


def _facts(entry: Entry, status: Status, words: str) -> Iterator[str]:
    """Yield what is said below a name: a guest, an answer other than “coming”, the last reminder."""
    if entry.is_guest:
        yield escape(gettext("guest"))
    if entry.state != "coming":
        yield words
    if entry.reminded and status == "missing":
        yield escape(gettext("reminded %(date)s") % {"date": moment(entry.reminded)})


def _status(lists: Sequence[DeskList], lacks: Sequence[str]) -> Status:
    if not lists:
        return "missing"
    if any(one.state == "sent-back" for one in lists):
        return "sent-back"
    if any(not one.is_legal and one.state != "accepted" for one in lists):
        return "illegal"
    if lacks:
        return "partly"
    return "accepted" if any(one.state == "accepted" for one in lists) else "legal"


def _reasons(evening: Evening, pks: Sequence[int], language: Language) -> dict[int, tuple[str, ...]]:
    """Return sentences about why lists are not legal."""
    found = {}
    for one in HandIn.objects.filter(pk__in=pks):
        findings = assess(one.roster, evening.rules_played).findings
        found[one.pk] = tuple(sentence(each, language) for each in findings if each.severity == "error")
    return found


NOT_AGAIN_WITHIN = timedelta(hours=1)  # after a reminder


def unanswered_reminded_today(evening: Evening) -> datetime | None:
    """Return the time of today's reminder to the members who have not answered, None if there was none."""
    today = timezone.localtime(timezone=evening.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = evening.log.filter(action="asked", time__range=(today, today + timedelta(days=1)))
    return lines.values_list("time", flat=True).first()


def missing(evening: Evening) -> models.QuerySet[Entry]:
    """Return the members who are coming, or maybe, without a list, unless they were reminded within the hour."""
    there = HandIn.objects.current().filter(entry__evening=evening).values("entry")
    meaning_to = evening.entries.filter(state__in=["coming", "perhaps"], user__isnull=False)
    now = timezone.now()
    # A later time comes from a clock that was set back.
    lately = models.Q(reminded__range=(now - NOT_AGAIN_WITHIN, now + NOT_AGAIN_WITHIN))
    return meaning_to.exclude(pk__in=there).exclude(lately).select_related("user")


def unanswered(evening: Evening) -> Sequence[User]:
    """Return the members of the club who have not answered, without referees, by name."""
    said = evening.entries.exclude(state="invited").exclude(user=None).values("user")
    members = User.objects.filter(memberships__club=evening.club_id).exclude(pk__in=said)
    return list(members.exclude(pk__in=evening.referees.values("user")).order_by("username"))


class Coming:
    """The players who are coming, how many of them are checked in, and the names of the others, if some are."""

    def __init__(self, people: Iterable[tuple[str, bool]]) -> None:
        """Count players; `people`: their names, and whether they are checked in."""
        named = list(people)
        self.count, self.here = len(named), sum(is_here for _name, is_here in named)
        self.absent = [name for name, is_here in named if not is_here] if self.here else []

    @property
    def playing(self) -> int:
        """How many the next round is for: those checked in, or everyone if nobody is."""
        return self.here or self.count


class NextStep(Struct, frozen=True):
    """The next step. `number`: its round; `disputed`: the tables whose players disagree."""

    kind: Kind
    number: int
    coming: Coming
    unsettled: int
    disputed: tuple[int | None, ...]

    @property
    def tables(self) -> int:
        return self.coming.playing // 2

    @property
    def has_bye(self) -> bool:
        return bool(self.coming.playing % 2)


class Stage(Struct, frozen=True):
    """A stage of a games night: its name, and a number ("": none)."""

    name: str
    count: str
    is_done: bool
    is_now: bool


def next_step(
    evening: Evening,
    rounds: Sequence[Round],
    coming: Coming,
    unsettled: int,
    disputed: Iterable[int | None] = (),
) -> NextStep | None:
    """Return the next step, None if there is none. `unsettled`: how many results are missing."""
    published = sum(one.published is not None for one in rounds)
    kind = _kind(evening, published, has_draft=published < len(rounds), unsettled=unsettled)
    if kind is None:
        return None
    number = published if kind in ("results", "finish", "standings") else published + 1
    return NextStep(kind, number, coming, unsettled, tuple(disputed))


def _kind(evening: Evening, published: int, *, has_draft: bool, unsettled: int) -> Kind | None:
    if evening.phase in ("draft", "called-off"):
        return None if evening.is_over else "announce"
    if evening.phase == "finished":
        return "standings" if published else None
    if evening.takes_lists:
        return "close"
    if not evening.is_played:
        return None
    if has_draft:
        return "publish"
    if unsettled:
        return "results"
    planned = evening.rounds_planned
    if planned is None or published < planned:
        return "pair"
    return "finish" if published else None


def stages(
    evening: Evening, rounds: Sequence[Round], step: NextStep | None, coming: Coming, handed_in: int
) -> list[Stage]:
    """Return the stages of a games night with rounds, in order."""
    published = sum(one.published is not None for one in rounds)
    last = max(evening.rounds_planned or 0, len(rounds), step.number if step and step.kind == "pair" else 0, 1)
    named = [("answers", gettext("Answers"), str(coming.count))]
    if evening.limits:
        named.append(("close", gettext("Lists"), str(handed_in)))
    if coming.here or (evening.is_its_day and not published):
        named.append(("check-in", gettext("Checked in"), f"{coming.here}/{coming.count}"))
    named += [
        (f"round {number}", gettext("Round %(number)s") % {"number": number}, "") for number in range(1, last + 1)
    ]
    named.append(("finish", gettext("Finish"), ""))
    now = _now(step, [key for key, _name, _count in named], published)
    return [
        Stage(name, count, is_done=place < now, is_now=place == now) for place, (_key, name, count) in enumerate(named)
    ]


def _now(step: NextStep | None, keys: Sequence[str], published: int) -> int:
    """Return the place of the current stage; after the last if all are done."""
    if step is None or step.kind == "announce":
        return 0
    if step.kind == "standings":
        return len(keys)
    if step.kind == "pair" and not published:
        return keys.index("check-in") if "check-in" in keys else keys.index("round 1")
    return keys.index(step.kind if step.kind in keys else f"round {step.number}")


def disputed_tables(evening: Evening) -> Iterator[int | None]:
    """Yield the numbers of the tables whose players entered different results, and that nobody has decided."""
    open_tables = Pairing.objects.published_in(evening).filter(first_lost=None, forfeit=None)
    claims = Claim.objects.filter(pairing__in=open_tables.order_by()).select_related("pairing")
    for _pk, both in groupby(claims.order_by("pairing__table", "pairing"), attrgetter("pairing_id")):
        said = list(both)
        if len({(one.first_lost, one.second_lost, one.held) for one in said}) > 1:
            yield said[0].pairing.table
