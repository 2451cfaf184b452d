"""Handwritten texts: recognised words, questions, and notes."""

import pytest
from django.utils import translation

from armybuilder.lists.exchange.building import NOT_UNDERSTOOD_AT_MOST, PIECES_AT_MOST, QUESTIONS_AT_MOST
from armybuilder.lists.exchange.preview import make_preview
from armybuilder.lists.exchange.proposal import Answers, Reading
from armybuilder.lists.exchange.reading import LINES_AT_MOST, LONGEST_LINE, read_text
from rules.core.document.problem import Problem
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from tests.core.documents import LIBRARY

TOP = "Rangers · Breaking News · Attacker\n"
ALPHA = f"{TOP}+ Alpha · Elite +\n"


def read(text: str, **answers: object) -> Reading:
    return read_text(text, LIBRARY, "en", Answers(**answers))  # type: ignore[arg-type]


def squad_of(text: str, **picks: str) -> Squad:
    reading = read(f"{ALPHA}{text}", picks=picks)
    assert reading.problems == []
    assert reading.roster is not None
    (squad,) = reading.roster.squads
    return squad


def questions(text: str) -> list[tuple[str, str, bool]]:
    """The questions about a text: words, current meaning, and whether it was answered."""
    return [(one.term.text, str(one.chosen), one.answered) for one in read(text).questions]


def notes(text: str) -> list[tuple[int, str]]:
    """The words not understood, with their lines."""
    return [(line.number, word) for line in read(text).lines for word in line.unknown]


# ── Our own format ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_marks_and_points_can_be_left_out() -> None:
    assert read("Rangers · bn").roster == Roster(format="armylist/1", ruleset="bn", name="Rangers", squads=())


@pytest.mark.parametrize(
    "line",
    ["2x Rifleman", "2 Rifleman", "2× rifleman", "x2 Fuciliere", "- 2x Rifleman [30 pt]", "Riflemen x2"],
)
def test_the_name_of_a_preset_includes_its_weapons(line: str) -> None:
    assert squad_of(line).figures == (Figure(count=2, weapons=("assault-rifle",)),)
    assert questions(ALPHA + line) == []


def test_names_and_words_are_read_in_either_language() -> None:
    figure = Figure(name="Rossi", leadership=1, weapons=("assault-rifle", "rpg"), team="A")
    line = "1x Rossi: leadership 1, Fucile d’assalto, rpg, gruppo A"
    assert squad_of(line).figures == (figure,)
    assert squad_of(line.replace("’", "'")).figures == (figure,)


def test_ids_are_read_too() -> None:
    assert squad_of("1x Rossi: assault-rifle").figures == (Figure(name="Rossi", weapons=("assault-rifle",)),)


def test_vehicles_are_read_by_type_or_by_name() -> None:
    squad = squad_of("1x Protected vehicle: MMG\n2x Lince: vehicle Protected vehicle, wheeled")
    assert squad.vehicles == (
        Vehicle(type="protected", weapons=("mmg",)),
        Vehicle(type="protected", name="Lince", count=2, movement="wheeled"),
    )


def test_extras_of_squad_and_list_are_read() -> None:
    reading = read(f"{ALPHA}Extra Motivation\n+ Extras +\nIntelligence: level 2")
    assert reading.roster is not None
    assert reading.roster.squads[0].extras == (ExtraEntry(extra="motivation"),)
    assert reading.roster.extras == (ExtraEntry(extra="intelligence", level=2),)


# ── Guesses ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "asked", "figure"),
    [
        ("1x bren", [], Figure(weapons=("lmg",))),
        ("1x Bren", [], Figure(weapons=("lmg",))),
        ("1x Rossi: LMGG", [("LMGG", "weapon/lmg", False)], Figure(name="Rossi", weapons=("lmg",))),
        ("1x sergeant: smg", [("sergeant", "leadership/1", False)], Figure(leadership=1, weapons=("smg",))),
        ("1x sergeant: smg, leadership 2", [], Figure(leadership=2, weapons=("smg",))),
        ("1 mg42", [], Figure(weapons=("mmg",))),
        ("1 machine gun", [("machine gun", "weapon/lmg", False)], Figure(weapons=("lmg",))),
        ("1 gunner with an mmg", [], Figure(weapons=("mmg",))),
        (
            "1 rpg",
            [],
            Figure(weapons=("assault-rifle", "rpg")),
        ),
        ("1 medic with pistol", [], Figure(roles=("medic",), weapons=("pistol",))),
        ("1x Rossi: xyzzy", [("", "arms/", False)], Figure(name="Rossi")),
        ("1x Rossi", [("Rossi", "name/", False), ("", "arms/", False)], Figure(name="Rossi")),
        ('1x "bren"', [("", "arms/", False)], Figure(name="bren")),
    ],
)
def test_a_guess_becomes_a_question(line: str, asked: list[tuple[str, str, bool]], figure: Figure) -> None:
    assert questions(ALPHA + line) == asked
    assert squad_of(line).figures == (figure,)


