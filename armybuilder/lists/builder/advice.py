"""Content of the advice page."""

from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.head import meter
from armybuilder.lists.builder.report import ordered_findings, report_panel
from armybuilder.lists.builder.values import Issue, ReportPanel
from armybuilder.lists.profiles.profile import yardstick
from rules.core.advice import (
    MOST_FINDINGS,
    Advice,
    FindingFixes,
    FittingAddition,
    FittingAdditions,
    Kind,
    Suggestion,
    UnderLimit,
)

AT_FIRST = 5  # additions shown above the others
OF_A_KIND = 12  # unfolded at once


class KindWords(NamedTuple):
    """A kind of addition: its icon, and the names of one and of several."""

    icon: str
    one: StrPromise
    several: StrPromise


KINDS: dict[Kind, KindWords] = {
    "figure": KindWords("user", _("Figure"), _("Figures")),
    "weapon": KindWords("swords", _("Weapon"), _("Weapons")),
    "leadership": KindWords("flag", _("Leader"), _("Leadership")),
    "role": KindWords("clipboard", _("Role"), _("Roles")),
    "vehicle": KindWords("shield-half", _("Vehicle"), _("Vehicles")),
    "extra": KindWords("layers", _("Extra"), _("Extras")),
    "class": KindWords("arrow-up", _("Class"), _("Class")),
}


class FixableIssue(Struct, frozen=True):
    """A finding with its fixes, or the decision for the player (None: they are not here).

    `jump`: getting under the limit fixes it. `first`: the finding from which to request fixes, if they are not here.
    """

    issue: Issue
    found: FindingFixes | None = None
    jump: bool = False
    first: int | None = None


class WaysUnder(Struct, frozen=True):
    """Suggestions to get under the limit, and the extent of the search (none: no small change is enough)."""

    text: str
    ways: tuple[Suggestion, ...]


class FitGroup(Struct, frozen=True):
    """All additions of one kind, folded; `has_more`: those shown are not all."""

    kind: Kind
    words: KindWords
    number: int
    additions: list[FittingAddition]
    has_more: bool
    is_open: bool


class Fits(Struct, frozen=True):
    """The additions that fit: the best of each kind, then all of them by kind.

    `left`, `text`: the remaining points ("": no limit); `left_out`: a note about missing additions; `yardstick`: the
    measure of fire.
    """

    left: int | str
    text: str
    left_out: str
    first: list[tuple[FittingAddition, KindWords]]
    groups: tuple[FitGroup, ...]
    yardstick: str


class AdvicePanel(Struct, frozen=True):
    """All advice on a list; `asked` says, for the address of a button, which findings have their fixes."""

    report: ReportPanel
    asked: str
    issues: tuple[FixableIssue, ...]
    ways: WaysUnder | None
    fits: Fits | None


class AskedAdvice(Struct, frozen=True):
    """The advice in the address: fixes from a finding on, all additions of a kind ("": none)."""

    first: int = 0
    kind: str = ""


def advice_panel(context: Context, advised: Advice, asked: AskedAdvice) -> AdvicePanel:
    """Return the findings of a list with their fixes; then how to get under its limit, or what fits."""
    panel = report_panel(context, meter(context))
    findings = zip(panel.issues, ordered_findings(context), strict=True)
    by_finding = {id(item.finding): item for item in advised.fixes}
    numbers = {id(finding): number for number, finding in enumerate(context.report.findings)}
    left = context.report.remaining
    is_over = left is not None and left < 0
    return AdvicePanel(
        panel,
        f"?from={asked.first}" if asked.first else "",
        tuple(
            _fixable(issue, by_finding.get(id(found)), numbers[id(found)], context)
            for issue, found in findings
        ),
        ways_under(advised.under_limit, -left) if left is not None and is_over else None,
        None if is_over else _fits(advised.fitting, left, context, asked.kind),
    )


def _fixable(issue: Issue, item: FindingFixes | None, number: int, context: Context) -> FixableIssue:
    if item is None:
        return FixableIssue(issue, first=number // MOST_FINDINGS * MOST_FINDINGS)
    check = context.catalogue.check_by_function.get("over-limit")
    jump = bool(check and item.finding.code == check.code)  # to the suggestions for getting under the limit
    return FixableIssue(issue, item, jump=jump)


def ways_under(found: UnderLimit, over: int) -> WaysUnder:
    text = ngettext(
        "%(over)s point over the limit. Each suggestion changes at most three rows, one thing in each. "
        "The smallest change comes first.",
        "%(over)s points over the limit. Each suggestion changes at most three rows, one thing in each. "
        "The smallest change comes first.",
        over,
    ) % {"over": over}
    if not found.suggestions:
        text = gettext("Changing three rows is not enough: remove whole squads, or raise the limit.")
    if not found.is_whole:
        text = f"{text} {gettext('The list is very long: not every combination was tried.')}"
    return WaysUnder(text, found.suggestions)


def _fits(found: FittingAdditions, left: int | None, context: Context, whole: str) -> Fits | None:
    if not context.roster.squads:
        return None
    kinds = list(dict.fromkeys(fit.kind for fit in found.additions))
    ordered = sorted(found.additions, key=lambda fit: kinds.index(fit.kind))
    groups = tuple(
        _group(kind, list(of_kind), whole) for kind, of_kind in groupby(ordered, key=lambda fit: fit.kind)
    )
    left_out = ""
    if not found.is_whole:
        left_out = gettext(
            "The list is very long: some additions are left out, starting with those to its last squads."
        )
    return Fits(
        "" if left is None else left,
        _room(left, context),
        left_out,
        [(fit, KINDS[fit.kind]) for fit in _first(found.additions)],
        groups,
        yardstick(context.catalogue, context.language),
    )


def _group(kind: Kind, fits: list[FittingAddition], whole: str) -> FitGroup:
    shown = fits if kind == whole else fits[:OF_A_KIND]
    return FitGroup(kind, KINDS[kind], len(fits), shown, len(shown) < len(fits), kind == whole)


def _first(fits: tuple[FittingAddition, ...]) -> list[FittingAddition]:
    """Return the best addition of each kind; if there are few kinds, the next best ones, no item twice."""
    kinds = {fit.kind: number for number, fit in reversed(list(enumerate(fits)))}
    things = {fit.thing: number for number, fit in reversed(list(enumerate(fits)))}
    best, others = sorted(kinds.values()), sorted(set(things.values()) - set(kinds.values()))
    return [fits[number] for number in sorted([*best, *others][:AT_FIRST])]


def _room(left: int | None, context: Context) -> str:
    if left is None:
        return gettext("The best of each kind first. One tap adds, and the list stays open.")
    if left == 0:
        return gettext("Full: %(total)s of %(limit)s.") % {
            "total": context.report.total,
            "limit": context.report.limit,
        }
    text = ngettext(
        "With %(left)s point, the best of each kind first. One tap adds, and the list stays open.",
        "With %(left)s points, the best of each kind first. One tap adds, and the list stays open.",
        left,
    )
    return text % {"left": left}
