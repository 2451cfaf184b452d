"""What fits: every legal addition that the points left pay for, best first, each with the reason why."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from rules.core.advice.curing import say
from rules.core.advice.effects import decimal, initiative_of
from rules.core.advice.firepower import Firepower
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.mends import beginning, difference
from rules.core.advice.offers import Kind, Offer, Offers
from rules.core.advice.steps import Steps, key_of, tried
from rules.core.catalogue import Catalogue
from rules.core.messages import sentence
from rules.core.prices import price_list
from rules.core.report import SEVERITIES, Report
from rules.core.roster import Roster
from rules.core.text import NOTHING, Text

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


def fits(roster: Roster, catalogue: Catalogue, report: Report) -> tuple[Fit, ...]:
    """Return the additions to a list that are legal, best first.

    First what mends a finding, then men where a squad is smaller than recommended, then by expected kills a point, then
    what uses the points up.
    """
    before, power = judged(roster, catalogue, report), Firepower(catalogue)
    found: list[_Judged] = []
    for offer in _affordable(Offers(roster, catalogue, price_list(roster, catalogue)), report.remaining):
        now = _legal(offer, before, catalogue)
        if now is not None:
            found.append(_Judged(offer, now, _kills(offer, power), difference(report, now.report)))
    best = max((one.worth for one in found), default=NO_KILLS)
    fits = [(_order(one, before), _fit(one, before, best, power)) for one in found]
    fits.sort(key=lambda fit: fit[0])
    return tuple(fit for _, fit in fits)


class _Judged(NamedTuple):
    """An addition that is legal: the list with it, the fire that it gains, its points."""

    offer: Offer
    now: Judged
    kills: Fraction
    points: int | None

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
    rank, _ = _mended(before, one.now)
    return rank, not _grows(before, one.offer), -one.worth, not one.uses_up(before)


def _fit(one: _Judged, before: Judged, best: Fraction, power: Firepower) -> Fit:
    offer = one.offer
    reason = _reason(one, before, best, power)
    return Fit(offer.kind, beginning(offer.words), offer.steps, one.points, reason, (offer.kind, offer.item))


def _affordable(offers: Offers, left: int | None) -> Iterator[Offer]:
    number = 0
    for offer in offers.all():
        if left is None or offer.cost <= left:
            number += 1
            if number > MOST_JUDGED:
                return
            yield offer


def _legal(offer: Offer, before: Judged, catalogue: Catalogue) -> Judged | None:
    """Return the list with the addition, None where that is not legal."""
    roster = tried(before.roster, offer.steps)
    if roster is None:
        return None
    now = judged(roster, catalogue)
    return now if no_new_error(before, now) else None


def _mended(before: Judged, now: Judged) -> tuple[int, Text]:
    """Return how bad a finding is that is no more (0 the worst) and its sentence; nothing where another has come."""
    codes_before = [finding.code for finding in before.report.findings]
    codes_now = [finding.code for finding in now.report.findings]
    if len(codes_now) >= len(codes_before):
        return len(SEVERITIES), NOTHING
    for finding in before.report.findings:
        if codes_now.count(finding.code) < codes_before.count(finding.code):
            words = Text(sentence(finding, "it"), sentence(finding, "en"))
            return SEVERITIES.index(finding.severity), words
    return len(SEVERITIES), NOTHING


def _grows(before: Judged, offer: Offer) -> bool:
    """Return whether it is a man for a squad that is smaller than recommended."""
    if offer.kind != "figure" or offer.squad is None:
        return False
    for finding, (_, row, *_) in zip(before.report.findings, before.identities, strict=True):
        figures, least = finding.facts.get("figures"), finding.facts.get("least")
        if row == offer.squad.id and isinstance(figures, int) and isinstance(least, int) and figures < least:
            return True
    return False


def _reason(one: _Judged, before: Judged, best: Fraction, power: Firepower) -> Text:
    """Return why an addition stands where it does."""
    reasons = []
    _, gone = _mended(before, one.now)
    if gone.it:
        reasons.append(say("Risolve: {gone}", "Mends: {gone}", gone=gone))
    elif _grows(before, one.offer):
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
    was, here = (initiative_of(it.roster, power.catalogue) for it in (before, one.now))
    if was is not None and here is not None and here > was:
        reasons.append(say("+{more} all’iniziativa", "+{more} on initiative", more=here - was))
    if one.uses_up(before):
        total = one.now.report.total or 0
        reasons.append(say("arrivi a {total} giusti", "makes just {total}", total=total))
    text = Text("; ".join(it.it for it in reasons), "; ".join(it.en for it in reasons))
    return beginning(text)
