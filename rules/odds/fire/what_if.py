"""Variations of a question of fire: other cover, movement, distance or weapon, each with its chance."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext

from rules.odds.fire.form import FireForm
from rules.odds.fire.ruler import edges_of, next_weapon
from rules.odds.showing.answers import hit, lost, percent, said, share
from rules.odds.showing.words import within

MOST = 4  # shown
Change = tuple[str, dict[str, str]]  # its sentence, and the changed fields of the address ("": left out)


class WhatIf(NamedTuple):
    """A variation: its address, and its chance; of two weapons, how often each hits."""

    text: str
    address: str
    said: str
    width: str


def what_if(form: FireForm) -> list[WhatIf]:
    """Return up to four variations that have an answer."""
    found = (_variation(form, text, fields) for text, fields in _changes(form))
    return list(islice((one for one in found if one), MOST))


def _changes(form: FireForm) -> Iterator[Change]:
    yield from _situations(form)
    yield from _distance(form)
    if form.second is None:
        yield from _weapon(form)


def _variation(form: FireForm, text: str, fields: dict[str, str]) -> WhatIf | None:
    kept = {name: value for name, value in (form.kept | fields).items() if value}
    changed = FireForm(QueryDict(urlencode(kept)), form.engine)
    changed.words("name")  # of the firer, which its address keeps
    answer = form.engine.try_asking(changed.raw)
    if answer is None:
        return None
    if changed.second is None:
        return WhatIf(text, changed.address, str(said(lost(answer))), share(lost(answer)))
    other = form.engine.try_asking(changed.second.raw)
    both = [percent(hit(one)) if one and hit(one) else "–" for one in (answer, other)]
    return WhatIf(text, changed.address, " · ".join(both), share(hit(answer)))


def _situations(form: FireForm) -> Iterator[Change]:
    """Yield the other cover and the other movement; a situation excludes those of its group."""
    profile, known = form.odds.profile, {one.id: one for one in form.situations}
    if profile is None:
        return
    for fact, told, untold in (
        (profile.cover, gettext("the target is in cover"), gettext("the target is in the open")),
        (profile.moved, gettext("you fire on the move"), gettext("you stand still")),
    ):
        if fact in known:
            group = known[fact].group
            rivals = [one.id for one in form.situations if one.id == fact or (group and one.group == group)]
            is_told = any(one in form.kept for one in rivals)
            yield untold if is_told else told, dict.fromkeys(rivals, "") | ({} if is_told else {fact: "1"})


def _distance(form: FireForm) -> Iterator[Change]:
    """Yield the next nearer band, or a farther one from the nearest."""
    edges, cm = edges_of(form), form.raw["distance"]
    nearer, farther = [edge for edge in edges if edge < cm], [edge for edge in edges if edge > cm]
    if nearer:
        yield gettext("you close to %(cm)s cm") % {"cm": nearer[-1]}, {"cm": str(nearer[-1])}
    elif len(farther) > 1:
        yield gettext("you fire from %(cm)s cm") % {"cm": farther[1]}, {"cm": str(farther[1])}


def _weapon(form: FireForm) -> Iterator[Change]:
    """Yield the other fire mode of the weapon, or otherwise the table’s next weapon that reaches the target."""
    text = gettext("you fire: %(mode)s")
    if other := next((mode for mode in form.modes if mode != form.mode), ""):
        yield text % {"mode": within(form.modes[other])}, {"m": other}
    elif other := next_weapon(form):
        yield text % {"mode": within(form.weapons[other])}, {"w": other}
