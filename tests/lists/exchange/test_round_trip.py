"""What is written as text is read back as the same list, in every shape and language."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.lists.exchange.reading import read_text
from armybuilder.lists.exchange.writing import SHAPES, Shape
from rules.core.reader import read
from rules.core.text import LANGUAGES, Language
from tests.core.documents import LIBRARY
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
    reading = read_text(text_of(roster, shape, language, points), LIBRARY)
    assert (reading.problems, reading.roster) == ([], roster)
