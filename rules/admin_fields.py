"""How the columns of the rules' tables are called in the admin, and what may be typed into them."""

from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from rules.core.catalogue import Carrier, Characteristic, Field, Need, Scope, Severity, Stat, Trait, WeaponTag
from rules.core.checks import CHECKS
from rules.core.handbook import Subjects, Topic
from rules.core.text import LANGUAGES, Text

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# By "model.column" where a column is called otherwise in that table than elsewhere.
LABELS: dict[str, "_StrPromise"] = {
    "about": _("Concerns"),
    "any_of": _("One of"),
    "bands": _("Range bands, cm"),
    "carried_by": _("Carried by"),
    "carrier": _("Trait of a"),
    "cells": _("Cells"),
    "checks_levels": _("Its levels are looked at"),
    "club_price": _("A club may give it a price"),
    "code": _("Code"),
    "columns": _("Columns"),
    "counted": _("Bought in any number"),
    "covering": _("Covering fire, by band"),
    "covering_bands": _("Bands of covering fire, cm"),
    "covering_most": _("Covering fire at most"),
    "created": _("Made on"),
    "credit": _("Whose it is"),
    "current": _("Current version"),
    "dice": _("Dice"),
    "die": _("Sides of the die"),
    "digest": _("Digest"),
    "distance": _("Distance, cm"),
    "edition_en": _("Edition, in English"),
    "edition_it": _("Edition, in Italian"),
    "excludes": _("Not with"),
    "flat_under_option": _("… where the answer is"),
    "flat_under_ruling": _("The whole price of the man under this ruling"),
    "format": _("Written as"),
    "function": _("What is checked, where it is not the code"),
    "has_points": _("Has points"),
    "id": _("Id"),
    "includes": _("In its price"),
    "item_source": _("Paragraph for what this edition does not have"),
    "kind": _("Kind"),
    "language": _("Language of its text"),
    "leader_losses": _("Losses that a lost leader counts as"),
    "leadership": _("Leadership"),
    "leadership_source": _("Paragraph of leadership"),
    "least": _("Not under, cm"),
    "level": _("At this level only"),
    "level_points": _("Points of the levels"),
    "levels": _("Levels"),
    "limit": _("Limit in points"),
    "line_en": _("In one line, in English"),
    "line_it": _("In one line, in Italian"),
    "list_points": _("Points, bought for the list"),
    "mode_en": _("Way to fire, in English"),
    "mode_it": _("Way to fire, in Italian"),
    "morale_bonus": _("Bonus on morale"),
    "most": _("At most"),
    "firerow.most": _("Not over, cm"),
    "mounts": _("May buy"),
    "mounts_any": _("May buy whatever vehicles carry"),
    "name_en": _("Name, in English"),
    "name_it": _("Name, in Italian"),
    "need": _("Asks for"),
    "needs": _("Number to roll, by band"),
    "saverow.needs": _("Number to roll, by column"),
    "note_en": _("Note, in English"),
    "note_it": _("Note, in Italian"),
    "number": _("Number"),
    "once_under_option": _("… where the answer is"),
    "once_under_ruling": _("Paid once under this ruling"),
    "optional": _("Left to the players"),
    "order": _("Place"),
    "params": _("What the check is told"),
    "passes_least": _("Fewest passes"),
    "passes_most": _("Most passes"),
    "per_level": _("Points are for a level"),
    "points": _("Points"),
    "points_under": _("Points under rulings"),
    "position": _("Place"),
    "rank": _("Rank, 1 the best"),
    "reach": _("Distances of its own, cm"),
    "reading_en": _("Our reading, in English"),
    "reading_it": _("Our reading, in Italian"),
    "reads": _("What a list says besides"),
    "roles": _("Roles"),
    "ruleset": _("Ruleset"),
    "scopes": _("Sold without a price for"),
    "severity": _("Severity"),
    "shared_most": _("At most together"),
    "shared_with": _("Counted together with"),
    "short_en": _("Short name, in English"),
    "short_it": _("Short name, in Italian"),
    "side": _("Side"),
    "slug": _("Id"),
    "source": _("Paragraph"),
    "squad_points": _("Points, bought for a squad"),
    "stats": _("Characteristics"),
    "storm_attacking": _("Storming: attackers need"),
    "storm_defending": _("Storming: defenders need"),
    "tags": _("To the checks it is"),
    "text_en": _("Text, in English"),
    "text_it": _("Text, in Italian"),
    "topic": _("Topic"),
    "weapons": _("Weapons"),
}


def label(table: str, column: str) -> "_StrPromise":
    """Return what a column of a table is called. Raises KeyError for one that nobody named."""
    return LABELS.get(f"{table}.{column}") or LABELS[column]


def _choices_of(struct: type[msgspec.Struct], field: str) -> tuple[str, ...]:
    return get_args(next(item.type for item in msgspec.structs.fields(struct) if item.name == field))


# Columns that hold one word of a few, and those that hold several.
ONE_OF: dict[str, tuple[str, ...]] = {
    "characteristic.format": _choices_of(Characteristic, "format"),
    "check.function": ("", *CHECKS),
    "check.severity": get_args(Severity),
    "extracondition.need": get_args(Need),
    "handbooktable.topic": get_args(Topic),
    "ruleset.language": ("", *LANGUAGES),
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
    "handbookrow.about": Subjects,
    "handbookrow.cells": tuple[int | str | Text | None, ...],
    "handbooktable.columns": tuple[Text, ...],
    "troopclass.stats": dict[str, int | Stat],
    "weapon.points_under": dict[str, dict[str, int]],
}


class ShapedJSON(forms.JSONField):
    """JSON of one shape; nothing typed is the empty one."""

    def __init__(self, *, shape: Any, **kwargs: Any) -> None:
        super().__init__(
            **{"required": False, "widget": forms.Textarea(attrs={"rows": 3, "cols": 80}), **kwargs}
        )
        self.shape = shape

    def clean(self, value: Any) -> Any:
        """Return the plain value. What has another shape is refused with the place and the reason."""
        plain = super().clean(value)
        empty: Any = [] if get_origin(self.shape) is tuple else {}
        plain = empty if plain is None else plain
        try:
            msgspec.convert(plain, self.shape)
        except msgspec.ValidationError as error:
            raise ValidationError(str(error)) from None
        return plain


def field_for(table: str, column: str) -> forms.Field | None:
    """Return the form field of a column that is no plain text, number or box; None for those."""
    name = f"{table}.{column}"
    what = label(table, column)
    if name in ONE_OF:
        choices = [(word, word or "–") for word in ONE_OF[name]]
        return forms.ChoiceField(label=what, choices=choices, required="" not in ONE_OF[name])
    if name in ANY_OF:
        boxes = forms.CheckboxSelectMultiple
        choices = [(word, word) for word in ANY_OF[name]]
        return forms.MultipleChoiceField(label=what, choices=choices, widget=boxes, required=False)
    if name in SHAPES:
        return ShapedJSON(label=what, shape=SHAPES[name])
    return None
