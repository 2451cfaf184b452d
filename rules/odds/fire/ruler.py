"""The ruler of a question of fire: the distance to scale, and the number needed in each band."""

from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from rules.odds.fire.form import FARTHEST, FireForm
from rules.odds.showing.answers import dice_in_words, needed, share


class Band(NamedTuple):
    """A band of the ruler, its place in per cent, and the number needed there."""

    x: str
    width: str
    middle: str
    need: str
    dice: str
    is_on: bool


class Ruler(NamedTuple):
    """The distance on a ruler to scale. `marks`: a place in per cent, and its label ("": a small one)."""

    cm: int
    longest: int
    less: int
    more: int
    bands: list[Band]
    marks: list[tuple[str, str]]
    spoken: str


def edges_of(form: FireForm) -> list[int]:
    """Return the far edges of the weapon's bands, in cm, rising."""
    if form.odds.method == "range":
        reach = form.raw["range"]
        return sorted({reach // 2, reach} - {0})
    row = form.row
    edges = {edge for edge in (row.reach if row and row.reach else form.catalogue.bands) if edge}
    if row:
        edges |= {edge for edge in (row.least, row.most) if edge}
    return sorted(edges) or [100]


def ruler(form: FireForm) -> Ruler:
    """Return the ruler: each band with its number and dice in these situations."""
    cm = form.raw["distance"]
    edges = edges_of(form)
    if cm > edges[-1]:
        edges.append(-(-cm // 10) * 10)
    longest = edges[-1]
    starts = [0, *edges[:-1]]
    here = next(edge for edge in edges if cm <= edge)
    step = next(one for one in (5, 10, 25, 50) if longest / one <= 40)
    small = [(_at(one, longest), "") for one in range(step, longest, step) if one not in edges]
    return Ruler(
        cm=cm,
        longest=longest,
        less=max(cm - 5, 0),
        more=min(cm + 5, FARTHEST),
        bands=[_band(form, start, edge, longest, edge == here) for start, edge in zip(starts, edges, strict=True)],
        marks=[*small, *((_at(edge, longest), str(edge)) for edge in [0, *edges])],
        spoken=gettext("%(cm)s cm, band up to %(edge)s") % {"cm": cm, "edge": here},
    )


def _at(cm: int | Fraction, longest: int) -> str:
    return share(Fraction(cm, longest)) + "%"


def _band(form: FireForm, start: int, edge: int, longest: int, is_on: bool) -> Band:
    distance = form.raw["distance"] if is_on else (start + edge + 1) // 2
    answer = form.engine.try_asking(form.raw | {"distance": distance})
    dice = answer["dice"] if answer else 0
    is_narrow = Fraction(edge - start, longest) < Fraction(1, 7)
    return Band(
        x=_at(start, longest),
        width=_at(edge - start, longest),
        middle=_at(Fraction(start + edge, 2), longest),
        need=needed(answer["need"]) if answer and dice else "",
        dice=dice_in_words(dice) if dice and not is_narrow else "",
        is_on=is_on,
    )


def next_weapon(form: FireForm) -> str:
    """Return the table’s next weapon that can fire in a form’s situation; "" if none can."""
    weapons = list(form.weapons)
    here = weapons.index(form.weapon)
    for other in [*weapons[here + 1 :], *weapons[:here]]:
        answer = form.engine.try_asking(form.raw | {"shooter": form.raw["shooter"] | {"weapon": other}})
        if answer and answer["status"] == "ok":
            return other
    return ""
