"""Lists that start from a force, follow it, and stop using it."""

import re

import pytest
from django.test import Client
from lxml import html
from pytest_django import DjangoAssertNumQueries

from armybuilder.forces.models import Force
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Figure
from tests.clubs.clubs import a_club, user
from tests.forces.loading import of_club, shipped
from tests.lists.builder import Builder, text
from tests.lists.exchange.texts import text_of
from tests.lists.factories import a_key

pytestmark = pytest.mark.usefixtures("loaded_rules")


def begin(client: Client, force: Force, role: str = "open", ruleset: str = "bn") -> Builder:
    fields = {"ruleset": ruleset, "role": role, "force": force.pk, "key": a_key()}
    response = client.post("/lists/new/", fields)
    assert response.status_code == 302, response.status_code
    return Builder(client, ArmyList.objects.get())


@pytest.fixture
def patrol(english_client: Client, db: None) -> Builder:
    """The builder on a list started from the small force."""
    return begin(english_client, shipped())


def news(page: Builder) -> list[str]:
    """Return the builder's notice that the force has changed, and its link."""
    links = html.fromstring(page.get().content).xpath('//*[@id="force-news"]//a/@href')
    return [str(link).removeprefix(page.address) for link in links]


def errors(page: Builder) -> list[str]:
    return [found.code for found in page.stored.report.findings if found.severity == "error"]


def test_a_list_begins_with_the_smallest_squads_of_its_force(patrol: Builder) -> None:
    force = Force.objects.get().force
    assert patrol.roster.force == force
    (squad,) = patrol.roster.squads
    assert (squad.name, squad.force_squad, squad.class_, squad.list_class) == (
        "Patrol",
        "patrol",
        "trained",
        "trained",
    )
    assert [(row.count, row.weapons, row.leadership) for row in squad.figures] == [
        (1, ("assault-rifle",), 1),
        (3, ("assault-rifle",), 0),
    ]
    assert errors(patrol) == []
    said = text(patrol.get())
    assert "Guard" in said.split("Patrol")[0]


def test_the_palette_offers_what_the_force_has_and_squads_are_added_by_it(patrol: Builder) -> None:
    said = patrol.get().content.decode()
    offered = [
        name
        for name in ("Gunner", "Crewman", "Rifleman", "Sniper", "Protected vehicle", "Tank")
        if re.search(rf">\s*{name}\s*<", said)
    ]
    assert offered == ["Gunner", "Crewman", "Rifleman", "Protected vehicle"]
    patrol.post(f"squads/{patrol.alpha.id}/figures/", preset="force-1")
    assert patrol.alpha.figures[-1].weapons == ("lmg",)
    patrol.post(f"squads/{patrol.alpha.id}/figures/take/", preset="force-1")
    assert len(patrol.alpha.figures) == 2
    patrol.post("squads/", entry="patrol")
    patrol.post("squads/", entry="escort")
    assert [squad.name for squad in patrol.roster.squads] == ["Patrol", "Patrol 2", "Escort"]
    assert [vehicle.type for vehicle in patrol.roster.squads[2].vehicles] == ["tank"]
    refused = patrol.post("squads/", entry="nobody")
    assert refused.status_code == 422
    assert "The force no longer has that squad" in text(refused)


def test_violations_of_a_force_have_a_fix_and_extras_are_refused(patrol: Builder) -> None:
    patrol.post(f"squads/{patrol.alpha.id}/figures/", preset="sniper")
    assert errors(patrol) == ["force-figure"]
    said = text(patrol.get())
    assert "nobody in Patrol carries this weapon: Sniper rifle" in said
    assert "Ambush is not one of Guard’s extras." in said
    assert "Sniper: rifleman" in text(patrol.get("advice/"))


def test_a_list_leaves_its_force_and_is_held_to_another(patrol: Builder, english_client: Client) -> None:
    other = shipped(id="other", name={"it": "Altra", "en": "Other"}, roles=["attacker"])
    assert "Stop using this force" in text(patrol.get("force/"))
    assert "Other" in text(patrol.get("force/"))
    patrol.post("force/leave/")
    assert patrol.roster.force is None
    assert "Use it for this list" in text(patrol.get("force/"))
    patrol.post("undo/")
    assert patrol.roster.force == Force.objects.get(key="guard").force
    patrol.post("force/hold/", force=other.pk)
    assert errors(patrol) == ["force-role"]
    for wrong in ("", "x", "9" * 12, "²", str(other.pk + 99)):
        assert patrol.post("force/hold/", force=wrong).status_code == 404


