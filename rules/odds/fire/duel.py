"""Two weapons side by side in the same situation."""

from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster
from rules.core.judging.prices import price_list
from rules.core.judging.resolved import loadout_of
from rules.odds.asking.facts import Engine
from rules.odds.fire.answer import because, told_facts, verb
from rules.odds.fire.form import FireForm
from rules.odds.fire.ruler import edges_of
from rules.odds.showing.answers import (
    Piece,
    Raw,
    fraction,
    hit,
    is_simple,
    lost,
    outcome_bar,
    percent,
    said,
)
from rules.odds.showing.words import HARMLESS, LOST, effect, within
from rules.reference.parts import in_points

NEITHER = "–"


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
    lines: tuple[Line, ...]
    by_distance: tuple[Line, ...]


def duel(engine: Engine, form: FireForm, answer: Raw) -> Duel | None:
    """Return a form’s two weapons side by side; None if it has one, or the second has no answer."""
    other = form.second
    against = engine.try_asking(other.raw) if other else None
    if other is None or against is None:
        return None
    hits, kills = (_hits(answer), _hits(against)), (_kills(answer), _kills(against))
    lines = [*_effects(answer, against), _chances(verb(form.aimed), *kills)]
    prices = tuple(price_of(engine.catalogue, one) for one in (form, other))
    if all(prices):
        first, second = (price or 0 for price in prices)
        lines.append(Line(gettext("Man and weapon"), in_points(first), in_points(second)))
        label = gettext("%(kills)s, per 10 points") % {"kills": verb(form.aimed)}
        lines.append(_chances(label, kills[0] * 10 / first, kills[1] * 10 / second))
    return Duel(
        situation=situation(form),
        first=_side(form, answer),
        second=_side(other, against),
        hits=_chances(gettext("Hits"), *hits),
        lines=tuple(lines),
        by_distance=tuple(_by_distance(engine, form, other)),
    )


def situation(form: FireForm) -> str:
    """Return firer, distance and target as an unfinished sentence."""
    text = gettext("%(shooter)s at %(cm)s cm against %(target)s") % {
        "shooter": form.shooter_name,
        "cm": form.raw["distance"],
        "target": within(form.aimed.name),
    }
    return told_facts(text, form.facts)


def price_of(catalogue: Catalogue, form: FireForm) -> int | None:
    """Return the points of all men of a form with its weapon; None without a price."""
    shooter = form.raw["shooter"]
    known = catalogue.weapon_by_id.get(form.weapon)
    if not catalogue.has_points or known is None or known.points is None or "vehicle" in shooter:
        return None
    nobody = Roster(format="armylist/1", ruleset=catalogue.id, name=catalogue.id, squads=())
    man = Figure(id="", weapons=(form.weapon,))
    return loadout_of(man, shooter["class"], price_list(nobody, catalogue)).points * int(
        shooter.get("count", 1)
    )


def _hits(answer: Raw) -> Fraction:
    return hit(answer) if "target" in answer and "outcomes" in answer["target"] else Fraction(0)


def _kills(answer: Raw) -> Fraction:
    return lost(answer) if "target" in answer and "outcomes" in answer["target"] else Fraction(0)


def _effects(*answers: Raw) -> list[Line]:
    """Return the line of the likeliest effect that is no loss: suppression, in most rulesets."""
    chances = [
        {
            name: fraction(one)
            for name, one in answer.get("target", {}).get("outcomes", {}).items()
            if name not in LOST | HARMLESS
        }
        for answer in answers
    ]
    likeliest = max((one for found in chances for one in found.items()), key=lambda one: one[1], default=None)
    if likeliest is None or not likeliest[1]:
        return []
    name = likeliest[0]
    first, second = (found.get(name, Fraction(0)) for found in chances)
    return [_chances(effect(name), first, second)]


def _chances(label: str, first: Fraction, second: Fraction) -> Line:
    more = "" if first == second else "first" if first > second else "second"
    return Line(label, _percent(first), _percent(second), more)


def _percent(chance: Fraction) -> str:
    return percent(chance) if chance else NEITHER


def _side(form: FireForm, answer: Raw) -> Side:
    struck = _hits(answer)
    impossible = answer["status"] not in ("ok", "immune")
    name, _, aside = form.weapon_name.partition(" (")
    return Side(
        name=name,
        aside=aside.removesuffix(")").replace(") (", ", "),
        bar=() if impossible else outcome_bar(answer["target"]),
        exact=str(said(struck)) if is_simple(struck) else "",
        because=because(form, answer)["text"] if impossible else "",
    )


def _by_distance(engine: Engine, form: FireForm, other: FireForm) -> list[Line]:
    """Return the hits of both at the far edge of each band."""
    if form.flying:
        return []
    edges = sorted({*edges_of(engine, form), *edges_of(engine, other)})
    return [
        _chances(f"{edge}\N{NO-BREAK SPACE}cm", *(_hits_at(engine, one, edge) for one in (form, other)))
        for edge in edges
    ]


def _hits_at(engine: Engine, form: FireForm, distance: int) -> Fraction:
    answer = engine.try_asking(form.raw | {"distance": distance})
    return _hits(answer) if answer else Fraction(0)
