"""The encoding of a catalogue: equal rules give equal bytes, with the displayed texts."""

import re

import pytest
from msgspec.structs import replace

from rules.core.text import Text
from rules.encoding import CATALOGUES_FILE, decode, encode
from tests.rules.small import small


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("fino a 25 cm, poi 8 mm", "fino a 25\xa0cm, poi 8\xa0mm"),
        ("60 × 20 cm, 2d6 × 10", "60\xa0×\xa020\xa0cm, 2d6\xa0×\xa010"),
        ("12 pt, 1 punto, 3 punti", "12\xa0pt, 1\xa0punto, 3\xa0punti"),
        ("1 point, 3 points", "1\xa0point, 3\xa0points"),
        ("½ cm", "½\xa0cm"),
        ("3 or 4, 12 cmd, 5 pointers, × 2", "3 or 4, 12 cmd, 5 pointers, × 2"),
    ],
)
def test_a_number_and_its_unit_are_glued(written: str, shown: str) -> None:
    catalogue = replace(small(), line=Text(written, written))
    assert decode(encode(catalogue)).line == Text(shown, shown)


def test_no_number_of_the_shipped_rules_parts_from_its_unit() -> None:
    shipped = CATALOGUES_FILE.read_text(encoding="utf-8")
    assert re.findall(r"\d (?:cm|mm|pt)\b", shipped) == []
    assert len(re.findall(r"\d\xa0cm\b", shipped)) > 100
