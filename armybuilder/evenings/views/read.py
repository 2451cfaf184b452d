"""Reading the forms of a table, for members and guests."""

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.evenings.forms.results import LARGEST_TOTAL, MOST_DEFEAT_POINTS, ResultForm, RollForm
from armybuilder.numbers import whole_number
from armybuilder.refusals import RefusedError

Result = tuple[tuple[int, int], int | None]


class UnreadableError(RefusedError):
    """The input is not valid: the answer has status 422."""


def read_result(request: HttpRequest) -> Result:
    """Return the defeat points of both players and who held the field. Raises UnreadableError."""
    form = ResultForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        return (said["first_lost"], said["second_lost"]), said["held"]
    text = _("Nothing was saved: enter two whole numbers of defeat points, from 0 to %(most)s.")
    raise UnreadableError(text, most=MOST_DEFEAT_POINTS)


def read_roll(request: HttpRequest) -> tuple[int, int]:
    """Return the rolls of both players at the table. Raises UnreadableError."""
    form = RollForm(request.POST)
    if form.is_valid():
        return form.cleaned_data["first_total"], form.cleaned_data["second_total"]
    raise UnreadableError(
        _("Nothing was saved: enter two whole numbers, from 2 to %(most)s."), most=LARGEST_TOTAL
    )


def seen_at(request: HttpRequest) -> str | None:
    """Return the version of the table on the page (`seen`), needed for deciding and confirming, otherwise None."""
    is_needed = "decide" in request.POST or "confirm" in request.POST
    return request.POST.get("seen", "") if is_needed else None


def submitted_at(request: HttpRequest) -> list[int]:
    """Return the keys of the player's submitted lists on the page (`handed`)."""
    return [whole_number(said) or 0 for said in request.POST.getlist("handed")]


def typed_at(request: HttpRequest, pk: int | None) -> dict[str, object]:
    """Return the input of a refused form of a table (`pk`), to be shown again, and the `wrong` fields."""
    if pk is None or not {*_TYPED} & request.POST.keys():
        return {}
    form = RollForm(request.POST) if "first_total" in request.POST else ResultForm(request.POST)
    said = {name: request.POST.get(name, "")[:6] for name in _TYPED}
    return {"pk": pk, "wrong": [*form.errors], **said}


_TYPED = ("first_lost", "second_lost", "held", "first_total", "second_total")


def say_whether_it_counts(request: HttpRequest, *, counts: bool) -> None:
    """Say whether an entered result counts, or waits for the other player."""
    if counts:
        messages.success(request, gettext("You both say the same: it stands."))
    else:
        messages.success(request, gettext("Written. It stands once the other says the same."))
