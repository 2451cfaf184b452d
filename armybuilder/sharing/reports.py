"""The page of a report: of a list, or of rules."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.http import or_404
from armybuilder.rate_limits.limits import count, count_request
from armybuilder.widgets import Renderer


class ReportForm(forms.Form):
    """Why something should not be public."""

    default_renderer = Renderer()
    reason = forms.CharField(
        label=_("What is wrong with it?"),
        max_length=1000,
        widget=forms.Textarea({"class": "input", "rows": 5}),
        error_messages={
            "required": _("Say briefly what is wrong with it."),
            "max_length": _("At most 1,000 characters."),
        },
    )


def report_page(
    request: HttpRequest,
    form: ReportForm,
    template: str,
    context: dict[str, Any],
    take: Callable[[str, User | None], HttpResponse],
) -> HttpResponse:
    """Show the form of a report, or let `take` store its reason and who sent it."""
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        if not _is_one_too_many(request):
            user = request.user
            with or_404(), transaction.atomic():
                answer = take(form.cleaned_data["reason"], user if user.is_authenticated else None)
            messages.success(request, gettext("Reported. Someone will look at it."))
            return answer
        form.add_error(None, gettext("A lot has been reported from here. Wait an hour and send it again."))
        status = 429
    return render(request, template, context | {"form": form}, status=status)


def _is_one_too_many(request: HttpRequest) -> bool:
    """Count a report; users are counted separately from others at the same address."""
    if request.user.is_authenticated:
        return bool(count("complaint-user", request.user.pk))
    return bool(count_request(request, "complaint-address"))
