"""Text files saved by many kinds of editors."""

import codecs

import pytest

from armybuilder.lists.exchange.decoding import decoded
from armybuilder.lists.exchange.proposal import Answers
from armybuilder.lists.exchange.reading import read_document
from rules.core.document.roster import Figure
from tests.core.documents import LIBRARY

LIST = "Bassa Intensità – attaccante\r\nSquadra Alfa, veterani\r\n4 fucilieri\r\n"


@pytest.mark.parametrize(
    "data",
    [
        LIST.encode(),
        LIST.encode("utf-8-sig"),
        LIST.encode("cp1252"),
        codecs.BOM_UTF16_LE + LIST.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + LIST.encode("utf-16-be"),
        LIST.encode("utf-16-le"),
        LIST.encode("utf-16-be"),
    ],
    ids=[
        "utf-8",
        "utf-8 with mark",
        "cp1252",
        "utf-16",
        "utf-16 be",
        "utf-16 without mark",
        "be without mark",
    ],
)
def test_text_is_read_in_every_encoding(data: bytes) -> None:
    reading = read_document(data, LIBRARY, "it", Answers())
    assert reading.roster is not None
    assert (reading.roster.ruleset, reading.roster.squads[0].figures) == (
        "bi",
        (Figure(count=4, weapons=("assault-rifle",)),),
    )


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.4 text text text",
        b"PK\x03\x04 text text text",
        b"\x89PNG text",
        b"\xff\xd8\xff\xe0 text",
        b"text \xe8 text \x00\x01",
        b"text \xe8 text \x07",
        b"\xe8" * 10,
        b"text \xe8 text \x81",
        codecs.BOM_UTF16_LE + b"a\0b",
    ],
)
def test_binary_data_is_not_text(data: bytes) -> None:
    assert decoded(data) is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029", "<br>", "<BR/>", "\\n"])
def test_every_line_ending_is_read(end: str) -> None:
    text = end.join(["Bassa Intensità, attaccante", "Squadra Alfa, veterani", "4 fucilieri", "1 SAW"])
    reading = read_document(text.encode(), LIBRARY, "it", Answers())
    assert reading.roster is not None
    assert [figure.weapons for figure in reading.roster.squads[0].figures] == [("assault-rifle",), ("saw",)]
