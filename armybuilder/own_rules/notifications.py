"""Email staff about reports of rules."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_tasks import task

from armybuilder import mail
from armybuilder.own_rules.models import RulesReport
from armybuilder.sharing.notifications import message_to_staff


def tell_staff(request: HttpRequest, report: RulesReport) -> None:
    """Let the worker email a report to the staff who can resolve it."""
    queue = reverse("admin:own_rules_rulesreport_changelist") + "?settled__isempty=1"
    mail_rules_report.enqueue(report.pk, request.build_absolute_uri(queue))


@task(priority=mail.FIRST)
def mail_rules_report(pk: int, address: str, attempt: int = 1) -> None:
    """Email an open report to the staff who can resolve it, with the address of the queue."""
    report = RulesReport.objects.open().select_related("rules__ruleset").filter(pk=pk).first()
    if report is None:
        return
    facts = {"name": mail.plain(report.rules.ruleset.name_it), "reason": report.reason, "address": address}
    text = _(
        "Someone has reported the rules “%(name)s”:\n\n%(reason)s\n\nResolve it here:\n%(address)s\n\nUntil "
        "then, further reports of these rules are not emailed.\n"
    )
    subject = _("Rules have been reported: %(name)s")
    if message := message_to_staff("own_rules.change_rulesreport", subject, text, facts):
        mail.send(message, mail_rules_report, attempt, pk, address)
