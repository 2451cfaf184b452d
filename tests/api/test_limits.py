"""Rate limits of programs: by address without a token, by token with one."""

import pytest
from django.test import Client

from armybuilder.lists.visitors import Visitor
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from tests.api.programs import Program, program_of, said, sent
from tests.lists.factories import a_roster
from tests.sharing.links import a_link

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("loaded_rules")]

TOO_MANY = (429, {"detail": "Too many requests."})
BODY = sent(a_roster())


@pytest.fixture(autouse=True)
def _two_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", dict.fromkeys(limits.LIMITS, Rate(2, 60)))


def at(address: str) -> Program:
    """Return a program without a token at an address."""
    return Program(client=Client(REMOTE_ADDR=address))


def codes(program: Program, times: int, method: str = "POST", path: str = "assess") -> list[int]:
    return [program.ask(method, path, BODY).status_code for _ in range(times)]


def test_an_address_asks_so_often_and_another_too() -> None:
    assert codes(at("192.0.2.1"), 3) == [200, 200, 429]
    assert codes(at("192.0.2.2"), 3) == [200, 200, 429]


def test_it_is_said_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: clock[0])
    assert codes(at("192.0.2.1"), 2) == [200, 200]
    clock[0] += 9.5
    answer = at("192.0.2.1").ask("POST", "assess", BODY)
    assert (said(answer), answer["Retry-After"]) == (TOO_MANY, "21")  # 20.5
    clock[0] += 20
    assert at("192.0.2.1").ask("POST", "assess", BODY)["Retry-After"] == "1"
    clock[0] += 0.5
    assert codes(at("192.0.2.1"), 2) == [200, 429]


def test_judging_and_shared_lists_count_together(alice: Visitor) -> None:
    link = a_link(alice)
    assert codes(at("192.0.2.1"), 2) == [200, 200]
    assert codes(at("192.0.2.1"), 1, "GET", f"shared/{link.token}") == [429]


def test_a_token_counts_wherever_it_is_used_and_another_of_its_own(alice: Visitor) -> None:
    first, second = program_of(alice), program_of(alice)
    assert codes(first, 2, "GET", "lists") == [200, 200]
    elsewhere = Program(first.token, Client(REMOTE_ADDR="192.0.2.9"))
    assert [codes(program, 1, "GET", "lists") for program in (elsewhere, second)] == [[429], [200]]


def test_an_address_that_asks_too_often_keeps_its_tokens(alice: Visitor) -> None:
    assert codes(Program(), 3) == [200, 200, 429]
    assert codes(program_of(alice), 1, "GET", "lists") == [200]


def test_wrong_tokens_count_by_address() -> None:
    assert codes(Program("wrong"), 3, "GET", "lists") == [401, 401, 429]
