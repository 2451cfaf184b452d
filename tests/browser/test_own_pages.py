"""Every page of own rules, with the longest names, in Italian: axe finds nothing, and none is wider than a phone."""

from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_game, begin_variant, change_cells
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.models import OwnRules
from rules.actions import make_current
from rules.catalogue import catalogue_for, current_version
from rules.cells import LONGEST_NAME
from rules.models import Ruleset
from rules.own.patch import applied
from tests.browser.people import examine, fits, sign_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

LONGEST = ("Paracadutistidellafolgoreinpattugliaasurobi " * 2)[:LONGEST_NAME].strip()
NAME = {"it": LONGEST, "en": LONGEST}
PASTED = f"{LONGEST}\nTruppe\nNome\tPunti\tPunti a squadra\n{LONGEST}\t12\t4,5\nAlpini\t8\t3\n"


@pytest.fixture
def marta() -> User:
    return User.objects.create_user("marta", date_joined="2020-01-01T00:00Z")


@pytest.fixture
def game(marta: User) -> OwnRules:
    """A published game with a row in each table, dice and a limit, and with changes since."""
    rules = begin_game(marta, LONGEST, limit=100, has_roles=True, has_leaders=True)
    cells: list[tuple[str, Any]] = []
    for table in ("classes", "weapons", "vehicles", "extras", "roles", "kit", "sides", "characteristics"):
        cells += [(f"{table}/aaaaaa/position", 1), (f"{table}/aaaaaa/name", NAME)]
    cells += [("classes/aaaaaa/points", 5), ("weapons/aaaaaa/points", 1), ("extras/aaaaaa/points.squad", 3)]
    cells += [("vehicles/aaaaaa/mounts", ["aaaaaa"]), ("classes/aaaaaa/stats.aaaaaa", 4)]
    cells += [("dice//die", 6), ("dice/near/to", 20), ("dice/aaaaaa/near", 4), ("dice//save", "aaaaaa")]
    limit = {"of": "weapons", "ids": ["aaaaaa"], "most": 3, "where": "list", "severity": "error"}
    cells += [(f"checks/most-of/{field}", value) for field, value in limit.items()]
    change_cells(rules.pk, marta, cells, key="a")
    shared(rules, marta)
    change_cells(rules.pk, marta, [("weapons/aaaaaa/points!", "4,5"), ("roles/bbbbbb/position", 2)], key="b")
    return rules


@pytest.fixture
def spain(marta: User) -> OwnRules:
    """A variant of a game that has changed since."""
    rules = begin_variant(marta, current_version("rth-it"), LONGEST)
    cells = [("weapons/lmg/points", 12), ("weapons/mmg/retired", True), ("weapons/smg/name", NAME)]
    change_cells(rules.pk, marta, cells, key="a")
    shared(rules, marta)
    parent = Ruleset.objects.get(pk="rth-it")
    changes = {"weapons/lmg/points": 11, "weapons/rifle/points": 3}
    make_current(parent, applied(catalogue_for(current_version(parent.pk).pk), changes, id=parent.pk))
    return rules


def shared(rules: OwnRules, marta: User) -> None:
    publish(rules.pk, marta, licence="agreed", licence_note="W" * 120, note="W" * 120)
    Ruleset.objects.filter(pk=rules.pk).update(visibility="public")


def test_every_page_fits_and_axe_finds_nothing(
    desk: Page, live_server: LiveServer, marta: User, game: OwnRules, spain: OwnRules
) -> None:
    page = sign_in(desk, live_server, marta)
    page.context.add_cookies([{"name": "django_language", "value": "it", "url": live_server.url}])
    vehicle = spain.catalogue.vehicles[0].id
    addresses = [
        *("/rules/mine/", "/rules/begin/", "/rules/paste/", "/rules/open/", "/rules/public/"),
        *(f"/rules/{game.pk}/", f"/rules/{spain.pk}/", f"/rules/{game.pk}/report/"),
        *(f"/rules/{game.pk}/edit/", f"/rules/{spain.pk}/edit/?pick=vehicles/{vehicle}/includes"),
        *(f"/rules/{game.pk}/edit/{name}/" for name in ("limits", "dice", "try", "publish")),
        *(f"/rules/{spain.pk}/edit/{name}/" for name in ("publish", "parent")),
    ]
    for address in addresses:
        assert page.goto(live_server.url + address).status == 200  # type: ignore[union-attr]
        looked_at(page, address, colours=address == f"/rules/{game.pk}/edit/")
    page.goto(f"{live_server.url}/rules/paste/")
    page.locator("textarea").fill(PASTED)
    page.locator("textarea").press("Tab")
    page.get_by_role("button", name="Fai il gioco").wait_for()
    looked_at(page, "a pasted table")


def looked_at(page: Page, state: str, *, colours: bool = False) -> None:
    fits(page, page.locator("main"))
    examine(page, state, colours=colours)
