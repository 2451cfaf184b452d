"""`make touched` names the tests close to a change."""

import pytest

from scripts.touched import TESTS, near


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("armybuilder/batches.py", ["test_batches.py"]),
        ("rules/core/game/rolling.py", ["core/game"]),
        ("templates/mfa/index.html", ["accounts"]),
        ("tests/core/strategies.py", ["core"]),
        ("tests/test_docs.py", ["test_docs.py"]),
        ("docs/keys.md", []),
    ],
)
def test_near_a_file_are_the_tests_of_its_folder_and_those_that_import_it(changed: str, expected: list[str]) -> None:
    assert {TESTS / path for path in expected} <= near(changed)
    assert near("docs/keys.md") == set()
