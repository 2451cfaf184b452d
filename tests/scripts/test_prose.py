"""The tests of scripts/prose.py, which checks the English of the documents."""

from pathlib import Path

import pytest

from scripts.prose import findings

LONG = " ".join(["word"] * 31)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One sentence. Another one.", []),
        (f"Short. {LONG[:60]}\n{LONG[60:]}.", [(1, "squadra.sentence: a sentence of 31 words")]),
        (f"| A cell | {LONG} |", [(1, "squadra.sentence: a sentence of 31 words")]),
        (f"```\n{LONG[:100]}\n{LONG[100:]}\n```", []),
        ("\n" + "12345 " * 21, [(2, "squadra.line: a line of 126 characters")]),
        ("Ask\nsomebody.", [(2, "squadra.glossary: “somebody”: use “someone, anyone, everyone”.")]),
        ("Run `somebody`.", []),
        ("Whoever comes decides.", [(1, "squadra.glossary: “Whoever comes”: use “anyone, anything”.")]),
    ],
)
def test_findings(text: str, found: list[tuple[int, str]], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"{text}\n", encoding="utf-8")
    assert sorted(findings(page)) == found
