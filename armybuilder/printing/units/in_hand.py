"""Numbers of a weapon in the hands of its carrier, with class, role and crew."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from armybuilder.printing.layout.words import NONE, unbreakable
from rules.core.catalogue.catalogue import Catalogue, FireRow, Weapon
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.odds import at_air, facts_in_hand, rolls_in_hand
from rules.core.odds.lists.one_man import InBand, WayInHand


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


def ready_ways(
    hand: Hand, weapon: str, catalogue: Catalogue, bands: int, told: str = ""
) -> tuple[Ready, ...]:
    """Return each fire mode of a weapon with its rolls, in `bands` cells, with the extra situation `told`.

    Nothing if the ruleset has no class or fire table for it, or if the rules forbid this kind of fire.
    """
    if hand.class_ not in catalogue.class_by_id or "fire" not in catalogue.odds.questions:
        return ()
    facts = facts_in_hand(hand.row, weapon, hand.squad, catalogue)
    key = ("in-hand", hand.class_, weapon, facts, hand.vehicle, told)
    if key not in catalogue.phrases:
        more = (*facts, told) if told else facts
        catalogue.phrases[key] = rolls_in_hand(catalogue, hand.class_, weapon, more, hand.vehicle)
    ways: tuple[WayInHand, ...] = catalogue.phrases[key]
    if all(band.shot.status == "may-not" for way in ways for band in way.bands):
        return ()
    return tuple(_ready(way, bands) for way in ways)


def as_printed(row: FireRow) -> Ready:
    """Return the numbers in a row of the fire table, without the firer's modifiers."""
    needs = tuple(NONE if need is None else str(need) for need in row.needs)
    return Ready(needs, ("",) * len(needs), ("",) * len(needs))


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
        unbreakable(f"{names[kind]} {_faces(shot.need, catalogue)}")
        for kind, shot in shots.items()
        if shot.need or not weapon.fire
    ]
    reach = next((shot.reach for shot in shots.values() if shot.reach), None)
    if said and reach:
        said.append(unbreakable(gettext("to %(cm)s cm") % {"cm": reach}))
    return ", ".join(said)


def _faces(need: int | None, catalogue: Catalogue) -> str:
    """Say the faces that hit: "1–3" if the die must be equal to or under the number, otherwise "5+"."""
    if need is None:
        return gettext("never")
    if catalogue.odds.method != "quality":
        return f"{need}+"
    return str(need) if need == 1 else f"1–{need}"


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
