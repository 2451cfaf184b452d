"""The shipped nicknames: each word adds something to the names."""

import pytest

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import plain, squeezed
from tests.core.documents import LIBRARY


@pytest.mark.parametrize(
    ("text", "words", "letters"),
    [
        ("Reparti d’Élite", "reparti d’elite", "repartidelite"),
        ("MG-42", "mg-42", "mg42"),
        ("MG 42/59", "mg 42/59", "mg4259"),
        ("Fallschirmjäger", "fallschirmjager", "fallschirmjager"),
        ("ﬁre ①", "fire 1", "fire1"),
        ("– ·", "– ·", ""),
    ],
)
def test_words_are_compared_without_accents_and_signs(text: str, words: str, letters: str) -> None:
    assert (plain(text), squeezed(text)) == (words, letters)


@pytest.mark.parametrize("catalogue", LIBRARY.catalogues.values(), ids=LIBRARY.catalogues)
def test_every_game_has_nicknames_in_both_languages(catalogue: Catalogue) -> None:
    assert all(any(getattr(item, part) for item in catalogue.nicknames) for part in ("both", "it", "en"))


@pytest.mark.parametrize(
    ("ruleset", "word", "things"),
    [
        ("rth-it", "sten", [("weapon", "smg")]),
        ("rth-it", "mg42", [("weapon", "lmg"), ("weapon", "mmg")]),
        ("rth-it", "moschetto", [("weapon", "rifle")]),
        ("rth-it", "mitra", [("weapon", "smg")]),
        ("rth-en", "bazooka", [("weapon", "portable-at")]),
        ("rth-en", "panzerfaust", [("weapon", "portable-at")]),
        ("bn", "ak", [("weapon", "assault-rifle")]),
    ],
)
def test_nicknames(ruleset: str, word: str, things: list[tuple[str, str]]) -> None:
    nicknames = LIBRARY.catalogues[ruleset].nicknames
    assert [(item.kind, item.id) for item in nicknames if word in item.words] == things
