"""Sentences about fire, read with the names of each ruleset."""

from functools import cache

import pytest

from rules.odds.asking.sentence import Sentence, Vocabulary, build_vocabulary, read_sentence
from rules.reference.index import Index, build_index, read_question
from tests.rules.small import shipped


@cache
def index(ruleset: str) -> Index:
    return build_index(shipped(ruleset))


@cache
def vocabulary(ruleset: str) -> Vocabulary:
    return build_vocabulary(shipped(ruleset), index(ruleset))


def read(text: str, ruleset: str = "rth-it") -> Sentence:
    return read_sentence(read_question(text).typed, vocabulary(ruleset))


BREN = ["Bren or BAR at 60 cm in cover", "bren o bar a 60 in copertura", "BAR contro Bren, 60cm, al riparo"]


@pytest.mark.parametrize("text", BREN)
@pytest.mark.parametrize(
    ("ruleset", "weapons", "facts"),
    [
        ("rth-it", ["automatic-rifle"], ["cover"]),
        ("rth-en", ["automatic-rifle"], ["cover"]),
        ("bn", ["lmg"], ["cover"]),
        ("bi", ["lmg"], ["light-cover"]),
        ("ludonet", ["heavy-weapon"], ["cover"]),
    ],
)
def test_a_choice_between_weapons_in_each_ruleset(
    text: str, ruleset: str, weapons: list[str], facts: list[str]
) -> None:
    sentence = read(text, ruleset)
    assert (list(sentence.weapons), sentence.cm, sentence.facts) == (weapons, 60, facts)
    assert sentence.asks_for_odds
    assert sentence.unread == ([] if ruleset in ("rth-it", "rth-en", "ludonet") else ["bar"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 bren contro paracadutisti a 40 in movimento", (3, "", "elite", 40, ["moved"])),
        ("veterans with a bren at 60 against recruits", (1, "veteran", "recruit", 60, [])),
        ("bren at recruits, 40 cm, after a move", (1, "", "recruit", 40, ["moved"])),
        ("panzerfaust contro un panzer iv a 30 cm", (1, "", "medium-tank", 30, [])),
        ("a bren at a leader who dodges", (1, "", "", None, ["dodging"])),
    ],
)
def test_who_fires_at_whom(text: str, said: tuple[int, str, str, int | None, list[str]]) -> None:
    sentence = read(text)
    assert (sentence.shooters, sentence.troops, sentence.target, sentence.cm, sentence.facts) == said


def test_a_number_of_a_name_is_no_distance_and_a_distance_is_no_part_of_a_name() -> None:
    assert (read("mg 42 at 60").cm, list(read("mg 42 at 60").weapons)) == (60, ["lmg"])
    assert (read("panzerfaust 60 cm").cm, read("panzerfaust 60").cm) == (60, None)
    assert (read("law at 4", "bn").cm, list(read("at4", "bn").weapons)) == (4, ["rpg"])
    assert read("bren at 5000").unread == ["5000"]


def test_one_typing_error_in_a_long_word() -> None:
    assert list(read("panzerfuast or lgm at 30").weapons) == ["portable-at"]
    assert read("panzerfuast or lgm at 30").unread == ["lgm"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "§",
        "how much is a bren",
        "quanto costa un bren",
        "60",
        "in cover",
        "medic",
        "a a a a",
    ],
)
def test_sentences_that_ask_for_no_odds(text: str) -> None:
    assert not read(text).asks_for_odds


def test_words_that_are_no_names_are_not_understood() -> None:
    assert read("a bren at 60 against a zeppelin").unread == ["zeppelin"]
    assert read("zzz " * 40).unread == ["zzz"] * 16  # words of a question


def test_other_things_are_known_by_name() -> None:
    names = [index("rth-it").entries[number].en.name for number in read("bren and medic").entries]
    assert names == ["Automatic rifle (BAR, Bren)", "Medic"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("morale at 3 losses of 8", ("morale", [3, 8], None, "")),
        ("morale con 3 perdite su 8", ("morale", [3, 8], None, "")),
        ("morale of veterans, 4 lost of 9", ("morale", [4, 9], None, "veteran")),
        ("avvistamento a 50 al riparo", ("spotting", [], 50, "")),
        ("close combat elite against recruits", ("melee", [], None, "elite")),
    ],
)
def test_other_questions(text: str, said: tuple[str, list[int], int | None, str]) -> None:
    sentence = read(text)
    assert (sentence.question, sentence.numbers, sentence.cm, sentence.troops) == said
    assert (sentence.unread, sentence.asks_for_odds) == ([], True)
    assert read("morale at 3 losses of 8", "bn").numbers == [3, 8]


@pytest.mark.parametrize("text", ["morale", "initiative 3", "covering fire", "fuoco di copertura", "lmg covering fire"])
def test_a_question_with_nothing_to_work_out_is_only_looked_up(text: str) -> None:
    assert not read(text).asks_for_odds
