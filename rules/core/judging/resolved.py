"""A list row by row, each row with its entries in the catalogue.

Checks read only this. Unknown entries are in `foreign`: their class or type is None, and their weapons are not in
`weapons`. No check sees them twice.
"""

from collections.abc import Collection, Container
from functools import cached_property

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue, Extra, Scope, TroopClass, VehicleType, Weapon, WeaponTag
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import Breakdown, ListPoints, PriceList
from rules.core.text import Text


def rearmed(had: Collection[str], chosen: tuple[str, ...], catalogue: Catalogue) -> tuple[str, ...]:
    """Return the weapons `chosen` for a man with weapons `had`: new ones replace those of the same kind."""
    new = {_kind(weapon, catalogue) for weapon in chosen if weapon not in had} - {""}
    return as_preset(
        tuple(weapon for weapon in chosen if weapon not in had or _kind(weapon, catalogue) not in new),
        catalogue,
    )


def as_preset(weapons: tuple[str, ...], catalogue: Catalogue) -> tuple[str, ...]:
    """Return weapons in the order of the preset that carries the same: the preset names the figure."""
    same = (preset.weapons for preset in catalogue.presets if sorted(preset.weapons) == sorted(weapons))
    return next(same, weapons)


def _kind(weapon: str, catalogue: Catalogue) -> str:
    known = catalogue.weapon_by_id.get(weapon)
    return known.kind if known else ""


MOST_KEPT = 4096  # loadouts per price list; players use some dozens, hostile lists any number


class Loadout(Struct, frozen=True, gc=False):
    """A figure row, looked up in the catalogue, without unknown class and weapons.

    `tags`: those of its weapons; `foreign`: the first item that the edition does not have; `each`: the points of one
    man.
    """

    troop_class: TroopClass | None
    weapons: tuple[Weapon, ...]
    tags: tuple[WeaponTag, ...]
    foreign: str
    each: Breakdown
    points: int


def loadout_of(row: Figure, class_id: str, prices: PriceList) -> Loadout:
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
    """Return the first id that is not in `table`, "" if all are."""
    return next((item for item in ids if item not in table), "") if ids else ""


def _look_up(row: Figure, class_id: str, prices: PriceList) -> Loadout:
    catalogue = prices.catalogue
    known = catalogue.weapon_by_id
    weapons = tuple(known[weapon] for weapon in row.weapons if weapon in known)
    each = _one_man(row, class_id, prices)
    return Loadout(
        troop_class=catalogue.class_by_id.get(class_id),
        weapons=weapons,
        tags=tuple(tag for weapon in weapons for tag in weapon.tags),
        foreign=_foreign(row, catalogue),
        each=each,
        points=each.total,
    )


def _one_man(figure: Figure, class_id: str, prices: PriceList) -> Breakdown:
    """Return the points of one man; the whole price of a flat medic is under roles (ruling `medic`)."""
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


class ResolvedFigure(Struct, gc=False):
    """A figure row of the squad at `squad_path`."""

    row: Figure
    squad_path: str
    number: int
    class_id: str
    loadout: Loadout
    catalogue: Catalogue

    @property
    def path(self) -> str:
        return f"{self.squad_path}.figures[{self.number}]"

    @property
    def label(self) -> Text:
        return figure_label(self.row, self.catalogue, self.class_id)


class ResolvedVehicle(Struct, gc=False):
    """A vehicle row. `type` None: unknown to the edition; checks then skip its weapons."""

    row: Vehicle
    path: str
    type: VehicleType | None
    weapons: tuple[Weapon, ...]

    @property
    def label(self) -> Text:
        return vehicle_label(self.row, self.type)


class ResolvedExtra(Struct, gc=False):
    """An extra that the edition has. Only those in the right scope count in the checks of extras."""

    row: ExtraEntry
    path: str
    extra: Extra
    scope: Scope

    @property
    def in_scope(self) -> bool:
        return self.extra.sold_for(self.scope)


class ResolvedSquad(Struct):
    """A squad of the list with its rows; `leaders` are the figures with leadership."""

    row: Squad
    number: int
    path: str
    catalogue: Catalogue
    figures: list[ResolvedFigure] = []
    leaders: list[Figure] = []
    vehicles: list[ResolvedVehicle] = []

    @property
    def label(self) -> Text:
        return squad_label(self.row, self.number)

    @property
    def is_squad_with_figures(self) -> bool:
        return self.row.kind == "squad" and bool(self.figures)

    def men_in_role(self, role: str) -> int:
        return sum([figure.count for figure in self.row.figures if role in figure.roles])


