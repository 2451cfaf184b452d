"""The pages of hits, bombardment and single rolls: figures, workings, charts and fields."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rules.core.odds.book import Book
from rules.core.odds.modifiers import RollCase
from rules.core.odds.profile import firepower
from rules.odds.asking.form import Engine
from rules.odds.showing.answers import Raw, bars_of_hits, fraction, hit, hits_on_average
from tests.core.documents import LIBRARY
from tests.rules.odds.reading import at

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


# Effects of hits


def test_the_saves_of_men(english: Client) -> None:
    page = at(english, "bn/save/?t=veteran&h=2&cover=1&speculative=1")  # the example of the format
    assert page.figures == ["Stays in action 69%", "After one hit 5 in 6"]
    assert page.sentence == "Veterans, 2 hits (in cover, speculative fire): stays in action 69%."
    assert page.texts(".outcome-key li") == ["Suppressed 69%", "Killed 31%"]
    assert page.steps == [
        "Speculative fire: to the die +2 §8.6",
        "Veterans: saves on 2+ §9.0",
        "Kills 31% §9.0",
        "Stays in action: (5/6) 2 69% §9.0",
    ]
    assert page.texts(".odds-more tbody tr") == ["1 83%", "2 69%", "3 58%", "4 48%", "5 40%", "6 33%"]
    assert page.texts(".dist .is-on span") == ["2"]
    assert page.box("bombardment") == "Bombardment changes nothing here ±0"
    assert at(english, "bn/save/?t=recruit").box("ied") == "IED then 2 in 3"
    many = at(english, "bn/save/?t=veteran&h=20")
    assert many.texts(".odds-more tbody th") == ["1", "2", "3", "4", "5", "6", "18", "19", "20"]


def test_a_vehicle_its_side_and_who_is_inside(english: Client) -> None:
    page = at(english, "rth-it/save/?t=unprotected&w=heavy-gun&oc=elite&ocn=3")
    assert page.figures == ["Stays in action 1 in 6", "Each man inside 1 in 6"]
    assert page.steps[-2] == "It explodes, and a man inside is killed 17% §9.0"
    assert page.chosen == {"t": "Unprotected vehicle", "oc": "Elite", "w": "Heavy gun"}
    weapons = page.tree.cssselect("select[name=w] option")
    assert "grenade" not in [one.get("value") for one in weapons]  # it has no column of saves (§9.2)
    immune = at(english, "rth-it/save/?t=heavy-tank&w=rifle")
    assert immune.figures == ["Stays in action always"]
    assert immune.steps[-1] == "the target is immune to it – §9.2"
    assert immune.texts(".odds-more tbody tr") == []


def test_damage_in_place_of_saves(english: Client) -> None:
    assert at(english, "bi/save/?t=tank&w=law").steps[0].startswith("Pierces the armour on 1–6 ")
    assert at(english, "bi/save/?t=regular&h=2").figures == [
        "Stays in action 55%",
        "After one hit 4 in 5",
    ]
    heavy, light = (at(english, f"ludonet/save/?t=regular&w={one}") for one in ("heavy-weapon", "small-arms"))
    assert (heavy.figures, light.figures) == (["Stays in action 1 in 2"], ["Stays in action 2 in 3"])
    values = at(english, "ludonet/save/?t=vehicle&v=3&tv=1")
    assert values.texts(".outcome-key li") == ["Hit, no effect 28%", "Immobilised 31%", "Destroyed 42%"]


# Bombardment


def test_support_fire_at_several_men(english: Client) -> None:
    page = at(english, "bn/bombardment/?by=support-fire&t=militia&f=3&cover=1")
    assert page.figures == ["Kills 11%", "Hits 33%", "Lost on average 0.3"]
    assert page.sentence == "Support fire on militia (in cover): hits 33%, kills 11%."
    assert page.steps == [
        "Call for support fire 4+ §8.4",
        "Hits 33% §8.4",
        "Support fire: to the die +2 §8.4",
        "Militia: saves on 3+ §9.0",
        "Kills 11% §9.0",
    ]
    assert page.texts(".odds-more h2") == ["Where it lands"]
    assert page.texts(".odds-more tbody tr") == ["Covering him 66%", "Away 34%"]


def test_each_bombardment_asks_for_what_it_needs(english: Client) -> None:
    asked = {
        address: [field.get("name") for field in at(english, address).tree.cssselect(".odds-side [id]")]
        for address in (
            "rth-it/bombardment/",
            "bn/bombardment/?by=mortars",
            "bn/bombardment/?by=ied&t=tank",
            "bi/bombardment/?by=mortar-60",
            "bi/bombardment/?by=booby-trap",
            "bi/bombardment/?by=at-minefield&t=tank",
            "ludonet/bombardment/",
        )
    }
    assert list(asked.values()) == [
        ["by", "t", "f"],
        ["by", "s", "cm", "t", "f"],
        ["by", "t", "oc"],
        ["by", "s", "c", "t", "f"],
        ["by", "t"],
        ["by", "t"],
        ["by", "p", "t", "f"],
    ]
    trap = at(english, "bi/bombardment/?by=booby-trap&z=long&t=regular")
    assert [box.get("value") for box in trap.tree.cssselect("input[name=z]")] == ["short", "long"]
    assert trap.figures != at(english, "bi/bombardment/?by=booby-trap&z=short&t=regular").figures


def test_the_guns_have_to_be_reached(english: Client) -> None:
    page = at(english, "bi/bombardment/?by=mortar-77&s=elite&c=platoon&t=recruit&f=4&entrenched=1")
    assert page.steps[0].startswith("First the guns must be contacted 1–10 ")
    assert page.figures[1] == "Hits 5%"  # the example of the format: misses 0.95009
    assert page.texts(".odds-more tbody th") == ["On the spot", "Short distance", "Long distance", "Away"]


def test_a_bombardment_that_cannot_be(english: Client) -> None:
    page = at(english, "bn/bombardment/?by=mortars&cm=300&t=militia")
    assert page.figures == ["Kills –"]
    assert page.sentence == "Mortars on militia: it is out of range. §8.0"
    wrong = at(english, "bn/bombardment/?by=artilery&t=tank")
    assert len(wrong.faults) == 1
    assert wrong.chosen["by"] == "Support fire"
    assert wrong.chosen["t"] == "Recruits"  # it is useless against a vehicle
    soft = at(english, "bi/bombardment/?by=at-minefield&t=wheeled-carrier&unarmoured=1")
    assert soft.figures == ["Knocks out 1 in 2", "Hits 1 in 2"]


# Single rolls


def test_a_roll_with_a_number(english: Client) -> None:
    page = at(english, "bn/roll/?r=support-fire&rules-of-engagement=1")  # the example of the format
    assert page.figures == ["Succeeds 1 in 3"]
    assert page.sentence == "Call for support fire (rules of engagement): succeeds 1 in 3."
    assert page.steps == [
        "Rules of engagement: to the die −1 Calcolo dei punti",
        "Succeeds, on a 6-sided die, with 5+ §8.4",
        "Succeeds 33% §8.4",
    ]
    assert page.texts(".outcome-key li") == ["Succeeds 33%", "Fails 67%"]


def test_a_roll_by_level_has_its_chart(english: Client) -> None:
    page = at(english, "bn/roll/?r=intelligence&lv=3&ag=1")
    assert page.texts(".odds-more tbody tr") == ["1 0%", "2 17%", "3 33%", "4 50%"]
    assert page.texts(".dist .is-on span") == ["3"]
    none = at(english, "bn/roll/?r=intelligence&lv=1&ag=1")
    assert none.sentence.startswith("Intelligence: no roll can succeed.")


def test_a_roll_under_the_quality(english: Client) -> None:
    page = at(english, "bi/roll/?r=action&s=regular&d=difficult&tired=1")
    assert page.texts(".steps p") == [
        "Troop quality",
        "Tired: to the number",
        "Difficult: half the quality, rounded up",
        "Succeeds, on a 10-sided die, with",
        "Succeeds",
    ]
    assert page.texts(".steps b") == ["4", "−1", "½", "1–2", "20%"]
    wounded = at(english, "bi/roll/?r=action&s=regular&d=very-easy&wounded=1")
    assert wounded.texts(".steps p")[1:3] == ["Wounded: one level harder", "Easy: twice the quality"]
    easy = at(english, "bi/roll/?r=action&s=regular&d=very-easy")
    assert easy.steps[1].startswith("Very easy always ")
    assert easy.figures == ["Succeeds always"]
    engineer = at(english, "bi/roll/?r=find-trap&s=regular&engineer=1")
    assert engineer.steps[1].startswith("Engineer: one level easier −1 ")


@pytest.mark.parametrize("address", ["/odds/bi/save/", "/odds/bi/bombardment/", "/odds/bn/roll/"])
def test_a_page_takes_one_query(
    english: Client, address: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    english.get(address)
    with django_assert_num_queries(1):
        english.get(address)


@pytest.mark.parametrize("weapon", ["rpg", "rifle-grenade", "grenade-launcher"])
def test_the_mean_of_explosives_counts_hits_like_the_chance_does(weapon: str) -> None:
    shooter = {"class": "regular", "weapon": weapon}
    asked: Raw = {"question": "fire", "distance": 30, "target": {"class": "regular"}}
    engine = Engine(LIBRARY, LIBRARY.catalogues["bi"], "en")
    answer = engine.ask(asked | {"shooter": shooter})
    assert fraction(answer["expected_hits"]) != hit(answer) == hits_on_average(answer)
    assert [bar.label for bar in bars_of_hits(answer).bars] == ["0", "1"]
    three = engine.ask(asked | {"shooter": {**shooter, "count": 3}})
    assert hits_on_average(three) == 3 * hits_on_average(answer) > hit(three)
    assert [bar.label for bar in bars_of_hits(three).bars] == ["0", "1", "2", "3"]


@pytest.mark.parametrize("ruleset", LIBRARY.catalogues)
def test_the_mean_is_never_below_the_chance_and_that_of_the_profile(ruleset: str) -> None:
    """Of each weapon at each distance: both count the hits on one man, including near misses."""
    book = LIBRARY.catalogues[ruleset]
    engine, troops = Engine(LIBRARY, book, "en"), book.classes[-1].id
    modes = {weapon: one.modes for one in (book.odds.fire.ways if book.odds.fire else ()) for weapon in one.weapons}
    reach = {"range": 100} if book.odds.method == "range" else {}
    wrong = []
    for weapon in (one.id for one in book.weapons if one.fire or reach):
        for distance in (10, 25, 50, 90):
            answers = [
                engine.ask({
                    "question": "fire", "distance": distance, "target": {"class": troops}, **reach,
                    "shooter": {"class": troops, "weapon": weapon} | ({"mode": mode} if mode else {}),
                })
                for mode in modes.get(weapon, ("",))
            ]  # fmt: skip
            best = max(answers, key=lambda answer: fraction(answer["expected_kills"]))
            case = RollCase(distance=distance, target_class=troops, range=reach.get("range", 0))
            profile = firepower(Book(LIBRARY, book), case, troops, weapon, frozenset(), 1).hits
            means = [(hits_on_average(answer), hit(answer)) for answer in answers]
            if any(mean < chance for mean, chance in means) or (profile and profile != hits_on_average(best)):
                wrong.append((weapon, distance, means, profile))
    assert wrong == []
