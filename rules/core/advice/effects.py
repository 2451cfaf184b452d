"""The effects of a suggestion beside its points, a sentence for each: fire, men, initiative, findings."""

from collections import Counter
from fractions import Fraction

from rules.core.advice.firepower import Firepower
from rules.core.advice.judging import Judged
from rules.core.advice.wording import say
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import joined
from rules.core.document.roster import Roster
from rules.core.judging.report import Finding, sentence
from rules.core.procedures.dice_off import dice_off_bonus
from rules.core.procedures.readings import leading, readings_of
from rules.core.text import NOTHING, Text


def effects(before: Judged, now: Judged, power: Firepower) -> Text:
    """Return the changes from one list to another, without the points; empty where there are none."""
    said = [
        _fire(before.roster, now.roster, power),
        _men(before.roster, now.roster),
        _initiative(before.roster, now.roster, power.catalogue),
        findings_changed(before, now, power.catalogue),
    ]
    known = [text for text in said if text.it]
    return joined(known, " ")


def decimal(value: Fraction) -> Text:
    """Return a number with two decimals, as each language writes it."""
    english = f"{float(value):.2f}"
    return Text(english.replace(".", ","), english)


def initiative_of(roster: Roster, catalogue: Catalogue) -> int | None:
    """Return what troops and leader add to the initiative roll; None if the rules have no such roll."""
    rules = catalogue.odds.initiative
    if rules is None or not (rules.turn.characteristic or rules.turn.leadership):
        return None
    troops = dice_off_bonus(roster.squads, catalogue) if rules.turn.characteristic else 0
    if troops is None:
        return None
    figures = [figure for squad in roster.squads for figure in squad.figures]
    led = leading(figures, readings_of(catalogue, roster.rulings)) if rules.turn.leadership else 0
    return troops + led


def _fire(before: Roster, now: Roster, power: Firepower) -> Text:
    was, here = power.of_list(before), power.of_list(now)
    if decimal(was) == decimal(here):
        return NOTHING
    return say(
        "A {distance} cm {now} eliminati attesi invece di {was}.",
        "At {distance} cm {now} expected kills instead of {was}.",
        distance=power.distance,
        now=decimal(here),
        was=decimal(was),
    )


def _men(before: Roster, now: Roster) -> Text:
    was, here = _count(before), _count(now)
    if was == here:
        return NOTHING
    if here == 1:
        return say("In campo un uomo invece di {was}.", "One man instead of {was}.", was=was)
    return say("In campo {now} uomini invece di {was}.", "{now} men instead of {was}.", now=here, was=was)


def _count(roster: Roster) -> int:
    return sum(squad.figure_count for squad in roster.squads)


def _initiative(before: Roster, now: Roster, catalogue: Catalogue) -> Text:
    was, here = initiative_of(before, catalogue), initiative_of(now, catalogue)
    if was is None or here is None or was == here:
        return NOTHING
    if here < was:
        return say("{less} in meno all’iniziativa.", "{less} less on initiative.", less=was - here)
    return say("{more} in più all’iniziativa.", "{more} more on initiative.", more=here - was)


def findings_changed(before: Judged, now: Judged, catalogue: Catalogue) -> Text:
    """Name the first finding that goes and the first that comes. “Empty” and “over the limit” are not named."""
    known = catalogue.check_by_function
    plain = {known[name].code for name in ("empty", "over-limit") if name in known}
    gone = [found for found in new_findings(now, before) if found.code not in plain]
    said = [
        say("Risolve anche: {gone}", "Also fixes: {gone}", gone=_finding_sentence(one)) for one in gone[:1]
    ]
    said += [
        say("Da sapere: {new}", "Note: {new}", new=_finding_sentence(new))
        for new in new_findings(before, now)[:1]
    ]
    return joined(said, " ")


def new_findings(before: Judged, now: Judged) -> list[Finding]:
    """Return findings of a list of whose codes it had fewer before."""
    codes = Counter(finding.code for finding in before.report.findings)
    new = []
    for finding in now.report.findings:
        codes[finding.code] -= 1
        if codes[finding.code] < 0:
            new.append(finding)
    return new


def _finding_sentence(finding: Finding) -> Text:
    return Text(sentence(finding, "it"), sentence(finding, "en"))
