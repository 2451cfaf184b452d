"""A row of a squad on paper: a man, a group of equal men, or equal vehicles. Every format prints its values."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext

from armybuilder.lists.words import minus
from armybuilder.printing.layout.pictures import figure_icon, vehicle_icon
from armybuilder.printing.layout.words import unbreakable
from armybuilder.printing.units.fire import FireLine, guns_of, held_weapons
from armybuilder.printing.units.in_hand import Hand
from armybuilder.printing.units.saves import save_of_leader
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import TroopClass, VehicleType, Weapon
from rules.core.catalogue.entry import Entry
from rules.core.document.naming import figure_label, vehicle_label
from rules.core.document.roster import Figure, Vehicle
from rules.core.judging.prices import figure_is_house, vehicle_is_house
from rules.core.odds import printed_handbook


@dataclass(frozen=True)
class Unit(Hand):
    """A row with the number of its first man or vehicle, and the points of them all (None: not counted)."""

    setting: Setting
    first: int = 1
    total: int | None = None

    @property
    def figure(self) -> Figure | None:
        """The row of a man or a group of men."""
        return self.row if isinstance(self.row, Figure) else None

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a vehicle, or several."""
        return isinstance(self.row, Vehicle)

    @property
    def troops(self) -> TroopClass | None:
        """The class of the men; None if the edition does not have it."""
        return self.setting.catalogue.class_by_id.get(self.class_)

    @property
    def kind(self) -> VehicleType | None:
        """The type of the vehicle; None on foot, or if the edition does not have it."""
        return self.setting.catalogue.vehicle_by_id.get(self.vehicle)

    # ── Numbers and points ─────────────────────────────────────────────────────────────────────────────────────────

    @property
    def keys(self) -> list[str]:
        """The number of each man or vehicle: "4", "V1"."""
        letter = "V" if self.is_vehicle else ""
        return [f"{letter}{self.first + at}" for at in range(self.row.count)]

    @property
    def span(self) -> str:
        """The numbers: "4–7", "V1"."""
        last = f"–{self.first + self.row.count - 1}" if self.row.count > 1 else ""
        return f"{self.keys[0]}{last}"

    @property
    def times(self) -> str:
        """How many there are: "×3", "" for one."""
        return f"×{self.row.count}" if self.row.count > 1 else ""

    @property
    def told(self) -> list[str]:
        """The name with the count, and the tags."""
        return [f"{self.name} {self.times}".strip(), *self.tags]

    @property
    def points(self) -> str:
        """The points of them all, "" in a game without points."""
        return "" if self.total is None else minus(self.total)

    @property
    def each(self) -> str:
        """The points of each of several: "4 × 12"."""
        count = self.row.count
        return "" if self.total is None or count == 1 else f"{count} × {minus(self.total // count)}"

    @property
    def is_house(self) -> bool:
        """Whether its points include a club price."""
        if self.total is None:
            return False
        prices = self.setting.prices
        if isinstance(self.row, Vehicle):
            return vehicle_is_house(self.row, prices)
        return figure_is_house(self.row, self.class_, prices)

    # ── Names ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def name(self) -> str:
        """The name, or what is told of someone without a name."""
        if isinstance(self.row, Vehicle):
            return self.setting.say(vehicle_label(self.row, self.kind))
        return self.setting.say(figure_label(self.row, self.setting.catalogue, self.class_))

    @property
    def team(self) -> str:
        """The team of a man, in a game with teams."""
        return self.figure.team if self.figure and "team" in self.setting.catalogue.reads else ""

    @property
    def type_name(self) -> str:
        """The type of a vehicle with a name of its own."""
        if not self.is_vehicle or not self.row.name:
            return ""
        return self.setting.say(self.kind.name) if self.kind else self.vehicle

    @property
    def icon(self) -> str:
        """The picture, "" without any."""
        if isinstance(self.row, Vehicle):
            return vehicle_icon(self.row)
        return figure_icon(self.row, self.setting.catalogue)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """A man's leadership, command, roles and kit; a vehicle's traits; numbers for games that use them.

        A tag that repeats the name is left out.
        """
        found = self._traits(self.row) if isinstance(self.row, Vehicle) else self._roles(self.row)
        return tuple(tag for tag in (*found, *self._combat_value()) if tag != self.name)

    def _roles(self, figure: Figure) -> Iterator[str]:
        catalogue = self.setting.catalogue
        if figure.leadership:
            if figure.name or not self.name.endswith(f" {figure.leadership}"):  # "Leader 1" says it
                yield unbreakable(gettext("Leadership %(level)s") % {"level": figure.leadership})
            if save := save_of_leader(figure, self.class_, catalogue):
                yield unbreakable(gettext("save %(need)s+") % {"need": save})
        if figure.commander and "commander" in catalogue.reads:
            yield gettext("In command")
        for role in figure.roles:
            yield self._name_of(role, catalogue.role_by_id)
        if figure.ability and "ability" in catalogue.reads:
            level = self._name_of(figure.ability, catalogue.class_by_id)
            yield gettext("ability %(level)s") % {"level": level}
        for item in figure.kit:
            yield self._name_of(item, catalogue.kit_by_id)

    def _traits(self, vehicle: Vehicle) -> Iterator[str]:
        return (self._name_of(item, self.setting.catalogue.vehicle_traits) for item in vehicle.traits)

    def _combat_value(self) -> Iterator[str]:
        if isinstance(self.row.combat_value, int) and "combat_value" in self.setting.catalogue.reads:
            yield gettext("combat value %(value)s") % {"value": self.row.combat_value}

    def _name_of(self, item: str, table: Mapping[str, Entry]) -> str:
        """Return the name of an entry, or its id if the edition does not have it."""
        return self.setting.say(table[item].name) if item in table else item

    # ── What it does ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def held(self) -> tuple[Weapon, ...]:
        """The weapons in the price of a vehicle."""
        return held_weapons(self.row, self.setting.catalogue) if isinstance(self.row, Vehicle) else ()

    @cached_property
    def carried(self) -> list[Weapon]:
        """Its weapons that the edition has, each once."""
        known = self.setting.catalogue.weapon_by_id
        return [known[item] for item in dict.fromkeys(self.row.weapons) if item in known] + list(self.held)

    @property
    def armed(self) -> list[str]:
        """The names of its weapons."""
        known = self.setting.catalogue.weapon_by_id
        names = [self._name_of(item, known) for item in self.row.weapons]
        return names + [self.setting.say(weapon.name) for weapon in self.held]

    @cached_property
    def guns(self) -> list[list[FireLine]]:
        """The lines of fire of each weapon."""
        return guns_of(self, self.setting)

    @property
    def movement(self) -> list[tuple[str, str]]:
        """The ways a vehicle can move, and how far."""
        if not isinstance(self.row, Vehicle) or not self.kind:
            return []
        ways = [way for way in self.kind.movement if way.kind == self.row.movement] or self.kind.movement
        return [(self.setting.say(way.name), f"{way.distance} cm") for way in ways]

    @cached_property
    def notes(self) -> list[str]:
        """The notes of the owner, and before them those on the type and the weapons of a vehicle."""
        found = [self.row.notes]
        if self.kind and self.kind.note:
            found.insert(0, self.setting.say(self.kind.note))
        if self.held:
            found.insert(0, gettext("Weapons are included in the points: whatever the model carries."))
        return [note for note in found if note]

    @property
    def damages(self) -> list[str]:
        """The states of a vehicle: the results of a die on the tables that name it ("2", "3–4", "3+")."""
        return [
            self.setting.say(row.name).lower()
            for table in printed_handbook(self.setting.catalogue)
            for row in table.rows
            if self.kind and self.kind.id in row.about.vehicles and row.cells
            and table.topic in ("damage", "vehicles")
            and re.fullmatch(r"\d+(–\d+|\+)?", str(row.cells[0]))
        ]  # fmt: skip
