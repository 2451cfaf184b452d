"""Every button of the pages of own rules works without JavaScript: its form, as a browser sends it, changes something.

Each button in the templates has a mark here, so that one that no page of this list shows is named.
"""

import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import lxml.html
import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.template.loaders.filesystem import Loader
from django.test import Client, override_settings
from django.urls import resolve
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.own_rules.actions.drafts import begin_game, change_cells, undo
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.actions.sharing import set_visibility
from armybuilder.own_rules.files import list_with_rules
from armybuilder.own_rules.models import OwnRules, RulesReport
from rules.actions import make_current
from rules.catalogue import catalogue_for, current_version
from rules.models import Ruleset, RulesetVersion
from rules.own.patch import applied
from tests.clubs.clubs import a_club, browser_of
from tests.lists.factories import a_group, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules", "english")

PATCH, GAMES, SEEN, LISTS = "patch", "games", "who sees it", "lists"
CHANGES = {  # what each button changes, by the view that takes it and by its name or act
    "own:begin": GAMES,
    "own:begin begin": GAMES,
    "own:paste make": GAMES,
    "own:paste add": PATCH,
    "own:open make": LISTS,
    "own:copy": GAMES,
    "own:put-away": SEEN,
    "own:put-away back": SEEN,
    "own:cells": PATCH,
    "own:cells more": PATCH,
    "own:cells cell": PATCH,  # back to the parent's value, or a value that would be right
    **{f"own:row {act}": PATCH for act in ("up", "down", "above", "copy", "retire", "restore", "remove")},
    **{f"own:limits {act}": PATCH for act in ("add", "remove", "restore", "revert")},
    "own:undo": PATCH,
    "own:redo": PATCH,
    "own:parent": PATCH,
    "own:parent all": PATCH,
    "own:publish": "versions",
    "own:share": SEEN,
    "own:share to": SEEN,
    "own:leave-club": SEEN,
    "own:begin-from": PATCH,
    "own:writers": "writers",
    "own:writers give": "owners",
    "own:writers remove": "writers",
    "own:report": "reports",
    "lists:create role": LISTS,
}
SHOWS = {  # what each other button shows
    "own:paste": "Make the game",
    "own:open": "Open it with these rules",
    "own:public": "Spagna 1936",
}
LMG = "weapons/lmg/points"
TYPED = {  # in whatever form has these fields
    "text": "Truppe\nAlpini 12\n",
    "name": "ilaria",
    "reason": "Copied",
    "classes/+/name": "Truppa",
    "checks/recommended-size/least": "5",
    "dice//moved": "1",
    "see": "link",
    "note": "Twelve points",
    "q": "Spagna",
}
UNSEEN = {"own_rules/_notes.html"}  # of two writers: see test_tables.py
SHARED = "forms/turn.html"  # undo and redo


class Marking(Loader):
    """Reads templates with a mark on each button of own rules."""

    def get_contents(self, origin: Any) -> str:
        text = super().get_contents(origin)
        name = origin.template_name
        if not name.startswith(("own_rules/", "cells/")) and name != SHARED:
            return text
        numbers = count(1)
        return re.sub(r"<button\b", lambda _found: f'<button data-mark="{name} {next(numbers)}"', text)


def marks() -> set[str]:
    """Return the mark of each button in the templates."""
    folder = Path(settings.BASE_DIR) / "templates"
    rooms = (folder / "own_rules", folder / "cells")
    names = {f"{room.name}/{file.name}" for room in rooms for file in room.glob("*.html")} | {SHARED}
    found = {name: len(re.findall(r"<button\b", (folder / name).read_text())) for name in names - UNSEEN}
    return {f"{name} {number + 1}" for name, buttons in found.items() for number in range(buttons)}


@pytest.fixture(autouse=True)
def _marked() -> Iterator[None]:
    engine: Any = settings.TEMPLATES[0]
    [(cached, loaders)] = engine["OPTIONS"]["loaders"]
    options = engine["OPTIONS"] | {"loaders": [(cached, [f"{__name__}.Marking", *loaders])]}
    with override_settings(TEMPLATES=[engine | {"OPTIONS": options}]):
        yield


