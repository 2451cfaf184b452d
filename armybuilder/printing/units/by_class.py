"""The fire of a list by troop class: its men's rolls, with classes grouped if they have the same numbers."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from armybuilder.printing.units.fire import held_weapons
from armybuilder.printing.units.in_hand import Hand, Ready, as_printed, ready_ways
from rules.core.catalogue.catalogue import Catalogue, FireRow, Weapon
from rules.core.contents import used_entries
from rules.core.document.roster import Figure, Roster, Squad, Vehicle


@dataclass(frozen=True, slots=True)
class ModeFire:
    """A fire mode of a weapon, with the rolls of each group of classes: none if they do not have the weapon.

    Men with different rolls within a class (a gunner without his crew) have an entry each.
    """

    weapon: Weapon
    row: FireRow
    number: int
    rolls: tuple[tuple[Ready, ...], ...]


@dataclass(frozen=True, slots=True)
class FireByClass:
    """The fire modes of a list. `groups` are the ids of classes with the same rolls, in the order of the ruleset."""

    groups: tuple[tuple[str, ...], ...]
    modes: tuple[ModeFire, ...]


Rolls = dict[tuple[str, int], tuple[Ready, ...]]  # rolls of a class, by weapon and mode


def fire_by_class(roster: Roster, catalogue: Catalogue) -> FireByClass:
    """Return the rolls of a list's men with each of their weapons, for the classes in the ruleset."""
    weapons = [weapon for weapon in used_entries(roster, catalogue).weapons if weapon.fire]
    hands: defaultdict[tuple[str, str], list[Hand]] = defaultdict(list)
    for item, hand in _hands(roster, catalogue):
        hands[item, hand.class_].append(hand)
    fired, firing = {weapon for weapon, _class in hands}, {class_id for _weapon, class_id in hands}
    classes = [item.id for item in catalogue.classes if item.id in firing]
    groups: list[tuple[list[str], Rolls]] = []
    for class_id in classes or [""]:
        rolls: Rolls = {}
        plain = Hand(Squad(name="", class_=class_id), Figure())
        for weapon in weapons:
            for hand in hands.get((weapon.id, class_id), ()) if weapon.id in fired else [plain]:
                for number, way in enumerate(_ways(weapon, hand, catalogue)):
                    known = rolls.get((weapon.id, number), ())
                    rolls[weapon.id, number] = known if way in known else (*known, way)
        alike = next((group for group in groups if _agree(group[1], rolls)), None)
        if alike:
            alike[0].append(class_id)
            alike[1].update(rolls)
        else:
            groups.append(([class_id], rolls))
    return FireByClass(
        tuple(tuple(ids) for ids, _rolls in groups),
        tuple(
            ModeFire(weapon, row, number, tuple(rolls.get((weapon.id, number), ()) for _ids, rolls in groups))
            for weapon in weapons
            for number, row in enumerate(weapon.fire)
        ),
    )


def _hands(roster: Roster, catalogue: Catalogue) -> Iterator[tuple[str, Hand]]:
    """Yield each weapon with its firers."""
    for squad in roster.squads:
        for row in chain[Figure | Vehicle](squad.figures, squad.vehicles):
            held = held_weapons(row, catalogue) if isinstance(row, Vehicle) else ()
            for item in (*row.weapons, *(weapon.id for weapon in held)):
                yield item, Hand(squad, row)


def _ways(weapon: Weapon, hand: Hand, catalogue: Catalogue) -> tuple[Ready, ...]:
    """Return the rolls by mode, or the printed numbers if the ruleset has no odds for them."""
    bands = max(len(row.needs or row.reach) for row in weapon.fire)
    return ready_ways(hand, weapon.id, catalogue, bands) or tuple(map(as_printed, weapon.fire))


def _agree(one: Rolls, other: Rolls) -> bool:
    return all(one[mode] == other[mode] for mode in one.keys() & other.keys())
