"""The squads of a list on paper, and their units: a man, equal men, or equal vehicles. Every format prints these."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from django.utils.translation import gettext, ngettext

from armybuilder.lists.builder.squads import chances_in_words
from armybuilder.lists.words import SQUAD_KINDS, price, signed
from armybuilder.printing.layout.pictures import figure_icon, vehicle_icon
from armybuilder.printing.layout.words import (
    BOX,
    Fact,
    characteristics_of_men,
    squad_sign,
    stat_text,
    unbreakable,
)
from armybuilder.printing.units.fire import FireLine, guns_of, no_guns, save_of_leader, save_roll
from armybuilder.printing.units.in_hand import Hand
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import Characteristic, TroopClass, VehicleType, Weapon
from rules.core.catalogue.entry import Entry, name_in
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.document.rows import FirstNumbers, first_numbers
from rules.core.judging.prices import SquadPoints, figure_is_house, vehicle_is_house
from rules.core.odds import printed_handbook
from rules.core.procedures import squad_chances
from rules.core.text import minus


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
        return price(self.total)

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
        has_own = self.is_vehicle and self.row.name
        return self._name_of(self.vehicle, self.setting.catalogue.vehicle_by_id) if has_own else ""

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
        return tuple(tag for tag in self._tags() if tag != self.name)

    def _tags(self) -> Iterator[str]:
        row, catalogue = self.row, self.setting.catalogue
        if isinstance(row, Vehicle):
            yield from (self._name_of(item, catalogue.vehicle_traits) for item in row.traits)
        else:
            yield from self._roles(row)
        if isinstance(row.combat_value, int) and "combat_value" in catalogue.reads:
            yield gettext("combat value %(value)s") % {"value": row.combat_value}

    def _roles(self, figure: Figure) -> Iterator[str]:
        catalogue = self.setting.catalogue
        if figure.leadership:
            if figure.name or not self.name.endswith(f" {figure.leadership}"):  # "Leader 1" says it
                yield unbreakable(gettext("Leadership %(level)s") % {"level": figure.leadership})
            if save := save_of_leader(figure, self.class_, catalogue):
                yield unbreakable(gettext("save %(need)s+") % {"need": save})
        if figure.commander and "commander" in catalogue.reads:
            yield gettext("In command")
        yield from (self._name_of(role, catalogue.role_by_id) for role in figure.roles)
        if figure.ability and "ability" in catalogue.reads:
            level = self._name_of(figure.ability, catalogue.class_by_id)
            yield gettext("ability %(level)s") % {"level": level}
        yield from (self._name_of(item, catalogue.kit_by_id) for item in figure.kit)

    def _name_of(self, item: str, table: Mapping[str, Entry]) -> str:
        return self.setting.say(name_in(table, item))

    # ── What it does ───────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def held(self) -> tuple[Weapon, ...]:
        """The weapons in the price of a vehicle."""
        return self.setting.held(self.row) if isinstance(self.row, Vehicle) else ()

    @cached_property
    def carried(self) -> list[Weapon]:
        """Its weapons that the edition has, each once."""
        known = self.setting.catalogue.weapon_by_id
        return [known[item] for item in dict.fromkeys(self.row.weapons) if item in known] + list(self.held)

    @property
    def armed(self) -> list[str]:
        """The names of its weapons."""
        names = [self._name_of(item, self.setting.catalogue.weapon_by_id) for item in self.row.weapons]
        return names + [self.setting.say(weapon.name) for weapon in self.held]

    @cached_property
    def guns(self) -> list[list[FireLine]]:
        """The lines of fire of each weapon."""
        return guns_of(self, self.setting)

    @property
    def rows(self) -> Iterator[tuple[str, FireLine | None, int]]:
        """The rows of a table: each man or vehicle beside a line of fire, with the rows that he takes.

        The last man takes all that are left. Without boxes, all share the first row: "11–14".
        """
        keys = self.keys if self.setting.boxes else [self.span]
        lines = [line for gun in self.guns for line in gun] or [no_guns(self.setting)]
        for at, (key, line) in enumerate(zip_longest(keys, lines)):
            yield key or "", line, max(1, len(lines) - at) if key == keys[-1] else 1

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
    def described(self) -> str:
        """A vehicle's type and movement; the characteristics of men of another class than their squad."""
        if self.is_vehicle:
            ways = " / ".join(unbreakable(f"{name.lower()} {far}") for name, far in self.movement)
            return ", ".join(filter(None, (self.type_name, ways)))
        if self.class_ == self.squad.class_:
            return ""
        if self.troops is None:
            return self.class_
        stats = stats_of(self.troops, self.setting)
        said = " · ".join(unbreakable(f"{self.setting.say(item.short)} {value}") for item, value in stats)
        return f"{self.setting.say(self.troops.name)}: {said}"

    @property
    def saves(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """A vehicle's saves from each side, with the weapons by number needed: (side, [("4+", "HMG, RPG")])."""
        say, found = self.setting.say, []
        for row in self.kind.saves if self.kind else ():
            against: dict[str, list[str]] = {}
            for column, need in zip(self.setting.catalogue.save_columns, row.needs, strict=False):
                against.setdefault(save_roll(need), []).append(say(column.name))
            rolls = [(roll, ", ".join(columns)) for roll, columns in against.items()]
            found.append((say(row.name) if row.name else "", rolls))
        return found

    @property
    def damage_boxes(self) -> list[str]:
        """A line for each vehicle with a box for each result: "V1: ☐ slowed ☐ immobilised"."""
        states = "  ".join(unbreakable(f"{BOX} {state}") for state in self.damages)
        if not (states and self.setting.boxes):
            return []
        return [states if self.row.count == 1 else f"{key}:  {states}" for key in self.keys]

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


@dataclass(frozen=True)
class SquadOnPaper:
    """A squad: its place in the list from 0, the first numbers of its men and vehicles, and its points."""

    squad: Squad
    place: int
    first: FirstNumbers
    priced: SquadPoints | None
    setting: Setting

    @property
    def name(self) -> str:
        """Its name, or its kind and number."""
        return self.setting.say(squad_label(self.squad, self.place))

    @property
    def points(self) -> str:
        """Its points, "" in a game without points."""
        return minus(self.priced.total) if self.priced else ""

    @property
    def troops(self) -> TroopClass | None:
        """Its class; None if the edition does not have it."""
        return self.setting.catalogue.class_by_id.get(self.squad.class_)

    @property
    def stats(self) -> list[Fact]:
        """The characteristics of its class, and the numbers that it needs."""
        of_class = stats_of(self.troops, self.setting) if self.troops else ()
        facts = [Fact(self.setting.say(item.name), value) for item, value in of_class]
        return [*facts, *chances_of(self.squad, self.squad.class_, self.setting)]

    @property
    def class_name(self) -> str:
        """Its class with the code."""
        return self.setting.class_name(self.squad.class_)

    @property
    def sign(self) -> str:
        """Its map sign."""
        return squad_sign(self.squad)

    @property
    def strength(self) -> str:
        """Its men and vehicles: "7 figures, 1 vehicle"."""
        return strength(self.squad)

    @cached_property
    def units(self) -> list[Unit]:
        """Its men, then its vehicles."""
        squad, prices = self.squad, self.priced
        return [
            *self._numbered(squad.figures, self.first.man, prices.figures if prices else ()),
            *self._numbered(squad.vehicles, self.first.vehicle, prices.vehicles if prices else ()),
        ]

    def _numbered(self, rows: Sequence[Figure | Vehicle], number: int, prices: Sequence[int]) -> Iterator[Unit]:
        for row, total in zip_longest(rows, prices):
            yield Unit(self.squad, row, self.setting, number, total)
            number += row.count

    @cached_property
    def line(self) -> str:
        """A description on one line: class, kind, strength, modifiers, traits, chances."""
        return ", ".join(filter(None, self._said()))

    def _said(self) -> Iterator[str]:
        squad, setting = self.squad, self.setting
        catalogue, modifiers, traits = setting.catalogue, squad.modifiers, setting.catalogue.squad_traits
        yield self.class_name
        if squad.kind != "squad":
            yield str(SQUAD_KINDS[squad.kind])
        yield self.strength
        if squad.list_class and "list_class" in catalogue.reads:
            yield gettext("in the army list: %(troops)s") % {"troops": setting.class_name(squad.list_class)}
        if squad.leader_ability and "leader_ability" in catalogue.reads:
            yield gettext("leader %(ability)s") % {"ability": setting.class_name(squad.leader_ability)}
        if "modifiers" in catalogue.reads and modifiers.motivation:
            yield gettext("motivation %(number)s") % {"number": signed(modifiers.motivation)}
        if "modifiers" in catalogue.reads and modifiers.fanatic:
            yield gettext("fanatics %(number)s") % {"number": signed(modifiers.fanatic)}
        yield from (setting.say(name_in(traits, item)) for item in squad.traits)
        yield from chances_in_words(squad, catalogue, setting.language, but=squad.class_)


def squads_of(setting: Setting) -> Iterator[SquadOnPaper]:
    """Yield the squads of a list."""
    points = setting.report.points
    for place, (squad, first) in enumerate(first_numbers(setting.roster)):
        yield SquadOnPaper(squad, place, first, points.squads[place] if points else None, setting)


def stats_of(troops: TroopClass, setting: Setting) -> Iterator[tuple[Characteristic, str]]:
    """Yield the characteristics of a class."""
    for item in characteristics_of_men(setting.catalogue):
        yield item, stat_text(troops.stats.get(item.id), item, setting.language)


def chances_of(squad: Squad, class_id: str, setting: Setting) -> Iterator[Fact]:
    """Yield what men of a class need, in a ruleset with chances by quality (bi)."""
    found = squad_chances(squad, setting.catalogue)
    for chance in found.chances if found else ():
        if chance.class_id == class_id:
            yield Fact(gettext("Success"), str(chance.success))
            yield Fact(gettext("Morale"), str(chance.morale))


def strength(*squads: Squad) -> str:
    """Return how many men and vehicles there are in squads: "7 figures, 1 vehicle"."""
    figures = sum(squad.figure_count for squad in squads)
    vehicles = sum(vehicle.count for squad in squads for vehicle in squad.vehicles)
    parts = []
    if figures or not vehicles:
        parts.append(ngettext("%(count)s figure", "%(count)s figures", figures) % {"count": figures})
    if vehicles:
        parts.append(ngettext("%(count)s vehicle", "%(count)s vehicles", vehicles) % {"count": vehicles})
    return ", ".join(parts)
