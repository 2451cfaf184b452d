"""The form of an own game's dice."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.widgets import Chips, NumberInput, Renderer, Segment, Select
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.fields import WholeNumberField
from rules.own.dice import BANDS, DICE, FARTHEST, MOST_CHANGE, MOST_DICE, USUAL_DIE, bands_of


class WeaponRow(NamedTuple):
    """A weapon of the form: its name, its dice, and the number it needs in each band."""

    name: str
    dice: forms.BoundField
    needs: list[forms.BoundField]


class DiceForm(forms.Form):
    """The dice of a draft. A field has the name of its place; an empty one has no value."""

    default_renderer = Renderer()

    def __init__(
        self, catalogue: Catalogue, patch: Mapping[str, Any], language: Language, data: Any = None
    ) -> None:
        super().__init__(data, initial={"dice//die": USUAL_DIE} | dict(patch))
        self.weapons = [
            (weapon.id, weapon.name.to(language)) for weapon in catalogue.weapons if not weapon.retired
        ]
        stats = [(item.id, item.name.to(language)) for item in catalogue.characteristics]
        used = len(bands_of(patch))
        self.bands = BANDS[: used + 1]
        self.fields["dice//die"] = forms.TypedChoiceField(
            label=_("A die of"), coerce=int, choices=[(die, die) for die in DICE], widget=Segment()
        )
        for number, band in enumerate(self.bands, 1):
            label = gettext("Band %(number)s, up to (cm)") % {"number": number}
            self._number(f"dice/{band}/to", label, 1, FARTHEST)
        for weapon, name in self.weapons:
            self._number(f"dice/{weapon}/dice", gettext("%(weapon)s, dice") % {"weapon": name}, 1, MOST_DICE)
            for number, band in enumerate(self.bands, 1):
                facts = {"weapon": name, "number": number}
                label = gettext("%(weapon)s, needs in band %(number)s") % facts
                self._number(f"dice/{weapon}/{band}", label, 2, max(DICE))
        self._number("dice//moved", _("The firer has moved: added to the number"), -MOST_CHANGE, MOST_CHANGE)
        self._number(
            "dice//cover", _("The target is in cover: added to the number"), -MOST_CHANGE, MOST_CHANGE
        )
        self.fields["dice//stays"] = forms.MultipleChoiceField(
            label=_("Do not fire after moving"),
            choices=self.weapons,
            required=False,
            widget=Chips,
        )
        self.fields["dice//save"] = forms.ChoiceField(
            label=_("A man who is hit saves with"),
            choices=[("", _("nothing")), *stats],
            required=False,
            widget=Select,
        )

    def _number(self, name: str, label: Any, least: int, most: int) -> None:
        self.fields[name] = WholeNumberField(
            label=label, min_value=least, max_value=most, required=False, widget=NumberInput()
        )

    def clean(self) -> dict[str, Any]:
        """Check that bands differ and that numbers are on the die."""
        cleaned = super().clean() or {}
        edges = [cleaned.get(f"dice/{band}/to") for band in self.bands]
        for band, edge in zip(self.bands, edges, strict=True):
            if edge and edges.count(edge) > 1:
                self.add_error(f"dice/{band}/to", gettext("Two bands end at the same distance."))
        die = cleaned.get("dice//die") or USUAL_DIE
        for weapon, _name in self.weapons:
            for band in self.bands:
                need = cleaned.get(f"dice/{weapon}/{band}")
                if need and need > die:
                    sentence = gettext("A die of %(die)s never shows %(need)s.")
                    self.add_error(f"dice/{weapon}/{band}", sentence % {"die": die, "need": need})
        return cleaned

    def values(self) -> dict[str, Any]:
        """Return the value of each place of a valid form, None for an empty one."""
        return {place: value if value not in ("", []) else None for place, value in self.cleaned_data.items()}

    def edges(self) -> list[forms.BoundField]:
        return [self[f"dice/{band}/to"] for band in self.bands]

    def rows(self) -> Iterator[WeaponRow]:
        for weapon, name in self.weapons:
            needs = [self[f"dice/{weapon}/{band}"] for band in self.bands]
            yield WeaponRow(name, self[f"dice/{weapon}/dice"], needs)

    @property
    def die(self) -> forms.BoundField:
        return self["dice//die"]

    @property
    def stays(self) -> forms.BoundField:
        return self["dice//stays"]

    def effects(self) -> list[forms.BoundField]:
        return [self["dice//moved"], self["dice//cover"], self["dice//save"]]

    def problems(self) -> list[tuple[str, str]]:
        """Return the errors with the names of their fields."""
        return [
            (str(self.fields[name].label), str(error))
            for name, errors in self.errors.items()
            for error in errors
        ]
