"""The ruler of a question of fire: the distance to scale, the number needed in each band; variations of it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from rules.odds.asking.facts import Engine, needed
from rules.odds.asking.fields import Address
from rules.odds.fire.form import FireForm
from rules.odds.showing.answers import Raw, hit, lost, percent, said, share
from rules.odds.showing.words import within


class Band(NamedTuple):
    """A band of the ruler, its place in per cent, and the number needed there."""

    x: str
    width: str
    middle: str
    need: str
    dice: str
    is_on: bool
    is_struck: bool
    is_narrow: bool


class Mark(NamedTuple):
    """A mark of the ruler at a place in per cent, with an optional `label`."""

    x: str
    label: str = ""
    is_bound: bool = False


class Ruler(NamedTuple):
    """The distance on a ruler to scale."""

    cm: int
    longest: int
    less: int
    more: int
    bands: tuple[Band, ...]
    marks: tuple[Mark, ...]
    spoken: str


def edges_of(engine: Engine, form: FireForm) -> list[int]:
    """Return the far edges of the weapon's bands, in cm, rising."""
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
    """Return the ruler: each band with its number and dice in these situations."""
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


class WhatIf(NamedTuple):
    """A variation of the situation: its address and its chance, of two weapons their hits."""

    text: str
    query: str
    said: str
    width: str


class Change(NamedTuple):
    """A variation before it is worked out: the changed parts of the question."""

    raw: Raw
    text: str
    query: str


def what_if(engine: Engine, form: FireForm, address: Address) -> list[WhatIf]:
    """Return up to four variations of a situation: cover, distance, movement, weapon."""
    changes = [*_facts_changed(engine, form, address), *_nearer(engine, form, address)]
    if form.second is None:
        changes += _other_weapon(engine, form, address)
    return [one for one in (_variation(engine, form, change) for change in changes) if one][:4]


def _variation(engine: Engine, form: FireForm, change: Change) -> WhatIf | None:
    answer = engine.try_asking(form.raw | change.raw)
    if answer is None:
        return None
    if form.second is None:
        return WhatIf(change.text, change.query, str(said(lost(answer))), share(lost(answer)))
    other = engine.try_asking(form.second.raw | change.raw)
    both = [percent(hit(one)) if one and hit(one) else "–" for one in (answer, other)]
    return WhatIf(change.text, change.query, " · ".join(both), share(hit(answer)))


def _facts_changed(engine: Engine, form: FireForm, address: Address) -> Iterator[Change]:
    profile = engine.catalogue.odds.profile
    if profile is None:
        return
    words = {
        profile.cover: (gettext("the target is in cover"), gettext("the target is in the open")),
        profile.moved: (gettext("you fire on the move"), gettext("you stand still")),
    }
    for fact, (told, untold) in words.items():
        if fact not in {one.id for one in form.facts.situations}:
            continue
        group = engine.catalogue.odds.situation_by_id[fact].group
        rivals = {one.id for one in form.facts.situations if group and one.group == group} | {fact}
        rest = [one for one in form.facts.told if one not in rivals]
        is_told = any(one in rivals for one in form.facts.told)
        changed: dict[str, str | None] = dict.fromkeys(rivals) | ({} if is_told else {fact: "1"})
        raw = {"situations": rest if is_told else [*rest, fact]}
        yield Change(raw, untold if is_told else told, address.but(changed))


def _nearer(engine: Engine, form: FireForm, address: Address) -> Iterator[Change]:
    cm = form.raw["distance"]
    edges = edges_of(engine, form)
    nearer = [edge for edge in edges if edge < cm]
    farther = [edge for edge in edges if edge > cm]
    if nearer:
        to, text = nearer[-1], gettext("you close to %(cm)s cm")
    elif len(farther) > 1:
        to, text = farther[1], gettext("you fire from %(cm)s cm")
    else:
        return
    yield Change({"distance": to}, text % {"cm": to}, address.but({"cm": str(to)}))


def _other_weapon(engine: Engine, form: FireForm, address: Address) -> Iterator[Change]:
    """Yield the other fire mode of the weapon, or otherwise the table's next weapon that reaches the target."""
    for mode, name in form.modes.items():
        if mode != form.mode:
            shooter = form.raw["shooter"] | {"mode": mode}
            yield _fired(shooter, name, address.but({"m": mode}))
            return
    if other := next_weapon(engine, form):
        yield _fired(form.raw["shooter"] | {"weapon": other}, form.weapons[other], address.but({"w": other}))


def next_weapon(engine: Engine, form: FireForm) -> str:
    """Return the table’s next weapon that can fire in a form’s situation; "" if none can."""
    weapons = list(form.weapons)
    here = weapons.index(form.weapon)
    for other in [*weapons[here + 1 :], *weapons[:here]]:
        answer = engine.try_asking(form.raw | {"shooter": form.raw["shooter"] | {"weapon": other}})
        if answer and answer["status"] == "ok":
            return other
    return ""


def _fired(shooter: Raw, name: str, query: str) -> Change:
    return Change({"shooter": shooter}, gettext("you fire: %(mode)s") % {"mode": within(name)}, query)
