"""`manage.py checklist`: its output, its streams, and its exit codes.

The command is called in this process, where no test may reach a database.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
from django.core.management import CommandError, call_command, execute_from_command_line

from tests.core.documents import DATA, ROOT, Document, army, man, patrol, squad

NOWHERE = "postgres://nobody:nothing@127.0.0.1:1/nothing"  # a database that refuses connections

LEGAL = army("bn", patrol(), name="Rangers")
ILLEGAL = army("bn", patrol(), name="Too dear", limit=100)
UNREADABLE = army("bn", squad("elite", man("lmgg")))

Done = subprocess.CompletedProcess[bytes]


class Checklist:
    """Runs the command in a folder of lists, in this process or its own."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.folder = folder
        self.data = folder.parent / "data"
        self.capture = capture

    def write(self, name: str, document: Document | bytes) -> str:
        """Write a list into the folder; return its name."""
        content = document if isinstance(document, bytes) else json.dumps(document).encode()
        (self.folder / name).write_bytes(content)
        return name

    def __call__(self, *arguments: str, given: bytes = b"") -> Done:
        with standard_input(given), pytest.raises(SystemExit) as exited:
            execute_from_command_line(["manage.py", "checklist", *arguments])
        written = self.capture.readouterr()
        assert isinstance(exited.value.code, int)
        return Done(arguments, exited.value.code, written.out, written.err)

    def shell(self, script: str, *arguments: str, given: bytes = b"") -> Done:
        environment = {**os.environ, "DATABASE_URL": NOWHERE, "SQUADRA_DATA": str(self.data)}
        return subprocess.run(
            ["bash", "-c", script, "bash", *arguments],
            cwd=self.folder,
            env=environment,
            input=given,
            capture_output=True,
            check=False,
            timeout=120,
        )


@contextmanager
def standard_input(content: bytes) -> Iterator[None]:
    """Let this process read something from its standard input."""
    kept = os.dup(0)
    with TemporaryFile() as file:
        file.write(content)
        file.seek(0)
        os.dup2(file.fileno(), 0)
    try:
        yield
    finally:
        os.dup2(kept, 0)
        os.close(kept)


COMMAND = [sys.executable, str(ROOT / "manage.py"), "checklist"]


@pytest.fixture
def checklist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Checklist:
    folder = tmp_path / "lists"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Checklist(folder, capfdbinary)


def reports(done: Done) -> list[dict[str, Any]]:
    """The reports of `--json`, one per line."""
    assert done.stdout.endswith(b"\n") or done.stdout == b""
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def refusals(done: Done) -> list[str]:
    """The lines on standard error: none too long, no tracebacks."""
    lines = done.stderr.decode().splitlines()
    assert all(len(line) <= 1000 for line in lines)
    assert "Traceback" not in done.stderr.decode()
    return lines


# --- exit codes and order ---


@pytest.mark.parametrize(
    ("lists", "code"),
    [
        ([LEGAL], 0),
        ([LEGAL, LEGAL], 0),
        ([ILLEGAL], 1),
        ([LEGAL, ILLEGAL, LEGAL], 1),
        ([UNREADABLE], 2),
        ([ILLEGAL, UNREADABLE, LEGAL], 2),
        ([UNREADABLE, ILLEGAL], 2),
    ],
    ids=["legal", "all legal", "not legal", "one not legal", "unreadable", "2 beats 1", "in any order"],
)
def test_exit_codes(checklist: Checklist, lists: list[Document], code: int) -> None:
    done = checklist(*[checklist.write(f"{number}.json", one) for number, one in enumerate(lists)])

    assert done.returncode == code
    assert len(refusals(done)) == lists.count(UNREADABLE)


def test_a_warning_is_no_error(checklist: Checklist) -> None:
    alone = checklist.write("alone.json", army("bn", squad("elite", man())))

    assert checklist(alone).returncode == 0


