"""Single lines in players' own formats: their results, with a mark for everything uncertain.

`4 Rifleman [Rifle]` is bought, with its weapons; `?` is a question; `!` is not understood; `-` is left out by the
text; `$` is a different price.
"""

from pathlib import Path

import pytest
from django.utils import translation

from armybuilder.lists.exchange.preview import ShownRow, make_preview
from armybuilder.lists.exchange.proposal import Answers
from armybuilder.lists.exchange.reading import read_text
from tests.core.documents import LIBRARY

TOPS = {
    "rth-it": "X · rth-it · attacker\n+ Alfa · Addestrati +\n",
    "rth-en": "X · rth-en · attacker\n+ Alpha · Elite +\n",
    "bn": "X · bn · attacker\n+ Alpha · Veterans +\n",
    "bi": "X · bi · attacker\n+ Alpha · Regulars +\n",
    "ludonet": "X · ludonet · attacker\n+ Alpha · Experts +\n",
}
LINES = Path(__file__).with_name("lines.txt").read_text(encoding="utf-8")


def cases() -> list[tuple[str, str, str]]:
    """The ruleset, the line and its result, for each line of the file."""
    found, ruleset = [], ""
    for line in LINES.splitlines():
        if line.startswith("@"):
            ruleset = line[1:]
        elif line and not line.startswith("#"):
            typed, _, told = line.partition(" => ")
            found.append((ruleset, typed, told))
    return found


def told_of(ruleset: str, line: str, **picks: str) -> str:
    """The result of a line in short form."""
    with translation.override("en"):
        reading = read_text(TOPS[ruleset] + line, LIBRARY, "en", Answers(picks=picks))
        preview = make_preview(reading, LIBRARY, "en")
    told = []
    for shown in preview.lines[2:]:
        told += [_row(row) for row in shown.rows]
        told += ["?line"] if shown.check else []
        told += [f"!{text}" for text in shown.notes] + [f"-{text}" for text in shown.left_out]
    is_marked = any(one.startswith(("!", "-")) or "?" in one or "$" in one for one in told)
    assert picks or (preview.summary == []) is not is_marked
    return "; ".join(told)


def _row(row: ShownRow) -> str:
    gear = f" [{', '.join(row.gear)}]" if row.gear else ""
    asked = "".join(f" ?{one.label}" for one in row.asked).replace("What he carries", "arms")
    price = "" if row.typed is None else f" ${row.typed}"
    name = row.name or "nothing"
    return f"{'squad' if row.is_squad else row.count} {name}{gear}{price}{asked}"


@pytest.mark.parametrize("ruleset", TOPS)
def test_each_line_has_its_expected_result(ruleset: str) -> None:
    """There is a test per ruleset, because a test for each of the many lines takes twice as long."""
    lines = {line: told for named, line, told in cases() if named == ruleset}
    assert lines
    assert {line: told_of(ruleset, line) for line in lines} == lines


@pytest.mark.parametrize(
    ("line", "kind", "answer", "told"),
    [
        ("4 riflemen, SMG", "apart", "apart/with", "4 SMG gunner [SMG] ?“SMG” belongs"),
        (
            "6 riflemen, of which 2 with SMG",
            "apart",
            "apart/with",
            "6 SMG gunner [SMG] ?“2 with SMG” belongs",
        ),
        ("Rifleman (12)", "number", "count/12", "12 Rifleman [Assault rifle] ?“12” is"),
        ("Rifleman (12)", "number", "price/12", "1 Rifleman [Assault rifle] ?“12” is"),
        ("I0 riflemen", "number", "note/", "1 Rifleman [Assault rifle] ?“I0” is; !I0"),
        (
            "Team B: 2 riflemen",
            "team",
            "team/squad",
            "1 nothing ?“Team B” is; squad Team B [Veterans] ?The text does not say which "
            "troops these are; 2 Rifleman [Assault rifle]",
        ),
        ("Rossi, SMG", "0", "note/", "1 SMG gunner [SMG] ?“Rossi” is; !Rossi"),
    ],
)
def test_an_answer_is_used(line: str, kind: str, answer: str, told: str) -> None:
    questions = read_text(TOPS["bn"] + line, LIBRARY, "en").questions
    (key,) = {one.key for one in questions if one.key.endswith(f".{kind}") or kind == "0"}
    assert told_of("bn", line, **{key: answer}) == told


def test_there_are_many_lines() -> None:
    assert len(cases()) >= 700


if __name__ == "__main__":  # print the current results, to check and save
    from django.conf import settings

    settings.configure(USE_I18N=False)
    for text in LINES.splitlines():
        if text.startswith("@"):
            game = text[1:]
        is_case = text and not text.startswith(("@", "#"))
        words = text.partition(" => ")[0]
        print(f"{words} => {told_of(game, words)}" if is_case else text)
