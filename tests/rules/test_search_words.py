"""The words of texts and queries: folded, without question words, stemmed."""

import pytest

from rules.core.text import Language
from rules.reference.index import MOST, Question, fold, read_question, said_also, stem


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Reparti d’élite", ["reparti", "d", "elite"]),
        ("ÉLITE", ["elite"]),
        ("Bassa Intensità", ["bassa", "intensita"]),
        ("§8.3", ["8.3"]),
        ("Raggio 5 cm.", ["raggio", "5", "cm"]),
        ("Straße", ["strasse"]),
        ("§ – …", []),
    ],
)
def test_words_are_folded(text: str, words: list[str]) -> None:
    assert fold(text) == words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("quanto costa un Bren?", ("bren",)),
        ("How much is a medic", ("medic",)),
        ("che gittata ha l’LMG", ("lmg",)),
        ("what’s the range of the AK-47?", ("ak", "47")),
        ("gittata", ("gittata",)),
        ("quanto costa", ("quanto", "costa")),
        ("senza leader", ("senza", "leader")),
        ("not with civilians", ("not", "civilians")),
    ],
)
def test_words_that_only_ask_are_not_looked_for(text: str, wanted: tuple[str, ...]) -> None:
    assert read_question(text).wanted == wanted


def test_a_question_keeps_all_its_words_beside_those_looked_for() -> None:
    assert read_question("In the open") == Question(("in", "the", "open"), ("open",))


def test_a_long_question_is_cut() -> None:
    assert len(read_question("a b c d e f g h " * 20).typed) == MOST


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", ["perde", "perdite", "perdere"]),
        ("it", ["mortaio", "mortai"]),
        ("it", ["carro", "carri"]),
        ("it", ["medico", "medici"]),
        ("en", ["loses", "lose"]),
        ("en", ["mortar", "mortars"]),
        ("en", ["wounded", "wounds"]),
    ],
)
def test_the_forms_of_a_word_have_one_stem(language: Language, words: list[str]) -> None:
    assert len({stem(word, language) for word in words}) == 1


def test_the_stems_of_the_languages_are_told_apart() -> None:
    assert (stem("medico", "it"), stem("medico", "en")) == ("it:medic", "en:medico")


def test_half_is_fifty_per_cent() -> None:
    assert (said_also("half"), said_also("meta"), said_also("bren")) == (
        ("half", "50"),
        ("meta", "50"),
        ("bren",),
    )
