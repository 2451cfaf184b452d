"""The context that every form of the builder is made from."""

from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

from armybuilder.lists.words import class_name, price
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging import points
from rules.core.judging.prices import PriceList, price_list
from rules.core.text import Language


@dataclass(frozen=True)
class FormContext:
    """A list, its rules and the reader's language: the choices of its forms, with their names and prices.

    `list_id`: of one that is kept, whose pages the forms lead to.
    """

    roster: Roster
    catalogue: Catalogue
    language: Language
    list_id: UUID | None = field(default=None, kw_only=True)

    @cached_property
    def prices(self) -> PriceList:
        """The price of everything in this list."""
        return price_list(self.roster, self.catalogue)

    @cached_property
    def has_points(self) -> bool:
        """Whether the list has points."""
        return points.has_points(self.roster, self.catalogue)

    def class_name(self, class_id: str) -> str:
        """Return a class's name with its code."""
        return class_name(class_id, self.catalogue, self.language)

    def class_choices(self, nothing: str = "") -> list[tuple[str, str]]:
        """Return the troop classes with their prices; `nothing` says what none of one’s own means, if that can be."""
        choices = [("", nothing)] if nothing else []
        for troops in self.catalogue.classes:
            name = self.class_name(troops.id)
            cost = price(self.prices.classes.get(troops.id, 0)) if self.has_points else ""
            choices.append((troops.id, f"{name} · {cost}" if cost else name))
        return choices