def test_reports_come_in_the_order_given_and_an_unreadable_file_stops_none(checklist: Checklist) -> None:
    names = [
        checklist.write("b.json", ILLEGAL),
        checklist.write("bad.json", UNREADABLE),
        checklist.write("a.json", LEGAL),
        "missing.json",
        "b.json",
    ]
    done = checklist("--json", *names)

    assert done.returncode == 2
    assert [(report["file"], report["name"]) for report in reports(done)] == [
        ("b.json", "Too dear"),
        ("a.json", "Rangers"),
        ("b.json", "Too dear"),
    ]
    assert refusals(done) == [
        'bad.json: squads[0].figures[0].weapons[0]: unknown weapon "lmgg"; did you mean "lmg"?',
        "missing.json: No such file or directory",
    ]


# --- readable files ---


def test_standard_input(checklist: Checklist) -> None:
    done = checklist("-", "--json", given=json.dumps(LEGAL).encode())

    assert (done.returncode, [report["file"] for report in reports(done)]) == (0, ["-"])


def test_standard_input_among_files(checklist: Checklist) -> None:
    done = checklist(checklist.write("a.json", LEGAL), "-", "a.json", "--json", given=json.dumps(ILLEGAL).encode())

    assert done.returncode == 1
    assert [report["file"] for report in reports(done)] == ["a.json", "-", "a.json"]


def test_standard_input_is_read_once(checklist: Checklist) -> None:
    done = checklist("-", "-", given=json.dumps(LEGAL).encode())

    assert (done.returncode, refusals(done)) == (2, ["-: not JSON at line 1, column 1"])


def test_a_folder_and_a_file_that_may_not_be(checklist: Checklist) -> None:
    done = checklist(".", "", "x" * 300)

    assert done.returncode == 2
    assert refusals(done) == [
        ".: Is a directory",
        ": No such file or directory",
        f"{'x' * 80}: File name too long",
    ]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"", "not JSON at line 1, column 1"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 60_000 + b"1" + b"}" * 60_000, "nested too deeply"),
        (
            b'{"name":"' + b"x" * 5_000_000 + b'"}',
            "the file is larger than 400\u00a0kB: a list is far smaller",
        ),
        (b"\xff\xfe{\0}\0", "this is not UTF-8 text (byte 1)"),
        (b'{"name":"a","name":"b"}', '"name" appears twice'),
        (b'{"a":' + b"9" * 10_000 + b"}", "a: a number has too many digits"),
        (json.dumps({**LEGAL, "rulings": {"x\ny" * 2000: "z"}}).encode(), None),
    ],
    ids=["empty", "brackets", "braces", "5 MB", "UTF-16", "twice", "digits", "an endless name"],
)
def test_a_refusal_is_one_line(checklist: Checklist, content: bytes, line: str | None) -> None:
    done = checklist(checklist.write("bad.json", content))

    assert (done.returncode, done.stdout) == (2, b"")
    (said,) = refusals(done)
    assert said.startswith("bad.json: " + (line or "rulings.x·y"))
    assert line is None or said == f"bad.json: {line}"


def test_refusals_in_italian(checklist: Checklist) -> None:
    done = checklist(checklist.write("bad.json", UNREADABLE), "--language", "it")

    assert refusals(done) == ['bad.json: squads[0].figures[0].weapons[0]: arma sconosciuta "lmgg"; forse "lmg"?']


# --- reports for programs ---


def test_a_report_is_one_line_with_the_file_first(checklist: Checklist) -> None:
    name = checklist.write("rangers.json", ILLEGAL)
    done = checklist("--json", name)

    assert done.stdout == (
        b'{"file":"rangers.json","format":"armylist-report/1","ruleset":"bn","name":"Too dear","total":101,'
        b'"limit":100,"remaining":-1,"legal":false,"breakdown":{"soldiers":96,"leadership":5,"roles":0,"weapons":0,'
        b'"vehicles":0,"extras":0},"squads":[{"name":"Alpha","figures":8,"total":101}],"issues":[{"code":"over-limit",'
        b'"severity":"error","path":"","source":"house","message":"The list is 1\xc2\xa0point over the limit of 100. '
        b'You can still save, share and print it."}]}\n'
    )
    assert done.stderr == b""


def test_a_file_is_named_as_it_was_given(checklist: Checklist) -> None:
    checklist.write("a.json", LEGAL)
    names = ["a.json", "./a.json", str(checklist.folder / "a.json")]

    assert [report["file"] for report in reports(checklist("--json", *names))] == names


