"""The form of a club's price table: a box for each thing that is sold, empty where the book's price holds."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.clubs.models import HouseRules
from armybuilder.clubs.price_table import Group, Item

LARGEST = 999
LONGEST_NOTE = 120


class PriceField(forms.IntegerField):
    """The points of one thing; nothing: the book's."""

    def __init__(self) -> None:
        wrong = _("A whole number from 0 to 999, or nothing.")
        super().__init__(
            required=False,
            min_value=0,
            max_value=LARGEST,
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
        )


class PricesForm(forms.Form):
    """The prices of a club beside those of the book. `shown` are what it begins with where nothing is typed.

    `gone` are prices of things that this edition does not have any more, which stay until somebody empties them.
    """

    note = forms.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        error_messages={"max_length": _("120 characters at most.")},
    )

    def __init__(
        self, groups: Iterable[Group], gone: Iterable[Item], shown: Mapping[str, int], data: Any = None
    ) -> None:
        super().__init__(data, initial={**shown})
        self.items = {item.key: item for group in groups for item in group.items} | {
            item.key: item for item in gone
        }
        self.fields |= {key: PriceField() for key in self.items}

    @property
    def prices(self) -> dict[str, int]:
        """The prices that were typed, of a form that can be taken."""
        typed = {key: self.cleaned_data[key] for key in self.items}
        return {key: points for key, points in typed.items() if points is not None}

    @property
    def wrong(self) -> int:
        """How many boxes cannot be taken."""
        return sum(key in self.errors for key in self.items) if self.is_bound else 0


def merged(
    posted: Mapping[str, str], base: HouseRules | None, now: HouseRules, keys: Iterable[str]
) -> dict[str, str]:
    """Return what was typed upon an older version with what others changed since; where both did, what was typed."""
    was = base.prices if base else {}
    shown = {}
    for key in keys:
        typed, theirs = posted.get(key, "").strip(), _typed(now.prices.get(key))
        shown[key] = theirs if typed == _typed(was.get(key)) else typed
    return shown


def _typed(points: int | None) -> str:
    return "" if points is None else str(points)
