"""The documents name only what exists: links, files and folders, modules, `make` targets and commands."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
FOLDERS = (
    "armybuilder",
    "bench",
    "deploy",
    "docs",
    "fixtures",
    "locale",
    "requirements",
    "rules",
    "scripts",
    "static",
    "templates",
    "tests",
)
ENDINGS = "py|md|yaml|yml|json|html|css|js|txt|toml|sh|sql|conf|env|po|png"

LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
# A file by its extension, or a folder by its final slash. A leading slash is a path on a machine or the site.
FILE = re.compile(rf"[\w.-]+(?:/[\w.-]+)*\.(?:{ENDINGS})")
FOLDER = re.compile(r"(?!var/)[\w.-]+(?:/[\w.-]+)*/")
MODULE = re.compile(r"(?:armybuilder|rules|bench)(?:\.\w+)+")
TARGET = re.compile(r"`make ([a-z-]+)")
COMMAND = re.compile(r"manage\.py ([a-z_]+)|deploy/squadra ([a-z_]+)")
MADE = {"api.json", "pg_hba.conf"}  # of the browser, of PostgreSQL
DJANGOS = {"help", "version"}

documents = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())


def text_of(document: Path) -> str:
    return document.read_text("utf-8")


@pytest.fixture(scope="module")
def ends() -> frozenset[str]:
    """Each tail of each path in the repository: `views/rows.py` is found wherever it is."""
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts]
    parts = [path.relative_to(ROOT).parts for path in [*ROOT.glob("*"), *paths]]
    return frozenset("/".join(part[start:]) for part in parts for start in range(len(part)))


def anchors(text: str) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@documents
def test_each_link_leads_somewhere(document: Path) -> None:
    broken = []
    for link in LINK.findall(text_of(document)):
        target, _, anchor = link.partition("#")
        if ":" in target:
            continue
        file = (document.parent / target).resolve() if target else document
        if not file.exists() or (anchor and anchor not in anchors(text_of(file))):
            broken.append(link)
    assert broken == []


@documents
def test_each_file_folder_and_module_exists(document: Path, ends: frozenset[str]) -> None:
    named = CODE.findall(text_of(document))
    paths = [name for name in named if FILE.fullmatch(name) or FOLDER.fullmatch(name)]
    missing = [name for name in paths if name.rstrip("/") not in ends | MADE]
    modules = [name for name in named if MODULE.fullmatch(name)]
    assert missing + [name for name in modules if not is_module(name)] == []


def is_module(name: str) -> bool:
    """Return whether a name is a module or package, or a member of one."""
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or any(file.with_suffix(".py").is_file() for file in (path, path.parent))


@documents
def test_each_target_and_command_exists(document: Path) -> None:
    text = text_of(document)
    targets = set(re.findall(r"^([a-z-]+)(?: [a-z-]+)*:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    commands = {first or second for first, second in COMMAND.findall(text)}
    assert ({*TARGET.findall(text)} - targets, commands - DJANGOS - {*get_commands()}) == (set(), set())


def test_each_picture_is_shown_by_a_document() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    pictures = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.png")]
    assert [picture for picture in pictures if picture not in shown] == []
