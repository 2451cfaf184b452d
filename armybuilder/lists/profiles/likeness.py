"""Which squads of two lists stand beside each other."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import TypeAlias

from armybuilder.lists.profiles.profiled import Profiled
from rules.core.document.roster import Roster
from rules.core.odds import Curve

Likeness = Callable[[Curve, Roster], Hashable]  # what two squads have in common; None: nothing
Pair: TypeAlias = "tuple[Curve | None, Curve | None]"


def _name(curve: Curve, roster: Roster) -> Hashable:
    assert curve.squad is not None
    return roster.squads[curve.squad].name.strip().casefold() or None


LIKENESSES: tuple[Likeness, ...] = (
    _name,
    lambda curve, _: (curve.class_, curve.men),
    lambda curve, _: curve.class_,
    lambda *_: "a squad",
)


def pairs_of(lists: tuple[Profiled, Profiled]) -> list[Pair]:
    """Return the squads of two lists in pairs: of one name first, then of one class and strength, of one class, any.

    They stand in the order of the first list; whoever is left over of the second comes last, alone.
    """
    ours, theirs = (one.profile.morale for one in lists)
    partners: dict[int, int] = {}
    for likeness in LIKENESSES:
        waiting = defaultdict(list)
        for number, curve in enumerate(theirs):
            if number not in partners.values():
                waiting[likeness(curve, lists[1].roster)].append(number)
        for number, curve in enumerate(ours):
            common = likeness(curve, lists[0].roster)
            if number not in partners and common is not None and waiting[common]:
                partners[number] = waiting[common].pop(0)
    taken = set(partners.values())
    return [
        *(
            (curve, theirs[partners[number]] if number in partners else None)
            for number, curve in enumerate(ours)
        ),
        *((None, curve) for number, curve in enumerate(theirs) if number not in taken),
    ]
