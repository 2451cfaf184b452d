"""What the forms of a table say, to members and to guests alike; what cannot be is said in a message."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from armybuilder.evenings.dice import LARGEST_TOTAL
from armybuilder.evenings.forms.results import MOST_DEFEAT_POINTS, ResultForm, RollForm

Result = tuple[tuple[int, int], int | None]


def read_result(request: HttpRequest) -> Result | None:
    """Return the defeat points that both took and who held the field; None, with a message, where it cannot be."""
    form = ResultForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        return (said["first_lost"], said["second_lost"]), said["held"]
    text = gettext("Nothing is written: two whole numbers of defeat points are wanted, from 0 to %(most)s.")
    messages.error(request, text % {"most": MOST_DEFEAT_POINTS})
    return None


def read_roll(request: HttpRequest) -> tuple[int, int] | None:
    """Return what both rolled at the table; None, with a message, where it cannot be."""
    form = RollForm(request.POST)
    if form.is_valid():
        return form.cleaned_data["first_total"], form.cleaned_data["second_total"]
    text = gettext("Nothing is written: two whole numbers are wanted, from 2 to %(most)s.")
    messages.error(request, text % {"most": LARGEST_TOTAL})
    return None


def say_whether_it_stands(request: HttpRequest, *, stands: bool) -> None:
    """Say whether a result stands that was written, or waits for the other of the two."""
    if stands:
        messages.success(request, gettext("You both say the same: it stands."))
    else:
        messages.success(request, gettext("Written. It stands once the other says the same."))
