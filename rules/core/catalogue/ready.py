"""What is added in one tap, as data of a ruleset: figures ready made, and whole squads of them."""

from typing import Annotated

from msgspec import Meta

from rules.core.catalogue.entry import Part
from rules.core.text.text import Text


class Preset(Part, frozen=True, kw_only=True):
    """A quick way to add a figure: what it is called and what it carries."""

    id: str
    name: Text
    note: Text | None = None
    weapons: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    leadership: int = 0


class ReadyFigure(Part, frozen=True, kw_only=True):
    """So many figures of a preset in a ready squad, of one of its sections where it names one (`team`)."""

    preset: str
    name: Text | None = None
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    team: Annotated[str, Meta(max_length=20)] = ""


class ReadySquad(Part, frozen=True, kw_only=True):
    """A squad that is made in one tap: the class of its `troops`, its figures, its vehicles by their types."""

    id: str
    name: Text
    note: Text | None = None
    troops: str
    vehicles: tuple[str, ...] = ()
    figures: Annotated[tuple[ReadyFigure, ...], Meta(min_length=1, max_length=50)]
