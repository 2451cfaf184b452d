"""The forms of the builder: shape and types of what was posted. What it means for the list is the report's business.

Each form knows the row it is for: ids that the edition does not have are refused, unless the row had them already.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext
from msgspec import UNSET

from armybuilder.lists.sheet import kinds_of
from rules.core.catalogue import Catalogue
from rules.core.edits import MOST
from rules.core.entry import Entry
from rules.core.points import has_points
from rules.core.roster import Figure, Modifiers, Roster, Squad, SquadKind, Vehicle

LONGEST_NAME, LONGEST_TEAM, LONGEST_NOTES, LONGEST_LIST_NOTES = 120, 20, 1000, 4000


class Line(forms.CharField):
    """A line of text."""

    def __init__(self, longest: int = LONGEST_NAME, *, required: bool = False, missing: str = "") -> None:
        messages = {
            "max_length": gettext("%(most)s characters at most.") % {"most": longest},
            "required": missing,
        }
        super().__init__(max_length=longest, required=required, error_messages=messages)

    def to_python(self, value: Any) -> str:
        """Return the text; browsers end lines with CR LF."""
        return (super().to_python(value) or "").replace("\r\n", "\n")


class Number(forms.IntegerField):
    """A whole number between two; `refusal` says so."""

    def __init__(self, least: int, most: int, refusal: str, *, required: bool = True) -> None:
        messages = dict.fromkeys(("invalid", "min_value", "max_value", "required"), refusal)
        super().__init__(min_value=least, max_value=most, required=required, error_messages=messages)


class OneOf(forms.ChoiceField):
    """One id of a table, or what the row had (`own`)."""

    def __init__(self, items: Iterable[str], own: str, *, required: bool = True) -> None:
        known = dict.fromkeys((*items, own) if own else items)
        refusal = gettext("This edition has no such choice.")
        messages = {"invalid_choice": refusal, "required": gettext("Choose one.")}
        super().__init__(choices=[(item, item) for item in known], required=required, error_messages=messages)


class AnyOf(forms.MultipleChoiceField):
    """Any ids of a table, or of those that the row had."""

    def __init__(self, items: Iterable[Entry], own: Sequence[str], most: int = 0) -> None:
        known = dict.fromkeys((*(item.id for item in items), *own))
        messages = {"invalid_choice": gettext("This edition has no such choice.")}
        super().__init__(choices=[(item, item) for item in known], required=False, error_messages=messages)
        self.most = most

    def clean(self, value: Any) -> tuple[str, ...]:
        """Return the ids, in the order of the form."""
        ids: list[str] = super().clean(value)
        if self.most and len(ids) > self.most:
            raise forms.ValidationError(gettext("%(most)s at most.") % {"most": self.most})
        return tuple(ids)


class RowForm(forms.Form):
    """A form of one row; its fields depend on what the ruleset reads."""

    def errors_by_field(self) -> dict[str, str]:
        """Return the first error of each field."""
        return {field: str(errors[0]) for field, errors in self.errors.items()}

    def posted(self, *names: str) -> dict[str, Any]:
        """Return the cleaned values of those of the named fields that the form has."""
        return {name: self.cleaned_data[name] for name in names if name in self.fields}


def count_field(most: int) -> Number:
    """Return a field for how many a row stands for."""
    return Number(1, most, gettext("A count is a number from 1 to %(most)s.") % {"most": most})


def combat_value_field() -> Number:
    """Return a field for the referee's number."""
    return Number(0, 100, gettext("A combat value is a number from 0 to 100."), required=False)


class CountForm(RowForm):
    """How many a row stands for."""

    def __init__(self, data: Any, most: int) -> None:
        super().__init__(data)
        self.fields["count"] = count_field(most)