def test_an_answer_is_used_if_it_is_a_valid_choice() -> None:
    (question,) = read(f"{ALPHA}1 machine gun").questions
    assert [str(meaning) for meaning in question.term.meanings] == [
        "weapon/lmg", "weapon/mmg", "weapon/hmg", "note/",
    ]  # fmt: skip
    assert squad_of("1 machine gun", **{question.key: "weapon/hmg"}).figures == (Figure(weapons=("hmg",)),)
    for nothing in ("weapon/rpg", "class/elite", "weapon", "", "squad/squad"):
        assert squad_of("1 machine gun", **{question.key: nothing}).figures == (Figure(weapons=("lmg",)),)


def test_a_word_can_become_a_note() -> None:
    (question,) = read(f"{ALPHA}1 machine gun").questions
    reading = read(f"{ALPHA}1 machine gun", picks={question.key: "note/"})
    assert reading.roster is not None
    assert reading.roster.squads[0].figures == ()
    assert reading.roster.notes == "Not understood in the imported text:\nmachine gun"


def test_answers_stay_with_their_line_when_other_lines_change() -> None:
    questions = read(f"{ALPHA}1 machine gun\n1 machine gun").questions
    picks = {questions[1].key: "weapon/hmg"}
    reading = read(f"{ALPHA}4 riflemen\n1 machine gun\n1 machine gun", picks=picks)
    assert reading.roster is not None
    assert [figure.weapons for figure in reading.roster.squads[0].figures] == [
        ("assault-rifle",), ("lmg",), ("hmg",),
    ]  # fmt: skip


def test_a_man_without_a_weapon_raises_a_question() -> None:
    (question,) = read(f'{ALPHA}1x "Rossi"').questions
    assert [str(meaning) for meaning in question.term.meanings][:2] == ["arms/", "arms/assault-rifle"]
    armed = squad_of('1x "Rossi"', **{question.key: "arms/assault-rifle"})
    assert armed.figures == (Figure(name="Rossi", weapons=("assault-rifle",)),)


def test_a_squad_without_a_known_class_raises_a_question() -> None:
    reading = read("Rangers · bn · Attacker\n+ Alpha +\n2 riflemen")
    (question,) = reading.questions
    assert (question.term.text, str(question.chosen), len(question.term.meanings)) == ("", "class/trained", 8)
    answered = read("Rangers · bn · Attacker\n+ Alpha +\n2 riflemen", picks={question.key: "class/elite"})
    assert answered.roster is not None
    assert answered.roster.squads[0].class_ == "elite"


@pytest.mark.parametrize(
    ("text", "class_"),
    [("2 riflemen 30", "elite"), ("2 riflemen\nTotal 24", "veteran"), ("2 riflemen 31", "trained")],
)
def test_typed_points_decide_the_class(text: str, class_: str) -> None:
    reading = read(f"Rangers · bn · Attacker\n+ Alpha +\n{text}")
    assert reading.roster is not None
    assert reading.roster.squads[0].class_ == class_


# ── The first lines ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "game", "sure"),
    [
        ("Breaking News", "bn", True),
        ("my list\nfor saturday\nbreakin news", "bn", True),
        ("RTH (Italian edition)", "rth-it", True),
        ("rth-it", "rth-it", True),
        ("Road to Hell", "rth-en", False),
        ("Bassa intensita", "bi", True),
        ("4 fucilieri enfield\n1 sten\n1 bren\n1 PIAT", "rth-en", False),
    ],
)
def test_the_game_is_found_in_the_first_lines(text: str, game: str, sure: bool) -> None:
    reading = read(text)
    assert reading.game is not None
    assert (reading.game.ruleset, reading.game.sure) == (game, sure)


@pytest.mark.parametrize("text", ["Rangers\n1x Rifleman", "hello", "x\n" * 500])
def test_a_missing_game_is_asked_for_and_nothing_is_lost(text: str) -> None:
    reading = read(text)
    assert (reading.game, reading.roster, reading.problems) == (None, None, [])
    assert [line.text for line in reading.lines] == [line for line in text.split("\n") if line]
    assert read(text, game="bn").game is not None


@pytest.mark.parametrize("text", ["", "  \n", "+", "++ ++", "·", "!?"])
def test_signs_are_not_text(text: str) -> None:
    assert problems_of(text) == [Problem("The text is empty.", 1)]


