"""Exported text is read back as the same list, in every format and language."""

import json
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.lists.exchange.our_format.writing import SHAPES, Shape, messages
from armybuilder.lists.exchange.preview import make_preview
from armybuilder.lists.exchange.proposal import Reading
from armybuilder.lists.exchange.reading import read_text
from rules.core.document.reader import read
from rules.core.text import LANGUAGES, Language
from tests.core.documents import LIBRARY, army, extra, man, squad
from tests.core.strategies import MODEST, lists
from tests.lists.exchange.texts import text_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", SHAPES)
@given(document=lists(), points=st.booleans())
@settings(MODEST)
def test_any_list_is_read_back_unchanged(
    shape: Shape, language: Language, document: dict[str, Any], points: bool
) -> None:
    """It is read in either language, without marks."""
    roster = read(json.dumps(document).encode(), LIBRARY)
    for reader in LANGUAGES:
        reading = read_text(text_of(roster, shape, language, points), LIBRARY, reader)
        assert (reading.problems, reading.unknown, reading.roster) == ([], [], roster)
        assert marks(reading, reader) == []


def marks(reading: Reading, language: Language) -> list[object]:
    """The marks in a preview, except missing weapons, which always raise a question."""
    preview = make_preview(reading, LIBRARY, language)
    asked = [one for one in reading.questions if one.term.text or one.term.kind != "arms"]
    lines = [line for line in preview.lines if line.check or not (line.rows or line.is_head)]
    prices = [row for line in preview.lines for row in line.rows if row.typed is not None]
    left_out = [text for line in preview.lines for text in line.left_out]
    sure = preview.game_is_sure and preview.role_is_sure and preview.typed in (None, preview.total)
    return [*asked, *lines, *prices, *left_out, *([] if sure else ["game, role or total"])]


LIST_WITH_ALL = army(
    "bn",
    squad("elite", man("assault-rifle", count=4), name="Alpha", extras=[extra("motivation")]),
    role="attacker",
    extras=[extra("rules-of-engagement"), extra("media-embedded"), extra("intelligence", level=2)],
    rulings={"medic": "surcharge", "ied-price": "once"},
    prices={"weapons/lmg": -5, "classes/elite": 16},
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shape", SHAPES)
def test_discounts_rulings_and_club_prices_are_read_back(shape: Shape, language: Language) -> None:
    """Negative prices are prices, and rulings are about the list."""
    roster = read(json.dumps(LIST_WITH_ALL).encode(), LIBRARY)
    text = text_of(roster, shape, language)
    assert "[-40 pt" in text
    reading = read_text(text, LIBRARY, language)
    assert (reading.roster, marks(reading, language)) == (roster, [])
    assert make_preview(reading, LIBRARY, language).summary == []


@pytest.mark.parametrize(("shape", "language"), [*zip(SHAPES, cycle(LANGUAGES), strict=False)])
def test_a_list_with_long_notes_and_many_rows_is_read_back(shape: Shape, language: Language) -> None:
    """No line exceeds the reading limit, and Discord messages are not cut within a line."""
    figures = [
        man("rifle", name=f"Rossi {number}", notes=notes)
        for number in range(8)
        for notes in (" a \n" * 250, '"' * 1000, "\x01*" * 500, "\\" * 1000)
    ]
    figures += [man("rifle", name=f"Neri {number}") for number in range(200 - len(figures))]
    document = army("bn", squad("elite", *figures), notes="*\\ " * 1333, force="\\")
    roster = read(json.dumps(document).encode(), LIBRARY)
    text = text_of(roster, shape, language)
    pasted = "\n".join(messages(text)) if shape == "discord" else text
    reading = read_text(pasted, LIBRARY, language)
    assert (reading.problems, reading.unknown, reading.roster) == ([], [], roster)
