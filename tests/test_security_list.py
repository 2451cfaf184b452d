"""The security list (docs/security.md): everything it names exists, and each requirement and gap appears once."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST, MISSING = (ROOT / "docs" / "security.md").read_text("utf-8").split("\n## What is missing\n")
THREATS = (ROOT / "docs" / "threats.md").read_text("utf-8")
KEYS = (ROOT / "docs" / "keys.md").read_text("utf-8")

# The requirements of OWASP ASVS 4.0.3 up to level 2, by section, without those it removed or has only at level 3.
ASKED = """
1.1:1-7 1.2:1-4 1.4:1,4,5 1.5:1-4 1.6:1-4 1.7:1-2 1.8:1-2 1.9:1-2 1.10:1 1.11:1-2 1.12:2 1.14:1-6
2.1:1-12 2.2:1-3 2.3:1-3 2.4:1-5 2.5:1-7 2.6:1-3 2.7:1-6 2.8:1-7 2.9:1-3 2.10:1-4
3.1:1 3.2:1-4 3.3:1-4 3.4:1-5 3.5:1-3 3.7:1
4.1:1-3,5 4.2:1-2 4.3:1-3
5.1:1-5 5.2:1-8 5.3:1-10 5.4:1-3 5.5:1-4
6.1:1-3 6.2:1-6 6.3:1-2 6.4:1-2
7.1:1-4 7.2:1-2 7.3:1,3,4 7.4:1-3
8.1:1-4 8.2:1-3 8.3:1-8
9.1:1-3 9.2:1-4
10.2:1-2 10.3:1-3
11.1:1-8
12.1:1-3 12.2:1 12.3:1-6 12.4:1-2 12.5:1-2 12.6:1
13.1:1,3-5 13.2:1-3,5,6 13.3:1-2 13.4:1-2
14.1:1-4 14.2:1-6 14.3:2-3 14.4:1-7 14.5:1-4
"""
# In the repository: a leading slash is a file on a machine.
PATH = re.compile(r"`(?!/)([\w./-]+\.(?:py|md|txt|js|html|yaml|toml|conf|env|sh)|Makefile|Containerfile|\.\w+ignore)`")
SECRET = re.compile(r"KEY|PASSWORD|DSN|DATABASE_URL")
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")


def between(first: str, last: str) -> list[int]:
    return [*range(int(first), int(last or first) + 1)]


def asked() -> list[str]:
    """Return the numbers in the standard."""
    sections = [section.split(":") for section in ASKED.split()]
    return [
        f"{section}.{number}"
        for section, parts in sections
        for part in parts.split(",")
        for number in between(*part.partition("-")[::2])
    ]


def rows(text: str) -> list[list[str]]:
    """Return the table rows in a text that begin with a number."""
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines()]
    return [row for row in cells if row[0][:1].isdigit()]


def numbers(cell: str) -> list[str]:
    """Return the numbers in a cell: "1.2.1, 1.2.3–1.2.4" are three."""
    found: list[str] = []
    for part in cell.split(", "):
        first, _, last = part.partition("–")
        section, _, begin = first.rpartition(".")
        found += [f"{section}.{number}" for number in between(begin, last.rpartition(".")[2])]
    return found


def test_each_line_of_the_standard_stands_there_once() -> None:
    assert sorted(number for row in rows(LIST) for number in numbers(row[0])) == sorted(asked())


def test_each_line_says_whether_it_holds() -> None:
    assert {len(row) for row in rows(LIST)} == {4}
    assert {row[2] for row in rows(LIST)} == {"yes", "part", "no", "–"}


def test_every_gap_is_gathered_at_the_end_once() -> None:
    gaps = [number for row in rows(LIST) if row[2] in {"part", "no"} for number in numbers(row[0])]
    assert sorted(number for row in rows(MISSING) for number in numbers(row[0])) == sorted(gaps)


def test_every_test_and_file_that_it_names_exists() -> None:
    whole = LIST + MISSING + THREATS + KEYS
    named = TEST.findall(whole)
    sources = {file: (ROOT / "tests" / file).read_text("utf-8") for file, _ in named}
    assert [f"{file}::{test}" for file, test in named if f"def {test}(" not in sources[file]] == []
    assert [path for path in PATH.findall(whole) if not (ROOT / path).is_file()] == []
    assert len(named) > 100


def test_each_secret_that_the_site_is_told_has_its_policy() -> None:
    """For the settings in docs/running.md, by name."""
    running = (ROOT / "docs" / "running.md").read_text("utf-8")
    settings = running.partition("\n## Settings\n")[2].partition("\n## ")[0]
    variables = re.findall(r"`([A-Z0-9_]+)`", settings)
    secret = {name for name in variables if SECRET.search(name)}
    assert len(secret) == 8
    assert sorted(name for name in secret if f"`{name}`" not in KEYS) == []