def test_answers_override_the_text() -> None:
    roster = read("Rangers · bn · Attacker\n+ A · Elite +\n1 sniper", game="rth-it", role="open", name="B").roster
    assert roster is not None
    assert (roster.ruleset, roster.role, roster.name) == ("rth-it", "open", "B")


@pytest.mark.parametrize(
    ("head", "role", "limit", "total", "sure"),
    [
        ("BN attacker", "attacker", None, None, True),
        ("BN atacker", "attacker", None, None, False),
        ("BN 90 pt", "defender", None, None, False),
        ("BN 150pts", "attacker", None, None, False),
        ("BN 200 points", "open", 200, None, False),
        ("BN difensore 88/90", "defender", None, 88, True),
        ("BN difensore 88 pt", "defender", None, 88, True),
        ("BN", "open", None, None, False),
    ],
)
def test_role_and_points_are_read(head: str, role: str, limit: int | None, total: int | None, sure: bool) -> None:
    reading = read(f"{head}\nElite\n1 rifleman")
    assert reading.roster is not None
    assert (reading.roster.role, reading.roster.limit, reading.head.total, reading.head.role_sure) == (
        role, limit, total, sure,
    )  # fmt: skip


# ── Words not understood ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{ALPHA}1x Rossi: xyzzy, pistol", [(3, "xyzzy")]),
        (f"{TOP}hello", [(2, "hello")]),
        (f"{ALPHA}999x Rossi", [(3, "999x Rossi")]),
        (f"{TOP}+ Club prices +\nLMG", [(3, "LMG")]),
        (f"{TOP}+ Rulings +\nnobody: nothing", [(3, "nobody: nothing")]),
        (f"{ALPHA}1x B: weapon/xyz", [(3, "weapon"), (3, "xyz")]),
        (f"{ALPHA}2 goblins", [(3, "goblins")]),
        (f"{ALPHA}ask Marco for the jeep", [(3, "ask Marco for the jeep")]),
    ],
)
def test_unknown_words_become_a_note_of_the_list(text: str, found: list[tuple[int, str]]) -> None:
    assert notes(text) == found
    roster = read(text).roster
    assert roster is not None
    assert roster.notes == "\n".join(["Not understood in the imported text:", *(word for _, word in found)])


def test_notes_are_cut_to_the_limit_of_a_list() -> None:
    text = f'{TOP}Notes "{"a" * 1_990}"\n+ A · Elite +\n' + f"{'b' * 1_000}\n" * 5
    roster = read(text).roster
    assert roster is not None
    assert len(roster.notes) == 4_000


@pytest.mark.parametrize(
    ("row", "times"),
    [
        ("zzz yyy\n", NOT_UNDERSTOOD_AT_MOST),
        ("1 rifle, " + "zzz, " * 201 + "\n", 1),
        ("1 machine gun\n", QUESTIONS_AT_MOST + 1),
    ],
)
def test_reading_stops_after_too_many_unknown_words(row: str, times: int) -> None:
    reading = read(ALPHA + row * times)
    assert (reading.stopped, reading.roster) == (True, None)
    assert read(ALPHA + row * (times - 1)).stopped is False
    assert len(reading.unknown) <= PIECES_AT_MOST + 1


@pytest.mark.parametrize("heading", ["+", "++ ++", "+ +", "+ [30 pt] +", "+ · +"])
def test_an_empty_heading_has_no_meaning(heading: str) -> None:
    reading = read(f"{TOP}{heading}\n1x Rossi: class Elite, pistol")
    figure = Figure(name="Rossi", class_="elite", weapons=("pistol",))
    assert reading.roster is not None
    assert reading.roster.squads == (Squad(name="", figures=(figure,)),)


@pytest.mark.parametrize(
    "line", ["Pair name Alpini", "Nome della forza: Alpini", "Force Alpini", "Forza Alpini", "force: Alpini"]
)
def test_the_pair_name_is_read_from_exports_of_every_version(line: str) -> None:
    reading = read(f"{TOP}{line}")
    assert (reading.problems, notes(f"{TOP}{line}")) == ([], [])
    assert reading.roster is not None
    assert reading.roster.pair_name == "Alpini"


@pytest.mark.parametrize("escape", ["\\ud800", "\\udfff\\ud800", "\\u0000", "\0", "\ud800"])
@pytest.mark.parametrize(
    "text",
    [
        '"a{}b" · bn',
        'Rangers · bn\nNotes "a{}b"',
        'Rangers · bn\nForce "a{}b"',
        'Rangers · bn\n+ "a{}b" · Elite +',
        'Rangers · bn\n+ A · Elite +\n1x "a{}b"',
        'Rangers · bn\n+ A · Elite +\n1x Rossi: notes "a{}b"',
        'Rangers · bn\n+ A · Elite +\n1x Rossi: team "a{}b"',
    ],
)
def test_a_character_that_cannot_be_stored_is_dropped(text: str, escape: str) -> None:
    reading = read(text.format(escape))
    assert reading.problems == []
    assert reading.roster is not None