class FigureForm(RowForm):
    """The fields of a figure row that the ruleset reads."""

    def __init__(self, data: Any, figure: Figure, squad_class: str, catalogue: Catalogue) -> None:
        super().__init__(data)
        self.figure, self.catalogue = figure, catalogue
        classes, reads = catalogue.class_by_id, catalogue.reads
        self.fields["name"] = Line()
        self.fields["count"] = count_field(200)
        self.fields["class"] = OneOf(classes, figure.class_, required=not squad_class)
        self.fields["weapons"] = AnyOf(catalogue.weapons, figure.weapons, MOST["weapons"])
        if catalogue.roles or "commander" in reads:
            self.fields["roles"] = AnyOf(catalogue.roles, figure.roles)
        if catalogue.kit:
            self.fields["kit"] = AnyOf(catalogue.kit, figure.kit)
        self.fields["notes"] = Line(LONGEST_NOTES)
        if catalogue.leadership or figure.leadership:
            levels = [str(level) for level in (0, *catalogue.leadership)]
            self.fields["leadership"] = OneOf(levels, str(figure.leadership))
        if "team" in reads:
            self.fields["team"] = Line(LONGEST_TEAM)
        if "commander" in reads:
            self.fields["commander"] = forms.BooleanField(required=False)
        if "ability" in reads:
            self.fields["ability"] = OneOf(classes, figure.ability, required=False)
        if "combat_value" in reads:
            self.fields["combat_value"] = combat_value_field()

    def changes(self) -> dict[str, Any]:
        """Return the fields for `edits.edit_figure`."""
        data = self.cleaned_data
        fields = self.posted(
            "name", "count", "roles", "kit", "notes", "team", "commander", "ability", "combat_value"
        )
        fields |= {"class_": data["class"], "weapons": self._weapons()}
        if "leadership" in self.fields:
            fields["leadership"] = int(data["leadership"])
        if fields.get("combat_value", 0) is None:
            fields["combat_value"] = UNSET
        return fields

    def _weapons(self) -> tuple[str, ...]:
        """The weapons in the order of the preset that carries the same ones: a figure is called after its preset."""
        weapons: tuple[str, ...] = self.cleaned_data["weapons"]
        same = (
            preset.weapons for preset in self.catalogue.presets if sorted(preset.weapons) == sorted(weapons)
        )
        return next(same, weapons)


class VehicleForm(RowForm):
    """The fields of a vehicle row that the ruleset reads."""

    def __init__(self, data: Any, vehicle: Vehicle, catalogue: Catalogue) -> None:
        super().__init__(data)
        self.catalogue = catalogue
        known = catalogue.vehicle_by_id.get(vehicle.type)
        self.fields["name"] = Line()
        self.fields["count"] = count_field(50)
        self.fields["type"] = OneOf(catalogue.vehicle_by_id, vehicle.type)
        self.fields["weapons"] = AnyOf(catalogue.weapons, vehicle.weapons, MOST["weapons"])
        if catalogue.vehicle_traits:
            self.fields["traits"] = AnyOf(catalogue.vehicle_traits.values(), vehicle.traits)
        self.fields["notes"] = Line(LONGEST_NOTES)
        if "movement" in catalogue.reads and known and len(known.movement) > 1:
            chosen = "" if vehicle.movement is UNSET else vehicle.movement
            self.fields["movement"] = OneOf([way.kind for way in known.movement], chosen, required=False)
        if "combat_value" in catalogue.reads:
            self.fields["combat_value"] = combat_value_field()

    def changes(self) -> dict[str, Any]:
        """Return the fields for `edits.edit_vehicle`."""
        fields = self.posted(
            "name", "count", "type", "weapons", "traits", "notes", "movement", "combat_value"
        )
        if fields.get("combat_value", 0) is None:
            fields["combat_value"] = UNSET
        new_type = self.catalogue.vehicle_by_id.get(fields["type"])
        ways = [way.kind for way in new_type.movement] if new_type else []
        if "movement" in fields and (fields["movement"] not in ways or len(ways) == 1):
            fields["movement"] = UNSET
        return fields


