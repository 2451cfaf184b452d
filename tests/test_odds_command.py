"""`manage.py odds`: its output and exit codes. No test may use a database here."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.core.documents import DATA, ROOT

NOWHERE = "postgres://nobody:nothing@127.0.0.1:1/nothing"
EXAMPLES = DATA / "odds"
RIGHT = {
    "format": "odds/1",
    "ruleset": "rth-it",
    "question": "suppression",
    "class": "experienced",
    "leadership": 1,
}
WRONG = RIGHT | {"class": "experiencd"}

TEXT = """right.json: Road to Hell, Italian edition, suppression
  Needs: ≤ 4
  Chance: 2/3 (66.67%)
"""
REFUSED = 'wrong.json: class: unknown class "experiencd"; did you mean "experienced"?\n'


class Done:
    """The output of a call of the command, and its exit code."""

    def __init__(self, code: object, out: bytes, err: bytes) -> None:
        self.code = code
        self.out = out.decode()
        self.err = err.decode()
        assert all(len(line) <= 1000 for line in self.err.splitlines())
        assert "Traceback" not in self.err

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "right.json").write_text(json.dumps(RIGHT))
    (tmp_path / "wrong.json").write_text(json.dumps(WRONG))
    return tmp_path


@pytest.fixture
def odds(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    def call(*arguments: str) -> Done:
        with pytest.raises(SystemExit) as exited:
            call_command("odds", *arguments)
        written = capfdbinary.readouterr()
        return Done(exited.value.code, written.out, written.err)

    return call


def piped(given: bytes, *arguments: str, data: Path) -> Done:
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "odds", *arguments],
        env={**os.environ, "DATABASE_URL": NOWHERE, "SQUADRA_DATA": str(data)},
        input=given,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def test_a_question_is_answered_for_people(odds: Any) -> None:
    done = odds("right.json")
    assert (done.code, done.out, done.err) == (0, TEXT, "")


def test_a_refused_question_gives_one_line_and_stops_no_other(odds: Any) -> None:
    done = odds("wrong.json", "right.json", "missing.json")
    assert (done.code, done.out) == (2, TEXT)
    assert done.err == REFUSED + "missing.json: No such file or directory\n"


def test_every_example_in_json_has_its_file(odds: Any) -> None:
    files = [str(path) for path in sorted(EXAMPLES.glob("*.json")) if not path.stem.endswith(".answer")]
    done = odds("--json", *files)
    assert (done.code, done.err) == (0, "")
    assert [answer["file"] for answer in done.answers] == files
    assert all("line" not in answer for answer in done.answers)


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_example_has_words_for_people(odds: Any, language: str) -> None:
    files = [str(path) for path in sorted(EXAMPLES.glob("*.json")) if not path.stem.endswith(".answer")]
    done = odds("--language", language, *files)
    assert (done.code, done.err) == (0, "")
    assert [line.partition(":")[0] for line in done.out.splitlines() if not line.startswith(" ")] == files


def test_standard_input_has_a_question_a_line_and_an_endless_one_hides_no_other(folder: Path) -> None:
    lines = [
        json.dumps(RIGHT | {"id": "a"}),
        "",
        "  \t",
        json.dumps(WRONG),
        "{",
        "[" * 900_000,
        json.dumps(RIGHT | {"id": "b"}),
    ]
    done = piped("\n".join(lines).encode(), "--json", "-", "right.json", data=folder / "data")
    assert done.code == 2
    assert [(one["file"], one.get("line"), one.get("id")) for one in done.answers] == [
        ("-", 1, "a"),
        ("-", 7, "b"),
        ("right.json", None, None),
    ]
    assert done.err.splitlines() == [
        '-:4: class: unknown class "experiencd"; did you mean "experienced"?',
        "-:5: not JSON at line 1, column 2",
        "-:6: the question is larger than 400\N{NO-BREAK SPACE}kB: a question is far smaller",
    ]


def test_refusals_are_said_in_italian(odds: Any) -> None:
    assert odds("--language", "it", "wrong.json").err == (
        'wrong.json: class: classe sconosciuta "experiencd"; forse "experienced"?\n'
    )
