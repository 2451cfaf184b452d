"""The players and their lists, as a seat sees them at the desk."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from django.db import models
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext, ngettext_lazy

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.seats import Seat
from armybuilder.lists.browsing.list_names import role_name
from armybuilder.notices.kinds import moment
from rules.core.assess import assess
from rules.core.judging.report import sentence
from rules.core.text import Language

Status = Literal["none", "missing", "partly", "illegal", "sent-back", "accepted", "legal"]
Quick = Literal["", "remind", "here"]

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
    "invited": ngettext_lazy(
        "%(count)s guest has not answered", "%(count)s guests have not answered", "count"
    ),
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
