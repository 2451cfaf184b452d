"""Answers of members, and the links of guests."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions import answering
from armybuilder.evenings.forms.entries import AnswerForm, GuestForm
from armybuilder.evenings.views.evenings import act, page
from armybuilder.rate_limits.limits import count, too_often


@act
def answer(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Answer as a member."""
    form, user = AnswerForm(request.POST), user_of(request)
    if count("answer", user.pk):
        return too_often(request)
    if form.is_valid():
        answering.answer(evening_id, user, form.cleaned_data["state"], seen=request.POST.get("seen"))
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#who")


@act
def invite_guest(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Make a private link for a guest."""
    form = GuestForm(request.POST)
    if not form.is_valid():
        return page(request, evening_id, 422, guest_form=form)
    answering.invite_guest(evening_id, user_of(request), form.cleaned_data["name"])
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#guests")


@act
def withdraw_link(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Withdraw a guest's link."""
    answering.withdraw_link(evening_id, user_of(request), pk)
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#guests")
