"""The form of the turning points in a report: up to five, each with its turn, a line and a square of the table."""

from collections.abc import Iterator, Sequence
from typing import Any
from unicodedata import category

from django import forms
from django.core.exceptions import ValidationError
from django.forms import formset_factory
from django.utils.translation import gettext_lazy as _

from armybuilder.games.paper.drawings import SQUARES
from armybuilder.widgets import Input, NumberInput, Renderer, Select
from rules.core.game.events import LAST_TURN, NOTE_LENGTH, TURNING_POINTS_AT_MOST, TurningPoint
from rules.fields import WholeNumberField

ON_THE_TABLE = [f"{column}{row + 1}" for row in range(len(SQUARES)) for column in SQUARES]


class TurningPointForm(forms.Form):
    """A turning point: without words it is removed."""

    default_renderer = Renderer()
    turn = WholeNumberField(
        label=_("Turn"), min_value=1, max_value=LAST_TURN, required=False, widget=NumberInput(size="3")
    )
    note = forms.CharField(
        label=_("What happened"), max_length=NOTE_LENGTH, required=False, widget=Input(maxlength=NOTE_LENGTH)
    )
    square = forms.ChoiceField(
        label=_("Square"),
        choices=[("", "–"), *((one, one) for one in ON_THE_TABLE)],
        required=False,
        widget=Select(),
    )

    def clean_note(self) -> str:
        """Return the words as a line of the log can have them: without line breaks and control characters."""
        line = " ".join(self.cleaned_data["note"].split())
        return "".join(sign for sign in line if category(sign) != "Cc")

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if said.get("note") and not said.get("turn") and "turn" not in self.errors:
            self.add_error("turn", ValidationError(_("Enter the turn: a number from 1 to 99.")))
        return said


TurningPointForms = formset_factory(
    TurningPointForm, extra=0, max_num=TURNING_POINTS_AT_MOST, absolute_max=TURNING_POINTS_AT_MOST
)


def initial_rows(told: Sequence[TurningPoint]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [{"turn": point.turn, "note": point.note, "square": point.square} for point in told]
    return rows + [{}] * (TURNING_POINTS_AT_MOST - len(rows))


def entered(rows: Sequence[dict[str, Any]]) -> Iterator[TurningPoint]:
    """Yield the turning points of valid rows; those without words are removed."""
    for place, row in enumerate(rows, 1):
        yield TurningPoint(
            place=place, turn=row.get("turn") or 1, note=row.get("note", ""), square=row.get("square", "")
        )
