"""Reports about packages: known vulnerabilities and licences."""

import re
from typing import Any

import pytest

from scripts import audit
from scripts.licences import TABLE, locked

CLEAN = {"name": "attrs", "version": "26.1.0", "vulns": []}
FAULTY = {"name": "django", "version": "5.2.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["5.2.2"]}]}
HOPELESS = {"name": "six", "version": "1.17.0", "vulns": [{"id": "PYSEC-2", "fix_versions": []}]}
SKIPPED = {"name": "zopfli", "skip_reason": "not found"}
NO_LIST = ["No list of known faults can be had from here: nothing was looked up."]


def report(*packages: dict[str, Any]) -> dict[str, Any]:
    return {"dependencies": [*packages]}


def test_messages() -> None:
    assert audit.judge([report(CLEAN), report(CLEAN)]) == ([], 1)
    assert audit.judge([report(SKIPPED), None]) == (NO_LIST, 0)
    assert audit.judge([report(CLEAN, FAULTY, HOPELESS, SKIPPED)]) == (
        [
            "django 5.2.1: PYSEC-1, mended in 5.2.2",
            "six 1.17.0: PYSEC-2, mended in no release",
            "Not looked up: zopfli.",
        ],
        3,
    )


@pytest.mark.parametrize(
    ("found", "ci", "code"),
    [
        (report(CLEAN), "", 0),
        (report(FAULTY), "true", 1),
        (None, "", 1),
        (None, "true", 0),
        (report(SKIPPED), "", 1),
    ],
)
def test_how_it_ends(found: dict[str, Any] | None, ci: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "look_up", lambda locked: found)
    monkeypatch.setenv("CI", ci)
    assert audit.main() == code


def test_every_package_has_its_licence() -> None:
    rows = re.findall(r"^\| (\S+) \| (.+) \| (\S+) \|$", TABLE.read_text("utf-8"), re.MULTILINE)
    named = {re.sub(r"[-_.]+", "-", name).lower() for name, *_ in rows[1:]}
    elsewhere = {"brotlicffi", "colorama"}  # for other Pythons, for Windows
    assert named == set(locked()) - elsewhere
    assert "UNKNOWN" not in {licence for _, licence, _ in rows}
