"""Content of the advice page."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.report import issue_of, ordered_findings
from armybuilder.lists.profiles.profile import yardstick
from rules.core.advice import (
    MOST_FINDINGS,
    Advice,
    FittingAddition,
    Kind,
)
from rules.core.judging.report import state_of

AT_FIRST = 5  # additions shown above the others


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


def advice_panel(context: Context, advised: Advice, first: int, kind: str) -> dict[str, object]:
    """Return the findings of a list with their fixes, how far it is over its limit, or what fits.

    The fixes are those from a finding on (`first`), for the others the finding from which to request them; all
    additions of a `kind` are shown ("": of none).
    """
    over = max(0, -(context.report.remaining or 0))
    panel: dict[str, object] = {
        "state": state_of(context.report, context.catalogue),
        "asked": f"?from={first}" if first else "",  # for the address of a button
        "issues": list(_issues(context, advised)),
        "over": over,
        "kind": kind,
    }
    if over or not context.roster.squads:
        return panel
    by_kind: dict[Kind, list[FittingAddition]] = {}
    for fit in advised.fitting.additions:
        by_kind.setdefault(fit.kind, []).append(fit)
    return panel | {
        "best": [(fit, KINDS[fit.kind]) for fit in _best(advised.fitting.additions)],
        "groups": [(one, KINDS[one], fits) for one, fits in by_kind.items()],
        "yardstick": yardstick(context.catalogue, context.language),
        "fits": True,
    }


def _issues(context: Context, advised: Advice) -> Iterator[dict[str, object]]:
    """Yield each finding as `issue`, with its fixes (`found`), a `jump` to the cuts, or the finding to ask `first`."""
    by_finding = {id(item.finding): item for item in advised.fixes}
    numbers = {id(finding): number for number, finding in enumerate(context.report.findings)}
    limit = context.catalogue.check_by_function.get("over-limit")
    for finding in ordered_findings(context):
        issue, found = issue_of(finding, context), by_finding.get(id(finding))
        if found is None:
            yield {"issue": issue, "first": numbers[id(finding)] // MOST_FINDINGS * MOST_FINDINGS}
        else:
            yield {"issue": issue, "found": found, "jump": limit and finding.code == limit.code}


def _best(fits: tuple[FittingAddition, ...]) -> list[FittingAddition]:
    """Return the best addition of each kind; if there are few kinds, the next best ones, no item twice."""
    kinds = {fit.kind: number for number, fit in reversed(list(enumerate(fits)))}
    things = {fit.thing: number for number, fit in reversed(list(enumerate(fits)))}
    best, others = sorted(kinds.values()), sorted(set(things.values()) - set(kinds.values()))
    return [fits[number] for number in sorted([*best, *others][:AT_FIRST])]
