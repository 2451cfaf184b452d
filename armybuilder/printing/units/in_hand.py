"""Numbers of a weapon in the hands of its carrier, with class, role and crew; those of a list by troop class."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from django.utils.translation import gettext

from armybuilder.printing.layout.words import NONE, unbreakable
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import Catalogue, FireRow, Weapon
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.odds import at_air, facts_in_hand, rolls_in_hand
from rules.core.odds.in_hand import InBand, WayInHand


@dataclass(frozen=True)
class Hand:
    """The firer: a man of a squad, or the crew of a vehicle's weapons."""

    squad: Squad
    row: Figure | Vehicle

    @property
    def class_(self) -> str:
        """The class of the man or of the crew."""
        return self.squad.class_of(self.row) if isinstance(self.row, Figure) else self.squad.class_

    @property
    def vehicle(self) -> str:
        """The type of the vehicle, "" on foot."""
        return self.row.type if isinstance(self.row, Vehicle) else ""


class Ready(NamedTuple):
    """A fire mode, band by band: the face to roll, the printed number if different, "3d" if dice are lost."""

    needs: tuple[str, ...]
    printed: tuple[str, ...]
    dice: tuple[str, ...]

    @property
    def rolled(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The roll, whatever is printed."""
        return self.needs, self.dice


def ready_ways(hand: Hand, weapon: str, catalogue: Catalogue, bands: int, told: str = "") -> tuple[Ready, ...]:
    """Return each fire mode of a weapon with its rolls, in `bands` cells, with the extra situation `told`.

    Nothing if the ruleset has no class or fire table for it, or if the rules forbid this kind of fire.
    """
    if hand.class_ not in catalogue.class_by_id or "fire" not in catalogue.odds.questions:
        return ()
    facts = facts_in_hand(hand.row, weapon, hand.squad, catalogue)
    key = ("in-hand", hand.class_, weapon, facts, hand.vehicle, told)
    if key not in catalogue.cache:
        more = (*facts, told) if told else facts
        catalogue.cache[key] = rolls_in_hand(catalogue, hand.class_, weapon, more, hand.vehicle)
    ways: tuple[WayInHand, ...] = catalogue.cache[key]
    if all(band.shot.status == "may-not" for way in ways for band in way.bands):
        return ()
    return tuple(_ready(way, bands) for way in ways)


def flying_words(weapon: Weapon, hand: Hand, catalogue: Catalogue) -> str:
    """Say what hits flying targets, with these men: "aircraft never, helicopters 1–3"; "" if its fire table does.

    For a weapon that also fires at other targets, only the targets it can hit.
    """
    if hand.class_ not in catalogue.class_by_id:
        return ""
    facts = facts_in_hand(hand.row, weapon.id, hand.squad, catalogue)
    shots = at_air(catalogue, hand.class_, weapon.id, facts, hand.vehicle)
    names = {"aircraft": gettext("aircraft"), "helicopter": gettext("helicopters")}
    said = [
        unbreakable(f"{names[kind]} {faces(shot.need, catalogue) if shot.need else gettext('never')}")
        for kind, shot in shots.items()
        if shot.need or not weapon.fire
    ]
    reach = next((shot.reach for shot in shots.values() if shot.reach), None)
    if said and reach:
        said.append(unbreakable(gettext("to %(cm)s cm") % {"cm": reach}))
    return ", ".join(said)


def faces(need: int | str, catalogue: Catalogue) -> str:
    """Say the faces that hit: "1–3" if the die must be equal to or under the number, otherwise "5+"."""
    if catalogue.odds.method != "quality":
        return f"{need}+"
    return "1" if str(need) == "1" else f"1–{need}"


def _ready(way: WayInHand, bands: int) -> Ready:
    by_place = {band.place: band for band in way.bands}
    shots = [by_place.get(place) for place in range(bands)]
    return Ready(
        needs=tuple(_face(band) for band in shots),
        printed=tuple(_printed(band) for band in shots),
        dice=tuple(_fewer(band, way.dice) for band in shots),
    )


def _face(band: InBand | None) -> str:
    need = band.shot.need if band else None
    return str(next(iter(need.values()))) if need else NONE


def _printed(band: InBand | None) -> str:
    """Return the printed number if this man needs a different number."""
    if band is None or band.shot.base is None or str(band.shot.base) == _face(band):
        return ""
    return str(band.shot.base)


def _fewer(band: InBand | None, dice: int) -> str:
    if band is None or not band.shot.need or band.shot.dice >= dice:
        return ""
    return f"{band.shot.dice}d"


# ── The fire of a list by troop class ──────────────────────────────────────────────────────────────────────────────


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


def fire_by_class(setting: Setting) -> FireByClass:
    """Return the rolls of a list's men with each of their weapons, for the classes in the ruleset."""
    catalogue, weapons = setting.catalogue, [weapon for weapon in setting.used.weapons if weapon.fire]
    hands: defaultdict[tuple[str, str], list[Hand]] = defaultdict(list)
    for item, hand in _hands(setting):
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


def _hands(setting: Setting) -> Iterator[tuple[str, Hand]]:
    """Yield each weapon with its firers."""
    for squad in setting.roster.squads:
        for row in chain[Figure | Vehicle](squad.figures, squad.vehicles):
            held = setting.held(row) if isinstance(row, Vehicle) else ()
            for item in (*row.weapons, *(weapon.id for weapon in held)):
                yield item, Hand(squad, row)


def _ways(weapon: Weapon, hand: Hand, catalogue: Catalogue) -> tuple[Ready, ...]:
    """Return the rolls by mode, or the printed numbers if the ruleset has no odds for them."""
    bands = max(len(row.needs or row.reach) for row in weapon.fire)
    return ready_ways(hand, weapon.id, catalogue, bands) or tuple(map(_as_printed, weapon.fire))


def _as_printed(row: FireRow) -> Ready:
    """Return the numbers in a row of the fire table, without the firer's modifiers."""
    needs = tuple(NONE if need is None else str(need) for need in row.needs)
    return Ready(needs, ("",) * len(needs), ("",) * len(needs))


def _agree(one: Rolls, other: Rolls) -> bool:
    return all(one[mode] == other[mode] for mode in one.keys() & other.keys())
