"""The words of texts and of questions: folded, stemmed in both languages, and without those that only ask."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, cast

from rules.core.text import LANGUAGES, Language, plain

MOST = 16  # words of a question that are looked for

# A word, or the number of a paragraph: "§8.3" is the one word "8.3".
_WORD = re.compile(r"\w+(?:\.\w+)*")

# The words that ask, and those that join: they say nothing of what is looked for.
_ASKING_IT = """
    a ad agli ai al all alla alle allo anche c che chi ci col come con cos cosa costa costano costo d da
    dal dall dalla dammi degli dei del dell della delle dello di dimmi dove e ed fa fanno funziona
    funzionano gittata gittate gli ha hanno i il in l la le lo mi mostrami nei nel nell nella nelle no o
    per perche portata portate posso prezzi prezzo pt punti punto qual quale quali quando quant quanta
    quante quanti quanto s se serve servono si sono spiegami su sui sul sull sulla sulle tra un una uno
    vale valgono vuol
"""
_ASKING_EN = """
    about an and any are at be by can cost costs could do does for from get give has have he how i if into
    is it its many me much my of on or our pay point points price prices range ranges s shall should show
    tell that the their there they this to was we what whats when where which who whom why will with work
    works would you your
"""
_ASKING = frozenset(f"{_ASKING_IT}{_ASKING_EN}".split())

# What players say for what the texts write otherwise.
_ALSO = {
    "meta": "50",
    "mezza": "50",
    "half": "50",
    "lose": "losses",
    "loses": "losses",
    "lost": "losses",
    "losing": "losses",
}


class Question(NamedTuple):
    """A question: all its words, and those that say what is looked for."""

    typed: tuple[str, ...]
    wanted: tuple[str, ...]


def fold(text: str) -> list[str]:
    """Return the words of a text without accents and capitals: `Reparti d’élite` is reparti, d, elite."""
    return _WORD.findall(plain(text))


def read_question(text: str) -> Question:
    """Return what a text asks for: `quanto costa un Bren?` looks for bren; `gittata` alone for itself."""
    return question_of(tuple(fold(text)[:MOST]))


def question_of(words: tuple[str, ...]) -> Question:
    """Return the question that consists of these folded words."""
    return Question(words, tuple(word for word in words if word not in _ASKING) or words)


def said_also(word: str) -> tuple[str, ...]:
    """Return a word, and what the texts write for it: who loses `half` has lost 50%."""
    return (word, _ALSO[word]) if word in _ALSO else (word,)


@lru_cache(maxsize=8192)
def stem(word: str, language: Language) -> str:
    """Return the stem of a word in a language, told apart from the stems of the other: `it:perd` of perde, perdite."""
    found = _stemmer(language)(word)
    # Snowball keeps mortaio and mortai apart.
    return f"{language}:{found.removesuffix('i') if language == 'it' else found}"


def stems(word: str) -> list[str]:
    """Return the stems of a word that may be of either language."""
    return [stem(word, language) for language in LANGUAGES]


@cache
def _stemmer(language: Language) -> Callable[[str], str]:
    """Return the function that stems a word. The library loads all its languages: only for who searches."""
    import snowballstemmer

    made = snowballstemmer.stemmer({"it": "italian", "en": "english"}[language])
    return cast(Callable[[str], str], made.stemWord)