class World(NamedTuple):
    """Browsers, and the addresses that each of them opens."""

    pages: list[tuple[Client, str]]
    file: str


@pytest.fixture
def world(spain: OwnRules, marta: User, davide: User, ilaria: User, paolo: User) -> World:
    """A published variant whose game has changed since, an own game with a wrong cell, one put away, and a club."""
    User.objects.update(date_joined="2020-01-01T00:00Z")
    marta.refresh_from_db()
    club = a_club(marta, davide, ilaria, paolo)
    cells: list[Any] = [(LMG, 12), ("weapons/mmg/retired", True), ("checks/mixed-classes/retired", True)]
    cells += [("checks/recommended-size/least", 6)]
    change_cells(spain.pk, marta, cells, key="a")
    version = publish(spain.pk, marta, licence="mine").version
    roster = a_roster(a_squad(a_group(1, "lmg")), ruleset=spain.pk)
    file = list_with_rules(roster, catalogue_for(version.pk)).decode()
    create_from(Visitor(marta), roster, version.pk)
    change_cells(spain.pk, marta, [(LMG, 13)], key="b")
    change_cells(spain.pk, marta, [(LMG, 14)], key="c")
    undo(spain.pk, marta, "d")
    set_visibility(spain.pk, marta, "public")
    spain.writers.add(davide)
    parent = Ruleset.objects.get(pk="rth-it")
    make_current(parent, applied(catalogue_for(current_version("rth-it").pk), {LMG: 11}, id="rth-it"))

    game = begin_game(marta, "Briganti", limit=100, has_roles=False, has_leaders=True)
    rows = ("classes", "aaaaaa"), ("classes", "bbbbbb"), ("weapons", "aaaaaa")
    cells = [("weapons/aaaaaa/points!", "4,5")]
    for number, (table, row) in enumerate(rows):
        cells += [(f"{table}/{row}/position", number), (f"{table}/{row}/points", 5)]
        cells += [(f"{table}/{row}/name", {"it": row, "en": row})]
    change_cells(game.pk, marta, cells, key="a")

    of_club = begin_game(marta, "Del club", limit=100, has_roles=False, has_leaders=True)
    change_cells(of_club.pk, marta, [cell for cell in cells if not cell[0].endswith("!")], key="a")
    publish(of_club.pk, marta, licence="mine")
    set_visibility(of_club.pk, marta, "club", club.pk)
    away = begin_game(marta, "Via", limit=100, has_roles=False, has_leaders=True)
    OwnRules.objects.filter(pk=away.pk).update(put_away=timezone.now())

    browser, stranger = browser_of(marta), browser_of(paolo)
    addresses = [
        *("/rules/mine/", "/rules/begin/", "/rules/paste/", f"/rules/paste/?into={game.pk}", "/rules/open/"),
        *(f"/rules/{game.pk}/edit/{name}" for name in ("", "limits/", "dice/", "try/", "publish/")),
        *(f"/rules/{spain.pk}/edit/{name}" for name in ("", "limits/", "publish/?published=1", "parent/")),
        f"/clubs/{club.pk}/",
    ]
    shared = [(stranger, f"/rules/{spain.pk}/{name}") for name in ("", "report/")]
    of_writer = (browser_of(davide), f"/rules/{spain.pk}/edit/publish/")
    pages = [*((browser, address) for address in addresses), *shared, of_writer, (stranger, "/rules/public/")]
    return World(pages, file)


def stored() -> dict[str, Any]:
    """Return what the buttons of own rules can change."""
    owned = list(Ruleset.objects.exclude(visibility="").order_by("pk").values_list("pk", "owner"))
    games = list(OwnRules.objects.order_by("pk").values_list("pk", "patch", "parent"))
    return {
        PATCH: {pk: (patch, parent) for pk, patch, parent in games},
        GAMES: len(games),
        SEEN: list(Ruleset.objects.order_by("pk").values_list("visibility", "club", "own_rules__put_away")),
        LISTS: ArmyList.objects.count(),
        "versions": RulesetVersion.objects.count(),
        "writers": sorted(OwnRules.writers.through.objects.values_list("ownrules", "user")),
        "owners": owned,
        "reports": RulesReport.objects.count(),
    }


