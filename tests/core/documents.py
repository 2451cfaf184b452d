"""Lists in the words of the rule texts: small functions that write and judge `armylist/1` documents."""

import json
from pathlib import Path
from typing import Any

from rules.core.assess import assess
from rules.core.catalogue.library import read_library
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import read
from rules.core.judging.prices import Breakdown
from rules.core.judging.report import ReportDocument, document
from rules.core.text import Language

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
LIBRARY = read_library((ROOT / "rules" / "catalogues.json").read_bytes())

POINT_GAMES = ("rth-it", "rth-en", "bn")
GAMES = (*POINT_GAMES, "bi", "ludonet")

Document = dict[str, Any]
Issue = tuple[str, str, str]  # code, severity, path


def army(ruleset: str, *squads: Document, **fields: Any) -> Document:
    """A list of `squads`; its role is `open`, without a limit, unless `fields` say otherwise."""
    return {"format": "armylist/1", "ruleset": ruleset, "name": "A list", "squads": list(squads), **fields}


def squad(class_: str | None = None, *figures: Document, **fields: Any) -> Document:
    """A squad of one class (None: it names none)."""
    named = {"class": class_} if class_ else {}
    return {"name": "Alpha", **named, "figures": list(figures), **fields}


def man(*weapons: str, class_: str | None = None, **fields: Any) -> Document:
    """A figure entry, of count 1 unless `fields` say otherwise."""
    named = {"class": class_} if class_ else {}
    return {**named, "weapons": list(weapons), **fields}


def vehicle(type_: str, *weapons: str, **fields: Any) -> Document:
    """A vehicle entry."""
    return {"type": type_, "weapons": list(weapons), **fields}


def extra(id_: str, **fields: Any) -> Document:
    return {"extra": id_, **fields}


def patrol(*figures: Document, class_: str = "veteran", **fields: Any) -> Document:
    """A squad without findings in `rth` and `bn`: a leader and seven riflemen; then `figures`."""
    return squad(class_, man("rifle", leadership=1), man("rifle", count=7), *figures, **fields)


def judged(source: Document, language: Language = "en") -> ReportDocument:
    roster = read(json.dumps(source).encode(), LIBRARY)
    return document(assess(roster, LIBRARY.catalogues[roster.ruleset]), roster, language)


def issues(source: Document) -> list[Issue]:
    """All issues of a document, in the order of code and path."""
    return sorted((found.code, found.severity, found.path) for found in judged(source).issues)


def total(source: Document) -> int | None:
    """The points of a document."""
    return judged(source).total


def breakdown(source: Document) -> Breakdown | None:
    """Return the breakdown of a document's points."""
    return judged(source).breakdown


def refusal(data: bytes | Document, language: Language = "en") -> str:
    """Return the line about why a document cannot be read, "" if it can be."""
    try:
        read(data if isinstance(data, bytes) else json.dumps(data).encode(), LIBRARY)
    except UnreadableListError as error:
        return error.line(language)
    return ""
