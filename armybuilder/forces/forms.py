"""The form of a part of a force: its columns, and the part that was posted."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy
from django_stubs_ext import StrOrPromise
from msgspec.structs import replace

from armybuilder.cells import CellField
from armybuilder.widgets import Renderer, with_present
from rules.cells import Column
from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import Entry, offered
from rules.core.document.force import (
    LIMITED,
    Counted,
    Force,
    ForceExtra,
    ForceFigure,
    ForceLimit,
    ForceSquad,
    ForceVehicle,
    Name,
    Note,
)
from rules.core.text import Language, Text
from rules.fields import read_whole

LONGEST_NAME, LONGEST_NOTE, MOST = 120, 600, 200
KINDS: dict[str, StrOrPromise] = {
    "squad": gettext_lazy("Squad"),
    "section": gettext_lazy("Independent section"),
    "sniper-team": gettext_lazy("Sniper team"),
    "observer-section": gettext_lazy("Observer section"),
}
RANGES = (("least", "most"), ("smallest", "largest"))

Filled = tuple[Column, Any]  # a column and its value


class PartForm(forms.Form):
    """The form of a part, in one language and with the entries of its ruleset."""

    default_renderer = Renderer()
    use_required_attribute = False

    def __init__(self, part: Any, catalogue: Catalogue, language: Language, data: Any = None) -> None:
        super().__init__(data, auto_id="part-%s")
        self.before, self.catalogue, self.language = part, catalogue, language
        for column, value in CELLS[type(part)](part, _Names(catalogue, language)):
            if column.options or column.kind != "some":
                self.fields[column.field] = CellField(column, catalogue, initial=value)

    def stepped(self, data: QueryDict) -> QueryDict:
        """Return posted data with the number that `step` names one lower or higher; an optional one may go."""
        name, _, by = data.get("step", "").partition(":")
        field = self.fields.get(name)
        if not isinstance(field, CellField) or field.column.kind != "number":
            return data
        data = data.copy()
        number, least = (read_whole(data.get(name, "")) or 0) + (1 if by == "1" else -1), field.column.least
        data[name] = str(max(number, least)) if field.required or number >= least else ""
        return data

    def clean(self) -> dict[str, Any]:
        """Add an error if a smallest number is greater than its largest, or a limit is of no kind of things."""
        for least, most in RANGES:
            low, high = self.cleaned_data.get(least), self.cleaned_data.get(most)
            if low is not None and high is not None and low > high:
                self.add_error(most, gettext("This must be at least %(least)s.") % {"least": low})
        if isinstance(self.before, ForceLimit) and len(self._counted()) != 1:
            words = gettext("Choose things of one kind: weapons, roles, classes or vehicles.")
            self.add_error(None, words)
        return self.cleaned_data

    def part(self) -> Any:
        """Return the posted part; what has no cell stays as it was."""
        said = {name: self._value(name, value) for name, value in self.cleaned_data.items()}
        match self.before:
            case ForceSquad():
                said["size"] = (said.pop("smallest"), said.pop("largest"))
            case ForceFigure(weapons=before):
                first, others = said.pop("first"), said.get("weapons", before[1:])
                others = tuple(item for item in others if item != first)
                said["weapons"] = (first, *others) if first else others
                if "leadership" in said:
                    said["leadership"] = tuple(map(int, said["leadership"]))
            case ForceLimit():
                [table] = self._counted()
                ids = said[table]
                said = {"of": table, "ids": ids, "least": said["least"], "most": said["most"]}
        if "class" in said:
            said["class_"] = said.pop("class")
        # msgspec leaves out a default only if it is the same object
        changed = {name: value for name, value in said.items() if value != getattr(self.before, name)}
        return replace(self.before, **changed)

    def _value(self, name: str, value: Any) -> Any:
        """Return the value of a field as its part has it."""
        field = self.fields[name]
        assert isinstance(field, CellField)
        match field.column.kind:
            case "name" | "text":
                kind, before = (Note if name == "note" else Name), getattr(self.before, name)
                return kind(**_said(value[self.language], before, self.language)) if value else None
            case "choice":
                return value or ("" if "" in dict(field.column.options) else field.initial)
            case "some":
                now = value or ()
                kept = [item for item in field.initial if item in now]  # in their order
                return (*kept, *(item for item in now if item not in kept))
        return value

    def _counted(self) -> list[Counted]:
        return [table for table in LIMITED if self.cleaned_data.get(table)]


class _Names:
    """The names of a ruleset's entries in a language, to choose from."""

    def __init__(self, catalogue: Catalogue, language: Language) -> None:
        self.catalogue, self.language = catalogue, language

    def text(self, text: Text | None) -> str:
        return text.to(self.language) if text else ""

    def of(self, entries: Iterable[Entry], own: Collection[str] = ()) -> list[tuple[str, str]]:
        """Return the ids and names of entries that are offered, and of those that a part has."""
        return [(entry.id, entry.name.to(self.language)) for entry in offered(entries, own)]


def _name(label: str, value: str) -> Filled:
    return Column("name", label, "name", longest=LONGEST_NAME), value


def _number(field: str, label: str, value: int | None, least: int = 0, usual: str = "", most: int = MOST) -> Filled:
    """Return a number; one with words for what an empty cell says is optional."""
    return Column(field, label, "number", least=least, most=most, usual=usual), value


def _one(field: str, label: str, choices: Iterable[tuple[str, str]], value: str) -> Filled:
    return Column(field, label, "choice", options=tuple(with_present(choices, [value]))), value


