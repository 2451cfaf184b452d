"""`manage.py clear_sessions`: for a daily timer."""

from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.management.base import BaseCommand
from django.db import models
from django.utils import timezone

from armybuilder.batches import delete_in_batches

DAY = timedelta(days=1)


class Command(BaseCommand):
    """Delete expired sessions, and records of signed-out browsers.

    Unlike Django's `clearsessions`, it does not block everyone with one statement.
    """

    help = "Deletes expired sessions and the records about them."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        sessions = delete_in_batches(Session.objects.filter(expire_date__lt=now))
        session = Session.objects.filter(session_key=models.OuterRef("session_key"))
        delete_in_batches(UserSession.objects.filter(~models.Exists(session), last_seen_at__lt=now - DAY))
        self.stdout.write(f"Removed {sessions} expired sessions.")
