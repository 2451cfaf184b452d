"""Two reports of one list: one after the other, and on PostgreSQL at the same time."""

import pytest

from armybuilder.lists.visitors import Visitor
from armybuilder.sharing.actions import send_report
from armybuilder.sharing.models import Complaint
from tests.races import Run, both_ways
from tests.sharing.links import published

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("loaded_rules"),
]


@both_ways
def test_one_of_them_is_the_first(alice: Visitor, run: Run) -> None:
    publication = published(alice)
    first: list[bool] = []
    run(*[lambda: first.append(send_report(Complaint(publication=publication, reason="Insults")))] * 4)
    assert sorted(first) == [False, False, False, True]
    assert Complaint.objects.count() == 4
