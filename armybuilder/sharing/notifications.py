"""Email staff about reports."""

from collections.abc import Mapping

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise
from django_tasks import task

from armybuilder import mail
from armybuilder.accounts.models import User
from armybuilder.sharing.models import Complaint

SETTLES = "sharing.change_complaint"


def queue_address() -> str:
    return reverse("admin:sharing_complaint_changelist") + "?settled__isempty=1"


def tell_staff(request: HttpRequest, complaint: Complaint) -> None:
    """Let the worker email a report to the staff who can resolve it and have an address."""
    mail_report.enqueue(complaint.pk, request.build_absolute_uri(queue_address()))


@task(priority=mail.FIRST)
def mail_report(pk: int, address: str, attempt: int = 1) -> None:
    """Email an open report to the staff who can resolve it, with the address of the queue."""
    complaint = Complaint.objects.open().select_related("publication__army_list").filter(pk=pk).first()
    if complaint is None:
        return
    name = mail.plain(complaint.publication.army_list.name)
    facts = {"name": name, "reason": complaint.reason, "address": address}
    text = _(
        "Someone has reported the public list “%(name)s”:\n\n%(reason)s\n\nResolve it "
        "here:\n%(address)s\n\nUntil then, further reports of this list are not "
        "emailed.\n"
    )
    message = message_to_staff(SETTLES, _("A public list has been reported: %(name)s"), text, facts)
    if message:
        mail.send(message, mail_report, attempt, pk, address)


def message_to_staff(
    right: str, subject: StrOrPromise, text: StrOrPromise, facts: Mapping[str, str]
) -> EmailMessage | None:
    """Return an email to the staff with a right, None if nobody has it and an address."""
    with_right = User.objects.with_perm(right, backend=settings.AUTHENTICATION_BACKENDS[0])
    addresses = list(with_right.filter(is_staff=True).exclude(email="").values_list("email", flat=True))
    if not addresses:
        return None
    with translation.override(settings.LANGUAGE_CODE):  # their languages are unknown: the site's own
        # They do not need to see each other's addresses.
        headers = {"To": "undisclosed-recipients:;"}
        return EmailMessage(subject % facts, text % facts, bcc=addresses, headers=headers)
