"""A form of the builder: fields that depend on the ruleset and the row, shown and validated by the same declaration."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from msgspec import UNSET, Struct
from msgspec.structs import asdict

from armybuilder.widgets import Renderer


class BuilderForm(forms.Form):
    """The form of a row, a squad or the list itself (`row_id`), as it is shown, or with what was posted (`data`).

    `layout` names the fields as they stand in the edit state, line by line; a form without one is shown elsewhere.
    """

    default_renderer = Renderer()
    use_required_attribute = False
    layout: ClassVar[tuple[tuple[str, ...], ...]] = ()

    def __init__(self, row_id: str, shows: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data, initial=dict(shows), auto_id=f"{row_id}-%s")
        self.row_id = row_id

    @property
    def lines(self) -> list[list[forms.BoundField]]:
        """Return the fields of the layout that the form has."""
        lines = [[self[name] for name in line if name in self.fields] for line in self.layout]
        return [line for line in lines if line]

    @property
    def problems(self) -> list[str]:
        """Return what is wrong with the form, where its fields do not say it."""
        return [str(error) for errors in self.errors.values() for error in errors]

    def cleaned_row(self) -> dict[str, Any]:
        """Return what was posted, by the names that `rules.core.document.edits` knows fields by."""
        return self.cleaned_data

    def focus(self) -> None:
        """Put the cursor into the name."""
        self.fields["name"].widget.attrs["autofocus"] = True

    def values(self) -> dict[str, Any]:
        """Return what the fields show, as it would be posted."""
        return {name: self[name].value() for name in self.fields}

    def posted(self, *names: str) -> dict[str, Any]:
        """Return the cleaned values of those of the named fields that the form has."""
        return {name: self.cleaned_data[name] for name in names if name in self.fields}


def values_of(row: Struct) -> dict[str, Any]:
    """Return the fields of a row by the names that forms know them by; what a row does not say is left out."""
    fields = {name.rstrip("_"): value for name, value in asdict(row).items()}
    return {name: value for name, value in fields.items() if value is not UNSET}
