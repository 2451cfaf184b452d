"""Who comes: what members and guests say, and the links of guests."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_stubs_ext import StrPromise

from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.answers import answers
from armybuilder.evenings.asked import asked
from armybuilder.evenings.forms.entries import AnswerForm, GuestForm
from armybuilder.evenings.hand_ins import handed_in_by
from armybuilder.evenings.models import Entry
from armybuilder.evenings.querysets import NotOpenError
from armybuilder.evenings.views.evenings import page
from armybuilder.evenings.views.responses import NOT_OPEN, act
from armybuilder.limits import count, too_often
from rules.language import active_language


@act
def answer(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Say as a member whether one comes."""
    form, user = AnswerForm(request.POST), user_of(request)
    if count("answer", user.pk):
        return too_often(request)
    if form.is_valid():
        Entry.objects.answer(evening_id, user, form.cleaned_data["state"])
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#who")


@act
def invite_guest(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Make a private link for a guest."""
    form = GuestForm(request.POST)
    if not form.is_valid():
        return page(request, evening_id, 422, guest_form=form)
    Entry.objects.invite_guest(evening_id, user_of(request), form.cleaned_data["name"])
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#guests")


@act
def withdraw_link(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Let a guest's link lead nowhere any more."""
    Entry.objects.withdraw_link(evening_id, user_of(request), pk)
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#guests")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def guest(request: HttpRequest, token: str) -> HttpResponse:
    """The evening as a guest sees it, who says here whether they come; no account is needed."""
    refused: str | StrPromise = ""
    try:
        entry = Entry.objects.select_related("evening__club").get(token=token)
        if request.method == "POST" and count("answer", f"guest {entry.pk}"):
            return too_often(request)
        if request.method == "POST":
            return _answer_as_guest(request, token)
    except Entry.DoesNotExist:
        return render(request, "evenings/no_guest.html", status=404)
    except NotOpenError:
        refused = NOT_OPEN
    context = {
        "entry": entry,
        "evening": entry.evening,
        "asked": asked(entry.evening, active_language()),
        "answers": answers(list(entry.evening.entries.in_order()), None, handed_in_by(entry.evening)),
        "refused": refused,
    }
    return render(request, "evenings/guest.html", context, status=409 if refused else 200)


def _answer_as_guest(request: HttpRequest, token: str) -> HttpResponse:
    form = AnswerForm(request.POST)
    if form.is_valid():
        Entry.objects.answer_as_guest(token, form.cleaned_data["state"])
    return redirect("evenings:guest", token)
