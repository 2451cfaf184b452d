"""The checks panel: findings, with their place and paragraph."""

from collections import Counter

from django.utils.translation import gettext, ngettext

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.values import Flag, Issue, Meter, ReportPanel, SheetLink
from armybuilder.lists.words import ICONS, SEVERITY_NAMES
from rules.core.catalogue.catalogue import Severity
from rules.core.document.naming import squad_label
from rules.core.document.sections import undivided
from rules.core.judging.report import SEVERITIES, Finding, findings_told, sentence, state_of
from rules.core.text import Text
from rules.reference.parts import Book

# The facts of a finding that can name its row.
SUBJECTS = ("figure", "vehicle", "carrier", "squad", "extra")


def report_panel(context: Context, meter: Meter) -> ReportPanel:
    """Return the report: errors, warnings, advice; inside each, the order of the list."""
    report = context.report
    ordered = ordered_findings(context)
    counts = Counter(finding.severity for finding in ordered)
    tallies = tuple(_tally(severity, counts[severity]) for severity in SEVERITIES if counts[severity])
    return ReportPanel(
        state=state_of(report, context.catalogue),
        tallies=tallies,
        issues=tuple(issue_of(finding, context) for finding in ordered),
        worst=ordered[0].severity if ordered else None,
        spoken=_spoken(context, meter, tallies),
        hint=_hint(context),
    )


def _hint(context: Context) -> SheetLink | None:
    """Return a hint that breaks no rule: missing sections, if there are leaders for them."""
    squad = undivided(context.roster, context.catalogue)
    if squad is None:
        return None
    name = squad_label(squad, context.roster.squads.index(squad)).to(context.language)
    text = gettext("%(squad)s has section leaders, but nobody is in a section yet.")
    return SheetLink(squad.id, text % {"squad": name})


def ordered_findings(context: Context) -> list[Finding]:
    told = findings_told(context.report, context.catalogue)
    return sorted(told, key=lambda f: (SEVERITIES.index(f.severity), context.rows[f.path][0]))


def _where_set(finding: Finding, context: Context) -> str:
    """Return the row that fixes a finding about the whole list: a leader’s, for a missing platoon commander."""
    check = context.catalogue.check_by_function.get("platoon-commander")
    if check is None or finding.code != check.code:
        return ""
    figures = [figure for squad in context.roster.squads for figure in squad.figures]
    leaders = [figure for figure in figures if figure.leadership]
    marked = [figure for figure in leaders if figure.commander]
    first = max(marked or leaders or figures[:1], key=lambda figure: figure.leadership, default=None)
    return first.id if first else ""


def flags_at(context: Context, path: str) -> tuple[Flag, ...]:
    return tuple(flag(finding, context) for finding in context.findings.get(path, ()))


def refusal_flags(row: str, context: Context) -> tuple[Flag, ...]:
    refused = context.refused
    problems = refused.problems if refused and refused.row_id == row else []
    return tuple(Flag("error", problem) for problem in problems)


def flag(finding: Finding, context: Context) -> Flag:
    return Flag(finding.severity, sentence(finding, context.language))


def issue_of(finding: Finding, context: Context) -> Issue:
    anchor = context.rows[finding.path][1] or _where_set(finding, context)
    text = sentence(finding, context.language)
    before, subject, after = _around_subject(finding, text, context) if anchor else (text, "", "")
    return Issue(
        severity=finding.severity,
        icon=ICONS[finding.severity],
        kind=str(SEVERITY_NAMES[finding.severity]),
        book=Book.of(context.catalogue),
        code=finding.code,
        source="" if finding.is_advice_of_ours or finding.is_of_force else finding.source,
        before=before,
        subject=subject,
        after=after,
        anchor=anchor,
        is_of_force=finding.is_of_force,
    )


def _around_subject(finding: Finding, text: str, context: Context) -> tuple[str, str, str]:
    """Split a sentence around its subject; without a subject the whole of it is a link."""
    for name in SUBJECTS:
        fact = finding.facts.get(name)
        if isinstance(fact, Text):
            before, subject, after = text.partition(fact.to(context.language))
            if subject:
                return before, subject, after
    return "", text, ""


def _tally(severity: Severity, number: int) -> Flag:
    match severity:
        case "error":
            text = ngettext("%(number)s error", "%(number)s errors", number)
        case "warning":
            text = ngettext("%(number)s warning", "%(number)s warnings", number)
        case "info":
            text = ngettext("%(number)s tip", "%(number)s tips", number)
    return Flag(severity, text % {"number": number})


def _spoken(context: Context, meter: Meter, tallies: tuple[Flag, ...]) -> str:
    """Return the sentence for screen readers after a change: “138 of 150, 12 left. 1 error, 1 warning.”."""
    if meter.left:
        points = gettext("%(used)s of %(limit)s, %(left)s") % {
            "used": meter.used,
            "limit": context.report.limit,
            "left": meter.left,
        }
    else:
        points = f"{meter.used} {meter.limit}"
    hint = _hint(context)
    nothing = gettext("Nothing to fix") if context.report.legal else gettext("Nothing yet")
    problems = ", ".join(tally.text for tally in tallies) or (hint.name.rstrip(".") if hint else nothing)
    return f"{points}. {problems}."