def _some(field: str, label: str, choices: Iterable[tuple[str, str]], values: Sequence[str]) -> Filled:
    return Column(field, label, "some", options=tuple(with_present(choices, values))), list(values)


def _of_force(part: Force, names: _Names) -> Iterator[Filled]:
    yield _name(gettext("Name of the force"), names.text(part.name))
    period, note = names.text(part.period), names.text(part.note)
    yield Column("period", gettext("Period"), "text", longest=LONGEST_NAME), period
    yield Column("note", gettext("Note"), "text", longest=LONGEST_NOTE), note
    label = gettext("Only for these roles (none ticked: all)")
    yield _some("roles", label, names.of(names.catalogue.formats, part.roles), part.roles)


def _of_squad(part: ForceSquad, names: _Names) -> Iterator[Filled]:
    book = names.catalogue
    known = ("squad", "section", part.kind, *book.check_by_function)
    kinds = [(kind, str(label)) for kind, label in KINDS.items() if kind in known]
    yield _name(gettext("Name of the squad"), names.text(part.name))
    yield _one("class", gettext("Class"), names.of(book.classes, [part.class_]), part.class_)
    yield _one("kind", gettext("Type"), kinds, part.kind)
    yield _number("least", gettext("In a list, from"), part.least)
    yield _number("most", gettext("to"), part.most, 1)
    yield _number("smallest", gettext("Figures, from"), part.size[0])
    yield _number("largest", gettext("to"), part.size[1])
    traits = names.of(book.squad_traits.values(), part.traits)
    yield _some("traits", gettext("Optional traits"), traits, part.traits)


def _of_figure(part: ForceFigure, names: _Names) -> Iterator[Filled]:
    book = names.catalogue
    carried = [weapon for weapon in book.weapons if "figure" in weapon.carried_by]
    on_foot = names.of(carried, (*part.weapons, *part.also))
    roles = names.of(book.roles, (part.role, *part.roles))
    yield _name(gettext("Type of figure"), names.text(part.name))
    yield _number("least", gettext("In the squad, from"), part.least)
    yield _number("most", gettext("to"), part.most, 1, gettext("Empty: as many as the squad has."))
    yield _number("one_in", gettext("One for every … figures"), part.one_in, 1, gettext("Empty: no limit."))
    first = part.weapons[0] if part.weapons else ""
    yield _one("first", gettext("Starts with"), [("", gettext("No weapon")), *on_foot], first)
    yield _some("weapons", gettext("Or has one of these instead"), on_foot, part.weapons[1:])
    yield _some("also", gettext("And can also have"), on_foot, part.also)
    if roles or part.role:
        yield _one("role", gettext("Role"), [("", gettext("None")), *roles], part.role)
        yield _some("roles", gettext("Optional roles"), roles, part.roles)
    if book.leadership or part.leadership:
        levels = [("0", gettext("none")), *((str(level), str(level)) for level in sorted(book.leadership))]
        yield _some("leadership", gettext("Leadership"), levels, [str(level) for level in part.leadership])
    classes = [("", gettext("Same as the squad")), *names.of(book.classes, [part.class_])]
    yield _one("class", gettext("Class"), classes, part.class_)


def _of_vehicle(part: ForceVehicle, names: _Names) -> Iterator[Filled]:
    book = names.catalogue
    mounts = book.vehicle_by_id[part.type].mounts if part.type in book.vehicle_by_id else None
    mounted = [
        weapon for weapon in book.weapons if ("vehicle" in weapon.carried_by if mounts is None else weapon.id in mounts)
    ]
    yield _one("type", gettext("Vehicle"), names.of(book.vehicles, [part.type]), part.type)
    yield _number("least", gettext("In the squad, from"), part.least)
    yield _number("most", gettext("to"), part.most, 1)
    yield _some("weapons", gettext("Weapons it can buy"), names.of(mounted, part.weapons), part.weapons)


def _of_extra(part: ForceExtra, names: _Names) -> Iterator[Filled]:
    extras = names.of(names.catalogue.extras, [part.extra])
    yield _one("extra", gettext("Extra"), extras, part.extra)
    yield _number("most", gettext("At most"), part.most, 1)
    yield _number("level", gettext("Highest level"), part.level, 1, gettext("Empty: any level."), most=9)


def _of_limit(part: ForceLimit, names: _Names) -> Iterator[Filled]:
    """Yield the cells of a limit: its things are of one table."""
    labels = gettext("Weapons"), gettext("Roles"), gettext("Classes"), gettext("Vehicles")
    for table, label in zip(("weapons", "roles", "classes", "vehicles"), labels, strict=True):
        own = part.ids if part.of == table else ()
        yield _some(table, label, names.of(getattr(names.catalogue, table), own), own)
    yield _number("least", gettext("In the whole list, from"), part.least)
    yield _number("most", gettext("to"), part.most, 0, gettext("Empty: any number."))


CELLS: dict[type, Callable[[Any, _Names], Iterator[Filled]]] = {
    Force: _of_force,
    ForceSquad: _of_squad,
    ForceFigure: _of_figure,
    ForceVehicle: _of_vehicle,
    ForceExtra: _of_extra,
    ForceLimit: _of_limit,
}


def _said(said: str, before: Text | None, language: Language) -> dict[str, str]:
    """Return a text in both languages; the other language keeps its own, if it was different."""
    if before is None or before.it == before.en:
        return {"it": said, "en": said}
    return {"it": before.it, "en": before.en} | {language: said}
