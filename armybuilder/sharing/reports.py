"""Reports of lists and of rules: their page, and the email to staff."""

from typing import Any

from django import forms
from django.apps import apps
from django.conf import settings
from django.contrib import messages
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_tasks import task

from armybuilder import mail
from armybuilder.accounts.models import User
from armybuilder.http import or_404
from armybuilder.rate_limits.limits import count, count_request
from armybuilder.sharing.actions import send_report
from armybuilder.sharing.models import Report
from armybuilder.widgets import Renderer


def queue_of(kind: type[Report]) -> str:
    """Return the address of the open reports of a kind."""
    return reverse(f"admin:{kind._meta.label_lower.replace('.', '_')}_changelist") + "?settled__isempty=1"


def right_to_settle(kind: type[Report]) -> str:
    """Return the permission to resolve reports of a kind."""
    return f"{kind._meta.app_label}.change_{kind._meta.model_name}"


def tell_staff(request: HttpRequest, report: Report) -> None:
    """Let the worker email a report to the staff who can resolve it and have an address."""
    queue = request.build_absolute_uri(queue_of(type(report)))
    mail_report.enqueue(report._meta.label, report.pk, queue)


@task(priority=mail.FIRST)
def mail_report(kind: str, pk: int, address: str, attempt: int = 1) -> None:
    """Email an open report of a kind (`sharing.Complaint`) to the staff who can resolve it."""
    report: Report | None = apps.get_model(kind)._default_manager.filter(pk=pk, settled=None).first()
    if report is None:
        return
    right = right_to_settle(type(report))
    with_right = User.objects.with_perm(right, backend=settings.AUTHENTICATION_BACKENDS[0])
    addresses = list(with_right.filter(is_staff=True).exclude(email="").values_list("email", flat=True))
    if not addresses:
        return
    facts = {"name": mail.plain(report.name), "reason": report.reason, "address": address}
    with translation.override(settings.LANGUAGE_CODE):  # their languages are unknown: the site's own
        subject, text = report.subject % facts, report.text % facts
    # They do not need to see each other's addresses.
    headers = {"To": "undisclosed-recipients:;"}
    message = EmailMessage(subject, text, bcc=addresses, headers=headers)
    mail.send(message, mail_report, attempt, kind, pk, address)


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