def test_a_force_that_changes_changes_no_list_until_its_owner_takes_it_over(patrol: Builder) -> None:
    kept = patrol.roster.force
    assert "has changed since" not in text(patrol.get("force/"))
    force = shipped(limits=[])
    assert force.version == 2
    assert shipped(limits=[]).version == 2
    assert patrol.roster.force == kept
    page = patrol.get("force/")
    assert "Guard has changed and is now at version 2." in text(page)
    assert page.context["said"] == {"gone": ["LMG: 0–1"], "come": []}
    assert page.context["change"].is_nothing
    assert news(patrol) == ["force/"]
    patrol.post("force/keep/", version=2)
    assert (news(patrol), patrol.roster.force) == ([], kept)
    force = shipped(limits=[], roles=["defender"])
    assert news(patrol) == ["force/"]
    assert [one.text for one in patrol.get("force/").context["change"].come] == ["Guard is only for: Defender."]
    assert patrol.post("force/keep/", version="x").status_code == 404
    patrol.post("force/hold/", force=force.pk)
    assert patrol.roster.force == force.force
    assert "has changed since" not in text(patrol.get("force/"))
    assert news(patrol) == []


def test_the_forces_of_a_club_are_for_its_members(english_client: Client, alice: Visitor, bob: Visitor) -> None:
    club = a_club(user(alice))
    force = of_club(club, user(alice))
    english_client.force_login(user(bob))
    assert "Guard" not in text(english_client.get("/forces/"))
    fields = {"ruleset": "bn", "role": "open", "force": force.pk}
    assert english_client.post("/lists/new/", fields).status_code == 404
    english_client.force_login(user(alice))
    assert "Guard Il Ridotto" in text(english_client.get("/forces/"))
    assert english_client.post("/lists/new/", fields | {"ruleset": "bi"}).status_code == 404
    assert begin(english_client, force).roster.force == force.force


def test_text_names_the_force_and_finds_it_again(patrol: Builder, english_client: Client) -> None:
    roster = patrol.roster
    for language, line in (("en", "Follows the force Guard"), ("it", "Tenuta alla forza Guardia")):
        written = text_of(roster, language=language)  # type: ignore[arg-type]
        assert line in written
        english_client.post("/lists/import/", {"text": written, "make": "1", "key": a_key()})
        again = ArmyList.objects.latest("created").roster
        assert (again.force, again.squads[0].force_squad) == (roster.force, "patrol")
    assert "no force" not in text(english_client.post("/lists/import/", {"text": text_of(roster)}))
    Force.objects.all().delete()
    said = (
        "There is no force “Guard” for this game that you can use here. The list follows no "
        "force; its squads are unchanged."
    )
    written = text_of(roster, language="en")
    assert said in text(english_client.post("/lists/import/", {"text": written}))
    english_client.post("/lists/import/", {"text": written, "make": "1", "key": a_key()})
    made = Builder(english_client, ArmyList.objects.latest("created"))
    assert made.roster.force is None
    assert [squad.name for squad in made.roster.squads] == ["Patrol"]
    assert said in text(made.get())


def test_a_table_names_the_force_and_each_squad_of_it(patrol: Builder) -> None:
    lines = patrol.get("export.csv").content.decode("utf-8-sig").splitlines()
    assert lines[2:5] == [
        ",force,Guard,,,,,,,,Guard,",
        "Patrol,squad,Patrol,,Trained,,,,,,Patrol,from a list of Trained · in the force patrol",
        "Patrol,figure,Leader 1,1,Trained,Assault rifle,,1,15,,,",
    ]
    patrol.post("force/leave/")
    squad = lines[3].replace(" · in the force patrol", "")
    left = patrol.get("export.csv").content.decode("utf-8-sig").splitlines()
    assert left == [*lines[:2], squad, *lines[4:]]


@pytest.mark.parametrize("squads", [1, 12])
def test_an_edit_of_a_list_with_a_force_takes_as_many_queries_as_any_of_a_browser(
    patrol: Builder, django_assert_num_queries: DjangoAssertNumQueries, squads: int
) -> None:
    for _ in range(squads):
        patrol.post("squads/", entry="patrol")
    row: Figure = patrol.alpha.figures[1]
    with django_assert_num_queries(6):
        patrol.post(f"rows/{row.id}/count/", by="1")