class Press(NamedTuple):
    """A button of a page, and its form as a browser sends it."""

    mark: str
    does: str
    method: str
    address: str
    data: dict[str, list[Any]]


def presses(page: str, address: str, file: str) -> Iterator[Press]:
    """Return the buttons of a page that belong to own rules."""
    [main] = lxml.html.fromstring(page).cssselect("main")
    for button in main.cssselect("button"):
        mark, form = button.get("data-mark", ""), next(button.iterancestors("form"), None)
        if button.get("type") == "button":
            hidden = button.cssselect("[hidden]") or any("hidden" in it.attrib for it in button.iterancestors())
            assert hidden or not mark, f"{mark} is shown without a script, and does nothing"
            yield Press(mark, "", "", "", {})
            continue
        if form is None:
            assert not mark, f"{mark} has no form"
            continue
        to = button.get("formaction") or form.get("action") or address
        view = resolve(to.partition("?")[0]).view_name
        if not (mark or view.startswith("own:")) or "disabled" in button.attrib:
            continue
        data: dict[str, list[Any]] = {}
        for box in form.cssselect("input[name], select[name], textarea[name]"):
            is_off = box.get("type") in ("radio", "checkbox") and not box.checked
            if not is_off and "disabled" not in box.attrib and box.get("type") != "file":
                data.setdefault(box.name, []).append(box.get("value", box.value) or "")
        if view == "own:open":
            data |= {} if "text" in data else {"file": [SimpleUploadedFile("list.json", file.encode())]}
        else:
            data |= {name: [value] for name, value in TYPED.items() if name in data}
        name, value = button.get("name", ""), button.get("value", "")
        if name:
            data.setdefault(name, []).append(value)
        act = value.partition(" ")[0] if name == "act" else "cell" if "/" in name else name
        yield Press(mark, f"{view} {act}".strip(), form.get("method", "get"), to, data)


def test_every_button_submits_a_form_that_changes_something(world: World) -> None:
    waiting: dict[tuple[str, str], list[tuple[Client, Press]]] = {}
    queue = [(browser, address, browser.get(address)) for browser, address in world.pages]
    done: set[tuple[str, str]] = set()
    seen: set[str] = set()
    while queue:
        for browser, address, answer in queue:
            assert answer.status_code == 200, address
            for press in presses(answer.content.decode(), address, world.file):
                seen.add(press.mark)
                if press.does:
                    waiting.setdefault((press.mark, press.does), []).append((browser, press))
        queue = []
        for button in sorted(waiting.keys() - done):
            does = button[1]
            assert does in CHANGES or does in SHOWS, f"{button}: say above what it does"
            for browser, press in waiting[button]:
                changed, answer = pressed(browser, press)
                if does in CHANGES and CHANGES[does] in changed:
                    break
                if does in SHOWS and SHOWS[does] in answer.content.decode():
                    queue.append((browser, press.address, answer))
                    break
            else:
                pytest.fail(f"{button} does nothing")
            done.add(button)
    assert {does for _mark, does in done} == CHANGES.keys() | SHOWS.keys()
    assert marks() - seen == set()


def pressed(browser: Client, press: Press) -> tuple[set[str], Any]:
    """Press a button, and return what it changed, all of which is taken back, and the answer."""
    before = stored()
    with transaction.atomic():
        send = browser.post if press.method == "post" else browser.get
        answer = send(press.address, press.data)
        assert answer.status_code in (200, 302, 422), f"{press}: {answer.status_code}"
        after = stored()
        transaction.set_rollback(True)
    return {name for name, value in after.items() if value != before[name]}, answer
