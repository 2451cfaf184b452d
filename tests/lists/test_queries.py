"""The number of queries of an edit in the builder: seven, whatever it does and whatever the size of the list."""

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import ExtraEntry, Figure, Vehicle
from tests.lists.builder import Builder, at_the_builder
from tests.lists.factories import a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")

MAN, VEHICLE, EXTRA = "rows/{man}/", "rows/{vehicle}/", "rows/{extra}/"
SQUAD = "squads/{squad}/"
ACTS: list[tuple[str, dict[str, str]]] = [
    ("settings/", {"name": "Others", "role": "attacker"}),
    ("rulings/", {"medic": "flat"}),
    ("prices/drop/", {}),
    ("squads/", {"kind": "squad"}),
    (SQUAD, {"name": "Charlie", "kind": "squad", "class": "trained"}),
    (f"{SQUAD}duplicate/", {}),
    (f"{SQUAD}move/", {"by": "1"}),
    (f"{SQUAD}merge/", {}),
    (f"{SQUAD}remove/", {}),
    (f"{SQUAD}figures/", {"preset": "rifleman"}),
    (f"{SQUAD}figures/", {"preset": "milan"}),
    (f"{SQUAD}vehicles/", {"type": "tank"}),
    (f"{SQUAD}extras/", {"extra": "infiltration"}),
    ("extras/", {"extra": "intelligence"}),
    (MAN, {"name": "Bianchi", "count": "2", "leadership": "0", "weapons": "lmg", "role": "medic"}),
    (f"{MAN}count/", {"count": "3"}),
    (f"{MAN}duplicate/", {}),
    (f"{MAN}split/", {}),
    (f"{MAN}move/", {"by": "1"}),
    (f"{MAN}place/", {"to": "{other}", "place": "0"}),
    (f"{MAN}to-squad/", {"to": "{other}"}),
    (f"{MAN}remove/", {}),
    (VEHICLE, {"type": "tank", "count": "1", "weapons": "mmg"}),
    (f"{VEHICLE}remove/", {}),
    (EXTRA, {"level": "1"}),
    (f"{EXTRA}remove/", {}),
]


@pytest.fixture(params=[1, 40])
def at_work(request: pytest.FixtureRequest, english_client: Client, alice: Visitor) -> Builder:
    """Alice's builder on a list whose first squad has this many rows of men, after an edit."""
    group = Figure(name="Rossi", count=2, weapons=("smg",))
    men = [group] + [Figure(name=f"Man {n // 2}", weapons=("assault-rifle",)) for n in range(request.param + 1)]
    squad = a_squad(*men, vehicles=(Vehicle(type="protected", weapons=("mmg",)),))
    extras = (ExtraEntry(extra="ambush"),)
    roster = a_roster(squad, a_squad(name="Bravo"), extras=extras, prices={"weapons/smg": 5})
    page = at_the_builder(english_client, alice, roster)
    page.post("settings/", name="Others yet", role="open")  # reads the catalogue, once a process
    return page


def test_an_edit_takes_seven_queries(at_work: Builder) -> None:
    """Session, user; then the transaction: begin, the list under its lock, the revision, the list, commit."""
    ids = {
        "man": at_work.alpha.figures[0].id,
        "vehicle": at_work.alpha.vehicles[0].id,
        "extra": at_work.roster.extras[0].id,
        "squad": at_work.alpha.id,
        "other": at_work.bravo.id,
    }
    found = []
    for act, fields in ACTS:
        values = {name: value.format_map(ids) for name, value in fields.items()}
        with transaction.atomic():  # each action finds the list unchanged
            with CaptureQueriesContext(connection) as queries:
                status = at_work.post(act.format_map(ids), values).status_code
            transaction.set_rollback(True)
        found.append((act, fields, status, len(queries)))
    assert found == [(act, fields, 200, 7) for act, fields in ACTS]


def test_undo_and_redo_take_seven_queries(at_work: Builder, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """For the new revision, those on either side of the step are read."""
    at_work.post(f"squads/{at_work.alpha.id}/figures/", preset="milan")
    for act in ("undo/", "redo/", "undo/"):
        with django_assert_num_queries(7):
            assert at_work.post(act).status_code == 200
