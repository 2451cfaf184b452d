"""A line has no mark only if its text explains its result exactly."""

import pytest

from armybuilder.lists.exchange.reading import read_text
from tests.core.documents import LIBRARY

TOPS = {"rth-it": "Veterani", "bn": "Elite", "bi": "Regulars", "ludonet": "Experts"}


def marks(ruleset: str, text: str) -> list[bool]:
    """Whether each line of a squad has a question, a note or a doubt."""
    reading = read_text(f"X · {ruleset}\nAlpha ({TOPS[ruleset]})\n{text}", LIBRARY, "en")
    return [bool(line.is_guess or line.unknown) for line in reading.lines[2:]]


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("rth-it", "4 fucilieri"),
        ("rth-it", "4 fucilieri (48)"),
        ("rth-it", "1 BAR, 1 bazooka"),
        ("rth-it", "1 medico"),
        ("bn", "2x Humvee with HMG"),
        ("bn", "6 men, M4, 90 pts"),
        ("bn", "1 grenadier, M203"),
        ("bn", "leader 2, M16"),
        ("bi", "4 riflemen with flak jackets"),
        ("bi", "2 soldiers with carbines"),
        ("ludonet", "5 soldati"),
        ("ludonet", "PIAT x2"),
    ],
)
def test_a_line_explained_by_its_words_and_numbers_has_no_mark(ruleset: str, line: str) -> None:
    assert marks(ruleset, line) == [False]


@pytest.mark.parametrize(
    ("ruleset", "line"),
    [
        ("bi", "1 nurse"),  # which weapon?
        ("bi", "4 soldiers"),
        ("bi", "MG and loader"),
        ("bi", "4 rifelmen"),
        ("bi", "squad leader, M4 x1"),  # one man or two
        ("bi", "2 snipers 3"),
        ("bi", "3 AK, RPG"),
        ("rth-it", "4 fucilieri senza granate"),
        ("rth-it", "1 fuciliere, BAR"),
        ("ludonet", "PIAT, Bren"),
        ("ludonet", "PIAT, heavy weapon (1) CV=2"),
    ],
)
def test_a_line_with_something_unexplained_or_assumed_is_marked(ruleset: str, line: str) -> None:
    assert marks(ruleset, line) == [True]


def test_a_number_of_a_table_without_a_meaning_is_marked() -> None:
    table = "ID,Qty,Unit,Weapon,Pts\n7,4,Rifleman,M16,60\n8,1,Sniper,Sniper rifle,30"
    assert marks("bn", table) == [False, True, True]
    assert marks("bn", table.replace("ID,", "").replace("7,", "").replace("8,", "")) == [False, False, False]


def test_things_in_a_line_without_a_row_are_marked() -> None:
    assert marks("bn", "4 riflemen\nReserve:\n1 sniper\nno medic") == [False, False, True, False]
