"""Many equal lists at once, for the tests of size: written in a few statements."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from rules.catalogue import current_version
from rules.core.document.roster import Roster
from tests.lists.factories import a_roster

SAID = (
    *("document", "role", "force", "limit", "total", "legal", "figures", "vehicles", "errors", "warnings"),
    "ruleset_version_id",
)


def many_lists(owners: Sequence[User], number: int, roster: Roster | None = None) -> list[ArmyList]:
    """Return this many lists, "Rangers 0" the last changed; the owners take turns."""
    roster = roster or a_roster()
    one, now = ArmyList(), timezone.now()
    one.set_document(roster, current_version(roster.ruleset).pk)
    said = {name: getattr(one, name) for name in SAID}
    return ArmyList.objects.bulk_create(
        ArmyList(
            owner=owners[count % len(owners)],
            name=f"{roster.name} {count}",
            changed=now - timedelta(minutes=count),
            **said,
        )
        for count in range(number)
    )


def take_stock() -> None:
    """Let the planner know the number of rows, like a database that has been running for a while."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
