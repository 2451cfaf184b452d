"""The front page for newcomers: the players of each game, examples, the parts of a list."""

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation
from lxml import html
from msgspec.structs import replace
from pytest_django import DjangoAssertNumQueries

from armybuilder.lists.actions.creating import load_samples
from armybuilder.lists.browsing.front_page import anatomy, example, one_of_each_game, periods, samples
from armybuilder.lists.browsing.listing import games
from armybuilder.lists.models import ArmyList
from tests.core.documents import LIBRARY
from tests.lists.builder import text

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def shipped(loaded_rules: None) -> None:
    """The samples as they are shipped."""
    load_samples()


def test_each_game_stands_under_its_time_with_or_without_points() -> None:
    assert [
        (
            period.name.en,
            [(game.id, game.title.en, other_edition) for game, other_edition in period.with_points],
            [game.id for game, _ in period.without_points],
        )
        for period in periods(games(None))
    ] == [
        (
            "Second World War",
            [
                ("rth-it", "Road to Hell, Italian edition", "rth-en"),
                ("rth-en", "Road to Hell, English edition", "rth-it"),
            ],
            [],
        ),
        ("Present day", [("bn", "Breaking News", "")], ["bi"]),
        ("Any period", [], ["ludonet"]),
    ]


def test_a_game_that_does_not_say_whom_it_suits_is_offered() -> None:
    game = replace(LIBRARY.catalogues["bn"], suits=None)
    cell = render_to_string("lists/_game_choices.html", {"choices": [(game, "")]})
    assert html.fromstring(cell).text_content().split() == ["Breaking", "News"]


@pytest.mark.usefixtures("shipped")
def test_one_example_of_each_game_in_the_order_of_the_games() -> None:
    shown = [example(sample, "it") for sample in one_of_each_game(samples())]
    with translation.override("it"):
        lines = [
            (one.entry.name, one.entry.catalogue.title.to("it"), one.entry.role_name, one.carries) for one in shown
        ]
    assert lines == [
        (
            "Partigiani in Val d’Ossola",
            "Road to Hell, ed. italiana",
            "Difensore",
            "SMG, Fucile mitragliatore (BAR, Bren), Granate",
        ),
        ("Grenadiere, Monte Cassino", "Road to Hell, ed. inglese", "Difensore", "SMG, Granate, LMG"),
        ("Bersaglieri a Nassiriya", "Breaking News", "Attaccante", "LMG, RPG, Lince"),
        (
            "Alpini nella valle di Musahi",
            "Bassa Intensità",
            "Attaccante",
            "SAW, Lanciagranate, Fucile di precisione, Carabina",
        ),
        (
            "Pattuglia nel bosco",
            "Ludonet skirmish",
            "Attaccante",
            "Bombe a mano, Arma pesante, Carro leggero",
        ),
    ]


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("language", ["it", "en"])
def test_every_shipped_sample_has_the_picture_of_its_print(language: str) -> None:
    """Made by `scripts/sample_pictures.py`: run it if this fails."""
    missing = [sample.name for sample in samples() if not finders.find(f"img/samples/{sample.pk}-{language}.webp")]
    assert missing == []


@pytest.mark.usefixtures("shipped")
def test_the_front_page_shows_the_example_with_the_most_kinds_of_entries() -> None:
    with translation.override("en"):
        shown = anatomy(samples(), "en")
    assert shown
    assert (shown.entry.name, shown.entry.limit, shown.left) == ("Bersaglieri a Nassiriya", 150, 1)
    assert [(part.name, part.points, part.start, part.end) for part in shown.parts] == [
        ("Soldiers", 90, 0, 90),
        ("Leadership", 10, 90, 100),
        ("Weapons", 24, 100, 124),
        ("Vehicles", 15, 124, 139),
        ("Extras", 10, 139, 149),
    ]
    assert shown.parts[0].text == "9 × Trained (10). The class decides how they shoot, save and hold."
    assert shown.parts[4].text == "Negotiation 3 (10)"


def test_without_samples_the_front_page_offers_the_games_alone(english_client: Client) -> None:
    page = text(english_client.get(reverse("lists:home")))
    assert "Which game?" in page
    assert "Start from an example" not in page
    assert "What a list of" not in page
    assert "No examples here" in text(english_client.get(reverse("lists:samples")))


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("language", ["it", "en"])
def test_the_front_page_has_one_primary_button_and_no_two_games_alike(client: Client, language: str) -> None:
    answer = client.get(reverse("lists:home"), headers={"accept-language": language})
    page = html.document_fromstring(answer.text)
    assert [button.get("name") for button in page.find_class("primary")] == ["legal"]
    assert page.xpath("//select[@name='for']/option[@selected]/@value") == ["bn attacker"]
    lines = [game.line for game in answer.context["games"]]
    assert len(set(lines)) == len(lines) == 5


@pytest.mark.usefixtures("shipped")
def test_all_examples_stand_on_a_page_of_their_own_and_can_be_copied(english_client: Client) -> None:
    page = text(english_client.get(reverse("lists:samples")))
    for sample in ArmyList.objects.samples():
        assert page.count(sample.name) == 1
    red_devils = ArmyList.objects.samples().get(name="Red Devils, Arnhem")
    english_client.post(reverse("lists:duplicate", args=[red_devils.pk]))
    assert ArmyList.objects.filter(is_sample=False).get().total == 144


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(("name", "queries"), [("lists:home", 2), ("lists:samples", 1)])
def test_the_samples_are_read_in_one_query_however_many_there_are(
    english_client: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str, queries: int
) -> None:
    english_client.get(reverse(name))  # the catalogues are cached here
    with django_assert_num_queries(queries):
        english_client.get(reverse(name))
    ArmyList.objects.samples().exclude(name__startswith="B").delete()
    with django_assert_num_queries(queries):
        english_client.get(reverse(name))
