"""Telling people, and what they do about it."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self

from allauth.account.models import EmailAddress
from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.mail import BEFORE_THE_NEXT, TRIES
from armybuilder.notices.kinds import TOPIC_OF, Channel, sentence

if TYPE_CHECKING:
    from armybuilder.notices.models import Notice, Preferences

KEPT_FOR = timedelta(days=90)
LEASE = timedelta(seconds=90)  # of a worker that mails one
MOST_COUNTED = 99


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Notices."""

    @transaction.atomic
    def tell(
        self, people: Iterable[int], kind: str, key: str, address: str, facts: Mapping[str, str]
    ) -> None:
        """Tell users (their ids, of people who are there) of one thing, each once however often it is called.

        Each as they chose; by mail who has confirmed an address, or at the one that `facts` name (`to`). Call it in the
        transaction of what happens: nobody is told of what did not.
        """
        from armybuilder.notices.models import Preferences
        from armybuilder.notices.tasks import mail_notices

        sentence(kind, facts)  # raises KeyError where a fact is missing, before anybody is told
        topic, now, users = TOPIC_OF.get(kind), timezone.now(), sorted(set(people))
        chosen, usual = Preferences.objects.in_bulk(users), Preferences()
        wanted = {user: chosen.get(user, usual).channels_of(topic) for user in users}
        by_mail = {user for user in users if Channel.MAIL in wanted[user]}
        mailable = by_mail if facts.get("to") else _with_an_address(by_mail)
        self.bulk_create(
            (
                self.model(
                    user_id=user,
                    kind=kind,
                    key=key,
                    facts=facts,
                    address=address,
                    made=now,
                    on_site=Channel.SITE in wanted[user],
                    mail_due=now if user in mailable else None,
                )
                for user in users
                if Channel.SITE in wanted[user] or user in mailable
            ),
            ignore_conflicts=True,
        )
        if mailable:
            mail_notices.enqueue()

    def tell_of_account(self, user: User, kind: str, to: str = "") -> None:
        """Tell somebody of a change of their account; by mail to an address that was theirs, where one is given."""
        key = f"{kind} {timezone.now().isoformat()}"
        self.tell([user.pk], kind, key, reverse("backup:settings"), {"to": to} if to else {})

    def seen_by(self, user: User) -> Self:
        """Those that somebody finds on the site, the newest first."""
        return self.filter(user=user, on_site=True)

    def count_unread(self, user: User) -> int:
        """Return how many somebody has not read, up to 100: the bell says 99+ then."""
        return self.seen_by(user).filter(read=None).order_by()[: MOST_COUNTED + 1].count()

    def mark_read(self, user: User, pk: int) -> "Notice":
        """Note that somebody has read one, and return it. Raises Notice.DoesNotExist."""
        notice = self.seen_by(user).get(pk=pk)
        self.filter(pk=pk, read=None).update(read=timezone.now())
        return notice

    def mark_all_read(self, user: User, until: int) -> int:
        """Note that somebody has read all up to one that they were shown, and return how many they had not."""
        return self.seen_by(user).filter(read=None, pk__lte=until).update(read=timezone.now())

    def out_of_date(self, now: datetime) -> Self:
        """Those that are old enough to go."""
        return self.filter(made__lt=now - KEPT_FOR)

    # ── Mail ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def to_mail(self) -> Self:
        """Those that are still to be mailed, at once or later."""
        return self.filter(mail_due__isnull=False)

    def take_to_mail(self) -> "Notice | None":
        """Return one to mail now, which no other worker takes while its lease lasts; None where none is due.

        One that is due much later than any is put off was put in by a clock that has been set back since.
        """
        now = timezone.now()
        is_due = models.Q(mail_due__lte=now) | models.Q(mail_due__gt=now + 2 * BEFORE_THE_NEXT)
        due = self.to_mail().filter(is_due).order_by("mail_due", "pk")
        while notice := due.select_related("user__notice_preferences").first():
            taken = self.filter(pk=notice.pk, mail_due=notice.mail_due).update(
                mail_due=now + LEASE, mail_tries=models.F("mail_tries") + 1
            )
            if taken:
                return notice
        return None

    def is_mailed(self, notice: "Notice") -> None:
        """Note that one was mailed, or need not be any more."""
        self.filter(pk=notice.pk).update(mail_due=None, mailed=timezone.now())

    def is_not_mailed(self, notice: "Notice") -> None:
        """Let one be tried again later that the server refused; after the third time it is given up.

        One that it took is not tried again, whatever fails after that.
        """
        later = None if notice.mail_tries + 1 >= TRIES else timezone.now() + BEFORE_THE_NEXT
        self.filter(pk=notice.pk, mailed=None).update(mail_due=later)


def address_of(user: User) -> str:
    """Return the address that somebody gets mail at: the main one, once it is confirmed; "" where there is none."""
    confirmed = EmailAddress.objects.filter(user=user, primary=True, verified=True)
    return confirmed.values_list("email", flat=True).first() or ""


def _with_an_address(people: Iterable[int]) -> set[int]:
    confirmed = EmailAddress.objects.filter(user__in=set(people), primary=True, verified=True)
    return set(confirmed.values_list("user", flat=True))


def preferences_of(user: User) -> "Preferences":
    """Return what somebody chose; what is usual, where they chose nothing."""
    from armybuilder.notices.models import Preferences

    return Preferences.objects.filter(user=user).first() or Preferences(user=user)
