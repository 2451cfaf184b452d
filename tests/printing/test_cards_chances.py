"""The line of a card with the chances of its weapons, if the player wants it."""

import re

import pytest

from rules.core.document.roster import Figure
from rules.core.text import Language
from tests.printing.cards import notes_of, troops_of

RIFLEMAN = Figure(weapons=("assault-rifle",))
ARMED = {
    "rth-it": ("veteran", "rifle"),
    "rth-en": ("veteran", "rifle"),
    "bn": ("elite", "assault-rifle"),
    "bi": ("regular", "rifle"),
    "ludonet": ("expert", "small-arms"),
}


def notes(figure: Figure = RIFLEMAN, ruleset: str = "bn", class_: str = "elite", **options: object) -> str:
    return " ".join(
        note
        for card in troops_of(figure, ruleset=ruleset, class_=class_, **options)
        for note in notes_of(card)
    )


def test_nothing_is_said_unless_it_is_asked_for() -> None:
    assert notes().count("of 100") == 0


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "hits, of 100 (open/cover) 25 cm"),
        ("it", "colpisce, su 100 (scoperto/riparo) 25 cm"),
    ],
)
def test_each_distance_has_the_open_and_cover(language: Language, said: str) -> None:
    assert said in notes(language=language, chances=True)


@pytest.mark.parametrize("ruleset", ARMED)
def test_all_games_have_it(ruleset: str) -> None:
    class_, weapon = ARMED[ruleset]
    assert notes(Figure(weapons=(weapon,)), ruleset, class_, chances=True).count("of 100") == 1


def test_a_weapon_for_what_flies_says_what_it_hits() -> None:
    gunner = Figure(weapons=("anti-air",))
    assert "Anti-air hits, of 100 aircraft 33" in notes(gunner, "ludonet", "expert", chances=True)


def test_a_weapon_without_odds_and_one_unknown_have_no_line() -> None:
    assert notes(Figure(weapons=("smoke-of-old",)), chances=True).count("of 100") == 0
    assert notes(class_="nobody-knows", chances=True).count("of 100") == 0


def test_distances_out_of_reach_are_left_out() -> None:
    said = notes(Figure(weapons=("smg",)), "rth-it", "veteran", chances=True)
    assert re.findall(r"(\d+) cm", said) == ["25", "50"]
