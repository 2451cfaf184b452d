"""The next step of a games night, for its organisers, and the stages before and after it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Literal

from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.evenings.models import Claim, Evening, Pairing, Round

Kind = Literal["announce", "close", "pair", "publish", "results", "finish", "standings"]


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
    last = max(
        evening.rounds_planned or 0, len(rounds), step.number if step and step.kind == "pair" else 0, 1
    )
    named = [("answers", gettext("Answers"), str(coming.count))]
    if evening.limits:
        named.append(("close", gettext("Lists"), str(handed_in)))
    if coming.here or (evening.is_its_day and not published):
        named.append(("check-in", gettext("Checked in"), f"{coming.here}/{coming.count}"))
    named += [
        (f"round {number}", gettext("Round %(number)s") % {"number": number}, "")
        for number in range(1, last + 1)
    ]
    named.append(("finish", gettext("Finish"), ""))
    now = _now(step, [key for key, _name, _count in named], published)
    return [
        Stage(name, count, is_done=place < now, is_now=place == now)
        for place, (_key, name, count) in enumerate(named)
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
