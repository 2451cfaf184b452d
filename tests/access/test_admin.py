"""Access to the admin, tried by six users, against the table (who_may.txt)."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from django.contrib import admin
from pytest_django import DjangoDbBlocker

from armybuilder import urls
from rules.actions import load_catalogues
from tests.access.routes import addresses, group
from tests.access.test_who_may import TABLE, Table, refused
from tests.access.world import STAFF, WHO, World, make_world
from tests.fixtures import load_shipped_rules, undone
from tests.rules.organiser import unrendered
from tests.rules.small import small

EVERYBODY = WHO + STAFF
RULES = "admin:rules_*_"  # its tables are alike
ASKED_BY_ALL = "admin:rules_weapon_"  # of those that are alike
# But for these: two that are looked at alone, and those of whose fields none must be filled in.
APART = ("admin:rules_ruleset_", "admin:rules_rulesetversion_", "admin:rules_nickname_")


def called(name: str) -> str:
    """Return the name of an address in the table: most of the rules' share their rows."""
    if name.startswith("admin:rules_") and not name.startswith(APART):
        return RULES + name.rpartition("_")[2]
    return name


def who_asks(name: str, method: str) -> tuple[str, ...]:
    """Return who asks for an address: all six; for similar tables only one who can look and one who cannot."""
    if called(name) == name or name.startswith(ASKED_BY_ALL):
        return EVERYBODY
    return ("root",) if method == "GET" else ("owner", "staff")


def parts() -> dict[str, list[tuple[str, str]]]:
    """Return the addresses of the admin by table; those that have no name lead to one that has."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, route in addresses():
        if group(name) == "admin" and name != "admin:None":
            found[part_of(called(name))].append((name, route))
    return found


def part_of(name: str) -> str:
    """Return the admin table of an address, "admin" for none."""
    table = name.rpartition("_")[0]
    return table if "_" in table else "admin"


def read_table() -> Table:
    """Return the rows of the admin."""
    lines = (line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#"))
    return {f"{method} {name}": outcomes for method, name, *outcomes in lines if group(name) == "admin"}


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """The world with a row in each of the rules' tables, made once for all tests here."""
    with undone(django_db_blocker):
        load_shipped_rules()
        load_catalogues([small()])
        yield make_world()


@pytest.fixture
def world(made: World, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """The world, in which every refused page is a word; no test leaves anything."""
    monkeypatch.setattr(urls, "handler403", refused, raising=False)
    return made


@pytest.fixture
def _without_list_of_tables(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside each page is a list of all tables, longer than the page: one part of the admin is enough."""
    if part != "admin":
        monkeypatch.setattr(admin.site, "get_app_list", lambda request, app_label=None: [])


def rendered(name: str) -> bool:
    """Return whether the pages of an address are rendered: of similar tables, those with rows and their fields.

    The others are pages of Django's own, the same for each.
    """
    return called(name) == name or name.startswith(ASKED_BY_ALL) or name.endswith(("changelist", "change"))


@pytest.mark.usefixtures("_without_list_of_tables")
@pytest.mark.parametrize("part", sorted(parts()))
def test_everyone_gets_what_the_table_says(part: str, world: World) -> None:
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, route in parts()[part]:
        path = world.address(name, route)
        for method in ("GET", "POST"):
            with nullcontext() if rendered(name) else unrendered():
                outcomes = {who: world.ask(who, method, name, path) for who in who_asks(name, method)}
            if set(outcomes.values()) != {"405"}:
                for who, outcome in outcomes.items():
                    found[f"{method} {called(name)}"][who].add(outcome)
    assert found == {
        asked: {who: {outcome} for who, outcome in zip(EVERYBODY, outcomes, strict=True)}
        for asked, outcomes in read_table().items()
        if part_of(asked.split()[1]) == part
    }


def test_the_table_has_no_row_too_many() -> None:
    names = {called(name) for part in parts().values() for name, _ in part}
    assert {asked.split()[1] for asked in read_table()} <= names


def test_unnamed_addresses_are_for_staff_only(world: World) -> None:
    for name, route in addresses():
        if name == "admin:None":
            path = world.address(name, route)
            assert [who for who in WHO if not world.sent_to(who, path).startswith("/admin/login/")] == [], path
