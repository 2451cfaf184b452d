"""What fits: every legal addition that the points left pay for, best first, each with the reason why."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from msgspec import Struct

from rules.core.advice.adding.additions import Kind, Offer, Offers
from rules.core.advice.effects import decimal, initiative_of
from rules.core.advice.firepower import Firepower
from rules.core.advice.fixes.definition import say
from rules.core.advice.fixes.offered import beginning, difference
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.steps import Steps, key_of, tried
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.prices import price_list
from rules.core.judging.report import SEVERITIES, Report
from rules.core.text.messages import sentence
from rules.core.text.text import NOTHING, Text

MOST_JUDGED = 1000


NO_KILLS = Fraction(0)


class Fit(Struct, frozen=True):
    """An addition: what its button says, its points (None: the list has none), and why it stands where it does.

    `thing`: what is added, whoever gets it.
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


class WhatFits(NamedTuple):
    """The additions that fit, best first. `is_whole`: no addition was left out because the list is very long."""

    fits: tuple[Fit, ...] = ()
    is_whole: bool = True


def fits(roster: Roster, catalogue: Catalogue, report: Report) -> WhatFits:
    """Return the additions to a list that are legal, best first: of a very long list those to its last squads.

    First what mends a finding, then men where a squad is smaller than recommended, then by expected kills a point, then
    what uses the points up.
    """
    before, power = judged(roster, catalogue, report), Firepower(catalogue)
    offers = _affordable(Offers(roster, catalogue, price_list(roster, catalogue)), report.remaining)
    found: list[_Judged] = []
    for offer in islice(offers, min(MOST_JUDGED, before.affordable)):
        now = _legal(offer, before, catalogue)
        if now is not None:
            points, mended = difference(report, now.report), _mended(before, now)
            found.append(_Judged(offer, now, _kills(offer, power), points, mended, _grows(before, offer)))
    best = max((one.worth for one in found), default=NO_KILLS)
    found.sort(key=lambda one: _order(one, before))
    initiative = initiative_of(roster, catalogue)
    fits = tuple(_fit(one, before, best, power, initiative) for one in found)
    return WhatFits(fits, is_whole=next(offers, None) is None)


class _Judged(NamedTuple):
    """An addition that is legal: the list with it, the fire that it gains, its points.

    `mended`: how bad a finding is that it mends, and its sentence. `grows`: it is a man whom a small squad lacks.
    """

    offer: Offer
    now: Judged
    kills: Fraction
    points: int | None
    mended: tuple[int, Text]
    grows: bool

    @property
    def worth(self) -> Fraction:
        """Return the expected kills it gains, for each point where it costs some."""
        return self.kills / self.points if self.points and self.points > 0 else self.kills

    def uses_up(self, before: Judged) -> bool:
        """Return whether it uses the points up that are left."""
        return before.report.remaining is not None and self.points == before.report.remaining


def _kills(offer: Offer, power: Firepower) -> Fraction:
    if offer.squad is None:
        return NO_KILLS
    return power.of(offer.now, offer.squad) - power.of(offer.was, offer.squad)


def _order(one: _Judged, before: Judged) -> tuple[object, ...]:
    return one.mended[0], not one.grows, -one.worth, not one.uses_up(before)


def _fit(one: _Judged, before: Judged, best: Fraction, power: Firepower, initiative: int | None) -> Fit:
    offer = one.offer
    reason = _reason(one, before, best, power, initiative)
    return Fit(offer.kind, beginning(offer.words), offer.steps, one.points, reason, (offer.kind, offer.item))


def _affordable(offers: Offers, left: int | None) -> Iterator[Offer]:
    return (offer for offer in offers.all() if left is None or offer.cost <= left)


def _legal(offer: Offer, before: Judged, catalogue: Catalogue) -> Judged | None:
    """Return the list with the addition, None where that is not legal."""
    roster = tried(before.roster, offer.steps)
    if roster is None:
        return None
    now = judged(roster, catalogue)
    return now if no_new_error(before, now) else None


def _mended(before: Judged, now: Judged) -> tuple[int, Text]:
    """Return how bad a finding is that is no more (0 the worst) and its sentence; nothing where another has come."""
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


def _grows(before: Judged, offer: Offer) -> bool:
    """Return whether it is a man for a squad that is smaller than recommended."""
    return offer.kind == "figure" and offer.squad is not None and offer.squad.id in before.small_squads


def _reason(one: _Judged, before: Judged, best: Fraction, power: Firepower, initiative: int | None) -> Text:
    """Return why an addition stands where it does."""
    reasons = []
    _, gone = one.mended
    if gone.it:
        reasons.append(say("Risolve: {gone}", "Mends: {gone}", gone=gone))
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
    text = Text("; ".join(it.it for it in reasons), "; ".join(it.en for it in reasons))
    return beginning(text)
