"""The forms of a force's parts. Each shows a part, and makes the part that was posted."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from msgspec.structs import replace

from armybuilder.widgets import Chips, Input, Notes, Renderer, Select, Stepper, with_present
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
from rules.fields import WholeNumberField, read_whole

LONGEST_NAME, LONGEST_NOTE, MOST = 120, 600, 200
KINDS: dict[str, str | Promise] = {
    "squad": gettext_lazy("Squad"),
    "section": gettext_lazy("Independent section"),
    "sniper-team": gettext_lazy("Sniper team"),
    "observer-section": gettext_lazy("Observer section"),
}


class PartForm(forms.Form):
    """The form of a part, in one language and with the entries of its ruleset."""

    default_renderer = Renderer()
    use_required_attribute = False
    # The fields of a smallest and a largest number.
    ranges: ClassVar[tuple[tuple[str, str], ...]] = (("least", "most"),)

    def __init__(self, part: Any, catalogue: Catalogue, language: Language, data: Any = None) -> None:
        super().__init__(data, auto_id="part-%s")
        self.before, self.catalogue, self.language = part, catalogue, language
        self.build(part)

    def build(self, part: Any) -> None:
        """Add the fields, with the values of a part."""
        raise NotImplementedError

    def part(self) -> Any:
        """Return the posted part; what has no field stays as it was."""
        raise NotImplementedError

    def line(
        self, name: str, label: str, value: str, longest: int = LONGEST_NAME, *, required: bool = True
    ) -> None:
        widget = Notes() if longest > LONGEST_NAME else Input()
        self.fields[name] = forms.CharField(
            label=label, max_length=longest, required=required, initial=value, widget=widget
        )

    def number(
        self, name: str, label: str, value: int | None, least: int = 0, help_text: str = "", most: int = MOST
    ) -> None:
        """Add a number; one without a value is optional."""
        self.fields[name] = WholeNumberField(
            label=label,
            min_value=least,
            max_value=most,
            required=not help_text,
            initial=value,
            widget=Stepper(),
            help_text=help_text,
        )

    def stepped(self, data: QueryDict) -> QueryDict:
        """Return posted data with the number that `step` names one lower or higher; an optional one may go."""
        name, _, by = data.get("step", "").partition(":")
        field = self.fields.get(name)
        if not isinstance(field, WholeNumberField):
            return data
        data = data.copy()
        number = (read_whole(data.get(name, "")) or 0) + (1 if by == "1" else -1)
        least = int(field.min_value or 0)
        data[name] = str(max(number, least)) if field.required or number >= least else ""
        return data

    def choice(self, name: str, label: str, choices: Iterable[tuple[str, str]], value: str) -> None:
        choices = with_present(choices, [value])
        self.fields[name] = forms.ChoiceField(
            label=label, choices=choices, required=False, initial=value, widget=Select()
        )

    def several(
        self, name: str, label: str, choices: Iterable[tuple[str, str]], values: Sequence[str]
    ) -> None:
        """Add a choice of several, unless there is nothing to choose."""
        choices = with_present(choices, values)
        if choices:
            self.fields[name] = forms.MultipleChoiceField(
                label=label, choices=choices, required=False, initial=list(values), widget=Chips()
            )

    def chosen(self, name: str, before: Sequence[str]) -> tuple[str, ...]:
        """Return the chosen ids: those from before in their order, then the others."""
        if name not in self.fields:
            return tuple(before)
        now = self.cleaned_data.get(name) or []
        kept = [item for item in before if item in now]
        return (*kept, *(item for item in now if item not in kept))

    def named(self, before: Text | None) -> Name:
        """Return the posted name: in both languages, if they were alike or there was none."""
        return Name(**_said(self.cleaned_data["name"], before, self.language))

    def names(self, entries: Iterable[Entry], own: Collection[str] = ()) -> list[tuple[str, str]]:
        """Return the names of entries that are offered, and of those that a part has."""
        return [(entry.id, entry.name.to(self.language)) for entry in offered(entries, own)]

    def clean(self) -> dict[str, Any]:
        """Add an error if a smallest number is greater than its largest."""
        for least, most in self.ranges:
            low, high = self.cleaned_data.get(least), self.cleaned_data.get(most)
            if low is not None and high is not None and low > high:
                self.add_error(most, gettext("This must be at least %(least)s.") % {"least": low})
        return self.cleaned_data


class HeadForm(PartForm):
    """The force itself: its name, its period, a note, and the roles of its lists."""

    def build(self, part: Force) -> None:
        self.line("name", gettext("Name of the force"), part.name.to(self.language))
        self.line("period", gettext("Period"), _text(part.period, self.language), required=False)
        self.line("note", gettext("Note"), _text(part.note, self.language), LONGEST_NOTE, required=False)
        label = gettext("Only for these roles (none ticked: all)")
        self.several("roles", label, self.names(self.catalogue.formats, part.roles), part.roles)

    def part(self) -> Force:
        before: Force = self.before
        said = self.cleaned_data
        period, note = said["period"], said["note"]
        return replace(
            before,
            name=self.named(before.name),
            period=Name(**_said(period, before.period, self.language)) if period else None,
            note=Note(**_said(note, before.note, self.language)) if note else None,
            roles=self.chosen("roles", before.roles),
        )


class SquadForm(PartForm):
    """A kind of squad."""

    ranges = (("least", "most"), ("smallest", "largest"))

    def build(self, part: ForceSquad) -> None:
        checks = self.catalogue.check_by_function
        kinds = [
            (kind, str(label))
            for kind, label in KINDS.items()
            if kind in ("squad", "section", part.kind) or kind in checks
        ]
        self.line("name", gettext("Name of the squad"), part.name.to(self.language))
        self.choice("class", gettext("Class"), self.names(self.catalogue.classes, [part.class_]), part.class_)
        self.choice("kind", gettext("Type"), kinds, part.kind)
        self.number("least", gettext("In a list, from"), part.least)
        self.number("most", gettext("to"), part.most, 1)
        self.number("smallest", gettext("Figures, from"), part.size[0])
        self.number("largest", gettext("to"), part.size[1])
        traits = self.names(self.catalogue.squad_traits.values(), part.traits)
        self.several("traits", gettext("Optional traits"), traits, part.traits)

    def part(self) -> ForceSquad:
        before: ForceSquad = self.before
        said = self.cleaned_data
        return replace(
            before,
            name=self.named(before.name),
            class_=said["class"] or before.class_,
            kind=before.kind if said["kind"] in ("", before.kind) else said["kind"],
            least=said["least"],
            most=said["most"],
            size=(said["smallest"], said["largest"]),
            traits=self.chosen("traits", before.traits),
        )


class FigureForm(PartForm):
    """A type of figure."""

    def build(self, part: ForceFigure) -> None:
        book = self.catalogue
        carried = [weapon for weapon in book.weapons if "figure" in weapon.carried_by]
        on_foot = self.names(carried, (*part.weapons, *part.also))
        roles, levels = self.names(book.roles, (part.role, *part.roles)), [0, *sorted(book.leadership)]
        self.line("name", gettext("Type of figure"), part.name.to(self.language))
        self.number("least", gettext("In the squad, from"), part.least)
        self.number("most", gettext("to"), part.most, 1, gettext("Empty: as many as the squad has."))
        self.number("one_in", gettext("One for every … figures"), part.one_in, 1, gettext("Empty: no limit."))
        first = part.weapons[0] if part.weapons else ""
        self.choice("first", gettext("Starts with"), [("", gettext("No weapon")), *on_foot], first)
        self.several("weapons", gettext("Or has one of these instead"), on_foot, part.weapons[1:])
        self.several("also", gettext("And can also have"), on_foot, part.also)
        if roles or part.role:
            self.choice("role", gettext("Role"), [("", gettext("None")), *roles], part.role)
            self.several("roles", gettext("Optional roles"), roles, part.roles)
        if len(levels) > 1 or part.leadership:
            named = [(str(level), str(level) if level else gettext("none")) for level in levels]
            self.several(
                "leadership", gettext("Leadership"), named, [str(level) for level in part.leadership]
            )
        classes = [("", gettext("Same as the squad")), *self.names(book.classes, [part.class_])]
        self.choice("class", gettext("Class"), classes, part.class_)

    def part(self) -> ForceFigure:
        before: ForceFigure = self.before
        said = self.cleaned_data
        others = tuple(item for item in self.chosen("weapons", before.weapons[1:]) if item != said["first"])
        return replace(
            before,
            name=self.named(before.name),
            least=said["least"],
            most=said["most"],
            one_in=said["one_in"],
            weapons=(said["first"], *others) if said["first"] else others,
            also=self.chosen("also", before.also),
            role=said.get("role", before.role),
            roles=self.chosen("roles", before.roles),
            leadership=tuple(
                map(int, self.chosen("leadership", [str(level) for level in before.leadership]))
            ),
            class_=said["class"],
        )


class VehicleForm(PartForm):
    """A type of vehicle."""

    def build(self, part: ForceVehicle) -> None:
        book = self.catalogue
        known = book.vehicle_by_id.get(part.type)
        mounted = [
            weapon
            for weapon in book.weapons
            if (
                "vehicle" in weapon.carried_by
                if known is None or known.mounts is None
                else weapon.id in known.mounts
            )
        ]
        self.choice("type", gettext("Vehicle"), self.names(book.vehicles, [part.type]), part.type)
        self.number("least", gettext("In the squad, from"), part.least)
        self.number("most", gettext("to"), part.most, 1)
        self.several(
            "weapons", gettext("Weapons it can buy"), self.names(mounted, part.weapons), part.weapons
        )

    def part(self) -> ForceVehicle:
        before: ForceVehicle = self.before
        said = self.cleaned_data
        return replace(
            before,
            type=said["type"] or before.type,
            least=said["least"],
            most=said["most"],
            weapons=self.chosen("weapons", before.weapons),
        )


class ExtraForm(PartForm):
    """An extra that a list or a squad can buy."""

    def build(self, part: ForceExtra) -> None:
        self.choice("extra", gettext("Extra"), self.names(self.catalogue.extras, [part.extra]), part.extra)
        self.number("most", gettext("At most"), part.most, 1)
        self.number("level", gettext("Highest level"), part.level, 1, gettext("Empty: any level."), most=9)

    def part(self) -> ForceExtra:
        before: ForceExtra = self.before
        said = self.cleaned_data
        return replace(before, extra=said["extra"] or before.extra, most=said["most"], level=said["level"])


class LimitForm(PartForm):
    """How many of some things a whole list has: they are of one table."""

    def build(self, part: ForceLimit) -> None:
        book = self.catalogue
        tables: dict[Counted, tuple[str, Iterable[Entry]]] = {
            "weapons": (gettext("Weapons"), book.weapons),
            "roles": (gettext("Roles"), book.roles),
            "classes": (gettext("Classes"), book.classes),
            "vehicles": (gettext("Vehicles"), book.vehicles),
        }
        for table, (label, entries) in tables.items():
            own = part.ids if part.of == table else ()
            self.several(table, label, self.names(entries, own), own)
        self.number("least", gettext("In the whole list, from"), part.least)
        self.number("most", gettext("to"), part.most, 0, gettext("Empty: any number."))

    def clean(self) -> dict[str, Any]:
        super().clean()
        if len(self._chosen_tables()) != 1:
            raise ValidationError(gettext("Choose things of one kind: weapons, roles, classes or vehicles."))
        return self.cleaned_data

    def part(self) -> ForceLimit:
        before: ForceLimit = self.before
        [table] = self._chosen_tables()
        ids = self.chosen(table, before.ids if before.of == table else ())
        return replace(
            before, of=table, ids=ids, least=self.cleaned_data["least"], most=self.cleaned_data["most"]
        )

    def _chosen_tables(self) -> list[Counted]:
        return [table for table in LIMITED if self.cleaned_data.get(table)]


FORMS: dict[type, type[PartForm]] = {
    Force: HeadForm,
    ForceSquad: SquadForm,
    ForceFigure: FigureForm,
    ForceVehicle: VehicleForm,
    ForceExtra: ExtraForm,
    ForceLimit: LimitForm,
}


def form_of(part: Any, catalogue: Catalogue, language: Language, data: Any = None) -> PartForm:
    """Return the form of a part."""
    return FORMS[type(part)](part, catalogue, language, data)


def _text(text: Text | None, language: Language) -> str:
    return text.to(language) if text else ""


def _said(said: str, before: Text | None, language: Language) -> dict[str, str]:
    """Return a text in both languages; the other language keeps its own, if it was different."""
    if before is None or before.it == before.en:
        return {"it": said, "en": said}
    return {"it": before.it, "en": before.en} | {language: said}
