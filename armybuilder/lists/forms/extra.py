"""The forms of an extra that was bought, and of how many a row stands for."""

from typing import Any, Literal

from django.forms import Field
from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.lists.forms.base import BuilderForm, values_of
from armybuilder.lists.forms.context import FormContext
from armybuilder.lists.forms.fields import Number, count_field
from armybuilder.lists.words import price
from armybuilder.widgets import Segment, priced
from rules.core.catalogue.catalogue import Extra
from rules.core.document.roster import ExtraEntry
from rules.core.judging.points import extra_points

MOST_EXTRAS = 100


class ExtraChoice(Struct, frozen=True):
    """The choice that a bought extra leaves, its level or its passes: each number with its price."""

    field: Literal["level", "passes"]
    options: tuple[tuple[int, str], ...]


def extra_choice(entry: ExtraEntry, context: FormContext) -> ExtraChoice | None:
    """Return the choice that an extra leaves, None if it leaves none."""
    extra = context.catalogue.extra_by_id.get(entry.extra)
    if extra and (extra.levels or entry.level):
        levels = sorted({*(extra.levels or ()), entry.level or 1})
        return ExtraChoice("level", tuple((level, _price(extra, level, context)) for level in levels))
    if extra and extra.passes:
        passes = sorted({*range(extra.passes.least, extra.passes.most + 1), entry.passes})
        return ExtraChoice("passes", tuple((number, "") for number in passes))
    return None


def _price(extra: Extra, level: int, context: FormContext) -> str:
    if not context.has_points:
        return ""
    return price(extra_points(ExtraEntry(extra=extra.id, level=level), "list", context.prices))


class ExtraForm(BuilderForm):
    """The choice that an extra leaves, and its number: those of the two that were posted; the other stays."""

    def __init__(self, entry: ExtraEntry, choice: ExtraChoice | None, data: Any = None) -> None:
        super().__init__(entry.id, values_of(entry) | {"level": entry.level or 1}, data)
        fields: dict[str, Field] = {"count": count_field(MOST_EXTRAS, entry.id)}
        if choice:
            fields[choice.field] = _choice_field(choice)
        self.fields = {name: field for name, field in fields.items() if data is None or name in data}

    def cleaned_row(self) -> dict[str, Any]:
        """Return what was posted, by the names that `edits.edit_extra` knows fields by."""
        return self.posted("level", "passes", "count")


def _choice_field(choice: ExtraChoice) -> Number:
    options = [(str(number), priced(str(number), cost)) for number, cost in choice.options]
    widget = Segment(options, stacked=any(cost for _, cost in choice.options))
    if choice.field == "level":
        return Number(
            gettext("Level"), 1, 9, gettext("The level must be a number from 1 to 9."), widget=widget
        )
    return Number(gettext("Passes"), 0, 99, gettext("Passes must be a number from 0 to 99."), widget=widget)


class CountForm(BuilderForm):
    """The count of a row, at most `most`, as the stepper sends it."""

    def __init__(self, row_id: str, most: int, data: Any) -> None:
        super().__init__(row_id, {}, data)
        self.fields["count"] = count_field(most, row_id)
