"""Games nights, in the words of the tests."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone, translation

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.planning import announce, plan_evening
from armybuilder.evenings.actions.results import decide_result
from armybuilder.evenings.models import Entry, Evening, LogLine, Pairing
from armybuilder.evenings.versions import draft_version
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.catalogue import current_version
from rules.core.document.roster import Squad
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad


def in_days(days: int) -> datetime:
    """Return half past eight in the evening, this many days ahead."""
    day = timezone.localtime() + timedelta(days=days)
    return day.replace(hour=20, minute=30, second=0, microsecond=0)


def a_plan(days: int = 7, ruleset: str = "rth-it", **said: Any) -> Evening:
    """Return an organiser's post."""
    facts: dict[str, Any] = {
        "name": "Linea Gotica",
        "start": in_days(days),
        "place": "",
        "note": "",
        "ruleset_version_id": current_version(ruleset).pk,
        "limits": {"attacker": 150, "defender": 90},
        "guests_allowed": True,
        "deadline": in_days(days - 1),
    }
    return Evening(**facts | said)


def an_evening(club: Club, organiser: User, days: int = 7, **said: Any) -> Evening:
    """Return an announced games night; its day can be past."""
    evening = plan_evening(club.pk, organiser, a_plan(**said))
    announce(evening.pk, organiser)
    Evening.objects.filter(pk=evening.pk).update(start=in_days(days))
    evening.refresh_from_db()
    return evening


def a_bn_list(user: User, role: str = "attacker", men: int = 4, **said: Any) -> ArmyList:
    """Return a list of Breaking News that is legal for 150 points, and with few men for 90."""
    squad: Squad = a_squad(LEADER, a_group(men))
    return a_list(Visitor(user), a_roster(squad, **{"role": role} | said))


def another_organiser(evening: Evening) -> User:
    """Return an organiser of the club who does not play."""
    user, is_new = User.objects.get_or_create(username="zoe")
    if is_new:
        evening.club.memberships.create(user=user, role="organiser")
    return user


def decide(evening: Evening, table: Pairing, lost: tuple[int, int]) -> None:
    """Let an organiser who does not play decide the result of a table."""
    decide_result(evening.pk, another_organiser(evening), table.pk, lost)


def seen_draft(evening: Evening) -> dict[str, str]:
    """Return the version that the page sends with each act on a draft, or without one."""
    return {"seen": draft_version(evening, evening.rounds.filter(published=None).first())}


def who_comes(evening: Evening) -> list[str]:
    """Return the answers, as "ilaria coming"."""
    with translation.override("en"):
        return [f"{entry} {entry.state}" for entry in Entry.objects.filter(evening=evening).in_order()]


def log_of(evening: Evening) -> list[str]:
    """Return the log, the oldest line first."""
    with translation.override("en"):
        return [str(line) for line in LogLine.objects.filter(evening=evening).order_by("pk")]
