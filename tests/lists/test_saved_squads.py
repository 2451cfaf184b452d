"""A user's ready-made squads: saved, added to others of the game, renamed, deleted, gone with a browser."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from lxml import html
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions import creating, shelves, upkeep
from armybuilder.lists.actions.creating import delete_for_good
from armybuilder.lists.actions.shelves import save_squad
from armybuilder.lists.models import ArmyList, SavedSquad
from armybuilder.lists.visitors import BROWSER_KEY, Visitor
from rules.catalogue import catalogue_for, current_version
from rules.core.document import edits
from rules.core.document.roster import Squad, Vehicle
from tests.lists.builder import Builder, at_the_builder, text
from tests.lists.factories import a_group, a_key, a_list, a_roster, a_squad, new_rules

pytestmark = pytest.mark.usefixtures("loaded_rules")


OF_THE_GAME = [
    "Squad of nine | Leader 1, LMG gunner, AT soldier, 6 × Rifleman | 107",
    "Squad of nine with a vehicle | Leader 1, LMG gunner, AT soldier, 6 × Rifleman, Unprotected vehicle | 117",
]


def bare(squad: Squad) -> Squad:
    """A squad without the ids of its rows."""
    return edits.squad_with_ids(squad, iter(lambda: "", None))


def kept(page: Builder, squad: Squad) -> SavedSquad:
    """Save a squad of the list, and return it."""
    page.post(f"squads/{squad.id}/save/")
    return SavedSquad.objects.latest("created")


def offered(page: Builder, query: str = "ready/?panel") -> list[str]:
    """Return the ready-made squads in the palette, each on a line."""
    document = html.fromstring(page.get(query).content.decode())
    lines = [
        " | ".join(" ".join(part.split()) for part in button.itertext() if part.strip())
        for button in document.find_class("preset")
    ]
    return [re.sub(r" \| \d+ points over the limit", "", line) for line in lines]


# ── Keeping ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_squad_is_kept_as_it_is_and_the_list_stays(page: Builder) -> None:
    before = page.stored
    response = page.post(f"squads/{page.bravo.id}/save/")
    saved = SavedSquad.objects.get()
    assert (saved.name, saved.squad, saved.ruleset_version_id) == (
        "Bravo",
        bare(page.bravo),
        before.ruleset_version_id,
    )
    assert (saved.owner, saved.browser_key) == (before.owner, "")
    assert 'data-toast="“Bravo” is now one of your ready-made squads, for all lists of this game."' in (
        response.content.decode()
    )
    assert (page.roster, page.stored.last_number) == (before.roster, before.last_number)


def test_without_script_it_is_said_on_the_page(page: Builder) -> None:
    response = page.client.post(f"{page.address}squads/{page.bravo.id}/save/", {"key": a_key()}, follow=True)
    assert "“Bravo” is now one of your ready-made squads, for all lists of this game." in text(response)


@pytest.mark.postgres
def test_the_same_squad_is_kept_once_and_another_of_its_name_gets_a_number(page: Builder) -> None:
    for _ in range(2):
        page.post(f"squads/{page.bravo.id}/save/")
    page.post(f"squads/{page.bravo.id}/figures/", preset="medic")
    page.post(f"squads/{page.bravo.id}/save/")
    assert list(SavedSquad.objects.values_list("name", flat=True)) == ["Bravo", "Bravo 2"]


def test_one_without_a_name_is_called_by_its_class_and_size(page: Builder) -> None:
    page.post("squads/", {"class": "elite"})
    assert kept(page, page.roster.squads[2]).name == "Elite, 0 figures"


def test_a_squad_that_is_gone_is_not_kept(page: Builder) -> None:
    assert "That row no longer exists" in text(page.post("squads/gone/save/"))
    assert "That row no longer exists" in text(page.post(f"squads/{page.alpha.figures[0].id}/save/"))
    assert SavedSquad.objects.count() == 0


def test_nobody_keeps_more_than_one_person_may(page: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelves, "MOST", 1)
    kept(page, page.alpha)
    response = page.post(f"squads/{page.bravo.id}/save/")
    assert (response.status_code, SavedSquad.objects.count()) == (422, 1)
    assert "You have 1 ready-made squads, the most one person can have. Delete some first." in text(response)


# ── Adding ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_is_added_to_another_list_of_the_game_and_undone_in_one_step(page: Builder, alice: Visitor) -> None:
    saved = kept(page, page.bravo)
    other = at_the_builder(page.client, alice, a_roster(a_squad(a_group(2)), role="defender"))
    response = other.post("squads/", saved=str(saved.pk))
    assert (response.status_code, bare(other.bravo)) == (200, saved.squad)
    ids = [other.bravo.id, *(row.id for row in (*other.bravo.figures, *other.bravo.vehicles))]
    assert (all(ids), len(set(ids))) == (True, 3)
    other.post("undo/")
    assert len(other.roster.squads) == 1


def test_it_costs_seven_queries_and_one_to_fetch_it(
    page: Builder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    saved = kept(page, page.bravo)
    with django_assert_num_queries(8):
        page.post("squads/", saved=str(saved.pk))


def test_neither_a_strangers_nor_one_of_another_game_nor_nonsense_is_added(
    page: Builder, alice: Visitor, bob: Visitor
) -> None:
    theirs = a_list(bob)
    others = save_squad(bob, theirs, theirs.roster.squads[0], "Bob's")
    fields = a_list(alice, a_roster(Squad(name="Campo"), ruleset="bi"))
    field = save_squad(alice, fields, fields.roster.squads[0], "Campo")
    for wanted in (others.pk, field.pk, uuid.uuid4(), "nonsense", ""):
        response = page.post("squads/", saved=str(wanted))
        assert (response.status_code, len(page.roster.squads)) == (422, 2)
        assert "That ready-made squad no longer exists: it was deleted, or it is for another game." in text(response)


def test_squads_of_samples_are_added_too(page: Builder) -> None:
    creating.load_samples()
    sample = ArmyList.objects.samples().filter(ruleset_version__ruleset="bn").first()
    assert sample
    squad = sample.roster.squads[0]
    assert page.post("squads/", sample=f"{sample.pk} {squad.id}").status_code == 200
    assert bare(page.roster.squads[2]) == bare(squad)
    for wanted in (f"{sample.pk} gone", f"{page.pk} {page.alpha.id}", "nonsense", ""):
        response = page.post("squads/", sample=wanted)
        assert (response.status_code, len(page.roster.squads)) == (422, 3)
        assert "That squad no longer exists: the examples have changed." in text(response)


def test_the_palette_offers_ones_own_those_of_the_game_and_of_the_examples(page: Builder) -> None:
    assert offered(page) == OF_THE_GAME
    kept(page, page.alpha)
    creating.load_samples()
    lines = offered(page)
    assert lines[0] == "Alpha | Sgt. Rossi, 7 × Rifleman | 125"
    assert len(lines) > 6
    assert offered(page, "ready/") == lines
    sheet = page.post(f"squads/{page.alpha.id}/figures/", preset="rifleman")
    assert "Squad of nine" not in sheet.content.decode()


def test_without_script_they_are_one_tap_from_the_palette_and_one_from_the_list(page: Builder) -> None:
    kept(page, page.alpha)
    link = html.fromstring(page.get().content.decode()).get_element_by_id("ready").find("a")
    assert link is not None
    ready = html.fromstring(page.client.get(link.get("href")).content.decode())
    form = next(form for form in ready.forms if form.action.endswith("/squads/"))
    (button,) = form.iter("button")
    fields = dict(form.form_values()) | {button.get("name"): button.get("value")}
    response = page.client.post(form.action, fields)
    assert (response.status_code, bare(page.roster.squads[2])) == (302, bare(page.alpha))


def test_entries_removed_from_the_rules_are_reported(page: Builder, alice: Visitor) -> None:
    squad = a_squad(a_group(2, "rpg"), vehicles=(Vehicle(type="tank"),))
    old = at_the_builder(page.client, alice, a_roster(squad))
    kept(old, old.alpha)
    catalogue = catalogue_for(current_version("bn").pk)
    new_rules(
        "bn",
        weapons=tuple(item for item in catalogue.weapons if item.id != "rpg"),
        vehicles=tuple(item for item in catalogue.vehicles if item.id != "tank"),
        presets=(),
        ready_squads=(),
    )
    new = at_the_builder(page.client, alice, a_roster(a_squad(a_group(1))))
    assert offered(new)[0].split(" | ")[2] == "no longer in the rules: Tank, RPG"
    assert "no longer in the rules" not in offered(old)[0]


@pytest.mark.parametrize("number", [1, 30])
def test_the_page_takes_as_many_queries_for_many_squads(
    page: Builder, alice: Visitor, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """The session, the user, the list, the squads, the samples."""
    for count in range(1, number + 1):
        save_squad(alice, page.stored, replace(page.alpha, name=f"Alpha {count}"), "Alpha")
    page.get("ready/")
    with django_assert_num_queries(5):
        assert len(offered(page)) == number + 2


def test_names_stay_text(page: Builder) -> None:
    hostile = '"><script>alert(1)</script>'
    save_squad(
        Visitor(page.stored.owner),
        page.stored,
        replace(page.alpha, figures=(a_group(1, name=hostile),)),
        hostile,
    )
    for query in ("ready/", "ready/?panel"):
        assert "<script>alert" not in page.get(query).content.decode()


# ── Renaming, deleting ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("typed", "name"), [(" Assault  nine ", "Assault nine"), ("", "Bravo"), ("x" * 300, "x" * 120)]
)
def test_it_is_renamed(page: Builder, typed: str, name: str) -> None:
    saved = kept(page, page.bravo)
    page.post(f"ready/{saved.pk}/rename/", name=typed)
    assert SavedSquad.objects.get().name == name


def test_it_is_deleted_and_what_was_made_of_it_stays(page: Builder) -> None:
    saved = kept(page, page.bravo)
    page.post("squads/", saved=str(saved.pk))
    response = page.post(f"ready/{saved.pk}/delete/", htmx=False)
    assert (response.status_code, response["Location"]) == (302, f"{page.address}ready/?deleted")
    assert offered(page, "ready/?deleted") == offered(page) == OF_THE_GAME
    assert len(page.roster.squads) == 3
    assert page.post("squads/", saved=str(saved.pk)).status_code == 422


def test_the_last_deleted_squad_is_restored(page: Builder) -> None:
    before, other = kept(page, page.alpha), kept(page, page.bravo)
    for saved in (before, other):
        page.post(f"ready/{saved.pk}/delete/", htmx=False)
    answer = page.get("ready/?deleted")
    assert "“Bravo” deleted" in text(answer)
    assert "deleted" not in text(page.get("ready/"))
    (form,) = [form for form in html.fromstring(answer.content.decode()).forms if "/restore/" in form.action]
    for _ in range(2):  # a second tap finds it there
        response = page.client.post(form.action)
        assert (response.status_code, response["Location"]) == (302, f"{page.address}ready/")
    assert list(SavedSquad.objects.values_list("name", "deleted")) == [("Bravo", None)]
    assert page.post(f"ready/{before.pk}/restore/").status_code == 404


def test_where_there_is_no_room_it_stays_deleted(page: Builder, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = kept(page, page.alpha)
    page.post(f"ready/{saved.pk}/delete/")
    kept(page, page.bravo)
    monkeypatch.setattr(shelves, "MOST", 1)
    response = page.client.post(f"{page.address}ready/{saved.pk}/restore/", follow=True)
    assert "You have 1 ready-made squads, the most one person can have. Delete some first." in text(response)
    assert "“Alpha”" not in text(response)


@pytest.mark.postgres
def test_it_goes_for_good_after_thirty_days(page: Builder) -> None:
    saved, now = kept(page, page.alpha), timezone.now()
    page.post(f"ready/{saved.pk}/delete/")
    assert (upkeep.clear_squads(now + timedelta(days=29)), upkeep.clear_squads(now + timedelta(days=31))) == (
        0,
        1,
    )
    assert not SavedSquad.objects.exists()


def test_nobody_renames_or_deletes_what_is_anothers(page: Builder, alice: Visitor, bob: Visitor) -> None:
    theirs = a_list(bob)
    others = save_squad(bob, theirs, theirs.roster.squads[0], "Bob's")
    mine = kept(page, page.bravo)
    assert page.post(f"ready/{others.pk}/rename/", name="Mine").status_code == 404
    assert page.post(f"ready/{others.pk}/delete/").status_code == 404
    assert page.post(f"ready/{others.pk}/restore/").status_code == 404
    stranger = Builder(page.client, theirs)
    assert stranger.post(f"ready/{mine.pk}/delete/").status_code == 404
    assert stranger.post(f"ready/{mine.pk}/rename/", name="Lost").status_code == 404
    assert stranger.post(f"ready/{mine.pk}/restore/").status_code == 404
    assert sorted(SavedSquad.objects.values_list("name", flat=True)) == ["Bob's", "Bravo"]


# ── Browsers without an account ────────────────────────────────────────────────────────────────────────────────────


def a_browser(client: Client) -> Builder:
    """A browser with a draft."""
    session = client.session
    session[BROWSER_KEY] = "a browser"
    session.save()
    return Builder(client, a_list(Visitor(None, "a browser")))


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_browser_keeps_them_and_brings_them_along_when_it_signs_up(english_client: Client, bob: Any) -> None:
    page = a_browser(english_client)
    saved = kept(page, page.alpha)
    assert (saved.owner, saved.browser_key) == (None, "a browser")
    assert offered(page)[0] == "Alpha | Sgt. Rossi, 7 × Rifleman | 125"
    bob.user.set_password("a long one to sign in")
    bob.user.save()
    page.client.post("/accounts/login/", {"login": "bob", "password": "a long one to sign in"})
    assert list(SavedSquad.objects.values_list("owner", "browser_key")) == [(bob.user.pk, "")]


@pytest.mark.postgres
@pytest.mark.django_db
@pytest.mark.parametrize(("days", "lists", "left"), [(91, 0, 0), (89, 0, 1), (91, 1, 1)])
def test_they_go_ninety_days_after_the_last_list_of_the_browser(days: int, lists: int, left: int) -> None:
    visitor, now = Visitor(None, "a browser"), timezone.now()
    army_list = a_list(visitor)
    save_squad(visitor, army_list, army_list.roster.squads[0], "Alpha")
    SavedSquad.objects.update(created=now - timedelta(days=days))
    if not lists:
        delete_for_good(ArmyList.objects.all())
    assert (upkeep.clear_squads(now), SavedSquad.objects.count()) == (1 - left, left)


def test_those_of_users_stay(page: Builder) -> None:
    kept(page, page.alpha)
    later = timezone.now() + timedelta(days=1000)
    assert (upkeep.clear_squads(later), SavedSquad.objects.count()) == (0, 1)
