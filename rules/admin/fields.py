"""The form fields of the rules' tables in the admin."""

from types import NoneType
from typing import Any, get_args, get_origin

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules.admin.labels import called, label
from rules.admin.words import ADMIN
from rules.core.catalogue.catalogue import (
    Abbreviation,
    Carrier,
    Characteristic,
    Field,
    Need,
    Scope,
    Severity,
    Stat,
    Trait,
    WeaponTag,
)
from rules.core.catalogue.completion import Completion
from rules.core.catalogue.handbook import (
    Area,
    DefeatChange,
    HandbookRow,
    MoraleFact,
    NumberPath,
    PrintedCell,
    Subjects,
    Topic,
)
from rules.core.catalogue.nicknames import NicknameKind
from rules.core.catalogue.rulings import Ruling
from rules.core.catalogue.states import MarkerKind, State, VehicleState
from rules.core.judging.checks import CHECKS
from rules.core.odds.data import Method
from rules.core.odds.effects import QUESTIONS, Effect, Gate, TargetKind
from rules.core.odds.tables import LEVELS, AirKind, Bombardment, Contact, DamageTable, Roll, Sight
from rules.core.text.text import LANGUAGES, Text
from rules.decoding import OneErrorDecoder
from rules.loading.shapes import ShapeError, convert
from rules.odds_sections import AIR_TABLES, DAMAGE_TABLES, MOMENTS, REACTION, RINGS, SHOTS


def _choices_of(struct: type[msgspec.Struct], field: str) -> tuple[str, ...]:
    """Return the words that a field may hold: those of one, or of each in a tuple."""
    expected = next(item.type for item in msgspec.structs.fields(struct) if item.name == field)
    return get_args(get_args(expected)[0]) if get_origin(expected) is tuple else get_args(expected)


# Columns that hold one word of a few, and those that hold several.
ONE_OF: dict[str, tuple[str, ...]] = {
    "bombardment.kind": _choices_of(Bombardment, "kind"),
    "characteristic.format": _choices_of(Characteristic, "format"),
    "check.function": ("", *sorted(CHECKS)),
    "check.severity": get_args(Severity),
    "contact.contact": _choices_of(Contact, "contact"),
    "contact.level": LEVELS,
    "damagetable.which": (*DAMAGE_TABLES, *AIR_TABLES, *REACTION),
    "deviation.shot": SHOTS,
    "effect.band": RINGS,
    "effect.facing": _choices_of(Effect, "facing"),
    "extracondition.need": get_args(Need),
    "handbookrow.morale": ("", *get_args(MoraleFact)),
    "handbookrow.counts": _choices_of(HandbookRow, "counts"),
    "handbooktable.topic": get_args(Topic),
    "initiativeroll.moment": MOMENTS,
    "nickname.kind": get_args(NicknameKind),
    "roll.difficulty": ("", *LEVELS),
    "roll.level": _choices_of(Roll, "level"),
    "ruleset.language": ("", *LANGUAGES),
    "ruleset.method": get_args(Method),
    "ruling.about": _choices_of(Ruling, "about"),
    "sight.closed_vehicle": ("", *LEVELS),
    "sight.infantry": ("", *LEVELS),
    "sight.open_vehicle": ("", *LEVELS),
    "sight.target": _choices_of(Sight, "target"),
    "trait.carrier": _choices_of(Trait, "carrier"),
}
ANY_OF: dict[str, tuple[str, ...]] = {
    "bombardment.immune": _choices_of(Bombardment, "immune"),
    "bombardment.sure": _choices_of(Bombardment, "sure"),
    "bombardment.targets": _choices_of(Bombardment, "targets"),
    "damagetable.open": _choices_of(DamageTable, "open"),
    "effect.targets": get_args(TargetKind),
    "extra.scopes": get_args(Scope),
    "fire.air_kinds": get_args(AirKind),
    "ruleset.questions": QUESTIONS,
    "ruleset.reads": get_args(Field),
    "situation.questions": QUESTIONS,
    "weapon.carried_by": get_args(Carrier),
    "weapon.tags": get_args(WeaponTag),
}
# Columns of JSON, and what it must be.
SHAPES: dict[str, Any] = {
    "bombardment.gate": Gate | None,
    "borrowed.about": Subjects,
    "check.params": dict[str, int | str | tuple[str, ...]],
    "effect.gate": Gate | None,
    "handbookrow.about": Subjects | None,
    "handbookrow.areas": tuple[Area, ...],
    "handbookrow.cells": tuple[PrintedCell | NumberPath, ...],
    "handbookrow.changes": tuple[DefeatChange, ...],
    "handbooktable.columns": tuple[Text, ...],
    "ruleset.abbreviations": tuple[Abbreviation, ...],
    "ruleset.completion": Completion,
    "ruleset.markers": tuple[MarkerKind, ...],
    "ruleset.states": tuple[State, ...],
    "ruleset.vehicle_states": tuple[VehicleState, ...],
    "troopclass.stats": dict[str, int | Stat],
    "weapon.points_under": dict[str, dict[str, int]],
}
# What is said beside such a column.
HELP = {"handbookrow.about": _("Empty: whom the number concerns that the first cell with a path names.")}


class ShapedJSON(forms.JSONField):
    """JSON of one shape; nothing typed is the empty one. `column` is what a rule's reasons call it by."""

    def __init__(self, *, column: str, shape: Any, **kwargs: Any) -> None:
        super().__init__(
            **{"required": False, "widget": forms.Textarea(attrs={"rows": 3, "cols": 80}), **kwargs},
            decoder=OneErrorDecoder,
        )
        self.column = column
        self.shape = shape

    def prepare_value(self, value: Any) -> Any:
        return "" if value is None else super().prepare_value(value)

    def clean(self, value: Any) -> Any:
        """Return the plain value. What has another shape is refused with the place and the reason."""
        plain = super().clean(value)
        if plain is None:
            plain = _empty(self.shape)
        try:
            convert(plain, self.shape, (self.column,))
        except ShapeError as error:
            raise ValidationError([reason.said(ADMIN) for _path, reason in error.found]) from None
        return plain


def _empty(shape: Any) -> Any:
    """Return what a column holds in which nothing is typed."""
    if NoneType in get_args(shape):
        return None
    return [] if get_origin(shape) is tuple else {}


def field_for(table: str, column: str) -> forms.Field | None:
    """Return the form field of a column that is no plain text, number or box; None for those."""
    name = f"{table}.{column}"
    what = label(table, column)
    if name in ONE_OF:
        choices = [(word, called(table, column, word) or "–") for word in ONE_OF[name]]
        return forms.ChoiceField(label=what, choices=choices, required="" not in ONE_OF[name])
    if name in ANY_OF:
        boxes = forms.CheckboxSelectMultiple
        choices = [(word, called(table, column, word)) for word in ANY_OF[name]]
        return forms.MultipleChoiceField(label=what, choices=choices, widget=boxes, required=False)
    if name in SHAPES:
        return ShapedJSON(label=what, column=column, shape=SHAPES[name], help_text=HELP.get(name, ""))
    return None
