"""The tasks of clubs in the background."""

from urllib.parse import urljoin

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django_tasks import task

from armybuilder import mail
from armybuilder.clubs.models import Invitation


@task(priority=mail.FIRST)
def mail_invitation(pk: int, name: str, site: str, language: str, attempt: int = 1) -> None:
    """Send an invitation by email in a member's name, if it is still open.

    `site`: the address of the site. The link itself is not passed in: it is a secret, and staff can read the arguments
    of tasks.
    """
    invitation = Invitation.objects.open().select_related("club").filter(pk=pk).first()
    if invitation is None:
        return
    address = urljoin(site, reverse("clubs:join", args=[invitation.token]))
    facts = {"name": mail.plain(name), "club": mail.plain(invitation.club.name), "address": address}
    with translation.override(language):
        subject = gettext("%(name)s has invited you to %(club)s") % facts
        text = (
            gettext(
                "%(name)s has invited you to the club %(club)s on Squadra. Open this link to "
                "join:\n\n%(address)s\n"
            )
            % facts
        )
    message = EmailMessage(subject, text, to=[invitation.email])
    mail.send(message, mail_invitation, attempt, pk, name, site, language)
