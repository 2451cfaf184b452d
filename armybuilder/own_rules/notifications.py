"""Email staff about reports of rules."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django_tasks import task

from armybuilder import mail
from armybuilder.own_rules.models import RulesReport
from armybuilder.sharing.notifications import addresses_of_staff


def tell_staff(request: HttpRequest, report: RulesReport) -> None:
    """Let the worker email a report to the staff who can resolve it."""
    queue = reverse("admin:own_rules_rulesreport_changelist") + "?settled__isempty=1"
    mail_rules_report.enqueue(report.pk, request.build_absolute_uri(queue))


@task(priority=mail.FIRST)
def mail_rules_report(pk: int, address: str, attempt: int = 1) -> None:
    """Email an open report to the staff who can resolve it, with the address of the queue."""
    report = RulesReport.objects.open().select_related("rules__ruleset").filter(pk=pk).first()
    addresses = addresses_of_staff("own_rules.change_rulesreport")
    if report is None or not addresses:
        return
    with translation.override(settings.LANGUAGE_CODE):  # the languages of the staff are unknown
        facts = {
            "name": mail.plain(report.rules.ruleset.name_it),
            "reason": report.reason,
            "address": address,
        }
        subject = gettext("Rules have been reported: %(name)s") % facts
        text = (
            gettext(
                "Someone has reported the rules “%(name)s”:\n\n%(reason)s\n\nResolve it here:\n%(address)s\n\nUntil "
                "then, further reports of these rules are not emailed.\n"
            )
            % facts
        )
    message = EmailMessage(subject, text, bcc=addresses, headers={"To": "undisclosed-recipients:;"})
    mail.send(message, mail_rules_report, attempt, pk, address)
