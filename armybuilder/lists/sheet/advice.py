"""What the page of advice shows, as typed values."""

from msgspec import Struct

from armybuilder.lists.sheet.context import Context
from armybuilder.lists.sheet.meter import meter
from armybuilder.lists.sheet.report import ordered_findings, report_panel
from armybuilder.lists.sheet.values import Issue, ReportPanel
from armybuilder.lists.templatetags.squadra import signed
from rules.core.advice.mends import Mended
from rules.core.catalogue import Catalogue
from rules.core.report import Report
from rules.core.roster import Roster
from rules.core.text import Language


class Button(Struct, frozen=True):
    """A proposal as a button: its key, what it says, its effect on the points ("": the list has none)."""

    key: str
    words: str
    points: str


class MendedIssue(Struct, frozen=True):
    """A finding with the buttons that mend it; without any, what a person has to decide."""

    issue: Issue
    buttons: tuple[Button, ...]
    decide: str


class AdvicePanel(Struct, frozen=True):
    """All that is advised on a list."""

    report: ReportPanel
    issues: tuple[MendedIssue, ...]


def advice_panel(
    roster: Roster, catalogue: Catalogue, report: Report, mended: tuple[Mended, ...], language: Language
) -> AdvicePanel:
    """Return the findings of a list in the order of its report, each with what mends it."""
    context = Context(roster, catalogue, language, report)
    panel = report_panel(context, meter(context))
    findings = zip(panel.issues, ordered_findings(context), strict=True)
    by_finding = {id(item.finding): item for item in mended}
    return AdvicePanel(
        panel, tuple(_mended(issue, by_finding.get(id(finding)), language) for issue, finding in findings)
    )


def _mended(issue: Issue, item: Mended | None, language: Language) -> MendedIssue:
    if item is None:
        return MendedIssue(issue, (), "")
    buttons = tuple(Button(mend.key, mend.words.to(language), change(mend.points)) for mend in item.mends)
    return MendedIssue(issue, buttons, "" if buttons else item.decide.to(language))


def change(points: int | None) -> str:
    """Return by how much the points change, with a sign: "+5", "±0"; empty where there are none."""
    return "" if points is None else signed(points)
