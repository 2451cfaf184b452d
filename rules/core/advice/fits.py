"""What fits: every legal addition that the points left pay for, best first, each with the reason why."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from rules.core.advice.curing import say
from rules.core.advice.effects import decimal
from rules.core.advice.firepower import Firepower
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.mends import beginning
from rules.core.advice.offers import Kind, Offer, Offers
from rules.core.advice.steps import Steps, key_of, tried
from rules.core.catalogue import Catalogue
from rules.core.messages import sentence
from rules.core.prices import price_list
from rules.core.report import SEVERITIES, Report
from rules.core.roster import Roster
from rules.core.text import NOTHING, Text

MOST_JUDGED = 300


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
    left = report.remaining
    found: list[tuple[tuple[object, ...], Fit]] = []
    for offer in _affordable(Offers(roster, catalogue, price_list(roster, catalogue)), left):
        now = _legal(offer, before, catalogue)
        if now is None:
            continue
        rank, gone = _mended(before, now)
        kills = (
            power.of(offer.now, offer.squad) - power.of(offer.was, offer.squad)
            if offer.squad
            else Fraction(0)
        )
        points = None if report.total is None or now.report.total is None else now.report.total - report.total
        is_last = left is not None and points == left
        worth = kills / points if points and points > 0 else kills
        order = (rank, not _grows(before, offer), -worth, not is_last)
        reason = _reason(gone, kills, power.distance, is_last, now)
        found.append(
            (
                order,
                Fit(
                    offer.kind, beginning(offer.words), offer.steps, points, reason, (offer.kind, offer.item)
                ),
            )
        )
    found.sort(key=lambda one: one[0])
    return tuple(fit for _, fit in found)


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
    if offer.kind != "figure":
        return False
    for finding in before.report.findings:
        figures, least = finding.facts.get("figures"), finding.facts.get("least")
        if isinstance(figures, int) and isinstance(least, int) and figures < least:
            return True
    return False


def _reason(gone: Text, kills: Fraction, distance: int, is_last: bool, now: Judged) -> Text:
    reasons = []
    if gone.it:
        reasons.append(say("Risolve: {gone}", "Mends: {gone}", gone=gone))
    if kills > 0:
        facts: dict[str, Text | int] = {"kills": decimal(kills), "distance": distance}
        reasons.append(
            say(
                "+{kills} eliminati attesi a {distance} cm",
                "+{kills} expected kills at {distance} cm",
                **facts,
            )
        )
    if is_last:
        reasons.append(say("arrivi a {total} giusti", "makes just {total}", total=now.report.total or 0))
    text = Text("; ".join(it.it for it in reasons), "; ".join(it.en for it in reasons))
    return beginning(text)
