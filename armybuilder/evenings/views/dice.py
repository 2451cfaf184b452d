"""The roll for who attacks."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.dice import LARGEST_TOTAL
from armybuilder.evenings.forms.results import RollForm
from armybuilder.evenings.models import DiceOff
from armybuilder.evenings.views.responses import act


@act
def roll(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Roll here, for both."""
    made = DiceOff.objects.roll(evening_id, user_of(request), pk)
    return redirect("evenings:round", evening_id, made.pairing.round.number)


@act
def type_roll(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Write what was rolled at the table; as an organiser (`decide`) in place of what was written."""
    form = RollForm(request.POST)
    if not form.is_valid():
        text = gettext("Nothing is written: two whole numbers are wanted, from 2 to %(most)s.")
        messages.error(request, text % {"most": LARGEST_TOTAL})
        return redirect("evenings:evening", evening_id)
    totals = (form.cleaned_data["first_total"], form.cleaned_data["second_total"])
    write = DiceOff.objects.correct if "decide" in request.POST else DiceOff.objects.type_in
    made = write(evening_id, user_of(request), pk, totals)
    return redirect("evenings:round", evening_id, made.pairing.round.number)
