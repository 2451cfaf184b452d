"""Content of the advice page."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.report import issue_of, ordered_findings
from armybuilder.lists.builder.values import Issue
from armybuilder.lists.profiles.profile import yardstick
from rules.core.advice import (
    MOST_FINDINGS,
    Advice,
    FindingFixes,
    FittingAddition,
    Kind,
)
from rules.core.judging.report import State, state_of

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


class FitGroup(Struct, frozen=True):
    """All additions of one kind, folded unless `is_open`: then all of them are shown."""

    kind: Kind
    words: KindWords
    additions: tuple[FittingAddition, ...]
    is_open: bool

    @property
    def shown(self) -> tuple[FittingAddition, ...]:
        """Those on the page."""
        return self.additions if self.is_open else self.additions[:OF_A_KIND]


class Fits(Struct, frozen=True):
    """The additions that fit: the best of each kind, then all of them by kind. `yardstick`: the measure of fire."""

    first: list[tuple[FittingAddition, KindWords]]
    groups: list[FitGroup]
    yardstick: str


class AdvicePanel(Struct, frozen=True):
    """All advice on a list; `asked` says, for the address of a button, which findings have their fixes.

    `over`: the points over the limit; if there are any, nothing fits.
    """

    state: State
    asked: str
    issues: list[FixableIssue]
    over: int
    fits: Fits | None


def advice_panel(context: Context, advised: Advice, first: int, kind: str) -> AdvicePanel:
    """Return the findings of a list with their fixes; then how far it is over its limit, or what fits.

    The fixes are those from a finding on (`first`); all additions of a `kind` are shown ("": of none).
    """
    by_finding = {id(item.finding): item for item in advised.fixes}
    numbers = {id(finding): number for number, finding in enumerate(context.report.findings)}
    over = max(0, -(context.report.remaining or 0))
    return AdvicePanel(
        state_of(context.report, context.catalogue),
        f"?from={first}" if first else "",
        [
            _fixable(issue_of(found, context), by_finding.get(id(found)), numbers[id(found)], context)
            for found in ordered_findings(context)
        ],
        over,
        None if over or not context.roster.squads else _fits(advised.fitting.additions, context, kind),
    )


def _fixable(issue: Issue, item: FindingFixes | None, number: int, context: Context) -> FixableIssue:
    if item is None:
        return FixableIssue(issue, first=number // MOST_FINDINGS * MOST_FINDINGS)
    check = context.catalogue.check_by_function.get("over-limit")
    jump = bool(check and item.finding.code == check.code)  # to the suggestions for getting under the limit
    return FixableIssue(issue, item, jump=jump)


def _fits(additions: tuple[FittingAddition, ...], context: Context, whole: str) -> Fits:
    by_kind: dict[Kind, list[FittingAddition]] = {}
    for fit in additions:
        by_kind.setdefault(fit.kind, []).append(fit)
    return Fits(
        [(fit, KINDS[fit.kind]) for fit in _first(additions)],
        [FitGroup(kind, KINDS[kind], tuple(fits), kind == whole) for kind, fits in by_kind.items()],
        yardstick(context.catalogue, context.language),
    )


def _first(fits: tuple[FittingAddition, ...]) -> list[FittingAddition]:
    """Return the best addition of each kind; if there are few kinds, the next best ones, no item twice."""
    kinds = {fit.kind: number for number, fit in reversed(list(enumerate(fits)))}
    things = {fit.thing: number for number, fit in reversed(list(enumerate(fits)))}
    best, others = sorted(kinds.values()), sorted(set(things.values()) - set(kinds.values()))
    return [fits[number] for number in sorted([*best, *others][:AT_FIRST])]
