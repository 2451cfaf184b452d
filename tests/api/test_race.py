"""Two requests with one key: one after the other, and on PostgreSQL truly at once."""

import pytest
from django.http import HttpResponse

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.api.programs import Program, program_of, said, sent
from tests.lists.factories import a_roster
from tests.races import Run, both_ways

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("loaded_rules"),
]


@both_ways
def test_they_make_one_list(alice: Visitor, run: Run) -> None:
    token = program_of(alice).token
    answers: list[HttpResponse] = []

    def make() -> None:
        answers.append(Program(token).ask("POST", "lists", sent(a_roster()), Idempotency_Key="k1"))

    assert run(*[make] * 4) == [None] * 4
    made = ArmyList.objects.get()
    assert [(status, told["id"]) for status, told in map(said, answers)] == [(201, str(made.pk))] * 4
    assert made.revisions.count() == 1
