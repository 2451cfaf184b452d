"""The forms of a force: each shipped force can be written with them, from an empty one."""

from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict
from msgspec.structs import asdict, replace

from armybuilder.cells import CellField
from armybuilder.forces.forms import PartForm
from armybuilder.forces.parts import part_at, with_new, with_part
from rules.core.document.force import Force, Name, Note
from rules.core.forces.from_list import empty_force
from rules.core.text import Text
from tests.core.documents import LIBRARY
from tests.core.test_force_from_list import SHIPPED


def in_italian(part: Any) -> Any:
    """Return a part with its Italian names alone, as a form writes them."""
    if isinstance(part, Name | Note):
        return type(part)(it=part.it, en=part.it)
    if isinstance(part, tuple):
        return tuple(map(in_italian, part))
    if not hasattr(part, "__struct_fields__"):
        return part
    values = {name: in_italian(value) for name, value in asdict(part).items()}
    return replace(part, **{name: ordered(name, value) for name, value in values.items()})


def ordered(name: str, value: Any) -> Any:
    """Return ids in one order: only the first weapon of a figure has a meaning."""
    if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
        return value
    first = 1 if name == "weapons" else 0
    return (*value[:first], *sorted(value[first:]))


def typed(part: Any, catalogue: Any) -> MultiValueDict[str, Any]:
    """Return what a browser sends of a part: boxes in the order of the page."""
    form = PartForm(part, catalogue, "it")
    data: MultiValueDict[str, Any] = MultiValueDict()
    for name, field in form.fields.items():
        value = form[name].value()
        assert isinstance(field, CellField)
        if field.column.kind == "some":
            choices = field.column.options
            data.setlist(name, [choice for choice, _label in choices if choice in map(str, value)])
        else:
            data[name] = "" if value is None else str(value)
    return data


def written(force: Force, table: str, made: Force) -> Force:
    """Add each row of a table, and fill its form in."""
    catalogue = LIBRARY.catalogues[force.ruleset]
    for number, row in enumerate(part_at(force, table)):
        place = f"{table}.{number}"
        if number >= len(part_at(made, table)):
            made, place = with_new(made, table, catalogue)
        made = filled(made, place, row)
        for name in ("figures", "vehicles", "extras"):
            if hasattr(row, name):
                made = written(force, f"{place}.{name}", made)
    return made


def filled(made: Force, place: str, part: Any) -> Force:
    catalogue = LIBRARY.catalogues[made.ruleset]
    form = PartForm(part_at(made, place), catalogue, "it", typed(part, catalogue))
    assert form.is_valid(), form.errors
    return with_part(made, place, form.part())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_force_is_written_with_the_forms(name: str) -> None:
    force = in_italian(SHIPPED[name])
    made = filled(empty_force(LIBRARY.catalogues[force.ruleset], force.id, Text("", "")), "", force)
    for table in ("squads", "extras", "limits"):
        made = written(force, table, made)
    squads = tuple(replace(squad, id=own.id) for squad, own in zip(made.squads, force.squads, strict=True))
    assert in_italian(replace(made, squads=squads)) == force


def test_a_browser_lets_type_no_more_than_fits() -> None:
    force = SHIPPED[next(iter(SHIPPED))]
    form = PartForm(force, LIBRARY.catalogues[force.ruleset], "it")
    longest = {name: field.widget.attrs.get("maxlength") for name, field in form.fields.items()}
    assert longest == {"name": 120, "period": 120, "note": 600} | {
        name: None for name in form.fields if name not in ("name", "period", "note")
    }
