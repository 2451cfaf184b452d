"""The dice of an own game."""

from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import strip_tags

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.bringing import game_from_paste
from armybuilder.own_rules.actions.drafts import begin_variant, begin_with, change_cells
from armybuilder.own_rules.actions.publishing import NotReadyError, publish
from armybuilder.own_rules.editor import Editor
from armybuilder.own_rules.models import OwnRules
from armybuilder.own_rules.pasting.reading import read_paste
from rules.catalogue import catalogue_for, current_version
from tests.clubs.clubs import browser_of
from tests.rules.drafted import PARENTS

pytestmark = pytest.mark.usefixtures("loaded_rules")

TABLE = "Truppe\nNome\tPunti\tSalvezza\nAlpini\t12\t5\nArmi\nMoschetto 2\nTrombone 3"


@pytest.fixture
def game(marta: User) -> OwnRules:
    rules = game_from_paste(marta, read_paste(TABLE, {}), TABLE, key="k1")
    OwnRules.objects.filter(pk=rules.pk).update(licence="mine")
    return OwnRules.objects.get(pk=rules.pk)


@pytest.fixture
def client(marta: User) -> Client:
    return browser_of(marta)


def ids(rules: OwnRules) -> dict[str, str]:
    book = rules.catalogue
    return {entry.name.it: entry.id for entry in (*book.weapons, *book.characteristics)}


