"""The setting of a list's units on paper: ruleset, language, and the columns of its fire table."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext

from armybuilder.lists.words import class_name
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.words import NONE, unbreakable
from rules.core.catalogue.catalogue import Catalogue, Weapon
from rules.core.catalogue.handbook import PrintedCell
from rules.core.contents import UsedEntries, used_entries, weapons_in_price
from rules.core.document.roster import Roster, Vehicle
from rules.core.judging.prices import PriceList, price_list
from rules.core.judging.report import Report
from rules.core.text import Language, Text, minus

BOXES_AT_MOST = 400  # men; the boxes of more would fill a hundred pages


@dataclass(frozen=True, slots=True)
class Bands:
    """The columns of a ruleset's fire table.

    `fire`: the far edges of range bands, or names of ranges if every weapon has its own distances (`own_ranges`);
    none in a ruleset without a fire table. `covering`: the far edges for covering fire, or the names of ranges again if
    his rolls are `beside` his weapon's distances.
    """

    fire: tuple[str, ...]
    own_ranges: bool
    covering: tuple[str, ...]
    beside: bool = False

    @property
    def count(self) -> int:
        """The number of columns, with that of the dice."""
        return len(self.fire) + bool(self.fire) + len(self.covering)

    @classmethod
    def of(cls, catalogue: Catalogue) -> "Bands":
        """Return the columns of a ruleset, in the active language."""
        rows = [row for item in catalogue.weapons for row in item.fire]
        ranges = 0 if catalogue.bands else max((len(row.reach) for row in rows), default=0)
        return cls(
            fire=tuple(map(str, catalogue.bands)) or _range_names(ranges),
            own_ranges=bool(ranges) and not any(row.needs for row in rows),
            covering=tuple(map(str, catalogue.covering_bands)),
        )


def _range_names(ranges: int) -> tuple[str, ...]:
    if ranges == 3:
        return (gettext("short"), gettext("norm."), gettext("long"))
    return tuple(str(number + 1) for number in range(ranges))


@dataclass(frozen=True)
class Setting:
    """A list on paper, in the active language, that of its `options`.

    `modified`: each fire mode has a line for a target in cover, and another for a figure that has moved. `beside`: if
    weapons have their own ranges, a man's rolls are beside them, not on a line below.
    """

    roster: Roster
    catalogue: Catalogue
    report: Report
    options: Options
    modified: bool = False
    beside: bool = False

    @property
    def language(self) -> Language:
        return self.options.language

    @cached_property
    def bands(self) -> Bands:
        """The columns of its fire table."""
        bands = Bands.of(self.catalogue)
        if not (self.beside and bands.own_ranges):
            return bands
        return replace(bands, covering=bands.fire, beside=True)

    @cached_property
    def prices(self) -> PriceList:
        """The prices under its rulings."""
        return price_list(self.roster, self.catalogue)

    @cached_property
    def used(self) -> UsedEntries:
        """The entries of the ruleset that it uses."""
        return used_entries(self.roster, self.catalogue)

    @cached_property
    def carried(self) -> list[Weapon]:
        """The weapons of men and vehicles in the order of the ruleset, with built-in guns last."""
        squads = self.roster.squads
        rows = [row for squad in squads for row in squad.carriers]
        held = {weapon.id: weapon for row in rows if isinstance(row, Vehicle) for weapon in self.held(row)}
        ids = {item for row in rows for item in row.weapons} | held.keys()
        return list(({one.id: one for one in self.catalogue.weapons if one.id in ids} | held).values())

    def held(self, vehicle: Vehicle) -> tuple[Weapon, ...]:
        """Return the weapons included in a vehicle's price; none if it has bought weapons."""
        return () if vehicle.weapons else weapons_in_price(vehicle.type, self.catalogue)

    @property
    def has_boxes(self) -> bool:
        """Whether men have boxes to tick: not on a submitted list."""
        return self.options.origin.handed is None

    @cached_property
    def boxes(self) -> bool:
        """Whether men have boxes. Very large lists have none."""
        return self.has_boxes and self.roster.figure_count <= BOXES_AT_MOST

    @property
    def kills(self) -> bool:
        """Whether a hit can kill an unhurt man, whom no state of the ruleset shows (Ludonet)."""
        damage = self.catalogue.odds.damage
        return bool(damage and damage.men and not set(damage.men.out) & {state.id for state in self.catalogue.states})

    def class_name(self, class_id: str) -> str:
        """Return a troop class with its code: "Veterani R3". A class that the edition does not have keeps its id."""
        name, troops = (
            class_name(class_id, self.catalogue, self.language),
            self.catalogue.class_by_id.get(class_id),
        )
        return unbreakable(name) if troops and troops.code else name

    def cell(self, cell: PrintedCell) -> str:
        """Return a cell of the handbook as printed."""
        if cell is None:
            return NONE
        return minus(cell) if isinstance(cell, int) else cell if isinstance(cell, str) else self.say(cell)

    @property
    def game(self) -> str:
        """The ruleset and its edition."""
        return f"{self.say(self.catalogue.name)}, {self.say(self.catalogue.edition)}"

    def say(self, text: Text) -> str:
        """Return a data text in the language of the sheet."""
        return text.to(self.language)
