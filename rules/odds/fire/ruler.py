"""The ruler of a question of fire: the distance to scale, with what has to be rolled in each band."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import needed
from rules.odds.fire.form import FireForm
from rules.odds.showing.numbers import share


@dataclass(frozen=True, slots=True)
class Band:
    """A band of the ruler, its place on it in per cent, and what has to be rolled there."""

    x: str
    width: str
    middle: str
    need: str
    dice: str
    is_on: bool
    is_struck: bool
    is_narrow: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark of the ruler at a place in per cent; `label` where one stands there."""

    x: str
    label: str = ""
    is_bound: bool = False


@dataclass(frozen=True, slots=True)
class Ruler:
    """The distance on a ruler to scale."""

    cm: int
    longest: int
    less: int
    more: int
    bands: tuple[Band, ...]
    marks: tuple[Mark, ...]
    spoken: str


def edges_of(engine: Engine, form: FireForm) -> list[int]:
    """Return the far edges of the bands that a weapon has, in cm, rising."""
    catalogue, odds = engine.catalogue, engine.catalogue.odds
    if odds.method == "range":
        reach = form.raw["range"]
        return sorted({reach // 2, reach} - {0})
    row = form.row
    edges = {edge for edge in (row.reach if row and row.reach else catalogue.bands) if edge}
    if row:
        edges |= {edge for edge in (row.least, row.most) if edge}
    return sorted(edges) or [100]


def ruler(engine: Engine, form: FireForm) -> Ruler:
    """Return the ruler: each band with the number and the dice that these facts leave there."""
    cm = form.raw["distance"]
    edges = edges_of(engine, form)
    if cm > edges[-1]:
        edges.append(-(-cm // 10) * 10)
    longest = edges[-1]
    starts = [0, *edges[:-1]]
    here = next(place for place, edge in enumerate(edges) if cm <= edge)
    bands = tuple(
        _band(engine, form, start, edge, longest, place == here)
        for place, (start, edge) in enumerate(zip(starts, edges, strict=True))
    )
    step = next(one for one in (5, 10, 25, 50) if longest / one <= 40)
    small = [Mark(_at(one, longest)) for one in range(step, longest, step) if one not in edges]
    bounds = [Mark(_at(edge, longest), str(edge), True) for edge in [0, *edges]]
    return Ruler(
        cm=cm,
        longest=longest,
        less=max(cm - 5, 0),
        more=min(cm + 5, 1000),
        bands=bands,
        marks=(*small, *bounds),
        spoken=gettext("%(cm)s cm, band up to %(edge)s") % {"cm": cm, "edge": edges[here]},
    )


def _at(cm: int, longest: int) -> str:
    return share(Fraction(cm, longest)) + "%"


def _band(engine: Engine, form: FireForm, start: int, edge: int, longest: int, is_on: bool) -> Band:
    answer = engine.try_asking(
        form.raw | {"distance": form.raw["distance"] if is_on else (start + edge + 1) // 2}
    )
    dice = answer["dice"] if answer else 0
    return Band(
        x=_at(start, longest),
        width=_at(edge - start, longest),
        middle=share(Fraction(start + edge, 2 * longest)) + "%",
        need=needed(answer["need"]) if answer and dice else "–",
        dice=ngettext("%(count)s die", "%(count)s dice", dice) % {"count": dice} if dice else "",
        is_on=is_on,
        is_struck=not dice,
        is_narrow=Fraction(edge - start, longest) < Fraction(1, 7),
    )
