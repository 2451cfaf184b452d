"""Content of the advice page."""

from collections.abc import Mapping
from itertools import groupby

from django.utils.translation import gettext, ngettext
from msgspec import Struct

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.head import meter
from armybuilder.lists.builder.report import ordered_findings, report_panel
from armybuilder.lists.builder.values import Issue, ReportPanel
from armybuilder.lists.profiles.profile import yardstick
from armybuilder.lists.words import signed
from rules.core.advice import (
    MOST_FINDINGS,
    Advice,
    FindingFixes,
    FittingAddition,
    FittingAdditions,
    Kind,
    Suggestion,
    SuggestionLine,
    UnderLimit,
)
from rules.core.text import Language

AT_FIRST = 5  # additions shown above the others
OF_A_KIND = 12  # unfolded at once


class Button(Struct, frozen=True):
    """A suggestion as a button: key, text, effect on the points ("": none), reason, kind and icon."""

    key: str
    words: str
    points: str
    note: str = ""
    kind: str = ""
    icon: str = ""


class FixableIssue(Struct, frozen=True):
    """A finding with its fixes as buttons; without any, the decision for the player.

    `jump`: getting under the limit fixes it. `first`: the finding from which to request fixes, if they are not here.
    """

    issue: Issue
    buttons: tuple[Button, ...]
    decide: str
    jump: bool = False
    first: int | None = None


class SuggestionRow(Struct, frozen=True):
    """A row of a suggestion; `sign`: "more", "less" or "same"."""

    sign: str
    words: str
    points: str


class Way(Struct, frozen=True):
    """A suggestion of several rows with one button; `effect`: its side effects."""

    title: str
    before: int
    after: int
    lines: tuple[SuggestionRow, ...]
    effect: str
    button: Button


class WaysUnder(Struct, frozen=True):
    """Suggestions to get under the limit, and the extent of the search (none: no small change is enough)."""

    text: str
    ways: tuple[Way, ...]


class FitGroup(Struct, frozen=True):
    """All additions of one kind, folded; `has_more`: those shown are not all."""

    kind: Kind
    name: str
    number: int
    buttons: tuple[Button, ...]
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
    first: tuple[Button, ...]
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
        ways_under(advised.under_limit, -left, context.language) if left is not None and is_over else None,
        None if is_over else _fits(advised.fitting, left, context, asked.kind),
    )


def _fixable(issue: Issue, item: FindingFixes | None, number: int, context: Context) -> FixableIssue:
    if item is None:
        return FixableIssue(issue, (), "", first=number // MOST_FINDINGS * MOST_FINDINGS)
    language = context.language
    buttons = tuple(Button(fix.key, fix.words.to(language), change(fix.points)) for fix in item.fixes)
    check = context.catalogue.check_by_function.get("over-limit")
    if check and item.finding.code == check.code:
        return FixableIssue(issue, (), "", jump=True)  # to the suggestions for getting under the limit
    return FixableIssue(issue, buttons, "" if buttons else item.decide.to(language))


def ways_under(found: UnderLimit, over: int, language: Language) -> WaysUnder:
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
    return WaysUnder(text, tuple(way_shown(way, language) for way in found.suggestions))


def way_shown(way: Suggestion, language: Language, *, priced: bool = True) -> Way:
    number = len(way.lines)
    words = ngettext("Make this change", "Make these %(number)s changes", number) % {"number": number}
    button = Button(way.key, words, change(way.points if priced else None))
    lines = tuple(_line(line, language, priced=priced) for line in way.lines)
    return Way(way.title.to(language), way.before, way.after, lines, way.effect.to(language), button)


def _line(line: SuggestionLine, language: Language, *, priced: bool) -> SuggestionRow:
    words = line.words.to(language)
    return (
        SuggestionRow(line.sign, words, signed(line.points)) if priced else SuggestionRow("more", words, "")
    )


def _fits(found: FittingAdditions, left: int | None, context: Context, whole: str) -> Fits | None:
    if not context.roster.squads:
        return None
    language = context.language
    kinds = list(dict.fromkeys(fit.kind for fit in found.additions))
    ordered = sorted(found.additions, key=lambda fit: kinds.index(fit.kind))
    groups = tuple(
        _group(kind, list(of_kind), language, whole)
        for kind, of_kind in groupby(ordered, key=lambda fit: fit.kind)
    )
    left_out = ""
    if not found.is_whole:
        left_out = gettext(
            "The list is very long: some additions are left out, starting with those to its last squads."
        )
    first = tuple(_button(fit, language) for fit in _first(found.additions))
    return Fits(
        "" if left is None else left,
        _room(left, context),
        left_out,
        first,
        groups,
        yardstick(context.catalogue, language),
    )


def _group(kind: Kind, fits: list[FittingAddition], language: Language, whole: str) -> FitGroup:
    shown = fits if kind == whole else fits[:OF_A_KIND]
    buttons = tuple(_button(fit, language) for fit in shown)
    return FitGroup(kind, kind_name(kind), len(fits), buttons, len(shown) < len(fits), kind == whole)


def _first(fits: tuple[FittingAddition, ...]) -> list[FittingAddition]:
    """Return the best addition of each kind; if there are few kinds, the next best ones, no item twice."""
    kinds = {fit.kind: number for number, fit in reversed(list(enumerate(fits)))}
    things = {fit.thing: number for number, fit in reversed(list(enumerate(fits)))}
    best, others = sorted(kinds.values()), sorted(set(things.values()) - set(kinds.values()))
    return [fits[number] for number in sorted([*best, *others][:AT_FIRST])]


def _button(fit: FittingAddition, language: Language) -> Button:
    words, note = fit.words.to(language), fit.reason.to(language)
    return Button(fit.key, words, change(fit.points), note, kind_of_one(fit.kind), KIND_ICONS[fit.kind])


KIND_ICONS: Mapping[Kind, str] = {
    "figure": "user",
    "weapon": "swords",
    "leadership": "flag",
    "role": "clipboard",
    "vehicle": "shield-half",
    "extra": "layers",
    "class": "arrow-up",
}


def kind_of_one(kind: Kind) -> str:
    return {
        "figure": gettext("Figure"),
        "weapon": gettext("Weapon"),
        "leadership": gettext("Leader"),
        "role": gettext("Role"),
        "vehicle": gettext("Vehicle"),
        "extra": gettext("Extra"),
        "class": gettext("Class"),
    }[kind]


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


def kind_name(kind: Kind) -> str:
    return {
        "figure": gettext("Figures"),
        "weapon": gettext("Weapons"),
        "leadership": gettext("Leadership"),
        "role": gettext("Roles"),
        "vehicle": gettext("Vehicles"),
        "extra": gettext("Extras"),
        "class": gettext("Class"),
    }[kind]


def change(points: int | None) -> str:
    """Return the change in points, with a sign: "+5", "±0"; empty if there are none."""
    return "" if points is None else signed(points)
