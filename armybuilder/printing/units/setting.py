"""The setting of a list's units on paper: ruleset, language, and the columns of its fire table."""

from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import PrintedTable
from rules.core.contents import UsedEntries, used_entries
from rules.core.document.roster import Roster
from rules.core.judging.prices import PriceList, price_list
from rules.core.text import Language, Text

BOXES_AT_MOST = 400  # men; the boxes of more would fill a hundred pages


@dataclass(frozen=True, slots=True)
class Bands:
    """The columns of a ruleset's fire table.

    `fire`: the far edges of range bands, or names of ranges if every weapon has its own distances (`own_ranges`);
    none in a ruleset without a fire table. `covering`: the far edges for covering fire, or the names of ranges again if
    his rolls are `beside` his weapon's distances. `states` of a man.
    """

    fire: tuple[str, ...]
    own_ranges: bool
    covering: tuple[str, ...]
    states: tuple[str, ...]
    beside: bool = False

    @classmethod
    def of(cls, catalogue: Catalogue, language: Language) -> "Bands":
        """Return the columns of a ruleset, in the active language, which is `language`."""
        rows = [row for item in catalogue.weapons for row in item.fire]
        ranges = 0 if catalogue.bands else max((len(row.reach) for row in rows), default=0)
        return cls(
            fire=tuple(map(str, catalogue.bands)) or _range_names(ranges),
            own_ranges=bool(ranges) and not any(row.needs for row in rows),
            covering=tuple(map(str, catalogue.covering_bands)),
            states=tuple(state.short.to(language) for state in catalogue.states) or (gettext("Lost"),),
        )


def _range_names(ranges: int) -> tuple[str, ...]:
    if ranges == 3:
        return (gettext("short"), gettext("norm."), gettext("long"))
    return tuple(str(number + 1) for number in range(ranges))


@dataclass(frozen=True)
class Setting:
    """A list on paper. `has_boxes`: men have boxes to tick.

    `modified`: each fire mode has a line for a target in cover, and another for a figure that has moved. `beside`: if
    weapons have their own ranges, a man's rolls are beside them, not on a line below.
    """

    roster: Roster
    catalogue: Catalogue
    language: Language
    has_boxes: bool = True
    modified: bool = False
    beside: bool = False

    @cached_property
    def bands(self) -> Bands:
        """The columns of its fire table."""
        bands = Bands.of(self.catalogue, self.language)
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

    @property
    def handbook(self) -> tuple[PrintedTable, ...]:
        """The tables of the handbook that concern it, with its numbers."""
        return self.used.handbook

    @cached_property
    def boxes(self) -> bool:
        """Whether men have boxes. Very large lists have none."""
        return self.has_boxes and sum(squad.figure_count for squad in self.roster.squads) <= BOXES_AT_MOST

    def say(self, text: Text) -> str:
        """Return a data text in the language of the sheet."""
        return text.to(self.language)