class ResolvedRoster(Struct, dict=True):
    """A list, looked up: its squads, and all figures, vehicles and extras, the list's own first.

    `foreign`: the first unknown item of each carrier as (path, id). `extras` are those that the edition has; `counted`
    those bought where they are sold, with their squad (None: the list).
    `points` and `limit` are None until computed, and if the list has none.
    """

    roster: Roster
    prices: PriceList
    squads: list[ResolvedSquad] = []
    figures: list[ResolvedFigure] = []
    commanders: list[Figure] = []
    vehicles: list[ResolvedVehicle] = []
    extras: list[ResolvedExtra] = []
    counted: list[tuple[ResolvedSquad | None, ResolvedExtra]] = []
    foreign: list[tuple[str, str]] = []
    points: ListPoints | None = None
    limit: int | None = None

    def list_extras(self, extra: str) -> list[ResolvedExtra]:
        return [bought for squad, bought in self.counted if squad is None and bought.extra.id == extra]

    def squads_with(self, extra: str) -> int:
        """Return for how many squads an extra was bought, if it is sold for squads."""
        return len({squad.number for squad, bought in self.counted if squad and bought.extra.id == extra})

    @cached_property
    def classes(self) -> dict[str, TroopClass]:
        """Return the classes of all figures by id, without unknown ones."""
        classes = [figure.loadout.troop_class for figure in self.figures]
        return {troop_class.id: troop_class for troop_class in classes if troop_class}

    @property
    def sides(self) -> set[str]:
        """Return the sides of all figures, without classes of no side."""
        return {troop_class.side for troop_class in self.classes.values() if troop_class.side}


def resolve_roster(roster: Roster, prices: PriceList) -> ResolvedRoster:
    resolved = ResolvedRoster(roster, prices)
    _resolve_extras(resolved, roster.extras, "", None)
    for number, squad in enumerate(roster.squads):
        _resolve_squad(resolved, squad, number)
    return resolved


def _resolve_squad(resolved: ResolvedRoster, row: Squad, number: int) -> None:
    path = f"squads[{number}]"
    prices, catalogue = resolved.prices, resolved.prices.catalogue
    squad = ResolvedSquad(row, number, path, catalogue)
    _note_foreign(resolved, path, _foreign_in_squad(row, catalogue))
    for i, figure in enumerate(row.figures):
        class_id = row.class_of(figure)
        loadout = loadout_of(figure, class_id, prices)
        squad.figures.append(ResolvedFigure(figure, path, i, class_id, loadout, catalogue))
        if loadout.foreign:
            resolved.foreign.append((f"{path}.figures[{i}]", loadout.foreign))
        if figure.leadership:
            squad.leaders.append(figure)
        if figure.commander:
            resolved.commanders.append(figure)
    for i, vehicle in enumerate(row.vehicles):
        _resolve_vehicle(resolved, squad, vehicle, f"{path}.vehicles[{i}]")
    _resolve_extras(resolved, row.extras, f"{path}.", squad)
    resolved.squads.append(squad)
    resolved.figures += squad.figures
    resolved.vehicles += squad.vehicles


def _resolve_vehicle(resolved: ResolvedRoster, squad: ResolvedSquad, row: Vehicle, path: str) -> None:
    catalogue = squad.catalogue
    vehicle_type = catalogue.vehicle_by_id.get(row.type)
    known = catalogue.weapon_by_id
    weapons = tuple(known[weapon] for weapon in row.weapons if weapon in known) if vehicle_type else ()
    _note_foreign(resolved, path, _foreign_in_vehicle(row, catalogue))
    squad.vehicles.append(ResolvedVehicle(row, path, vehicle_type, weapons))


def _resolve_extras(
    resolved: ResolvedRoster, rows: tuple[ExtraEntry, ...], prefix: str, squad: ResolvedSquad | None
) -> None:
    for number, row in enumerate(rows):
        path = f"{prefix}extras[{number}]"
        extra = resolved.prices.catalogue.extra_by_id.get(row.extra)
        if extra is None:
            resolved.foreign.append((path, row.extra))
            continue
        bought = ResolvedExtra(row, path, extra, "squad" if squad else "list")
        resolved.extras.append(bought)
        if bought.in_scope:
            resolved.counted.append((squad, bought))


def _note_foreign(resolved: ResolvedRoster, path: str, item: str) -> None:
    if item:
        resolved.foreign.append((path, item))


def _foreign_in_squad(squad: Squad, catalogue: Catalogue) -> str:
    if squad.class_ and squad.class_ not in catalogue.class_by_id:
        return squad.class_
    ability = squad.leader_ability
    if ability and "leader_ability" in catalogue.reads and ability not in catalogue.class_by_id:
        return ability
    return first_missing(squad.traits, catalogue.squad_traits)


def _foreign_in_vehicle(row: Vehicle, catalogue: Catalogue) -> str:
    if row.type not in catalogue.vehicle_by_id:
        return row.type
    return first_missing(row.weapons, catalogue.weapon_by_id) or first_missing(row.traits, catalogue.vehicle_traits)
