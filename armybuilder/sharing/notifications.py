"""Email staff about reports."""

from django.apps import apps
from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django_tasks import task

from armybuilder import mail
from armybuilder.accounts.models import User
from armybuilder.sharing.models import Report


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
