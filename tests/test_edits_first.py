"""Who edits a list goes first: what is worked out for the table waits for them, but not for long."""

import subprocess
import sys
from collections.abc import Callable
from math import ceil
from pathlib import Path
from threading import Event, Thread

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from armybuilder import edits_first as module
from armybuilder.accounts.models import User
from armybuilder.edits_first import EDIT_SECONDS, WAIT_SECONDS, Waiting, mark_edits
from armybuilder.games.models import Game
from tests.evenings.evenings import a_bn_list
from tests.fixtures import loaded_rules as loaded_rules

ROOT = Path(__file__).parents[1]
TICK = 1 / 1024  # s, which is added to itself without rounding
EDIT, TABLE = "/lists/0b3a4a63-1c0e-4b4e-9d2f-4d0c1f9a7e11/name/", "/play/a-link/"

# A process that is killed in the middle of an edit, and what another one sees of it that was forked from the same.
KILLED = """
import os, signal
from django.conf import settings
settings.configure()
from django.test import RequestFactory
from armybuilder import edits_first
edit = edits_first.mark_edits(lambda request: os.kill(os.getpid(), signal.SIGKILL))
child = os.fork()
if not child:
    edit(RequestFactory().post("/lists/0b3a4a63-1c0e-4b4e-9d2f-4d0c1f9a7e11/name/"))
os.waitpid(child, 0)
print(edits_first.edit_began[0] > 0)
edits_first.Waiting().for_edits()
print("goes on")
"""


class Clock:
    """A clock that goes on where somebody waits, by a tick; `meanwhile` happens then."""

    def __init__(self) -> None:
        self.ticks = 1024
        self.meanwhile: Callable[[], None] = lambda: None

    def __call__(self) -> float:
        return self.ticks * TICK

    def sleep(self, _seconds: float) -> None:
        self.ticks += 1
        self.meanwhile()

    def waited(self, work: Callable[[], object]) -> int:
        """Return how many ticks some work waited."""
        before = self.ticks
        work()
        return self.ticks - before


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of edits and games here."""
    clock = Clock()
    monkeypatch.setattr(module, "monotonic", clock)
    monkeypatch.setattr(module, "sleep", clock.sleep)
    return clock


def post(path: str) -> HttpRequest:
    return RequestFactory().post(path)


def answer(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def work_of_table() -> None:
    Waiting().for_edits()


def test_the_table_waits_until_an_edit_is_answered(clock: Clock) -> None:
    has_begun, may_end = Event(), Event()

    def edit(_request: HttpRequest) -> HttpResponse:
        has_begun.set()
        may_end.wait()
        return HttpResponse()

    editor = Thread(target=mark_edits(edit), args=[post(EDIT)], daemon=True)
    editor.start()
    has_begun.wait()

    def end_after_three() -> None:
        if clock.ticks == 1024 + 3:
            may_end.set()
            editor.join()

    clock.meanwhile = end_after_three
    assert clock.waited(work_of_table) == 3


def test_it_does_not_wait_where_nobody_edits(clock: Clock) -> None:
    mark_edits(answer)(post(EDIT))
    assert clock.waited(work_of_table) == 0


def test_it_does_not_wait_longer_than_an_edit_should_take(clock: Clock) -> None:
    waited: list[int] = []

    def edit(_request: HttpRequest) -> HttpResponse:
        waited.append(clock.waited(work_of_table))
        waited.append(clock.waited(work_of_table))
        return HttpResponse()

    mark_edits(edit)(post(EDIT))
    assert waited == [ceil(EDIT_SECONDS / TICK), 0]


def test_an_edit_that_broke_off_is_waited_for_no_more(clock: Clock) -> None:
    def broken(_request: HttpRequest) -> HttpResponse:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        mark_edits(broken)(post(EDIT))
    assert clock.waited(work_of_table) == 0


@pytest.mark.parametrize(
    "request_", [RequestFactory().get(EDIT), post("/play/a-link/write/"), post("/i18n/setlang/")]
)
def test_it_waits_for_edits_alone(clock: Clock, request_: HttpRequest) -> None:
    waited: list[int] = []

    def meanwhile(_request: HttpRequest) -> HttpResponse:
        waited.append(clock.waited(work_of_table))
        return HttpResponse()

    mark_edits(meanwhile)(request_)
    assert waited == [0]


def test_an_edit_waits_for_nobody(clock: Clock) -> None:
    waited: list[int] = []

    def edit(_request: HttpRequest) -> HttpResponse:
        waited.append(clock.waited(lambda: mark_edits(answer)(post(EDIT))))
        return HttpResponse()

    mark_edits(edit)(post(EDIT))
    assert waited == [0]


def test_of_many_edits_it_waits_for_some_in_all(clock: Clock) -> None:
    def begin_another() -> None:
        module.edit_began[0] = clock()

    begin_another()
    clock.meanwhile = begin_another
    waiting = Waiting()
    assert clock.waited(waiting.for_edits) == ceil(WAIT_SECONDS / TICK)
    assert clock.waited(waiting.for_edits) == 0


def test_the_edits_of_another_process_are_seen_and_one_that_was_killed_holds_nobody_up() -> None:
    run = subprocess.run([sys.executable, "-c", KILLED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split("\n") == ["True", "goes on", ""]


@pytest.mark.django_db(transaction=True)
def test_what_the_table_asks_the_database_waits(clock: Clock) -> None:
    module.edit_began[0] = clock()
    assert clock.waited(lambda: Client().get(TABLE)) == ceil(EDIT_SECONDS / TICK)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("loaded_rules")
def test_that_nothing_is_new_is_said_at_once(clock: Clock) -> None:
    link = Game.objects.begin(a_bn_list(User.objects.create_user("anna")), None, both=False)
    module.edit_began[0] = clock()
    answers: list[int] = []
    path = f"/play/{link.token}/since/0/"
    waited = clock.waited(lambda: answers.append(Client().get(path).status_code))
    assert (answers, waited) == ([204], 0)


@pytest.mark.django_db(transaction=True)
def test_nothing_else_waits(clock: Clock) -> None:
    module.edit_began[0] = clock()
    assert clock.waited(lambda: Client().get("/s/nobody-made-this/")) == 0


@pytest.mark.django_db(transaction=True)
def test_within_a_transaction_nothing_waits_as_the_edit_may_wait_for_that(clock: Clock) -> None:
    module.edit_began[0] = clock()
    with transaction.atomic():
        assert clock.waited(lambda: Client().get(TABLE)) == 0
