"""The pages of lists: front page, my lists, the builder, samples, files."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import Figure
from tests.lists.builder import Builder, at_the_builder, text
from tests.lists.factories import a_group, a_list, a_roster, a_squad

pytestmark = pytest.mark.usefixtures("loaded_rules")

# ── The pages ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_new_list_opens_without_signing_up(english_client: Client) -> None:
    response = english_client.post(reverse("lists:create"), {"ruleset": "bn", "role": "attacker"})
    army_list = ArmyList.objects.get()
    assert response["Location"] == reverse("lists:builder", args=[army_list.pk])
    assert (army_list.is_draft, army_list.role, army_list.name) == (True, "attacker", "New list")
    page = text(english_client.get(response["Location"]))
    assert "This list stays in this browser for 90 days after your last visit." in page
    assert "Give me a legal list" in page


@pytest.mark.parametrize("fields", [{"ruleset": "chess", "role": "attacker"}, {"ruleset": "bn", "role": "umpire"}, {}])
def test_a_game_or_role_that_nobody_knows_is_not_found(english_client: Client, fields: dict[str, str]) -> None:
    assert english_client.post(reverse("lists:create"), fields).status_code == 404
    assert not ArmyList.objects.exists()


def test_looking_creates_nothing(english_client: Client) -> None:
    english_client.get(reverse("lists:home"))
    english_client.get(reverse("lists:index"))
    assert not ArmyList.objects.exists()
    assert not english_client.session.keys()


def test_the_front_page_offers_every_game_with_its_roles(english_client: Client) -> None:
    page = text(english_client.get(reverse("lists:home")))
    for words in (
        "Breaking News",
        "Road to Hell",
        "Bassa Intensità",
        "Ludonet",
        "Attacker 150",
        "Defender 90",
    ):
        assert words in page


def test_an_open_row_has_the_cursor_and_only_when_it_was_asked_for(page: Builder) -> None:
    row = page.alpha.figures[0].id
    assert b"autofocus" in page.get("?edit=list").content
    assert b"autofocus" not in page.get(f"?edit={row}").content
    assert b"autofocus" not in page.post(f"rows/{row}/count/", count="2", edit=row).content


def test_my_lists_show_the_last_changed_first_and_nobody_elses(
    english_client: Client, alice: Visitor, bob: Visitor
) -> None:
    assert alice.user
    english_client.force_login(alice.user)
    a_list(alice, a_roster(name="First", role="attacker"))
    a_list(alice, a_roster(name="Second"))
    a_list(bob, a_roster(name="Bob’s"))
    page = text(english_client.get(reverse("lists:index")))
    assert page.index("Second") < page.index("First")
    assert "Bob’s" not in page
    assert "Breaking News · Attacker · 8 figures" in page
    assert "125 / 150" in page


def test_without_lists_my_lists_say_how_to_begin(english_client: Client) -> None:
    assert "No lists yet" in text(english_client.get(reverse("lists:index")))


def test_a_deleted_list_can_be_taken_back(page: Builder) -> None:
    response = page.post("delete/", htmx=False)
    assert response["Location"] == f"{reverse('lists:index')}?did=delete&list={page.pk}"
    assert "“Rangers” deleted Undo" in text(page.client.get(response["Location"]))
    later = text(page.client.get(reverse("lists:index"), {"shelf": "bin"}))
    assert "“Rangers” deleted" not in later
    assert "Each can be restored for 30 days." in later
    assert page.get().status_code == 404
    assert page.post("restore/", htmx=False)["Location"] == page.address
    assert page.get().status_code == 200


def test_a_copy_has_rows_of_its_own(page: Builder) -> None:
    response = page.post("duplicate/", htmx=False)
    copy = ArmyList.objects.exclude(pk=page.pk).get()
    assert response["Location"] == reverse("lists:builder", args=[copy.pk])
    assert copy.name == "Rangers, copy"
    assert copy.roster.squads[0].id != page.alpha.id


def test_a_list_is_exported_without_ids(page: Builder) -> None:
    response = page.get("export/")
    document = json.loads(response.content)
    assert response["Content-Disposition"] == 'attachment; filename="rangers.json"'
    assert document["format"] == "armylist/1"
    assert "id" not in document["squads"][0]
    assert "id" not in document["squads"][0]["figures"][0]


def test_a_sample_is_read_and_copied_not_edited(english_client: Client, alice: Visitor) -> None:
    sample = a_list(alice, a_roster(name="Rangers of ours"))
    ArmyList.objects.filter(pk=sample.pk).update(owner=None, is_sample=True)
    address = reverse("lists:builder", args=[sample.pk])
    shown = english_client.get(address)
    assert "Copy to my lists" in text(shown)
    assert b'id="do"' not in shown.content
    assert english_client.post(f"{address}undo/").status_code == 404
    english_client.post(f"{address}duplicate/")
    copy = ArmyList.objects.exclude(pk=sample.pk).get()
    assert (copy.name, copy.is_draft) == ("Rangers of ours", True)


def test_a_list_of_every_game_opens(english_client: Client, alice: Visitor) -> None:
    assert alice.user
    english_client.force_login(alice.user)
    classes = {"rth-it": "elite", "rth-en": "elite", "bn": "elite", "bi": "elite", "ludonet": "expert"}
    for ruleset, class_id in classes.items():
        page = Builder(english_client, a_list(alice, a_roster(a_squad(class_=class_id), ruleset=ruleset)))
        squad = page.alpha.id
        assert page.get(f"?edit={squad}").status_code == 200
        assert page.get("?edit=list").status_code == 200


@pytest.mark.parametrize(("ruleset", "edition"), [("rth-en", "English edition"), ("rth-it", "Italian edition")])
def test_which_of_two_editions_a_list_is_for_stands_on_each_of_its_pages(
    english_client: Client, alice: Visitor, ruleset: str, edition: str
) -> None:
    squad, title = a_squad(a_group(1, name="Rossi")), f"Road to Hell, {edition}"
    page = at_the_builder(english_client, alice, a_roster(squad, ruleset=ruleset, role="attacker"))
    words = [
        "",
        "print/",
        "share/",
        "take/",
        "history/",
        "history/1/",
        "pair/",
        "ready/",
        "complete/",
        "advice/",
    ]
    shown = {word: text(page.get(word)) for word in (*words, "profile/")}
    shown["my lists"] = text(english_client.get(reverse("lists:index")))
    shown["compared"] = text(english_client.get(f"{reverse('sharing:compare')}?a={page.pk}&b={page.pk}.1"))
    assert [word for word, content in shown.items() if title not in content] == []


def test_everything_is_shown_escaped(english_client: Client, alice: Visitor) -> None:
    assert alice.user
    english_client.force_login(alice.user)
    nasty = "<script>alert(1)</script>"
    squad = a_squad(Figure(name=nasty, notes=nasty, team="<b>"), name=nasty)
    page = Builder(english_client, a_list(alice, a_roster(squad, name=nasty, pair_name=nasty, notes=nasty)))
    assert b"<script>alert" not in page.get(f"?edit={page.alpha.figures[0].id}").content
    assert b"<script>alert" not in english_client.get(reverse("lists:index")).content
