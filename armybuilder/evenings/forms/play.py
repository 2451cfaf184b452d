"""The fields of how a games night is played: rounds, tables, points, tie-breaks, scenarios."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from armybuilder.evenings.forms.fields import CountField, PickField
from armybuilder.evenings.models import Evening
from armybuilder.evenings.pairing.standings import TieBreak
from armybuilder.widgets import Notes, Select
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language

ROUNDS_AT_MOST = 10
TABLES_AT_MOST = 60
LONGEST_SCENARIO = 120
TIE_BREAK_NAMES: dict[TieBreak, StrPromise] = {
    "difference": _("defeat point difference"),
    "opponents": _("opponents’ points"),
    "direct": _("head-to-head results"),
}
NEXT_TIE_BREAKS = [("", _("by lot")), *TIE_BREAK_NAMES.items()]
#: The fields of an `Evening` under other names. An empty one has the usual value.
FIELDS = {
    "rounds": "rounds_planned",
    "minutes": "round_minutes",
    "tables": "table_count",
    "grace": "grace_minutes",
    "scored_by": "scored_by",
    "win": "win_points",
    "draw": "draw_points",
    "loss": "loss_points",
    "bye": "bye_points",
    "drawn_within": "drawn_within",
}


class PlayFieldsForm(forms.Form):
    """How to play at a games night: a part of its form."""

    rounds = PickField(
        _("Rounds"),
        [
            ("", _("no limit")),
            ("0", _("none: friendly games")),
            *((str(number), str(number)) for number in range(1, ROUNDS_AT_MOST + 1)),
        ],
        required=False,
        widget=Select(),
    )
    minutes = CountField(_("Minutes per round"), 5, 600, _("Each round shows when it ends."))
    tables = CountField(_("Tables"), 1, TABLES_AT_MOST, _("Leave empty for as many as needed."))
    grace = CountField(_("Grace period for late lists, minutes"), 0, 240)
    scored_by = PickField(
        _("Points per game"),
        [
            ("result", _("for a win, draw or loss")),
            ("defeat-points", _("the opponent’s defeat points")),
        ],
        required=False,
    )
    win = CountField(_("A win"), 0, 99)
    draw = CountField(_("A draw"), 0, 99)
    loss = CountField(_("A loss"), 0, 99)
    bye = CountField(_("A bye"), 0, 999)
    drawn_within = CountField(_("Draw up to a difference of"), 0, 999)
    tie_first = PickField(_("Ties are broken by"), NEXT_TIE_BREAKS, required=False, widget=Select())
    tie_second = PickField(_("then by"), NEXT_TIE_BREAKS, required=False, widget=Select())
    tie_third = PickField(_("and then by"), NEXT_TIE_BREAKS, required=False, widget=Select())
    scenarios = forms.CharField(
        label=_("Scenarios, one line per round"),
        max_length=ROUNDS_AT_MOST * (LONGEST_SCENARIO + 2),
        required=False,
        widget=Notes(),
        error_messages={"max_length": _("At most ten lines, up to 120 characters each.")},
    )

    def clean_rounds(self) -> int | None:
        """Return the number of rounds, None for any number."""
        return int(self.cleaned_data["rounds"]) if self.cleaned_data["rounds"] else None

    def clean_scenarios(self) -> tuple[str, ...]:
        """Return the scenario of each round; a line in between can be empty."""
        lines = [line.strip() for line in self.cleaned_data["scenarios"].rstrip().splitlines()]
        if len(lines) > ROUNDS_AT_MOST or any(len(line) > LONGEST_SCENARIO for line in lines):
            raise ValidationError(gettext("At most ten lines, up to 120 characters each."))
        return tuple(lines)

    def clean(self) -> dict[str, Any]:
        """Refuse more points for a loss than for a win, and the same tie-break twice."""
        cleaned = super().clean() or {}
        if not self.errors:
            self._check_points(cleaned)
            chosen = self._tie_breaks()
            if len(chosen) != len({*chosen}):
                self.add_error("tie_first", gettext("The same tie-break is chosen twice: choose each only once."))
        return cleaned

    def _check_points(self, cleaned: dict[str, Any]) -> None:
        said = Evening(**self.play())
        points = {name: getattr(said, FIELDS[name]) for name in ("win", "draw", "loss")}
        for more, less in (("win", "draw"), ("draw", "loss")):
            if points[more] < points[less]:
                wrong = gettext("A win must not be worth less than a draw, nor a draw less than a loss.")
                self.add_error(more if cleaned[more] is not None else less, wrong)

    def play(self) -> dict[str, Any]:
        """Return the values as fields of an `Evening`, without empty ones."""
        said = self.cleaned_data
        typed = {field: said[name] for name, field in FIELDS.items() if said[name] not in (None, "")}
        ties = {"tie_breaks": (*self._tie_breaks(), "lot")}
        return typed | ties | {"scenarios": said["scenarios"]}

    def has_play_errors(self) -> bool:
        folded = {"scored_by", "win", "draw", "loss", "bye", "drawn_within", "grace"}
        return bool({*self.errors} & {*folded, "tie_first", "tie_second", "tie_third"})

    def _tie_breaks(self) -> list[str]:
        names = ("tie_first", "tie_second", "tie_third")
        return [self.cleaned_data[name] for name in names if self.cleaned_data.get(name)]


def scenario_names(books: Iterable[Catalogue], language: Language) -> str:
    """Return the help text of the scenarios: the names of those in the rules, whose text a round shows."""
    tables = [table for book in books for table in book.handbook if table.topic == "scenario"]
    names = dict.fromkeys(table.name.to(language) for table in tables)
    return gettext("The rules text is shown for: %(names)s.") % {"names": ", ".join(names)}


def play_initial(like: Evening | None, *, is_new: bool) -> dict[str, Any]:
    """Return the initial values: those of a games night, for a new one without the scenarios of the last."""
    play = like or Evening()
    ties = dict(zip(("tie_first", "tie_second", "tie_third"), play.tie_breaks[:-1], strict=False))
    shown = {name: getattr(play, field) for name, field in FIELDS.items()}
    return ties | shown | {"scenarios": "" if is_new else "\n".join(play.scenarios)}
