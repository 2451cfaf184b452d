"""Without JavaScript: every action by a form of the page. test_main_job.py takes one such walk in Chromium."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.lists.factories import a_list, a_roster
from tests.walking import Walk

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def walk(client: Client) -> Walk:
    """A visitor who started a list with a squad of veterans, in English."""
    client.cookies["django_language"] = "en"
    begun = client.post("/lists/new/", {"ruleset": "bn", "role": "attacker"})
    walk = Walk(client, begun["Location"])
    walk.press("Veteran")
    return walk


def test_a_row_is_edited(walk: Walk) -> None:
    walk.press("Rifleman")
    walk.follow("Actions for Rifleman")
    walk.press("Save", at="is-editing", weapons=["lmg"], name="Ferri")
    assert walk.texts("meter-used")[0] == "17"
    ferri = ArmyList.objects.get().roster.squads[0].figures[0]
    assert (ferri.name, ferri.weapons) == ("Ferri", ("lmg",))
    walk.press("Done", at="is-editing", count="201")
    assert walk.texts("field-error") == ["The quantity must be a number from 1 to 200."]
    assert walk.value("count") == "201"


def test_a_row_moves_up_and_down(walk: Walk) -> None:
    for preset in ("Rifleman", "Medic"):
        walk.press(preset)
    walk.follow("Actions for Medic")
    walk.press("Move up", at="is-editing")
    assert walk.texts("fig-name") == ["Medic", "Rifleman"]
    walk.press("Move down", at="is-editing")
    assert walk.texts("fig-name") == ["Rifleman", "Medic"]


def test_extras_undo_rulings_and_settings(walk: Walk) -> None:
    walk.press("Add (level 1)")
    assert walk.texts("meter-used")[0] == "10"
    walk.press("Save", at="extra", level="3")
    assert walk.texts("meter-used")[0] == "30"
    walk.press("Undo")
    assert walk.texts("meter-used")[0] == "10"
    option = next(
        it for it in walk.page.get_element_by_id("rulings").iter("input") if it.type == "radio" and not it.checked
    )
    walk.press("Save", at="rulings", **{option.name: option.get("value")})
    assert ArmyList.objects.get().roster.rulings[option.name] == option.get("value")
    walk.follow("New list")
    walk.press("Done", at="list-edit", role="open", limit="200")
    assert walk.texts("meter-limit")[0] == "/ 200"


def test_several_lists_are_archived_and_brought_back(client: Client) -> None:
    alice = User.objects.create_user("alice")
    lists = {name: a_list(Visitor(alice), a_roster(name=name)) for name in ("Rangers", "Folgore", "Alpini")}
    client.force_login(alice)
    client.cookies["django_language"] = "en"
    walk = Walk(client, "/lists/")
    walk.press("Archive", at="several", list=[str(lists[name].pk) for name in ("Alpini", "Folgore")])
    assert walk.texts("entry-name") == ["Rangers"]
    walk.press("Undo", at="toast")
    assert walk.texts("entry-name") == ["Alpini", "Folgore", "Rangers"]
