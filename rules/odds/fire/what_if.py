"""Variations of a situation: what if he were in the open, nearer, with another weapon."""

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.odds.asking.engine import Engine
from rules.odds.asking.fields import Address
from rules.odds.fire.form import FireForm
from rules.odds.fire.ruler import edges_of
from rules.odds.showing.answers import lost
from rules.odds.showing.numbers import Raw, Said, said, share
from rules.odds.showing.words import within


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A variation of the situation: its address, and the chance that it has."""

    text: str
    query: str
    said: Said
    width: str


def what_if(engine: Engine, form: FireForm, address: Address) -> list[WhatIf]:
    """Return variations of a situation, four at most: cover, distance, movement, weapon."""
    tried = [
        *_facts_changed(engine, form, address),
        *_nearer(engine, form, address),
        *_other_weapon(engine, form, address),
    ]
    return tried[:4]


def _variation(engine: Engine, raw: Raw, text: str, query: str) -> WhatIf | None:
    answer = engine.try_asking(raw)
    if answer is None:
        return None
    chance = lost(answer)
    return WhatIf(text, query, said(chance), share(chance))


def _facts_changed(engine: Engine, form: FireForm, address: Address) -> list[WhatIf]:
    profile = engine.catalogue.odds.profile
    if profile is None:
        return []
    words = {
        profile.cover: (gettext("the target is in cover"), gettext("the target is in the open")),
        profile.moved: (gettext("you fire on the move"), gettext("you stand still")),
    }
    found = []
    for fact, (told, untold) in words.items():
        if fact not in {one.id for one in form.facts.situations}:
            continue
        group = engine.catalogue.odds.situation_by_id[fact].group
        rivals = {one.id for one in form.facts.situations if group and one.group == group} | {fact}
        rest = [one for one in form.facts.told if one not in rivals]
        is_told = any(one in rivals for one in form.facts.told)
        changed: dict[str, str | None] = dict.fromkeys(rivals) | ({} if is_told else {fact: "1"})
        raw = form.raw | {"situations": rest if is_told else [*rest, fact]}
        found.append(_variation(engine, raw, untold if is_told else told, address.but(changed)))
    return [one for one in found if one]


def _nearer(engine: Engine, form: FireForm, address: Address) -> list[WhatIf]:
    cm = form.raw["distance"]
    edges = edges_of(engine, form)
    nearer = [edge for edge in edges if edge < cm]
    farther = [edge for edge in edges if edge > cm]
    if nearer:
        to, text = nearer[-1], gettext("you close to %(cm)s cm")
    elif len(farther) > 1:
        to, text = farther[1], gettext("you fire from %(cm)s cm")
    else:
        return []
    raw = form.raw | {"distance": to}
    one = _variation(engine, raw, text % {"cm": to}, address.but({"cm": str(to)}))
    return [one] if one else []


def _other_weapon(engine: Engine, form: FireForm, address: Address) -> list[WhatIf]:
    """Return the other way to fire the weapon, or else the next weapon of the table that reaches the target."""
    for mode, name in form.modes.items():
        if mode != form.mode:
            raw = form.raw | {"shooter": form.raw["shooter"] | {"mode": mode}}
            return _fired(engine, raw, name, address.but({"m": mode}))
    weapons = list(form.weapons)
    here = weapons.index(form.weapon)
    for other in [*weapons[here + 1 :], *weapons[:here]]:
        raw = form.raw | {"shooter": form.raw["shooter"] | {"weapon": other}}
        answer = engine.try_asking(raw)
        if answer and answer["status"] == "ok":
            return _fired(engine, raw, form.weapons[other], address.but({"w": other}))
    return []


def _fired(engine: Engine, raw: Raw, name: str, query: str) -> list[WhatIf]:
    one = _variation(engine, raw, gettext("you fire: %(mode)s") % {"mode": within(name)}, query)
    return [one] if one else []