class ExtraForm(RowForm):
    """What is chosen of an extra that was bought: those of its fields that were posted."""

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        if "level" in data:
            self.fields["level"] = Number(1, 9, gettext("A level is a number from 1 to 9."))
        if "passes" in data:
            self.fields["passes"] = Number(0, 99, gettext("Passes are a number from 0 to 99."))
        if "count" in data:
            self.fields["count"] = count_field(100)

    def changes(self) -> dict[str, Any]:
        """Return the fields for `edits.edit_extra`."""
        return self.posted("level", "passes", "count")


class SquadForm(RowForm):
    """The fields of a squad that the ruleset reads."""

    def __init__(self, data: Any, squad: Squad, catalogue: Catalogue) -> None:
        super().__init__(data)
        classes, reads = catalogue.class_by_id, catalogue.reads
        self.fields["name"] = Line()
        self.fields["kind"] = OneOf(kinds_of(catalogue), squad.kind)
        self.fields["class"] = OneOf(classes, squad.class_, required=bool(squad.class_))
        if catalogue.squad_traits:
            self.fields["traits"] = AnyOf(catalogue.squad_traits.values(), squad.traits)
        if "list_class" in reads:
            self.fields["list_class"] = OneOf(classes, squad.list_class, required=False)
        if "leader_ability" in reads:
            self.fields["leader_ability"] = OneOf(classes, squad.leader_ability, required=False)
        if "modifiers" in reads:
            self.fields["motivation"] = Number(-1, 1, gettext("Motivation is −1, 0 or +1."))
            self.fields["fanatic"] = Number(0, 2, gettext("Fanatics are 0, +1 or +2."))

    def changes(self) -> dict[str, Any]:
        """Return the fields for `edits.edit_squad`."""
        fields = self.posted("name", "kind", "traits", "list_class", "leader_ability")
        fields["class_"] = self.cleaned_data["class"]
        if "motivation" in self.fields:
            fields["modifiers"] = Modifiers(**self.posted("motivation", "fanatic"))
        return fields


class NewSquadForm(RowForm):
    """A new squad: its kind, and its class where it is not that of the last squad."""

    def __init__(self, data: Any, roster: Roster, catalogue: Catalogue) -> None:
        super().__init__(data)
        self.last_class = roster.squads[-1].class_ if roster.squads else catalogue.classes[0].id
        self.fields["class"] = OneOf(catalogue.class_by_id, "", required=False)
        self.fields["kind"] = OneOf(kinds_of(catalogue), "", required=False)

    def squad(self, row_id: str) -> Squad:
        """Return the squad with the id of its row."""
        data = self.cleaned_data
        class_id, kind = data["class"] or self.last_class, cast(SquadKind, data["kind"] or "squad")
        return Squad(id=row_id, name="", class_=class_id, kind=kind)


class SettingsForm(RowForm):
    """The list's name, what it is made for, and its notes."""

    def __init__(self, data: Any, roster: Roster, catalogue: Catalogue) -> None:
        super().__init__(data)
        self.fields["name"] = Line(required=True, missing=gettext("Give the list a name."))
        self.fields["role"] = OneOf(catalogue.format_by_id, roster.role)
        self.fields["force"] = Line()
        self.fields["notes"] = Line(LONGEST_LIST_NOTES)
        if has_points(roster, catalogue):
            self.fields["limit"] = Number(
                1, 10_000, gettext("A limit is a number from 1 to 10,000."), required=False
            )


class RulingsForm(RowForm):
    """The list's answers to the open questions of the text: those that were posted."""

    def __init__(self, data: Any, roster: Roster, catalogue: Catalogue) -> None:
        super().__init__(data)
        for ruling in catalogue.rulings:
            if ruling.id in data:
                options = [option.id for option in ruling.options]
                self.fields[ruling.id] = OneOf(options, roster.rulings.get(ruling.id, ""))
