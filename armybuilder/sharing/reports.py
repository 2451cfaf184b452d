"""The page of a report: of a list, or of rules."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.http import or_404
from armybuilder.rate_limits.limits import count, count_request
from armybuilder.sharing.actions import send_report
from armybuilder.sharing.models import Report
from armybuilder.sharing.notifications import tell_staff
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
    request: HttpRequest, form: ReportForm, template: str, report: Report, of: Any, back: str
) -> HttpResponse:
    """Show the form of a report, or store it and go back. `of`: what the reported thing is called."""
    status = 422 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        if not _is_one_too_many(request):
            report.reason = form.cleaned_data["reason"]
            report.made_by = request.user if request.user.is_authenticated else None
            with or_404(), transaction.atomic():
                if send_report(report):
                    tell_staff(request, report)
            messages.success(request, gettext("Reported. Someone will look at it."))
            return redirect(back)
        form.add_error(None, gettext("A lot has been reported from here. Wait an hour and send it again."))
        status = 429
    return render(request, template, {"of": of, "back": back, "form": form}, status=status)


def _is_one_too_many(request: HttpRequest) -> bool:
    """Count a report; users are counted separately from others at the same address."""
    if request.user.is_authenticated:
        return bool(count("complaint-user", request.user.pk))
    return bool(count_request(request, "complaint-address"))