# ── Limits ─────────────────────────────────────────────────────────────────────────────────────────────────────────

TOO_MANY = f"The text can have at most {LINES_AT_MOST} lines: a list is far shorter."
TOO_LONG = f"A line can have at most {LONGEST_LINE} characters. Start a new line for each figure."


def problems_of(text: str) -> list[Problem]:
    with translation.override("en"):
        return read(text).problems


def test_the_limits_of_lines_and_length() -> None:
    notes = "Notes " + "a" * (LONGEST_LINE - 6)
    assert problems_of(TOP + notes + "\n" * (LINES_AT_MOST - 2) + "Force b\n\n") == []
    assert problems_of(TOP + notes + "\n" * (LINES_AT_MOST - 1) + "Force b") == [Problem(TOO_MANY, LINES_AT_MOST + 1)]
    assert problems_of(TOP + "\n" + notes + "a") == [Problem(TOO_LONG, 3)]


def test_a_backslash_continues_the_previous_line() -> None:
    reading = read(f"{TOP}Notes one \n\\two\r\n\\ three\nFor\n\\ce Alpini")
    assert reading.problems == []
    assert reading.roster is not None
    assert (reading.roster.notes, reading.roster.pair_name) == ("one two three", "Alpini")


@pytest.mark.parametrize(
    "text",
    [
        "Name;Number;Weapon;Points\nRifleman;4;Rifle;40\nSniper;1;;25\nTotal;;;65",
        "Rifleman\t4\tRifle\nSniper\t1\nMedic\t1\tPistol",
        "| Name | Number |\n| --- | --- |\n| Rifleman | 4 |",
        "[3/4/26, 9:15] Bill: 4 riflemen\n<b>1 sniper</b>",
    ],
)
def test_a_preview_shows_each_line_as_typed(text: str) -> None:
    top = "X · rth-en · attacker\n+ Alpha · Elite +\n"
    reading = read_text(top + text, LIBRARY, "en")
    preview = make_preview(reading, LIBRARY, "en")
    assert [line.text for line in preview.lines][2:] == text.split("\n")
    assert reading.roster
    assert reading.roster.squads[0].figures[0].count == 4


def test_line_numbers_are_not_counts() -> None:
    """A column of line numbers is not a count column."""
    text = "1\tRifleman\n2\tSniper\n3\tMedic"
    preview = make_preview(read_text("X · rth-en · attacker\n+ A · Elite +\n" + text, LIBRARY, "en"), LIBRARY, "en")
    assert [line.is_guess or bool(line.notes) for line in preview.lines[2:]] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "men", "marked"),
    [
        ("Rifleman\t15\tRifle\nSMG man\t15\tSMG", [1, 1], False),  # what each costs
        ("Rifleman;4;Rifle;60\nSMG man;2;SMG;30", [4, 2], False),
        ("Rifleman;Rifle;15;4;60\nSMG man;SMG;15;2;30", [4, 2], False),  # unit price, count and total price
        ("2|Rifleman|Rifle\n3|SMG man|SMG", [2, 3], True),
        ("Lieutenant\tSMG\t2\t25\nRifleman\tRifle\t\t15", [1, 1], True),  # the lieutenant's level
    ],
)
def test_numbers_distinguish_the_columns_of_a_table(text: str, men: list[int], marked: bool) -> None:
    reading = read_text(f"X · rth-en · attacker\n+ A · Elite +\n{text}", LIBRARY, "en")
    preview = make_preview(reading, LIBRARY, "en")
    assert reading.roster
    assert [figure.count for figure in reading.roster.squads[0].figures] == men
    assert any(line.is_guess or line.notes for line in preview.lines) is marked


@pytest.mark.parametrize("line", ["~~1x sniper~~ dropped", "~~1 LMG~~ riserva", "dropped: ~~1x sniper~~"])
def test_a_word_beside_what_is_struck_out_leaves_out_no_other_line(line: str) -> None:
    assert squad_of(f"4 riflemen\n{line}\n1 medic").figures == (
        Figure(count=4, weapons=("assault-rifle",)),
        Figure(roles=("medic",), weapons=("assault-rifle",)),
    )


def test_a_heading_with_a_struck_out_row_still_leaves_out_what_is_below() -> None:
    assert len(squad_of("4 riflemen\nReserve:\n~~1x sniper~~\n1 medic").figures) == 1
