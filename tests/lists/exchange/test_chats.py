"""Lists by many different players, each with its expected result in the adjacent file."""

from pathlib import Path

import pytest

from armybuilder.lists.recognition.vocabulary import Vocabulary
from rules.core.document.reader import read
from rules.core.document.roster import encode
from rules.core.text import squeezed
from tests.core.documents import LIBRARY
from tests.lists.exchange.chat_lists import CHATS, read_chat, summary_of


@pytest.mark.parametrize("chat", CHATS, ids=lambda path: path.stem)
def test_a_list_from_a_chat(chat: Path) -> None:
    """It is a list, and no man is named after his weapon."""
    reading = read_chat(chat)
    assert summary_of(reading) == chat.with_suffix(".expected").read_text(encoding="utf-8")
    roster = reading.roster
    assert roster
    assert read(encode(roster), LIBRARY) == roster
    nicknames = Vocabulary(LIBRARY.catalogues[roster.ruleset]).nicknames
    names = [figure.name for squad in roster.squads for figure in squad.figures]
    assert [name for name in names if squeezed(name) in nicknames] == []


def test_there_are_at_least_thirty_with_expected_results() -> None:
    assert len(CHATS) >= 30
    assert {path.stem for path in CHATS} == {path.stem for path in CHATS[0].parent.glob("*.expected")}
