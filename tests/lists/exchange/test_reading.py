"""Texts that people wrote by hand: what is understood, and what is said of the rest."""

import pytest
from django.utils import translation

from armybuilder.lists.exchange.lexicon import PROBLEMS_AT_MOST
from armybuilder.lists.exchange.reading import LINES_AT_MOST, LONGEST_LINE, read_text
from rules.core.problem import Problem
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
    assert problems(text) == [Problem("Breaking News has no “LMGG”. Did you mean “LMG”?", 3)]
    roster = read_text(text, LIBRARY).roster
    assert roster is not None
    assert roster.squads[0].figures == (Figure(name="Rossi", weapons=("pistol",)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", Problem("There is no text.", 1)),
        (f"{TOP}hello", Problem("This line stands before the first squad and says nothing of the list.", 2)),
        (f"{TOP}+ A · Elite +\n1x Rossi: leadership x", Problem("A number stands here, not “x”.", 3)),
        (f"{TOP}+ A · Elite +\n1x Rossi: xyzzy", Problem("Breaking News has no “xyzzy”.", 3)),
        (
            f"{TOP}+ A · Elite +\n999x Rossi",
            Problem("This is more than a list can hold, and is left out.", 3),
        ),
        (f"{TOP}+ Club prices +\nLMG", Problem("A price is a name and a number: LMG", 3)),
        (
            f"{TOP}+ A · Elite +\n1x B: weapon/xyz",
            Problem('squads[0].figures[0].weapons[0]: unknown weapon "xyz"', 1),
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


@pytest.mark.parametrize("row", ["1x B: nothing\n", "1x B: nothing, nothing\n", "+\n"])
def test_after_so_many_problems_reading_stops(row: str) -> None:
    reading = read_text(TOP + "+ A · Elite +\n" + row * 100, LIBRARY)
    assert (len(reading.problems), reading.stopped, reading.roster) == (PROBLEMS_AT_MOST, True, None)


def test_one_problem_less_is_read_to_the_end() -> None:
    reading = read_text(TOP + "+ A · Elite +\n" + "1x B: nothing\n" * (PROBLEMS_AT_MOST - 1), LIBRARY)
    assert (len(reading.problems), reading.stopped) == (PROBLEMS_AT_MOST - 1, False)
    assert reading.roster is not None


@pytest.mark.parametrize("heading", ["+", "++", "+ +", "++ ++", "+ [30 pt] +", "+ · +"])
def test_an_empty_heading_is_said_and_opens_a_squad_without_a_name(heading: str) -> None:
    with translation.override("en"):
        reading = read_text(f"{TOP}{heading}\n1x Rossi: class Elite", LIBRARY)
    said = "This heading is empty. Write the name of the squad: + Alpha +"
    assert reading.problems == [Problem(said, 2)]
    assert reading.roster is not None
    assert reading.roster.squads == (Squad(name="", figures=(Figure(name="Rossi", class_="elite"),)),)


@pytest.mark.parametrize("heading", ["+", "++", "+ +", "++ ++", "·", "+ · +"])
def test_an_empty_first_line_names_no_game(heading: str) -> None:
    assert [problem.text[:38] for problem in problems(heading)] == ["The first line does not name a game. W"]


CANNOT = "has a character that cannot be kept. Take it out."


@pytest.mark.parametrize("escape", ["\\ud800", "\\udfff\\ud800", "\\u0000"])
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('"a{}b" · bn', 1),
        ('Rangers · bn\nNotes "a{}b"', 2),
        ('Rangers · bn\nForce "a{}b"', 2),
        ('Rangers · bn\n+ "a{}b" · Elite +', 2),
        ('Rangers · bn\n+ A · Elite +\n1x "a{}b"', 3),
        ('Rangers · bn\n+ A · Elite +\n1x Rossi: notes "a{}b"', 3),
        ('Rangers · bn\n+ A · Elite +\n1x Rossi: team "a{}b"', 3),
    ],
)
def test_a_character_that_cannot_be_kept_is_said_with_its_line(text: str, number: int, escape: str) -> None:
    dots = "·" * escape.count("u")
    with translation.override("en"):
        reading = read_text(text.format(escape), LIBRARY)
    assert reading.problems == [Problem(f"“a{dots}b” {CANNOT}", number)]
    assert reading.roster is not None
    assert "a{}b".format("") in str(reading.roster)


def test_so_is_one_that_stands_there_as_it_is() -> None:
    assert problems(f"{TOP}Notes a\0b") == [Problem(f"“Notes a·b” {CANNOT}", 2)]
    assert problems("a\0b · bn") == [Problem(f"“a·b” {CANNOT}", 1)]


# ── How much is read ───────────────────────────────────────────────────────────────────────────────────────────────

TOO_MANY = f"A text has {LINES_AT_MOST} lines at most: a list is far shorter."
TOO_LONG = f"A line has {LONGEST_LINE} characters at most. Begin a new line for each figure."


def test_as_many_lines_as_may_be_and_as_long() -> None:
    notes = "Notes " + "a" * (LONGEST_LINE - 6)
    assert problems(TOP + notes + "\n" * (LINES_AT_MOST - 2) + "Force b\n\n") == []
    assert problems(TOP + notes + "\n" * (LINES_AT_MOST - 1) + "Force b") == [
        Problem(TOO_MANY, LINES_AT_MOST + 1)
    ]
    assert problems(TOP + "\n" + notes + "a") == [Problem(TOO_LONG, 3)]


def test_rows_on_one_line_are_lines_too() -> None:
    text = TOP + "".join(f"+ A · Elite + {'a;' * 190}\n" for _ in range(10))
    assert problems(text) == []
    reading = read_text(text + "+ A + " + "a;" * 101, LIBRARY)
    assert ([one.line for one in reading.problems], reading.stopped, reading.roster) == ([12], True, None)


def test_a_line_goes_on_where_the_next_begins_with_a_backslash() -> None:
    reading = read_text(f"{TOP}Notes one \n\\two\r\n\\ three\nFor\n\\ce Alpini", LIBRARY)
    assert reading.problems == []
    assert reading.roster is not None
    assert (reading.roster.notes, reading.roster.force) == ("one two three", "Alpini")
