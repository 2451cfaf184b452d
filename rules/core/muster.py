"""The muster: a list called out row by row, each row with the entries of the catalogue it names.

Checks ask the muster and nothing else. What the edition does not have is set apart here: it is in `foreign`, its
class or type is None, its weapons are not among `weapons`, so that no check sees it twice.
"""

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from rules.core.catalogue import Catalogue, Extra, Scope, TroopClass, VehicleType, Weapon
from rules.core.loadout import Loadout, first_missing, loadout_of
from rules.core.naming import figure_label, squad_label, vehicle_label
from rules.core.prices import PriceList
from rules.core.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.text import Text

if TYPE_CHECKING:
    from rules.core.points import ListPoints


class Soldier(Struct, gc=False):
    """A figure row of the squad at `squad_path`."""

    row: Figure
    squad_path: str
    number: int
    class_id: str
    loadout: Loadout
    catalogue: Catalogue

    @property
    def path(self) -> str:
        """Where the row stands in the document."""
        return f"{self.squad_path}.figures[{self.number}]"

    @property
    def label(self) -> Text:
        """What the row is called."""
        return figure_label(self.row, self.catalogue, self.class_id)


class Mount(Struct, gc=False):
    """A vehicle row. `type` None: foreign to the edition, and then no check looks at its weapons."""

    row: Vehicle
    path: str
    type: VehicleType | None
    weapons: tuple[Weapon, ...]

    @property
    def label(self) -> Text:
        """What the row is called."""
        return vehicle_label(self.row, self.type)


class Bought(Struct, gc=False):
    """An extra that the edition has. Only those in the right scope count for the checks of extras."""

    entry: ExtraEntry
    path: str
    extra: Extra
    scope: Scope

    @property
    def in_scope(self) -> bool:
        """Whether it is sold where it was bought."""
        return self.extra.sold_for(self.scope)


class Formation(Struct, dict=True):
    """An entry of the list with its rows: a loadout for each figure row, in their order.

    `special` are the soldiers whose loadout some check looks at; `leaders` the figures with leadership.
    """

    squad: Squad
    number: int
    path: str
    catalogue: Catalogue
    loadouts: list[Loadout] = []
    special: list[Soldier] = []
    leaders: list[Figure] = []
    mounts: list[Mount] = []

    @property
    def label(self) -> Text:
        """What the squad is called."""
        return squad_label(self.squad, self.number)

    @cached_property
    def soldiers(self) -> list[Soldier]:
        """All figure rows; made only where a check has to look at each of them."""
        rows = zip(self.squad.figures, self.loadouts, strict=True)
        return [self.soldier(row, number, loadout) for number, (row, loadout) in enumerate(rows)]

    def soldier(self, row: Figure, number: int, loadout: Loadout) -> Soldier:
        """The figure row at place `number`."""
        return Soldier(row, self.path, number, self.squad.class_of(row), loadout, self.catalogue)

    @property
    def is_squad_with_figures(self) -> bool:
        """Whether it is of kind `squad` and has men."""
        return self.squad.kind == "squad" and bool(self.loadouts)

    def men_in_role(self, role: str) -> int:
        """How many men have a role."""
        return sum([figure.count for figure in self.squad.figures if role in figure.roles])


class Muster(Struct, dict=True):
    """A list, called out: its formations, and over all of them its mounts and extras, the list's own first.

    `special` are the soldiers whose loadout some check looks at, `foreign` the first foreign item of each carrier as
    (path, id). `extras` are those that the edition has; `counted` those of them that were bought where they are sold,
    with the squad they are for (None: the list).
    `points` and `limit` are None until they are added up, and where the list has none.
    """

    roster: Roster
    prices: PriceList
    formations: list[Formation] = []
    special: list[Soldier] = []
    commanders: list[Figure] = []
    mounts: list[Mount] = []
    extras: list[Bought] = []
    counted: list[tuple[Formation | None, Bought]] = []
    foreign: list[tuple[str, str]] = []
    points: "ListPoints | None" = None
    limit: int | None = None

    def list_extras(self, extra: str) -> list[Bought]:
        """The entries of an extra that were bought for the list and are sold there."""
        return [
            bought for formation, bought in self.counted if formation is None and bought.extra.id == extra
        ]

    def squads_with(self, extra: str) -> int:
        """How many squads an extra was bought for, where it is sold for squads."""
        return len(
            {formation.number for formation, bought in self.counted if formation and bought.extra.id == extra}
        )

    @cached_property
    def classes(self) -> dict[str, TroopClass]:
        """The classes of all figures by id, but for those foreign to the edition."""
        classes = [loadout.troop_class for formation in self.formations for loadout in formation.loadouts]
        return {troop_class.id: troop_class for troop_class in classes if troop_class}

    @property
    def sides(self) -> set[str]:
        """The sides of all figures, but for classes that are of none."""
        return {troop_class.side for troop_class in self.classes.values() if troop_class.side}


def call_out(roster: Roster, prices: PriceList) -> Muster:
    """Return the muster of a list under the prices that hold in it."""
    muster = Muster(roster, prices)
    _call_extras(muster, roster.extras, "", None)
    for number, squad in enumerate(roster.squads):
        _call_squad(muster, squad, number)
    return muster


def _call_squad(muster: Muster, squad: Squad, number: int) -> None:
    path = f"squads[{number}]"
    prices, catalogue = muster.prices, muster.prices.catalogue
    formation = Formation(squad, number, path, catalogue)
    loadouts = formation.loadouts
    _note_foreign(muster, path, _foreign_in_squad(squad, catalogue))
    for i, figure in enumerate(squad.figures):
        loadout = loadout_of(figure, figure.class_ or squad.class_, prices)
        loadouts.append(loadout)
        if not loadout.is_plain:
            formation.special.append(formation.soldier(figure, i, loadout))
            _note_foreign(muster, f"{path}.figures[{i}]", loadout.foreign)
        if figure.leadership:
            formation.leaders.append(figure)
        if figure.commander:
            muster.commanders.append(figure)
    for i, vehicle in enumerate(squad.vehicles):
        _call_vehicle(muster, formation, vehicle, f"{path}.vehicles[{i}]")
    _call_extras(muster, squad.extras, f"{path}.", formation)
    muster.formations.append(formation)
    muster.special += formation.special
    muster.mounts += formation.mounts


def _call_vehicle(muster: Muster, formation: Formation, row: Vehicle, path: str) -> None:
    catalogue = formation.catalogue
    vehicle_type = catalogue.vehicle_by_id.get(row.type)
    known = catalogue.weapon_by_id
    weapons = tuple(known[weapon] for weapon in row.weapons if weapon in known) if vehicle_type else ()
    _note_foreign(muster, path, _foreign_in_vehicle(row, catalogue))
    formation.mounts.append(Mount(row, path, vehicle_type, weapons))


def _call_extras(
    muster: Muster, entries: tuple[ExtraEntry, ...], prefix: str, formation: Formation | None
) -> None:
    for number, entry in enumerate(entries):
        path = f"{prefix}extras[{number}]"
        extra = muster.prices.catalogue.extra_by_id.get(entry.extra)
        if extra is None:
            muster.foreign.append((path, entry.extra))
            continue
        bought = Bought(entry, path, extra, "squad" if formation else "list")
        muster.extras.append(bought)
        if bought.in_scope:
            muster.counted.append((formation, bought))


def _note_foreign(muster: Muster, path: str, item: str) -> None:
    if item:
        muster.foreign.append((path, item))


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
