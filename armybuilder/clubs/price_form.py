"""The form of a club's prices and rulings: a box for each item, empty if the price in the rulebook applies."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.clubs.models import HouseRules
from armybuilder.clubs.price_table import PricedItem, PriceGroup
from rules.core.catalogue.catalogue import Catalogue
from rules.fields import WholeNumberField

LARGEST = 999
LONGEST_NOTE = 120
RULINGS = "rulings/"


class PriceField(WholeNumberField):
    """The price of one thing in points; empty for the price in the rulebook."""

    def __init__(self) -> None:
        wrong = _("Enter a whole number from 0 to 999, or leave it empty.")
        super().__init__(
            required=False,
            min_value=0,
            max_value=LARGEST,
            error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), wrong),
        )


class HouseForm(forms.Form):
    """The house rules of a club, filled with those of `shown` until something is posted.

    `gone`: items with a price that this edition no longer has. Their prices stay until someone empties the boxes.
    """

    note = forms.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        error_messages={"max_length": _("At most 120 characters.")},
    )

    def __init__(
        self,
        book: Catalogue,
        groups: Iterable[PriceGroup],
        gone: Iterable[PricedItem],
        shown: HouseRules,
        data: Any = None,
    ) -> None:
        super().__init__(data, initial=shown.prices)
        self.book, self.shown = book, shown
        self.items = {item.key: item for group in groups for item in group.items} | {
            item.key: item for item in gone
        }
        self.fields |= {key: PriceField() for key in self.items}
        self.fields |= {
            f"{RULINGS}{one.id}": forms.ChoiceField(
                choices=[(option.id, option.id) for option in one.options],
                required=False,
                error_messages={"invalid_choice": _("That answer does not exist: choose one of these.")},
            )
            for one in book.rulings
        }

    @property
    def prices(self) -> dict[str, int]:
        """The prices of a valid form."""
        typed = {key: self.cleaned_data[key] for key in self.items}
        return {key: points for key, points in typed.items() if points is not None}

    @property
    def answers(self) -> dict[str, str]:
        """The posted answer to each open question. One that was not posted stays as it was."""
        given = ((one.id, self.data.get(f"{RULINGS}{one.id}")) for one in self.book.rulings)
        return {ruling: answer or self.book.option(self.shown.rulings, ruling) for ruling, answer in given}

    @property
    def rulings(self) -> dict[str, str]:
        """The rulings that differ from the usual ones."""
        return {
            one.id: self.answers[one.id] for one in self.book.rulings if self.answers[one.id] != one.default
        }

    @property
    def wrong(self) -> int:
        """The number of boxes with an error."""
        return sum(key in self.errors for key in self.items) if self.is_bound else 0


def merged(posted: Mapping[str, str], base: HouseRules, now: HouseRules, form: HouseForm) -> dict[str, str]:
    """Merge what was posted upon an older version with what others have changed since. What was posted wins."""
    was, theirs = _posted(base, form), _posted(now, form)
    shown = {}
    for key in theirs:
        mine = posted.get(key, was[key] if key.startswith(RULINGS) else "").strip()
        shown[key] = theirs[key] if mine == was[key] else mine
    return shown


def _posted(rules: HouseRules, form: HouseForm) -> dict[str, str]:
    """Return what a browser posts if these house rules are left as they are."""
    answers = {f"{RULINGS}{one.id}": form.book.option(rules.rulings, one.id) for one in form.book.rulings}
    return {key: str(rules.prices.get(key, "")) for key in form.items} | answers
