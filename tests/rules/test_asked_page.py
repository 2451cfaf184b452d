"""Questions in words: what the ask box answers, in which game, and what it remembers."""

from uuid import UUID

import lxml.html
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from armybuilder.lists.actions.creating import load_samples
from armybuilder.lists.models import ArmyList
from tests.rules.odds.reading import words

BREN = "Bren or BAR at 60 cm in cover"

pytestmark = pytest.mark.usefixtures("loaded_rules")


class AskedPage:
    """An answer as a player reads it."""

    def __init__(self, client: Client, query: str, **told: str) -> None:
        response = client.get("/rules/search/", {"q": query} | told)
        self.tree = lxml.html.fromstring(response.text)

    def texts(self, css: str) -> list[str]:
        return [words(node) for node in self.tree.cssselect(css)]

    @property
    def duel(self) -> list[str]:
        return self.texts(".duel tr")


@pytest.fixture
def english(client: Client, loaded_rules: dict[str, UUID]) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_two_names_of_one_weapon_are_answered_beside_the_nearest_other(english: Client) -> None:
    page = AskedPage(english, BREN, **{"in": "rth-it"})
    assert page.texts(".read-as .chip") == ["Automatic rifle (BAR, Bren)", "60 cm", "In cover"]
    assert page.texts(".ans h2") == ["One weapon: it hits 31%"]
    assert page.duel == [
        "Automatic rifle BAR, Bren LMG",
        "31% Hits 52%",
        "20% Suppresses 31%",
        "11% Kills 20%",
        "17 pts Man and weapon 20 pts",
        "6% Kills, per 10 points 10%",
    ]
    assert page.texts(".ans-rules li") == ["In cover: to the number needed +1 §8.0"]
    (open_odds,) = page.tree.cssselect(".ans .btn.primary")
    address = "/odds/rth-it/?s=experienced&w=automatic-rifle&w2=lmg&cm=60&t=experienced&cover=1"
    assert open_odds.get("href") == address
    assert english.get(address).status_code == 200
    assert page.texts(".result h3") == ["Automatic rifle (BAR, Bren)"]


def test_in_italian(client: Client) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "it"
    page = AskedPage(client, "bren o bar a 60 in copertura", **{"in": "rth-it"})
    assert page.texts(".ans h2") == ["Una sola arma: colpisce il 31 % delle volte"]
    assert page.duel[1] == "31 % Colpisce 52 %"


def test_two_weapons_and_one(english: Client) -> None:
    page = AskedPage(english, "lmg or rifle at 100 against veterans", **{"in": "rth-it"})
    assert page.texts(".ans h2") == ["LMG hits more often"]
    assert page.texts(".result h3") == ["LMG", "Rifle", "Veteran"]
    page = AskedPage(english, "lmg at 100", **{"in": "rth-it"})
    assert (page.duel, page.texts(".ans .answer > div")[0][:5]) == ([], "Kills")


def test_another_question_than_fire(english: Client) -> None:
    page = AskedPage(english, "morale at 3 losses of 8", **{"in": "rth-it"})
    assert page.texts(".ans h2") == ["Morale: holds 96%"]
    assert page.texts(".read-as .chip") == ["Morale", "3", "8"]
    assert (page.texts(".ans .answer > div"), page.texts(".empty")) == (["Holds 96%"], [])
    (open_odds,) = page.tree.cssselect(".ans .btn.primary")
    assert open_odds.get("href") == "/odds/rth-it/morale/?s=experienced&men=8&lost=3&ll=0&fo=0"
    assert AskedPage(english, "covering fire", **{"in": "rth-it"}).texts(".ans") == []
    games = AskedPage(english, "lmg covering fire").texts(".section h2")
    assert {"Road to Hell", "Breaking News"} <= {*games}


def test_without_a_game_all_that_know_the_weapon_answer_in_a_line(english: Client) -> None:
    page = AskedPage(english, BREN)
    assert page.texts(".asked-others h2") == ["In which game?"]
    assert page.texts(".asked-games li") == [
        "Road to Hell, Italian edition Automatic rifle 31% · LMG 52%",
        "Road to Hell, English edition Automatic rifle 31% · LMG 52%",
        "Ludonet skirmish Heavy weapon 17% · Hand grenades 17%",
        "Breaking News LMG 42%",
        "Bassa Intensità LMG (single shots) 36%",
    ]
    chosen = page.tree.cssselect(".asked-games a")[0].get("href")
    assert chosen == "/rules/search/?q=Bren%20or%20BAR%20at%2060%20cm%20in%20cover&in=rth-it"
    assert page.texts(".ans") == []


