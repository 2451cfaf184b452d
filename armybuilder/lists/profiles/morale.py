"""Morale by losses of one list or two: charts with a table, for each squad and the platoon."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import groupby, zip_longest
from typing import TypeAlias

from django.utils.translation import gettext, ngettext
from msgspec import Struct

from armybuilder.lists.profiles.charts import Step, StepChart, step_chart
from armybuilder.lists.profiles.profile import Two
from armybuilder.lists.words import class_name
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label
from rules.core.document.roster import Roster
from rules.core.odds import Curve, Profile
from rules.core.text import Language
from rules.odds.showing.answers import percent

CURVES_AT_MOST = 12
NAMES_AT_MOST = 3
Pair: TypeAlias = "tuple[Curve | None, Curve | None]"
GONE = Fraction(0)


class Morale(Struct, frozen=True):
    """A morale curve: its subject, its chart (None: it never changes), and a column for each run of losses."""

    name: str
    chart: StepChart | None
    losses: tuple[str, ...]
    chances: tuple[tuple[str, tuple[str, ...]], ...]


class MoralePanel(Struct, frozen=True):
    """The morale of one or two lists; `more` is the number of omitted squads."""

    curves: tuple[Morale, ...]
    more: int


class Run(Struct, frozen=True):
    """Equivalent losses: from, to, the chances."""

    first: int
    last: int
    chances: tuple[Fraction, ...]


def morale_of_one(profile: Profile, roster: Roster, catalogue: Catalogue, language: Language) -> MoralePanel:
    alike: dict[tuple[str, int, tuple[Fraction, ...]], list[int]] = {}
    for curve in profile.morale:
        assert curve.squad is not None
        alike.setdefault((curve.class_, curve.men, curve.curve), []).append(curve.squad)
    shown = list(alike.items())[:CURVES_AT_MOST]
    made = []
    for (class_, men, chances), squads in shown:
        names = [_label(roster, number, language) for number in squads]
        made.append(_curve(_name(names, class_, men, catalogue, language), [("", chances)]))
    if profile.platoon:
        name = _name([gettext("The platoon")], profile.platoon.class_, profile.men, catalogue, language)
        made.append(_curve(name, [("", profile.platoon.curve)]))
    return MoralePanel(tuple(made), len(profile.morale) - sum(len(squads) for _, squads in shown))


def morale_of_two(lists: Two, language: Language) -> MoralePanel:
    names = lists[0].name, lists[1].name
    pairs: list[Pair] = list(zip_longest(lists[0].profile.morale, lists[1].profile.morale))
    made = [
        _curve(" / ".join(_squads(pair, lists, language)), list(_told(pair, names))) for pair in pairs[:CURVES_AT_MOST]
    ]
    platoons = [one.profile.platoon for one in lists]
    if all(platoons):
        made.append(_curve(gettext("The platoon"), list(_told(platoons, names))))
    elif any(platoons):
        whole = [main_curve(one.profile) for one in lists]
        made.append(_curve(gettext("The platoon, or the only squad"), list(_told(whole, names))))
    return MoralePanel(tuple(made), max(0, len(pairs) - CURVES_AT_MOST))


def main_curve(profile: Profile) -> "Curve | None":
    """Return the morale of a whole list: of its platoon, or of its only squad; None: it has no men, or no morale."""
    return profile.platoon or next(iter(profile.morale), None)


def _squads(pair: Pair, lists: Two, language: Language) -> Iterable[str]:
    named = (
        _name([_label(one.roster, curve.squad, language)], curve.class_, curve.men, one.catalogue, language)
        for curve, one in zip(pair, lists, strict=True)
        if curve is not None and curve.squad is not None
    )
    return dict.fromkeys(named)


def _label(roster: Roster, number: int, language: Language) -> str:
    return squad_label(roster.squads[number], number).to(language)


def _told(pair: "Iterable[Curve | None]", names: tuple[str, str]) -> Iterator[tuple[str, tuple[Fraction, ...]]]:
    for curve, name in zip(pair, names, strict=True):
        yield name, curve.curve if curve else ()


def _name(names: list[str], class_: str, men: int, catalogue: Catalogue, language: Language) -> str:
    listed = ", ".join(names[:NAMES_AT_MOST])
    if len(names) > NAMES_AT_MOST:
        listed += " " + gettext("and %(count)s more") % {"count": len(names) - NAMES_AT_MOST}
    count = ngettext("%(count)s man", "%(count)s men", men) % {"count": men}
    return f"{listed} · {class_name(class_, catalogue, language)} · {count}"


def _curve(name: str, curves: "list[tuple[str, tuple[Fraction, ...]]]") -> Morale:
    runs = list(_runs([curve for _, curve in curves]))
    losses = tuple(_losses(run) for run in runs)
    chances = tuple(
        (
            (whose, tuple((percent(run.chances[number]) if run.first < len(curve) else "–" for run in runs)))
            for number, (whose, curve) in enumerate(curves)
        )
    )
    said = "; ".join(
        ", ".join(f"{label}: {text}" for label, text in zip((whose or "–", *losses), ("", *texts), strict=True) if text)
        for whose, texts in chances
    )
    chart = step_chart(list(_steps(runs, losses)), said, 100, in_the_middle=True) if len(runs) > 1 else None
    return Morale(name, chart, losses, chances)


def _runs(curves: Sequence[Sequence[Fraction]]) -> Iterator[Run]:
    """Yield the losses from one on, merging equivalent ones."""
    longest = max((len(curve) for curve in curves), default=0)
    each = ((lost, tuple(curve[lost] if lost < len(curve) else GONE for curve in curves)) for lost in range(1, longest))
    # Forty thousand men may have only a dozen different chances.
    said = cache(lambda chances: tuple(map(percent, chances)))
    for _words, together in groupby(each, key=lambda one: said(one[1])):
        run = list(together)
        yield Run(run[0][0], run[-1][0], run[0][1])


def _losses(run: Run) -> str:
    return str(run.first) if run.first == run.last else f"{run.first}\N{EN DASH}{run.last}"


def _steps(runs: Iterable[Run], losses: Sequence[str]) -> Iterator[Step]:
    for run, label in zip(runs, losses, strict=True):
        first, *second = (float(chance * 100) for chance in run.chances)
        yield Step(1, label, first, second[0] if second else None)
