"""A list row by row, each row with the entries of the catalogue that it names.

Checks ask this and nothing else. What the edition does not have is set apart here: it is in `foreign`, its
class or type is None, its weapons are not among `weapons`, so that no check sees it twice.
"""

from functools import cached_property

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue, Extra, Scope, TroopClass, VehicleType, Weapon
from rules.core.contents.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.judging.breakdown import ListPoints
from rules.core.judging.loadout import Loadout, first_missing, loadout_of
from rules.core.judging.prices import PriceList
from rules.core.text.text import Text


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
        """Return the path of the row in the document."""
        return f"{self.squad_path}.figures[{self.number}]"

    @property
    def label(self) -> Text:
        """Return the name of the row."""
        return figure_label(self.row, self.catalogue, self.class_id)


class ResolvedVehicle(Struct, gc=False):
    """A vehicle row. `type` None: foreign to the edition, and then no check looks at its weapons."""

    row: Vehicle
    path: str
    type: VehicleType | None
    weapons: tuple[Weapon, ...]

    @property
    def label(self) -> Text:
        """Return the name of the row."""
        return vehicle_label(self.row, self.type)


class ResolvedExtra(Struct, gc=False):
    """An extra that the edition has. Only those in the right scope count for the checks of extras."""

    row: ExtraEntry
    path: str
    extra: Extra
    scope: Scope

    @property
    def in_scope(self) -> bool:
        """Return whether it is sold where it was bought."""
        return self.extra.sold_for(self.scope)


class ResolvedSquad(Struct, dict=True):
    """A squad of the list with its rows: a loadout for each figure row, in their order.

    `special` are the figures whose loadout some check looks at; `leaders` the figures with leadership.
    """

    row: Squad
    number: int
    path: str
    catalogue: Catalogue
    loadouts: list[Loadout] = []
    special: list[ResolvedFigure] = []
    leaders: list[Figure] = []
    vehicles: list[ResolvedVehicle] = []

    @property
    def label(self) -> Text:
        """Return the name of the squad."""
        return squad_label(self.row, self.number)

    @cached_property
    def figures(self) -> list[ResolvedFigure]:
        """Return all figure rows; made only where a check has to look at each of them."""
        rows = zip(self.row.figures, self.loadouts, strict=True)
        return [self.figure(row, number, loadout) for number, (row, loadout) in enumerate(rows)]

    def figure(self, row: Figure, number: int, loadout: Loadout) -> ResolvedFigure:
        """Return the figure row at place `number`."""
        return ResolvedFigure(row, self.path, number, self.row.class_of(row), loadout, self.catalogue)

    @property
    def is_squad_with_figures(self) -> bool:
        """Return whether it is of kind `squad` and has men."""
        return self.row.kind == "squad" and bool(self.loadouts)

    def men_in_role(self, role: str) -> int:
        """Return how many men have a role."""
        return sum([figure.count for figure in self.row.figures if role in figure.roles])


class ResolvedRoster(Struct, dict=True):
    """A list, looked up: its squads, and over all of them the vehicles and extras, the list's own first.

    `special` are the figures whose loadout some check looks at, `foreign` the first foreign item of each carrier as
    (path, id). `extras` are those that the edition has; `counted` those of them that were bought where they are sold,
    with the squad they are for (None: the list).
    `points` and `limit` are None until they are added up, and where the list has none.
    """

    roster: Roster
    prices: PriceList
    squads: list[ResolvedSquad] = []
    special: list[ResolvedFigure] = []
    commanders: list[Figure] = []
    vehicles: list[ResolvedVehicle] = []
    extras: list[ResolvedExtra] = []
    counted: list[tuple[ResolvedSquad | None, ResolvedExtra]] = []
    foreign: list[tuple[str, str]] = []
    points: ListPoints | None = None
    limit: int | None = None

    def list_extras(self, extra: str) -> list[ResolvedExtra]:
        """Return the entries of an extra that were bought for the list and are sold there."""
        return [bought for squad, bought in self.counted if squad is None and bought.extra.id == extra]

    def squads_with(self, extra: str) -> int:
        """Return how many squads an extra was bought for, where it is sold for squads."""
        return len({squad.number for squad, bought in self.counted if squad and bought.extra.id == extra})

    @cached_property
    def classes(self) -> dict[str, TroopClass]:
        """Return the classes of all figures by id, but for those foreign to the edition."""
        classes = [loadout.troop_class for squad in self.squads for loadout in squad.loadouts]
        return {troop_class.id: troop_class for troop_class in classes if troop_class}

    @property
    def sides(self) -> set[str]:
        """Return the sides of all figures, but for classes that are of none."""
        return {troop_class.side for troop_class in self.classes.values() if troop_class.side}


def resolve_roster(roster: Roster, prices: PriceList) -> ResolvedRoster:
    """Return a list with what the catalogue says of its rows, under the prices that hold in it."""
    resolved = ResolvedRoster(roster, prices)
    _resolve_extras(resolved, roster.extras, "", None)
    for number, squad in enumerate(roster.squads):
        _resolve_squad(resolved, squad, number)
    return resolved


def _resolve_squad(resolved: ResolvedRoster, row: Squad, number: int) -> None:
    path = f"squads[{number}]"
    prices, catalogue = resolved.prices, resolved.prices.catalogue
    squad = ResolvedSquad(row, number, path, catalogue)
    loadouts = squad.loadouts
    _note_foreign(resolved, path, _foreign_in_squad(row, catalogue))
    for i, figure in enumerate(row.figures):
        loadout = loadout_of(figure, figure.class_ or row.class_, prices)
        loadouts.append(loadout)
        if not loadout.is_plain:
            squad.special.append(squad.figure(figure, i, loadout))
            _note_foreign(resolved, f"{path}.figures[{i}]", loadout.foreign)
        if figure.leadership:
            squad.leaders.append(figure)
        if figure.commander:
            resolved.commanders.append(figure)
    for i, vehicle in enumerate(row.vehicles):
        _resolve_vehicle(resolved, squad, vehicle, f"{path}.vehicles[{i}]")
    _resolve_extras(resolved, row.extras, f"{path}.", squad)
    resolved.squads.append(squad)
    resolved.special += squad.special
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
    return first_missing(row.weapons, catalogue.weapon_by_id) or first_missing(
        row.traits, catalogue.vehicle_traits
    )
