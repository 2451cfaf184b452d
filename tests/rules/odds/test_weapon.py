"""The hits of a weapon with its carrier: the grid that the builder shows above the list."""

from uuid import UUID

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rules.odds.views import weapon_body
from tests.rules.odds.reading import at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def test_the_grid_of_the_best_ways_to_fire(english: Client) -> None:
    page = at(english, "bn/weapon/?s=veteran&w=assault-rifle")
    assert page.texts("#answers h2") == ["Assault rifle in the hands of: Veterans"]
    assert page.texts(".odds-grid tbody tr") == [  # the pages of the design, a3
        "25 88 1.5 b 70 1.0 b 70 1.0 b 42 0.5 b",
        "50 50 0.5 a 33 0.3 a 33 0.3 a 17 0.2 a",
        "100 33 0.3 a 17 0.2 a 17 0.2 a no",
        "150 17 0.2 a no no no",
    ]
    assert page.texts(".row-odds-foot span") == ["Covering fire 3 up to 25, 2 up to 50 §8.3"]
    (link,) = page.tree.cssselect(".row-odds-foot > a")
    assert at(english, link.get("href").removeprefix("/odds/")).figures[1] == "Hits 1 in 2"


def test_weapons_that_cannot_fire_after_moving(english: Client) -> None:
    page = at(english, "rth-it/weapon/?s=veteran&w=mmg")
    assert page.texts(".odds-grid tbody tr")[0] == "25 97 2.5 no 87 1.7 no"


def test_a_quality_and_a_referees_range(english: Client) -> None:
    tired = at(english, "bi/weapon/?s=regular&w=rifle&tired=1")
    assert tired.texts(".row-odds-note")[0] == "In each cell: tired"
    rested = at(english, "bi/weapon/?s=regular&w=rifle")
    assert tired.texts(".odds-grid tbody tr") != rested.texts(".odds-grid tbody tr")
    assert len(at(english, "ludonet/weapon/?w=small-arms").texts(".odds-grid tbody tr")) == 2


def test_anti_air_weapons_say_so(english: Client) -> None:
    only = "Fired only at flying targets: times out of 100 with a hit:"
    assert at(english, "bi/weapon/?w=aa-mg").texts(".row-odds > p:not([class])")[0] == f"{only} helicopter 10"
    assert (
        at(english, "bi/weapon/?w=aa-missile-heavy").texts(".row-odds > p:not([class])")[0]
        == f"{only} aircraft 30, helicopter 40"
    )
    assert at(english, "ludonet/weapon/?w=anti-air").texts(".row-odds > p:not([class])")[0] == f"{only} aircraft 33"
    gun = at(english, "bi/weapon/?w=gun-heavy&not-set-up=1")
    assert gun.texts(".row-odds > p:not([class])")[0] == "It cannot be aimed at anyone like this."
    assert at(english, "bi/?w=aa-mg").chosen["t"] == "Helicopter"
    at_men = at(english, "bi/?w=aa-mg&t=regular").sentence
    assert at_men.endswith(": it is fired only at flying targets. Tiro diretto")


def test_it_is_made_once_for_a_version(
    english: Client, loaded_rules: dict[str, UUID], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = "/odds/bn/weapon/?s=veteran&w=lmg"
    english.get(address)
    made = weapon_body.cache_info().misses
    with django_assert_num_queries(1):
        english.get(address + "&n=1&who=soldier")  # the same situation, in detail
    assert weapon_body.cache_info().misses == made
