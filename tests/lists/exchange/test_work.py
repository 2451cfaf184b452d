"""A text twice as long takes at most twice the work, even if hostile. Work is counted, not timed."""

from collections.abc import Callable

import pytest

from armybuilder.lists.exchange import columns, continuing
from armybuilder.lists.exchange.our_format import exact, scanning
from armybuilder.lists.exchange.reading import LONGEST_LINE, read_text
from armybuilder.lists.recognition import line_starts
from tests.core.documents import LIBRARY
from tests.steps import patterns_met, work_on

TOP = "X · bn\n+ A · Elite +\n"
SQUAD_OF_100 = "+ A · Elite +\n" + "4 riflemen, 1 medic (no pistol)\n" * 50  # a squad has at most 200 rows

# A row, a heading or a whole text, n times as long as the shortest.
PIECES: dict[str, Callable[[int], str]] = {
    "spaces between": lambda n: "a" + " " * n + "b",
    "spaces before a bracket": lambda n: "a" + " " * n + "[",
    "tabs and no end": lambda n: "a [1" + "\t" * n + "b",
    "semicolons": lambda n: "a;" * n,
    "commas": lambda n: "a," * n,
    "an empty attribute": lambda n: "a: " + "," * n,
    "colons": lambda n: ":" * n,
    "opening brackets": lambda n: "[" * n,
    "closing brackets": lambda n: "]" * n,
    "pairs of brackets": lambda n: "[] " * n,
    "brackets in brackets": lambda n: "[" * n + "]" * n,
    "quotation marks": lambda n: '"' * n,
    "quotation marks that never close": lambda n: '"' + "a" * n,
    "escaped quotation marks": lambda n: '"' + '\\"' * n,
    "backslashes": lambda n: '"' + "\\" * n + '"',
    "escapes": lambda n: '"' + "\\u0041" * n + '"',
    "opening parentheses": lambda n: "(" * n,
    "closing parentheses": lambda n: ")" * n,
    "parentheses in parentheses": lambda n: "(" * n + ")" * n,
    "pairs of parentheses": lambda n: "()" * n,
    "a parenthesis that closes late": lambda n: "(a" * n + ")",
    "plus signs": lambda n: "+" * n,
    "plus signs and spaces": lambda n: "+ " * n,
    "dots": lambda n: "·" * n,
    "words between dots": lambda n: "a · " * n,
    "asterisks": lambda n: "*" * n,
    "hashes": lambda n: "#" * n,
    "bullets": lambda n: "- " * n,
    "digits": lambda n: "1" * n,
    "numbers": lambda n: "1 " * n,
    "counts": lambda n: "1x " * n,
    "signs of times": lambda n: "x" * n,
    "a number far from its sign": lambda n: "1" + " " * n + "x",
    "weapons that there are": lambda n: "a: " + "assault-rifle, " * n,
    "ranks": lambda n: "a: " + "leadership 1, " * n,
    "vehicles": lambda n: "a: " + "vehicle tank, " * n,
    "an extra without end": lambda n: "Extra motivation: " + "level 1, " * n,
    "accents": lambda n: "a" + "\u0301" * n,
    "capitals that grow": lambda n: "İ" * n,
    "spaces of every kind": lambda n: "a" + "\u3000\xa0\u2028\x85" * n + "b",
}
TEXTS: dict[str, Callable[[int], str]] = {
    "lines": lambda n: TOP + "a\n" * n,
    "empty lines": lambda n: TOP + "\n" * n + "a",
    "lines that mean nothing": lambda n: TOP + "a: b\n" * n,
    "squads": lambda n: "X · bn\n" + "+ A · Elite +\n" * n,
    "headings of plus signs": lambda n: "X · bn\n" + "+\n" * n,
    "lines that go on": lambda n: TOP + "a\n" + "\\a\n" * n,
    "prices": lambda n: "X · bn\n+ Club prices +\n" + "".join(f'"weapons/{i:04}" 1\n' for i in range(n)),
    "rulings": lambda n: "X · bn\n+ Rulings +\n" + "".join(f"a{i:04}: b\n" for i in range(n)),
    "extras": lambda n: "X · bn\n+ Extras +\n" + "Intelligence: level 1\n" * n,
    "fields of the list": lambda n: "X · bn\n" + "Notes a\n" * n,
    "games": lambda n: "X" + " · a" * n,
    "a first line of games": lambda n: "++ X · bn" + " · a" * n + " ++",
    "rows on one line": lambda n: "++ X · bn ++\n" + long("+ A + " + "a;" * n),
    "weapons on one line": lambda n: TOP + long("a: " + "assault-rifle," * n),
    "a name": lambda n: long("a" * n + " · bn"),
    "several rows on each line": lambda n: "X · bn\n" + SQUAD_OF_100 * (n // 50),
    "several rows in one line": lambda n: TOP + long("4 riflemen, " * n),
    "things that are struck out": lambda n: TOP + long("~~a~~ " * n),
    "line ends that are written out": lambda n: TOP + long("a\\n" * n),
    "lines that may continue the line above": lambda n: TOP + "4 riflemen with (\n" * n,
    "prices on their own lines": lambda n: TOP + "1 sniper\n30\n" * (n // 2),
    "a table": lambda n: TOP + "Name;Number;Points\n" + "Rifleman;4;60\n" * n,
    "escaped for Discord": lambda n: "**++ X · bn ++**\n" + long("- " + "\\*" * n),
}

SCANNERS: dict[str, Callable[[str], object]] = {
    "plain_line": scanning.plain_line,
    "without_points": scanning.without_points,
    "heading": scanning.heading,
    "heading of two": lambda text: scanning.heading("++" + text),
    "split": lambda text: scanning.split(text, ";"),
    "split_once": lambda text: scanning.split_once(text, ";"),
    "joined": lambda text: [*scanning.joined([text, text])],
}


LAST_WORDS = 500  # lines run: the last words of a text have fewer behind them that they may be one phrase with


def long(line: str) -> str:
    """A line cut to the reading limit."""
    return "\n".join(scanning.broken(line, LONGEST_LINE))


def read(text: str) -> None:
    read_text(str(text), LIBRARY, "en")


@pytest.mark.parametrize("name", PIECES)
def test_splitting_a_piece_twice_as_long_takes_at_most_twice_the_work(name: str) -> None:
    for scanner, scan in SCANNERS.items():
        once, twice = (work_on(PIECES[name](n), scan) for n in (100, 200))
        assert twice <= 2 * once, scanner


@pytest.mark.parametrize("name", PIECES)
def test_reading_a_row_twice_as_long_takes_at_most_twice_the_work(name: str) -> None:
    read(TOP)  # created once for a ruleset
    once, twice = (work_on(TOP + long(PIECES[name](n)), read) for n in (150, 300))
    assert twice <= 2 * once + LAST_WORDS


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_twice_as_long_takes_at_most_twice_the_work(name: str) -> None:
    read(TOP)
    once, twice = (work_on(TEXTS[name](n), read) for n in (100, 200))
    assert twice <= 2 * once + LAST_WORDS


PASTE = """\
4 riflemen with M4s and grenades 60
Sgt. Rossi, SMG - 20
1 LMG, 1 medic and a snipr
2 humvees, one with .50 cal
no mortar, ~~1 sniper~~, 3x rifelman
"""
LINES_A_ROW = 10_000  # program lines per line of text; measured: 9,000


def test_the_work_for_two_hundred_lines_of_a_chat_is_limited() -> None:
    answered = TOP + PASTE * 8  # more lines would exceed the limit of questions
    read(answered)
    assert work_on(answered, read) <= 40 * LINES_A_ROW


def test_only_regular_expressions_without_backtracking_read_a_text() -> None:
    """Their work is done in C and cannot be counted. They read a few characters, or each character once."""
    pieces = [make(4) for make in (*PIECES.values(), *TEXTS.values())]
    wholes = [top + piece for piece in pieces for top in ("", TOP, "**++ X · bn ++**\n- ")]

    def read_all() -> None:
        for whole in wholes:
            read(whole)

    read_all()  # import modules now: that also uses regular expressions
    of_json = r"[ \t\n\r]*"  # around a text in quotation marks
    of_senders = {one.pattern for one in (line_starts.FIRST_TIME, line_starts.FIRST_WHO, line_starts.BARE_WHO)}
    of_senders |= {one.pattern for one in (line_starts.NUMBERED, line_starts.OUTLINE, line_starts.LETTERED)}
    of_lines = {
        exact.VALUE.pattern,
        columns.CELL.pattern,
        continuing.PRICE.pattern,
        r"\\([\\*_~`|])",
        of_json,
    }
    assert patterns_met(read_all) == of_lines | of_senders
