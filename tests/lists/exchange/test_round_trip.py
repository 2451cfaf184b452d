"""What is written as text is read back as the same list, in every shape and language."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.lists.exchange.reading import read_text
from armybuilder.lists.exchange.writing import SHAPES, Shape, messages
from rules.core.reader import read
from rules.core.text import LANGUAGES, Language
from tests.core.documents import LIBRARY, army, man, squad
from tests.core.strategies import MODEST, lists
from tests.lists.exchange.texts import text_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", SHAPES)
@given(document=lists(), points=st.booleans())
@settings(MODEST)
def test_any_list_comes_back_as_it_went(
    shape: Shape, language: Language, document: dict[str, Any], points: bool
) -> None:
    roster = read(json.dumps(document).encode(), LIBRARY)
    reading = read_text(text_of(roster, shape, language, points), LIBRARY, language)
    assert (reading.problems, reading.unknown, reading.roster) == ([], [], roster)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", SHAPES)
def test_so_does_one_with_long_notes_and_many_rows(shape: Shape, language: Language) -> None:
    """No line is longer than is read, and no message of Discord is cut within one."""
    figures = [
        man("rifle", name=f"Rossi {number}", notes=notes)
        for number in range(100)
        for notes in ("", " a \n" * 250, '"' * 1000, "\x01*" * 500, "\\" * 1000)
    ]
    document = army("bn", squad("elite", *figures[:200]), notes="*\\ " * 1333, force="\\")
    roster = read(json.dumps(document).encode(), LIBRARY)
    text = text_of(roster, shape, language)
    pasted = "\n".join(messages(text)) if shape == "discord" else text
    reading = read_text(pasted, LIBRARY, language)
    assert (reading.problems, reading.unknown, reading.roster) == ([], [], roster)