@pytest.mark.parametrize("name", ["a\nb.json", 'a"b\\.json', "è 🎖.json", "a\u2028b.json", "-.json", " "])
def test_any_name_of_a_file(checklist: Checklist, name: str) -> None:
    checklist.write(name, LEGAL)
    checklist.write("bad" + name, UNREADABLE)
    done = checklist("--json", "--", name, "bad" + name)

    assert [report["file"] for report in reports(done)] == [name]
    assert (done.returncode, len(refusals(done))) == (2, 1)


def test_a_name_that_is_no_text(checklist: Checklist) -> None:
    (checklist.folder / os.fsdecode(b"\xff.json")).write_bytes(json.dumps(LEGAL).encode())
    done = checklist("--json", os.fsdecode(b"\xff.json"), os.fsdecode(b"\xfe.json"))

    assert done.returncode == 2
    assert [report["file"] for report in reports(done)] == ["\udcff.json"]
    assert refusals(done) == ["?.json: No such file or directory"]


def test_names_with_line_breaks_stay_on_the_line(checklist: Checklist) -> None:
    name = checklist.write("a.json", {**LEGAL, "name": "one\ntwo\u2028three\u2029four\x85five\x1b[31m"})

    (report,) = reports(checklist("--json", name))
    assert report["name"] == "one\ntwo\u2028three\u2029four\x85five\x1b[31m"
    assert checklist(name).stdout.decode() == ("a.json: one·two·three·four·five·[31m, bn\n  101 points, legal\n")


def test_reports_of_all_examples_agree(checklist: Checklist) -> None:
    """Everything except messages and paragraphs; issues in any order."""
    examples = sorted(path for path in (DATA / "examples").glob("*.json") if "report" not in path.name)
    expected = [json.loads(path.with_suffix(".report.json").read_text()) for path in examples]
    done = checklist("--json", *map(str, examples))

    assert done.returncode == 1
    assert [comparable(report) for report in reports(done)] == [comparable(report) for report in expected]


def comparable(report: dict[str, Any]) -> dict[str, Any]:
    issues = sorted((issue["code"], issue["severity"], issue["path"]) for issue in report["issues"])
    return {**report, "file": "", "issues": issues}


# --- pipes, options, the database ---


def test_a_reader_who_has_seen_enough(checklist: Checklist) -> None:
    """`| head -1` closes the pipe after a line: no traceback, and the exit code still speaks for all lists."""
    names = [checklist.write("a.json", LEGAL)] * 2000 + [checklist.write("bad.json", ILLEGAL)]
    done = checklist.shell('("$@"; echo $? >code) | head -1', *COMMAND, "--json", *names)

    assert (len(reports(done)), refusals(done)) == (1, [])
    assert (checklist.folder / "code").read_text() == "1\n"


@pytest.mark.parametrize("arguments", [[], ["a.json", "--language", "de"], ["--nonsense", "a.json"]])
def test_wrong_options(checklist: Checklist, arguments: list[str]) -> None:
    checklist.write("a.json", LEGAL)
    done = checklist(*arguments)

    assert (done.returncode, done.stdout) == (2, b"")
    assert "Traceback" not in done.stderr.decode()


def test_a_process_of_its_own_needs_no_database_and_no_standard_input(checklist: Checklist) -> None:
    names = [checklist.write("a.json", LEGAL), checklist.write("bad.json", UNREADABLE), "a.json"]
    done = checklist.shell('exec "$@" <&-', *COMMAND, "--json", *names, "-")

    assert (done.returncode, [report["file"] for report in reports(done)]) == (2, ["a.json", "a.json"])
    assert [refusal.partition(":")[0] for refusal in refusals(done)] == ["bad.json", "-"]
    assert refusals(done)[-1] == "-: Bad file descriptor"
    assert list(checklist.data.rglob("*.sqlite3")) == []


@pytest.mark.parametrize("content", [None, b"", b"[", b"[]", b"{}", b"[1]", b"\xff"])
def test_rules_that_are_missing_or_damaged_are_told(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "catalogues.json"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr("rules.management.console.CATALOGUES_FILE", path)
    with pytest.raises(CommandError) as error:
        call_command("checklist", "-")
    told = f"{path} is missing or damaged: `make rules` writes it again."
    assert (str(error.value), error.value.returncode) == (told, 2)
