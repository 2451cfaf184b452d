"""What fits: every legal addition that the points left pay for, best first, each with the reason why."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from rules.core.advice.adding.additions import Addition, Additions, Kind
from rules.core.advice.effects import decimal, initiative_of
from rules.core.advice.firepower import Firepower
from rules.core.advice.judging import Judged, difference, judged, no_new_error
from rules.core.advice.steps import Steps, key_of, tried
from rules.core.advice.wording import capital, say
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import joined
from rules.core.document.roster import Roster
from rules.core.judging.prices import price_list
from rules.core.judging.report import SEVERITIES, Report, sentence
from rules.core.text import NOTHING, Text

MOST_JUDGED = 1000
NO_KILLS = Fraction(0)


class FittingAddition(Struct, frozen=True):
    """An addition: the words of its button, its points (None: the list has none), and the reason for its place.

    `thing`: what is added, to any row.
    """

    kind: Kind
    words: Text
    steps: Steps
    points: int | None
    reason: Text
    thing: tuple[str, str] = ("", "")

    @property
    def key(self) -> str:
        """Return a name for what it does."""
        return key_of(self.steps)


class FittingAdditions(NamedTuple):
    """The additions that fit, best first. `is_whole`: no addition was left out because the list is very long."""

    additions: tuple[FittingAddition, ...] = ()
    is_whole: bool = True


def fitting_additions(roster: Roster, catalogue: Catalogue, report: Report) -> FittingAdditions:
    """Return the additions to a list that are legal, best first: of a very long list those to its last squads.

    First what fixes a finding, then men where a squad is smaller than recommended, then by expected kills a point, then
    what uses the points up.
    """
    before, power = judged(roster, catalogue, report), Firepower(catalogue)
    additions = _affordable(Additions(roster, catalogue, price_list(roster, catalogue)), report.remaining)
    found: list[_LegalAddition] = []
    for addition in islice(additions, min(MOST_JUDGED, before.affordable)):
        now = _legal(addition, before, catalogue)
        if now is not None:
            points, fixed = difference(report, now.report), _fixed(before, now)
            found.append(
                _LegalAddition(
                    addition, now, _kills(addition, power), points, fixed, _grows(before, addition)
                )
            )
    best = max((one.worth for one in found), default=NO_KILLS)
    found.sort(key=lambda one: _order(one, before))
    initiative = initiative_of(roster, catalogue)
    fitting = tuple(_fitting(one, before, best, power, initiative) for one in found)
    return FittingAdditions(fitting, is_whole=next(additions, None) is None)


class _LegalAddition(NamedTuple):
    """An addition that is legal: the list with it, the fire that it gains, its points.

    `fixed`: how bad the finding is that it fixes, and its sentence. `grows`: it is a man that a small squad lacks.
    """

    addition: Addition
    now: Judged
    kills: Fraction
    points: int | None
    fixed: tuple[int, Text]
    grows: bool

    @property
    def worth(self) -> Fraction:
        """Return the expected kills it gains, for each point where it costs some."""
        return self.kills / self.points if self.points and self.points > 0 else self.kills

    def uses_up(self, before: Judged) -> bool:
        """Return whether it uses the points up that are left."""
        return before.report.remaining is not None and self.points == before.report.remaining


def _kills(addition: Addition, power: Firepower) -> Fraction:
    if addition.squad is None:
        return NO_KILLS
    return power.of(addition.now, addition.squad) - power.of(addition.was, addition.squad)


def _order(one: _LegalAddition, before: Judged) -> tuple[object, ...]:
    return one.fixed[0], not one.grows, -one.worth, not one.uses_up(before)


def _fitting(
    one: _LegalAddition, before: Judged, best: Fraction, power: Firepower, initiative: int | None
) -> FittingAddition:
    addition = one.addition
    reason = _reason(one, before, best, power, initiative)
    return FittingAddition(
        addition.kind,
        capital(addition.words),
        addition.steps,
        one.points,
        reason,
        (addition.kind, addition.item),
    )


def _affordable(additions: Additions, left: int | None) -> Iterator[Addition]:
    return (addition for addition in additions.all() if left is None or addition.cost <= left)


def _legal(addition: Addition, before: Judged, catalogue: Catalogue) -> Judged | None:
    """Return the list with the addition, None where that is not legal."""
    roster = tried(before.roster, addition.steps)
    if roster is None:
        return None
    now = judged(roster, catalogue)
    return now if no_new_error(before, now) else None


def _fixed(before: Judged, now: Judged) -> tuple[int, Text]:
    """Return the severity (0: the worst) and the sentence of a finding that went; none where another has come."""
    if len(now.report.findings) >= len(before.report.findings):
        return len(SEVERITIES), NOTHING
    codes_before, codes_now = (
        Counter(finding.code for finding in it.report.findings) for it in (before, now)
    )
    for finding in before.report.findings:
        if codes_now[finding.code] < codes_before[finding.code]:
            words = Text(sentence(finding, "it"), sentence(finding, "en"))
            return SEVERITIES.index(finding.severity), words
    return len(SEVERITIES), NOTHING


def _grows(before: Judged, addition: Addition) -> bool:
    """Return whether it adds a man to a squad that is smaller than recommended."""
    return (
        addition.kind == "figure" and addition.squad is not None and addition.squad.id in before.small_squads
    )


def _reason(
    one: _LegalAddition, before: Judged, best: Fraction, power: Firepower, initiative: int | None
) -> Text:
    """Return the reason for an addition's place."""
    reasons = []
    _, gone = one.fixed
    if gone.it:
        reasons.append(say("Risolve: {gone}", "Fixes: {gone}", gone=gone))
    elif one.grows:
        reasons.append(say("avvicina la squadra alla misura consigliata", "nearer to the recommended size"))
    if one.kills > 0:
        facts: dict[str, Text | int] = {"kills": decimal(one.kills), "distance": power.distance}
        reasons.append(
            say(
                "+{kills} eliminati attesi a {distance} cm",
                "+{kills} expected kills at {distance} cm",
                **facts,
            )
        )
        if one.worth == best and one.points:
            reasons.append(say("il più per ogni punto", "the most for each point"))
    here = initiative_of(one.now.roster, power.catalogue)
    if initiative is not None and here is not None and here > initiative:
        reasons.append(say("+{more} all’iniziativa", "+{more} on initiative", more=here - initiative))
    if one.uses_up(before):
        total = one.now.report.total or 0
        reasons.append(say("arrivi a {total} giusti", "makes just {total}", total=total))
    return capital(joined(reasons, "; "))
