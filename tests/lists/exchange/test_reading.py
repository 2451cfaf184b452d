"""Texts that people wrote by hand: what is understood, and what is said of the rest."""

import pytest
from django.utils import translation

from armybuilder.lists.exchange.lexicon import Problem
from armybuilder.lists.exchange.reading import PROBLEMS_AT_MOST, read_text
from rules.core.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from tests.core.documents import LIBRARY

TOP = "Rangers · Breaking News · Attacker\n"


def squad_of(text: str) -> Squad:
    """The only squad of a text that is understood."""
    with translation.override("en"):
        reading = read_text(f"{TOP}+ Alpha · Elite +\n{text}", LIBRARY)
    assert reading.problems == []
    assert reading.roster is not None
    (squad,) = reading.roster.squads
    return squad


def problems(text: str) -> list[Problem]:
    with translation.override("en"):
        return read_text(text, LIBRARY).problems


def test_marks_and_points_may_be_left_out() -> None:
    assert read_text("Rangers · bn", LIBRARY).roster == Roster(
        format="armylist/1", ruleset="bn", name="Rangers", squads=()
    )


@pytest.mark.parametrize(
    "line", ["2x Rifleman", "2 Rifleman", "2× rifleman", "x2 Fuciliere", "- 2x Rifleman [30 pt]"]
)
def test_a_preset_by_its_name_alone_brings_its_weapons(line: str) -> None:
    assert squad_of(line).figures == (Figure(count=2, weapons=("assault-rifle",)),)


def test_a_name_and_words_in_either_language() -> None:
    figure = Figure(name="Rossi", leadership=1, weapons=("assault-rifle", "rpg"), team="A")
    assert squad_of("1x Rossi: leadership 1, Fucile d'assalto, rpg, gruppo A".replace("'", "’")).figures == (
        figure,
    )


def test_ids_are_words_too() -> None:
    assert squad_of("1x Rossi: assault-rifle").figures == (Figure(name="Rossi", weapons=("assault-rifle",)),)


def test_vehicles_by_type_or_by_name() -> None:
    squad = squad_of("1x Protected vehicle: MMG\n2x Lince: vehicle Protected vehicle, wheeled")
    assert squad.vehicles == (
        Vehicle(type="protected", weapons=("mmg",)),
        Vehicle(type="protected", name="Lince", count=2, movement="wheeled"),
    )


def test_extras_of_squad_and_list() -> None:
    reading = read_text(
        f"{TOP}+ Alpha · Elite +\nExtra Motivation\n+ Extras +\nIntelligence: level 2", LIBRARY
    )
    assert reading.roster is not None
    assert reading.roster.squads[0].extras == (ExtraEntry(extra="motivation"),)
    assert reading.roster.extras == (ExtraEntry(extra="intelligence", level=2),)


def test_a_word_that_means_nothing_is_said_and_the_rest_is_kept() -> None:
    text = f"{TOP}+ Alpha · Elite +\n1x Rossi: LMGG, pistol"
    assert problems(text) == [Problem(3, "Breaking News has no “LMGG”. Did you mean “LMG”?")]
    roster = read_text(text, LIBRARY).roster
    assert roster is not None
    assert roster.squads[0].figures == (Figure(name="Rossi", weapons=("pistol",)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", Problem(1, "There is no text.")),
        (f"{TOP}hello", Problem(2, "This line stands before the first squad and says nothing of the list.")),
        (f"{TOP}+ A · Elite +\n1x Rossi: leadership x", Problem(3, "A number stands here, not “x”.")),
        (f"{TOP}+ A · Elite +\n1x Rossi: xyzzy", Problem(3, "Breaking News has no “xyzzy”.")),
        (
            f"{TOP}+ A · Elite +\n999x Rossi",
            Problem(3, "This is more than a list can hold, and is left out."),
        ),
        (f"{TOP}+ Club prices +\nLMG", Problem(3, "A price is a name and a number: LMG")),
        (
            f"{TOP}+ A · Elite +\n1x B: weapon/xyz",
            Problem(1, 'squads[0].figures[0].weapons[0]: unknown weapon "xyz"'),
        ),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text: str, said: Problem) -> None:
    assert problems(text) == [said]


def test_without_a_game_nothing_is_read() -> None:
    with translation.override("en"):
        reading = read_text("Rangers\n1x Rifleman", LIBRARY)
    assert reading.roster is None
    assert [problem.line for problem in reading.problems] == [1]
    assert reading.problems[0].text.startswith(
        "The first line does not name a game. Write one of: Road to Hell ("
    )


def test_problems_are_not_told_without_end() -> None:
    assert len(problems(TOP + "+ A · Elite +\n" + "1x B: nothing\n" * 100)) == PROBLEMS_AT_MOST
