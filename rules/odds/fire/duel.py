"""Two weapons side by side in the same situation."""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from rules.core.document.roster import Figure, Roster
from rules.core.judging.prices import price_list
from rules.core.judging.resolved import loadout_of
from rules.odds.fire.answer import because, likeliest_effect, verb, with_situations
from rules.odds.fire.form import FireForm
from rules.odds.fire.ruler import edges_of
from rules.odds.showing.answers import Piece, Raw, fraction, hit, is_simple, lost, outcome_bar, percent, said
from rules.odds.showing.words import effect, within
from rules.reference.parts import in_points


class Line(NamedTuple):
    """A line of the table: a value of each weapon between them its name; `more`: the side with more, if one has."""

    label: str
    first: str
    second: str
    more: str = ""


class Side(NamedTuple):
    """A weapon: its name and the words in brackets after it, its outcomes, “1 in 4” if that is exact, or why not."""

    name: str
    aside: str
    bar: tuple[Piece, ...]
    exact: str
    because: str


class Duel(NamedTuple):
    """Two weapons in a `situation`: their hits, the other lines, and their hits by distance."""

    situation: str
    first: Side
    second: Side
    hits: Line
    lines: list[Line]
    by_distance: list[Line]


def duel(form: FireForm, answer: Raw) -> Duel | None:
    """Return a form’s two weapons side by side; None if it has one, or the second has no answer."""
    other = form.second
    against = form.engine.try_asking(other.raw) if other else None
    if other is None or against is None:
        return None
    both = (answer, against)
    name, chance = max((likeliest_effect(one) for one in both), key=lambda one: one[1])
    lines = [_line(effect(name), both, lambda one: fraction(one["target"]["outcomes"][name]))] if chance else []
    lines.append(_line(verb(form), both, lost))
    first, second = price_of(form), price_of(other)
    if first and second:
        lines.append(Line(gettext("Man and weapon"), in_points(first), in_points(second)))
        label = gettext("%(kills)s, per 10 points") % {"kills": verb(form)}
        lines.append(_chances(label, lost(answer) * 10 / first, lost(against) * 10 / second))
    text = gettext("%(shooter)s at %(cm)s cm against %(target)s") % {
        "shooter": form.shooter_name,
        "cm": form.raw["distance"],
        "target": within(form.target),
    }
    return Duel(
        situation=with_situations(text, form),
        first=_side(form, answer),
        second=_side(other, against),
        hits=_line(gettext("Hits"), both, hit),
        lines=lines,
        by_distance=[] if form.flying else _by_distance(form, other),
    )


def price_of(form: FireForm) -> int | None:
    """Return the points of all men of a form with its weapon; None without a price."""
    shooter, catalogue = form.raw["shooter"], form.catalogue
    known = catalogue.weapon_by_id.get(form.weapon)
    if not catalogue.has_points or known is None or known.points is None or "vehicle" in shooter:
        return None
    nobody = Roster(format="armylist/1", ruleset=catalogue.id, name=catalogue.id, squads=())
    man = Figure(id="", weapons=(form.weapon,))
    points = loadout_of(man, shooter["class"], price_list(nobody, catalogue)).points
    return points * int(shooter.get("count", 1))


def _line(label: str, answers: tuple[Raw, Raw], chance: Callable[[Raw], Fraction]) -> Line:
    return _chances(label, chance(answers[0]), chance(answers[1]))


def _chances(label: str, first: Fraction, second: Fraction) -> Line:
    more = "" if first == second else "first" if first > second else "second"
    ours, theirs = (percent(one) if one else "–" for one in (first, second))
    return Line(label, ours, theirs, more)


def _side(form: FireForm, answer: Raw) -> Side:
    struck = hit(answer)
    impossible = answer["status"] not in ("ok", "immune")
    name, _, aside = form.weapon_name.partition(" (")
    return Side(
        name=name,
        aside=aside.removesuffix(")").replace(") (", ", "),
        bar=() if impossible else outcome_bar(answer["target"]),
        exact=str(said(struck)) if is_simple(struck) else "",
        because=because(form, answer)["text"] if impossible else "",
    )


def _by_distance(form: FireForm, other: FireForm) -> list[Line]:
    """Return the hits of both at the far edge of each band."""
    lines = []
    for edge in sorted({*edges_of(form), *edges_of(other)}):
        first, second = (one.engine.try_asking(one.raw | {"distance": edge}) for one in (form, other))
        hits = (hit(one) if one else Fraction(0) for one in (first, second))
        lines.append(_chances(f"{edge}\N{NO-BREAK SPACE}cm", *hits))
    return lines
