"""The dice of an own game."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_variant, change_cells
from armybuilder.own_rules.actions.pasting import game_from_paste
from armybuilder.own_rules.actions.publishing import publish
from armybuilder.own_rules.models import OwnRules
from armybuilder.own_rules.pasting.reading import read_paste
from rules.catalogue import catalogue_for, current_version
from tests.clubs.clubs import browser_of

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


def typed(rules: OwnRules, **more: Any) -> dict[str, Any]:
    """What is posted: two bands, a musket that reaches both and a blunderbuss that reaches one."""
    musket, blunderbuss = ids(rules)["Moschetto"], ids(rules)["Trombone"]
    return {
        "seen": "{}",
        "dice//die": "10",
        "dice/near/to": "20",
        f"dice/{musket}/near": "4",
        f"dice/{blunderbuss}/dice": "3",
        f"dice/{blunderbuss}/near": "5",
        **more,
    }


def test_the_dice_make_a_fire_table_and_odds(game: OwnRules, client: Client, marta: User) -> None:
    address, musket, save = reverse("own:dice", args=[game.pk]), ids(game)["Moschetto"], ids(game)["Salvezza"]
    assert client.post(address, typed(game)).status_code == 302
    more = {"dice/middle/to": "40", f"dice/{musket}/middle": "7", "dice//moved": "1", "dice//stays": [musket]}
    assert client.post(address, typed(game, **more, **{"dice//save": save})).status_code == 302
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
    client.post(reverse("own:dice", args=[game.pk]), typed(game))
    publish(game.pk, marta)
    assert OwnRules.objects.get(pk=game.pk).catalogue.odds.questions == ("fire", "profile")
    client.cookies["django_language"] = "en"
    shown = client.get(f"/odds/{game.pk}/fire/", {"d": "20"}, follow=True).text
    assert " hits 7 in 10, kills 7 in 10." in " ".join(strip_tags(shown).split())


def test_without_dice_there_are_no_odds(game: OwnRules) -> None:
    assert game.catalogue.odds.questions == ()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"dice/near/to": "0"}, "Band 1, up to (cm):"),
        ({"dice/near/to": "20,5"}, "Band 1, up to (cm):"),
        ({"dice//die": "7"}, "A die of:"),
        ({"dice//moved": "9"}, "The firer has moved: added to the number:"),
        ({"dice//save": "nothing"}, "A man who is hit saves with:"),
    ],
)
def test_a_wrong_value_is_named_and_nothing_is_stored(
    game: OwnRules, client: Client, more: dict[str, str], sentence: str
) -> None:
    client.cookies["django_language"] = "en"
    refused = client.post(reverse("own:dice", args=[game.pk]), typed(game, **more))
    assert refused.status_code == 422
    assert sentence in refused.text
    assert OwnRules.objects.get(pk=game.pk).patch == game.patch


def test_a_number_that_the_die_never_shows_is_refused(game: OwnRules, client: Client) -> None:
    refused = client.post(reverse("own:dice", args=[game.pk]), typed(game, **{"dice//die": "4"}))
    assert "A die of 4 never shows 5." in refused.text


def test_another_writer_s_dice_stay(game: OwnRules, client: Client, marta: User) -> None:
    blunderbuss = ids(game)["Trombone"]
    change_cells(game.pk, marta, [(f"dice/{blunderbuss}/near", 6)], key="other")
    old = typed(game, **{f"dice/{blunderbuss}/near": "", f"dice/{blunderbuss}/dice": ""})
    client.post(reverse("own:dice", args=[game.pk]), old)
    patch = OwnRules.objects.get(pk=game.pk).patch
    assert (patch[f"dice/{blunderbuss}/near"], patch["dice/near/to"]) == (6, 20)


def test_a_variant_keeps_the_dice_of_its_parent(client: Client, marta: User) -> None:
    variant = begin_variant(marta, current_version("rth-it"), "Spagna")
    assert client.get(reverse("own:dice", args=[variant.pk])).status_code == 404
    change_cells(variant.pk, marta, [("dice/near/to", 10)], key="a")
    assert (
        OwnRules.objects.get(pk=variant.pk).catalogue.bands
        == catalogue_for(current_version("rth-it").pk).bands
    )
