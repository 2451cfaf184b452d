"""Access to every address of the site, tried by four users, against one table (who_may.txt)."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotFound
from django.template.backends.django import Template
from django.test import Client
from pytest_django import DjangoDbBlocker

from armybuilder import urls
from armybuilder.printing.pdfs import pool
from armybuilder.printing.pdfs.joining import join
from tests.access.routes import addresses, group
from tests.access.world import WHO, World, make_world
from tests.blank import BLANK
from tests.fixtures import load_shipped_rules, undone

TABLE = Path(__file__).with_name("who_may.txt")
NOBODY = ["405"] * len(WHO)


Table = dict[str, list[str]]  # "POST lists:undo": the result for each of the four
Outcomes = dict[str, dict[str, str]]  # the same, by user


def read_table() -> Table:
    """Return the table; an address that is not in it is refused to all (405)."""
    lines = (line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#"))
    rows = {f"{method} {name}": outcomes for method, name, *outcomes in lines}
    return {asked: outcomes for asked, outcomes in rows.items() if group(asked.split()[1]) != "admin"}


def groups() -> dict[str, list[tuple[str, str]]]:
    """Return the addresses by part of the site, each once, without those of the admin."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for route, name in {route: name for name, route in reversed(list(addresses()))}.items():
        if group(name) != "admin":
            found[group(name)].append((name, route))
    return found


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """The world, made once for all tests of a module."""
    with undone(django_db_blocker):
        load_shipped_rules()
        yield make_world()


@pytest.fixture
def world(made: World, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """The world, in which every print is the same blank page, and every missing or refused page a word."""
    monkeypatch.setattr(pool, "render", lambda html, css: BLANK)
    monkeypatch.setattr(pool, "run", run)
    monkeypatch.setattr(urls, "handler404", not_there, raising=False)
    monkeypatch.setattr(urls, "handler403", refused, raising=False)
    return made


def not_there(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponseNotFound("Not there")


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponseForbidden("Refused")


def without_token(request: HttpRequest, reason: str) -> HttpResponse:
    return HttpResponseForbidden(reason)


def run(work: Callable[..., Any], *arguments: Any) -> Any:
    return BLANK if work is join else work(*arguments)


def unrendered() -> Any:
    """Answer without rendering, in a `with` block: a page is rendered for strangers and for who gets furthest."""
    return patch.object(Template, "render", lambda *_: "")


def who_may(outcomes: list[str]) -> str:
    """Return who gets furthest at an address: first by changing something, and the owner before others."""

    def distance(who: str) -> int:
        outcome = outcomes[WHO.index(who)]
        return ["on!", "200!", "200", "on"].index(outcome) if outcome in {"on!", "200!", "200", "on"} else 9

    return min(reversed(WHO), key=distance)


def who_asks(outcomes: list[str]) -> tuple[str, ...]:
    """Return who asks for an address: one for an unlisted one, and on PostgreSQL, whose queries can differ."""
    if outcomes is NOBODY:
        return ("owner",)
    return WHO if connection.vendor == "sqlite" else (who_may(outcomes),)


@pytest.mark.postgres
@pytest.mark.parametrize("part", sorted(groups()))
def test_everyone_gets_what_the_table_says(part: str, world: World) -> None:
    methods = ("GET", "POST", "PUT", "DELETE") if part == "api" else ("GET", "POST")
    table = {asked: row for asked, row in read_table().items() if group(asked.split()[1]) == part}
    found: Outcomes = {}
    for name, route in groups()[part]:
        path = world.address(name, route)
        for method in methods:
            row = table.get(f"{method} {name}", NOBODY)
            outcomes = {}
            for who in who_asks(row):
                with nullcontext() if who in ("anonymous", who_may(row)) else unrendered():
                    outcomes[who] = world.ask(who, method, name, path)
            if set(outcomes.values()) != {"405"}:
                found[f"{method} {name}"] = outcomes
    wanted = {
        asked: {who: outcome for who, outcome in zip(WHO, row, strict=True) if who in who_asks(row)}
        for asked, row in table.items()
    }
    assert found == {asked: row for asked, row in wanted.items() if set(row.values()) != {"405"}}


def test_the_table_has_no_row_too_many() -> None:
    names = {name for part in groups().values() for name, _ in part}
    assert {asked.split()[1] for asked in read_table()} <= names


def test_every_change_wants_the_token_of_a_form(world: World, settings: Any) -> None:
    settings.CSRF_FAILURE_VIEW = f"{__name__}.without_token"
    owner = Client(enforce_csrf_checks=True)
    owner.cookies = world.clients["owner"].cookies
    takes_posts = {asked.split()[1] for asked in read_table() if asked.startswith("POST")}
    for part in sorted(groups().keys() - {"api"}):
        for name, route in groups()[part]:
            if name in takes_posts:
                assert owner.post(world.address(name, route)).status_code == 403, name