def test_the_game_last_used_answers_first(english: Client) -> None:
    english.get("/odds/rth-en/morale/")
    page = AskedPage(english, BREN)
    assert page.texts(".ans-kind") == ["Odds · Road to Hell, English edition"]
    assert page.texts(".asked-others h2") == ["In the other games"]
    english.get("/rules/bn/")
    assert AskedPage(english, BREN).texts(".read-as .chip") == ["LMG", "60 cm", "In cover", "bar"]
    assert AskedPage(english, "medic").texts(".section h2")[0] == "Breaking News"
    assertContains(english.get("/"), 'href="/odds/bn/"', 2)


@pytest.mark.parametrize("told", ["", "nothing", "x" * 400, "../rules", "<b>", "rth-it; path=/"])
def test_a_cookie_of_anything_else_is_none(english: Client, told: str) -> None:
    english.cookies["ruleset"] = told
    assert AskedPage(english, BREN).texts(".asked-others h2") == ["In which game?"]


def test_a_game_named_in_the_question_is_the_one(english: Client) -> None:
    page = AskedPage(english, f"{BREN} in Breaking News")
    assert page.texts(".ans-kind") == ["Odds · Breaking News"]
    assert page.texts(".asked-others") == []


def test_what_is_not_understood_is_said_and_the_rest_answered(english: Client) -> None:
    page = AskedPage(english, "bren at 60 against a <i>zeppelin</i>", **{"in": "rth-it"})
    assert page.texts(".read-as") == [
        "Read as: Automatic rifle (BAR, Bren) 60 cm",
        "Not understood: zeppelin",
    ]
    assert page.texts(".ans h2") == ["It hits 42%"]
    assert page.tree.cssselect("i") == []


def test_several_things_are_answered_each(english: Client) -> None:
    page = AskedPage(english, "how much is a bren and a medic", **{"in": "rth-it"})
    assert page.texts(".result h3") == ["Automatic rifle (BAR, Bren)", "Medic"]


def test_long_and_hostile_questions_are_cut_and_escaped(english: Client) -> None:
    page = english.get("/rules/search/", {"q": f"bren or bar at 60 <script>alert(1)</script> {'z' * 5000}"})
    assertContains(page, "&lt;script&gt;alert")
    assertNotContains(page, "<script>alert")
    (box,) = lxml.html.fromstring(page.text).cssselect("#q")
    assert len(box.get("value")) == 100


def test_a_sentence_takes_one_query(english: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    english.get("/rules/search/", {"q": BREN})
    with django_assert_num_queries(1):
        english.get("/rules/search/", {"q": BREN})


def test_the_odds_of_all_games_are_chosen_on_one_page(english: Client) -> None:
    page = english.get("/odds/")
    for ruleset in ("rth-it", "rth-en", "bn", "bi", "ludonet"):
        assertContains(page, f'<a href="/odds/{ruleset}/">', 1)
    assert "ruleset" not in page.cookies


def test_an_answer_adds_to_the_list_that_is_open(client: Client) -> None:
    """A link to the line of the builder, in the game of the list, and only for what a line adds."""
    client.post("/lists/new/", {"ruleset": "rth-en", "role": "attacker"})
    army_list = ArmyList.objects.get()
    address = f"/lists/{army_list.pk}/"

    def links(query: str, game: str = "rth-en") -> list[str]:
        page = AskedPage(client, query, **{"in": game})
        return [link.get("href") for link in page.tree.cssselect("a[data-adds]")]

    assert links("bren") == []
    opened = client.get(address)
    assert opened.cookies["list"].value == f"rth-en/{army_list.pk}"
    assert client.get(address).cookies.get("list") is None
    assert links("bren")[:1] == [f"{address}#preset-automatic-rifle"]
    assert links("jeep")[:1] == [f"{address}#type-unprotected"]
    assert links("bren", "rth-it") == []


@pytest.mark.parametrize("said", ["", "rth-en", "rth-en/7", "RTH/00000000-0000-0000-0000-000000000000", "<b>/x"])
def test_a_list_that_the_cookie_does_not_name_is_none(client: Client, said: str) -> None:
    client.cookies["list"] = said
    assert AskedPage(client, "bren", **{"in": "rth-en"}).tree.cssselect("a[data-adds]") == []


def test_an_example_is_not_the_open_list(client: Client) -> None:
    load_samples()
    assert "list" not in client.get(f"/lists/{ArmyList.objects.samples()[0].pk}/").cookies
