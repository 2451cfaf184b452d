"""The examples of the format: each question has exactly its answer."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.core.odds import answer
from tests.core.documents import DATA, LIBRARY

QUESTIONS = sorted(path for path in (DATA / "odds").glob("*.json") if not path.stem.endswith(".answer"))

# Optional fields of an answer that is not `ok`, and sentences, which are ours.
FREE = {"base", "modifiers", "gates", "landing", "because"}


def _in_any_order(value: Any) -> Any:
    """A value with its modifiers in the order of their ids."""
    if isinstance(value, dict):
        return {
            name: sorted(item, key=lambda one: str(one["id"])) if name == "modifiers" else _in_any_order(item)
            for name, item in value.items()
        }
    return [_in_any_order(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_an_example_is_answered_as_the_format_has_it(path: Path) -> None:
    expected = json.loads(path.with_suffix(".answer.json").read_text(encoding="utf-8"))
    made = json.loads(json.dumps(answer(path.read_bytes(), LIBRARY)))
    free = FREE if expected["status"] != "ok" else set()
    assert _in_any_order({name: item for name, item in made.items() if name not in free}) == _in_any_order(
        {name: item for name, item in expected.items() if name not in free}
    )
