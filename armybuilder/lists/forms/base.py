"""The base of the builder's forms: their context, and the fields that a post changed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from armybuilder.lists.words import class_name, price
from armybuilder.widgets import Renderer
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import offered
from rules.core.document.roster import Modifiers, Roster
from rules.core.judging import points
from rules.core.judging.prices import PriceList, price_list
from rules.core.text import Language

FIELDS = {"class": "class_"}  # of rows, if the control has another name


class BuilderForm(forms.Form):
    """The form of a row, a squad or the list itself (`row_id`), or with posted values (`data`).

    `layout` has its fields in the edit state, line by line; a form without one is shown elsewhere.
    """

    default_renderer = Renderer()
    use_required_attribute = False
    layout: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __init__(self, row_id: str, shows: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data, initial=dict(shows), auto_id=f"{row_id}-%s")
        self.row_id = row_id

    @property
    def lines(self) -> list[list[forms.BoundField]]:
        lines = [[self[name] for name in line if name in self.fields] for line in self.layout]
        return [line for line in lines if line]

    @property
    def problems(self) -> list[str]:
        return [str(error) for errors in self.errors.values() for error in errors]

    def cleaned_row(self) -> dict[str, Any]:
        """Return the posted values by the fields of the row."""
        return {FIELDS.get(name, name): value for name, value in self.cleaned_data.items()}

    def focus(self) -> None:
        self.fields["name"].widget.attrs["autofocus"] = True

    def values(self) -> dict[str, Any]:
        return {name: self[name].value() for name in self.fields}


def values_of(row: Struct) -> dict[str, Any]:
    fields = {name.rstrip("_"): value for name, value in asdict(row).items()}
    return {name: value for name, value in fields.items() if value is not UNSET}


@dataclass(frozen=True)
class FormContext:
    """A list, its rules and the reader's language: the choices of its forms, with their names and prices.

    `list_id`: the id of a stored list, whose pages the forms link to.
    """

    roster: Roster
    catalogue: Catalogue
    language: Language
    list_id: UUID | None = field(default=None, kw_only=True)

    @cached_property
    def prices(self) -> PriceList:
        return price_list(self.roster, self.catalogue)

    @cached_property
    def has_points(self) -> bool:
        return points.has_points(self.roster, self.catalogue)

    def class_name(self, class_id: str) -> str:
        return class_name(class_id, self.catalogue, self.language)

    def class_choices(self, nothing: str = "", own: Collection[str] = ()) -> list[tuple[str, str]]:
        """Return the troop classes with their prices, and the `own` ones of a row.

        `nothing` is the label of having no own class, if possible.
        """
        choices = [("", nothing)] if nothing else []
        for troops in offered(self.catalogue.classes, own):
            name = self.class_name(troops.id)
            cost = price(self.prices.classes.get(troops.id, 0)) if self.has_points else ""
            choices.append((troops.id, f"{name} · {cost}" if cost else name))
        return choices


def changed(posted: Mapping[str, Any], shown: Any, now: Any, touched: str = "") -> dict[str, Any]:
    """Return the `posted` fields of a row that differ from the form.

    `shown` is the row as it was then, `now` as it is. The field that was `touched` last always counts as changed: the
    form may have shown an older value than the one sent from it since.
    """
    changes: dict[str, Any] = {}
    for name, value in posted.items():
        before = getattr(shown, name)
        if isinstance(value, Modifiers):
            present = getattr(now, name)
            changes[name] = replace(present, **changed(asdict(value), before, present, touched))
        elif name == FIELDS.get(touched, touched) or not _same(value, before):
            changes[name] = value
    return changes


def _same(value: Any, other: Any) -> bool:
    if isinstance(value, tuple) and isinstance(other, tuple):
        return sorted(value) == sorted(other)
    return bool(value == other)
