"""The loadout of one man, for the checks and the points; made once for all men who carry the same."""

from collections.abc import Container

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue, TroopClass, Weapon, WeaponTag
from rules.core.document.roster import Figure
from rules.core.judging.breakdown import Breakdown
from rules.core.judging.prices import PriceList

MOST_KEPT = 4096  # loadouts a price list; players use some dozens, a stranger may make up any number


class Loadout(Struct, frozen=True, gc=False):
    """A figure row looked up in the catalogue. What the edition does not have is not among class and weapons.

    `foreign`: the first thing named that the edition does not have; `unpriced`: the first weapon without a price;
    `is_plain`: no check of items and weapons has anything to look at; `each`: the points of one man.
    """

    troop_class: TroopClass | None
    weapons: tuple[Weapon, ...]
    foreign: str
    unpriced: Weapon | None
    not_on_foot: Weapon | None
    support_weapons: int
    crewed_weapons: int
    wants_combat_value: bool
    is_plain: bool
    each: Breakdown
    points: int


def loadout_of(row: Figure, class_id: str, prices: PriceList) -> Loadout:
    """Return the loadout of a figure row whose troop class is `class_id`."""
    key: tuple[object, ...] = (class_id, row.weapons, row.leadership)
    if row.class_ or row.roles or row.kit or row.ability:
        key = (class_id, row.class_, row.weapons, row.roles, row.kit, row.leadership, row.ability)
    made = prices.loadouts
    loadout: Loadout | None = made.get(key)
    if loadout is None:
        if len(made) >= MOST_KEPT:
            made.clear()
        loadout = made[key] = _look_up(row, class_id, prices)
    return loadout


def first_missing(ids: tuple[str, ...], table: Container[str]) -> str:
    """Return the first id that is not in `table`, "" where all are."""
    return next((item for item in ids if item not in table), "") if ids else ""


def _look_up(row: Figure, class_id: str, prices: PriceList) -> Loadout:
    catalogue = prices.catalogue
    known = catalogue.weapon_by_id
    weapons = tuple(known[weapon] for weapon in row.weapons if weapon in known)

    def tagged(tag: WeaponTag) -> int:
        return sum(tag in weapon.tags for weapon in weapons)

    foreign = _foreign(row, catalogue)
    unpriced = next((weapon for weapon in weapons if weapon.id in prices.unpriced), None)
    not_on_foot = next((weapon for weapon in weapons if "figure" not in weapon.carried_by), None)
    support, crewed, valued = tagged("support"), tagged("needs-crew"), tagged("combat-value")
    each = _one_man(row, class_id, prices)
    return Loadout(
        troop_class=catalogue.class_by_id.get(class_id),
        weapons=weapons,
        foreign=foreign,
        unpriced=unpriced,
        not_on_foot=not_on_foot,
        support_weapons=support,
        crewed_weapons=crewed,
        wants_combat_value=valued > 0,
        is_plain=not (foreign or unpriced or not_on_foot or support > 1 or crewed or valued),
        each=each,
        points=each.total,
    )


def _one_man(figure: Figure, class_id: str, prices: PriceList) -> Breakdown:
    """Return the points of one man; a flat medic's whole price is under roles (ruling `medic`)."""
    return Breakdown(
        soldiers=prices.classes.get(class_id, 0) if prices.flat.isdisjoint(figure.roles) else 0,
        leadership=prices.leadership.get(figure.leadership, 0),
        roles=sum(prices.roles.get(role, 0) for role in figure.roles),
        weapons=sum(prices.weapons.get(weapon, 0) for weapon in figure.weapons),
    )


def _foreign(row: Figure, catalogue: Catalogue) -> str:
    if row.class_ and row.class_ not in catalogue.class_by_id:
        return row.class_
    if row.leadership and not catalogue.leadership:
        return "leadership"
    if row.ability and "ability" in catalogue.reads and row.ability not in catalogue.class_by_id:
        return row.ability
    return (
        first_missing(row.weapons, catalogue.weapon_by_id)
        or first_missing(row.roles, catalogue.role_by_id)
        or first_missing(row.kit, catalogue.kit_by_id)
    )
