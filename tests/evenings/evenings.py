"""Evenings, in the words of the tests."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.models import Entry, Evening, LogLine
from armybuilder.evenings.querysets import Plan
from rules.catalogue import current_version


def in_days(days: int) -> datetime:
    """Return half past eight in the evening of a day so many days ahead."""
    day = timezone.localtime() + timedelta(days=days)
    return day.replace(hour=20, minute=30, second=0, microsecond=0)


def a_plan(days: int = 7, ruleset: str = "rth-it", **said: Any) -> Plan:
    """Return what an organiser says."""
    facts: dict[str, Any] = {
        "name": "Linea Gotica",
        "start": in_days(days),
        "place": "",
        "note": "",
        "ruleset_version_id": current_version(ruleset).pk,
        "limits": {"attacker": 150, "defender": 90},
        "guests_allowed": True,
    }
    return Plan(**facts | said)


def an_evening(club: Club, organiser: User, days: int = 7, **said: Any) -> Evening:
    """Return an evening that was announced; its day may be past."""
    evening = Evening.objects.plan(club.pk, organiser, a_plan(**said))
    Evening.objects.announce(evening.pk, organiser)
    Evening.objects.filter(pk=evening.pk).update(start=in_days(days))
    evening.refresh_from_db()
    return evening


def who_comes(evening: Evening) -> list[str]:
    """Return who said what, as "ilaria coming"."""
    with translation.override("en"):
        return [f"{entry} {entry.state}" for entry in Entry.objects.filter(evening=evening).in_order()]


def log_of(evening: Evening) -> list[str]:
    """Return the log, the oldest line first."""
    with translation.override("en"):
        return [str(line) for line in LogLine.objects.filter(evening=evening).order_by("pk")]