def send(client: Client, rules: OwnRules, **cells: Any) -> str:
    """Post cells as the page's script does, and return the answer as a text in one line."""
    fields = {"key": f"sent {rules.edits.count()}", "at": rules.edits.count(), "also": "dice"} | cells
    answer = client.post(reverse("own:cells", args=[rules.pk]), fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return unescape(" ".join(strip_tags(answer.text).split()))


def typed(rules: OwnRules, **more: Any) -> dict[str, Any]:
    """The cells of one band, with a musket and a blunderbuss that reach it."""
    musket, blunderbuss = ids(rules)["Moschetto"], ids(rules)["Trombone"]
    return {
        "dice//die": "10",
        "dice/near/to": "20",
        f"dice/{musket}/near": "4",
        f"dice/{blunderbuss}/dice": "3",
        f"dice/{blunderbuss}/near": "5",
        **more,
    }


def test_the_dice_make_a_fire_table_and_odds(game: OwnRules, client: Client, marta: User) -> None:
    musket, save = ids(game)["Moschetto"], ids(game)["Salvezza"]
    send(client, game, **typed(game))
    more = {"dice/middle/to": "40", f"dice/{musket}/middle": "7", "dice//moved": "1", "dice//stays": [musket]}
    send(client, game, **more, **{"dice//save": save})
    book = OwnRules.objects.get(pk=game.pk).catalogue
    assert (book.die, book.bands) == (10, (20, 40))
    assert [[(row.dice, row.needs) for row in weapon.fire] for weapon in book.weapons] == [
        [(1, (4, 7))],
        [(3, (5, None))],
    ]
    assert book.odds.questions == ("fire", "profile", "save")
    assert [item.id for item in book.odds.situations] == ["moved"]
    publish(game.pk, marta)
    shown = client.get(f"/odds/{game.pk}/fire/", follow=True)
    assert shown.status_code == 200
    assert "Moschetto" in shown.text


def test_without_a_save_a_hit_puts_a_man_out(game: OwnRules, client: Client, marta: User) -> None:
    send(client, game, **typed(game))
    publish(game.pk, marta)
    assert OwnRules.objects.get(pk=game.pk).catalogue.odds.questions == ("fire", "profile")
    client.cookies["django_language"] = "en"
    shown = client.get(f"/odds/{game.pk}/fire/", {"d": "20"}, follow=True).text
    assert " hits 7 in 10, kills 7 in 10." in " ".join(strip_tags(shown).split())


def test_without_dice_there_are_no_odds(game: OwnRules) -> None:
    assert game.catalogue.odds.questions == ()


@pytest.mark.parametrize(
    ("place", "text", "sentence"),
    [
        ("dice/near/to", "0", "“0” is no whole number from 1 to 999."),
        ("dice/near/to", "20,5", "“20,5” is no whole number from 1 to 999. Put 21"),
        ("dice//moved", "9", "“9” is no whole number from -5 to 5."),
        ("dice//save", "nothing", "One of these is no longer there. Choose again."),
        ("dice//die", "7", "1to correct"),
    ],
)
def test_a_wrong_value_is_named_at_its_cell_and_the_value_before_counts(
    game: OwnRules, client: Client, place: str, text: str, sentence: str
) -> None:
    client.cookies["django_language"] = "en"
    send(client, game, **typed(game))
    patch = OwnRules.objects.get(pk=game.pk).patch
    assert sentence in send(client, game, **{place: text})
    assert OwnRules.objects.get(pk=game.pk).patch == patch | {f"{place}!": text}


@pytest.mark.parametrize(
    ("more", "sentence", "problem"),
    [
        ({"dice//die": "4"}, "A die of 4 never shows 5.", "Dice, Trombone, up to 20 cm"),
        ({"dice/middle/to": "20"}, "Two bands end at the same distance.", "Dice, Band 1, up to (cm)"),
    ],
)
def test_values_that_contradict_each_other_keep_a_draft_from_being_published(
    game: OwnRules, client: Client, marta: User, more: dict[str, str], sentence: str, problem: str
) -> None:
    client.cookies["django_language"] = "en"
    assert sentence in send(client, game, **typed(game, **more))
    with translation.override("en"), pytest.raises(NotReadyError) as refused:
        publish(game.pk, marta)
    assert (problem, sentence) in [(found.where, found.sentence) for found in refused.value.found]
    page = client.post(reverse("own:publish", args=[game.pk]), {"see": "owner", "licence": "mine"}).text
    assert reverse("own:dice", args=[game.pk]) + "#dice-" in page


@pytest.mark.parametrize("place", ["dice/nothing/near", "dice/near/near", "dice//nothing", "dice/near/position"])
def test_a_place_that_the_dice_do_not_have_is_not_there(game: OwnRules, client: Client, place: str) -> None:
    address = reverse("own:cells", args=[game.pk])
    assert client.post(address, {"key": "k", "at": 0, place: "1"}).status_code == 404


def test_another_writer_s_dice_stay(game: OwnRules, client: Client, marta: User, davide: User) -> None:
    game.writers.add(davide)
    blunderbuss = ids(game)["Trombone"]
    change_cells(game.pk, davide, [(f"dice/{blunderbuss}/near", 6)], key="other")
    cells = {f"dice/{blunderbuss}/near": "", f"dice/{blunderbuss}/dice": "", "dice/near/to": "20"}
    client.post(reverse("own:cells", args=[game.pk]), {"key": "k", "at": 1, "also": "dice"} | cells)
    patch = OwnRules.objects.get(pk=game.pk).patch
    assert (patch[f"dice/{blunderbuss}/near"], patch["dice/near/to"]) == (6, 20)


def test_an_edit_is_taken_back_on_the_page_of_the_dice(game: OwnRules, client: Client) -> None:
    client.cookies["django_language"] = "en"
    assert "Undo: A man who is hit saves with" in send(client, game, **{"dice//save": ids(game)["Salvezza"]})
    answer = client.post(reverse("own:undo", args=[game.pk]), {"also": "dice"})
    assert answer["Location"] == reverse("own:dice", args=[game.pk]) + "#dice--save"
    assert "dice//save" not in OwnRules.objects.get(pk=game.pk).patch


def test_the_farthest_shot_at_a_target_in_cover_is_the_example(game: OwnRules, client: Client) -> None:
    client.cookies["django_language"] = "en"
    said = send(client, game, **typed(game, **{"dice//cover": "1"}))
    assert "Example Moschetto at 20 cm: 1 die, target in cover, 5+ 3 in 5" in said.replace("\N{NO-BREAK SPACE}", " ")


def test_a_variant_keeps_the_dice_of_its_parent(client: Client, marta: User) -> None:
    variant = begin_variant(marta, current_version("rth-it"), "Spagna")
    assert client.get(reverse("own:dice", args=[variant.pk])).status_code == 404
    address = reverse("own:cells", args=[variant.pk])
    assert client.post(address, {"key": "k", "at": 0, "dice/near/to": "10"}).status_code == 404
    change_cells(variant.pk, marta, [("dice/near/to", 10), ("dice/middle/to", 10)], key="a")
    assert Editor(OwnRules.objects.get(pk=variant.pk)).faults == {}
    assert OwnRules.objects.get(pk=variant.pk).catalogue.bands == catalogue_for(current_version("rth-it").pk).bands


@pytest.mark.parametrize("game_id", PARENTS)
def test_a_game_that_came_with_dice_keeps_them(game_id: str, client: Client, marta: User) -> None:
    rules = begin_with(marta, catalogue_for(current_version(game_id).pk), [])
    assert client.get(reverse("own:dice", args=[rules.pk])).status_code == 404
    page = client.get(reverse("own:tables", args=[rules.pk])).text
    assert reverse("own:dice", args=[rules.pk]) not in page


def test_changed_dice_are_among_what_changes(game: OwnRules, client: Client, marta: User) -> None:
    send(client, game, **typed(game))
    publish(game.pk, marta, licence="mine")
    musket, blunderbuss = ids(game)["Moschetto"], ids(game)["Trombone"]
    send(client, game, **{"dice//die": "12", "dice/far/to": "40", f"dice/{musket}/far": "7"})
    send(
        client,
        game,
        **{f"dice/{blunderbuss}/dice": "1", "dice//save": ids(game)["Salvezza"], "dice//cover": "1"},
    )
    found = client.get(reverse("own:publish", args=[game.pk])).context["changes"]
    assert [tuple(change) for change in found] == [
        ("Dice", "the target is in cover: added to the number", "–", "1"),
        ("Dice", "a die of", "10", "12"),
        ("Dice", "a man who is hit saves with", "–", "Salvezza"),
        ("Dice", "band 3, up to (cm)", "–", "40"),
        ("Moschetto", "band 3", "–", "7"),
        ("Trombone", "dice", "3", "1"),
    ]
