"""The form fields of the rules' tables in the admin."""

from types import NoneType
from typing import Any, get_args, get_origin

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
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
from rules.core.text.text import LANGUAGES, Text
from rules.decoding import OneErrorDecoder
from rules.loading.odds_text import odds_document, parse_odds
from rules.loading.shapes import Found, ShapeError, convert
from rules.loading.yaml_lines import YamlError


def _choices_of(struct: type[msgspec.Struct], field: str) -> tuple[str, ...]:
    """Return the words that a field may hold: those of one, or of each in a tuple."""
    expected = next(item.type for item in msgspec.structs.fields(struct) if item.name == field)
    return get_args(get_args(expected)[0]) if get_origin(expected) is tuple else get_args(expected)


# Columns that hold one word of a few, and those that hold several.
ONE_OF: dict[str, tuple[str, ...]] = {
    "characteristic.format": _choices_of(Characteristic, "format"),
    "check.function": ("", *sorted(CHECKS)),
    "check.severity": get_args(Severity),
    "extracondition.need": get_args(Need),
    "handbookrow.morale": ("", *get_args(MoraleFact)),
    "handbookrow.counts": _choices_of(HandbookRow, "counts"),
    "handbooktable.topic": get_args(Topic),
    "nickname.kind": get_args(NicknameKind),
    "ruleset.language": ("", *LANGUAGES),
    "ruling.about": _choices_of(Ruling, "about"),
    "trait.carrier": _choices_of(Trait, "carrier"),
}
ANY_OF: dict[str, tuple[str, ...]] = {
    "extra.scopes": get_args(Scope),
    "ruleset.reads": get_args(Field),
    "weapon.carried_by": get_args(Carrier),
    "weapon.tags": get_args(WeaponTag),
}
# Columns of JSON, and what it must be.
SHAPES: dict[str, Any] = {
    "check.params": dict[str, int | str | tuple[str, ...]],
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


class OddsField(forms.CharField):
    """The odds of a ruleset as YAML. Errors name the line and the field."""

    def __init__(self, **kwargs: Any) -> None:
        area = forms.Textarea(attrs={"rows": 30, "cols": 120, "wrap": "off", "spellcheck": "false"})
        super().__init__(**{"required": False, "strip": False, "widget": area, **kwargs})

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        try:
            parse_odds(text)
        except YamlError as error:
            raise ValidationError([on_line(line, trouble) for line, trouble in error.troubles]) from None
        except ShapeError as error:
            raise ValidationError(odds_sentences(text, error.found)) from None
        return text


def odds_sentences(text: str, found: list[Found]) -> list[str]:
    """Return what is wrong with odds, each with its line in their text, in the order of the lines."""
    document = odds_document(text)
    lines = sorted((document.line(path), reason.said(ADMIN)) for path, reason in found)
    return [on_line(line, sentence) for line, sentence in dict.fromkeys(lines)]


def on_line(line: int, sentence: str) -> str:
    """Return a sentence about a line."""
    return gettext("Line %(line)s: %(problem)s") % {"line": line, "problem": sentence}


def _empty(shape: Any) -> Any:
    """Return what a column holds in which nothing is typed."""
    if NoneType in get_args(shape):
        return None
    return [] if get_origin(shape) is tuple else {}


def field_for(table: str, column: str) -> forms.Field | None:
    """Return the form field of a column that is no plain text, number or box; None for those."""
    name = f"{table}.{column}"
    what = label(table, column)
    if name == "ruleset.odds":
        return OddsField(label=what, help_text=_("YAML, as under “odds” in the file of a ruleset."))
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
