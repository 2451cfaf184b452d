"""Read rulesets, odds and forces from YAML, with the line and reason of every problem."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path as FilePath
from typing import TypeVar

import msgspec
from django.utils.translation import override

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.odds.data import Odds
from rules.core.document.breaches import all_breaches
from rules.core.document.force import Force
from rules.core.document.problem import Breach, Problem, dotted
from rules.core.forces.faults import faults
from rules.core.text import Language, closest, is_writable
from rules.loading.contradictions import contradictions
from rules.loading.reasons import ShapeError, convert
from rules.loading.yaml_lines import Document, FilesError, read_yaml


def parse_odds(text: str) -> Odds:
    """Return the odds that a text describes. Raises FilesError and ShapeError."""
    return convert(odds_document(text).data, Odds, ("odds",))


def odds_document(text: str) -> Document:
    """Return the plain odds of a text, with their lines. Raises FilesError."""
    return read_yaml(text) if text.strip() else Document({})


T = TypeVar("T", Catalogue, Force)

MOST_CHARACTERS = 60_000
FOLDER = FilePath(__file__).resolve().parents[2] / "fixtures" / "forces"


def shipped_forces() -> list[FilePath]:
    return sorted(FOLDER.glob("*.yaml"))


def read_rulesets(paths: Iterable[FilePath]) -> list[Catalogue]:
    """Return the rulesets of files, one a file. Raises FilesError with the problems of all files."""
    return _read_each("ruleset", paths, read_ruleset)


def read_forces(paths: Iterable[FilePath], rulesets: Mapping[str, Catalogue]) -> list[Force]:
    """Return the forces of files, one a file. Raises FilesError with the problems of all files."""
    return _read_each("force", paths, lambda path: parse_force(_text(path), rulesets, path.name))


def read_ruleset(path: FilePath) -> Catalogue:
    """Return the ruleset of a file. Raises FilesError."""
    return parse_ruleset(_text(path), path.name)


def _read_each(what: str, paths: Iterable[FilePath], read: Callable[[FilePath], T]) -> list[T]:
    problems: list[Problem] = []
    found: dict[str, T] = {}
    for path in paths:
        try:
            one = read(path)
        except FilesError as error:
            problems += error.problems
            continue
        if one.id in found:
            problems.append(Problem(f'{what} "{one.id}" is in another file too', subject=path.name))
        found[one.id] = one
    if problems:
        raise FilesError(problems)
    return list(found.values())


def _text(path: FilePath) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FilesError([Problem(f"cannot be read: {error.strerror}", subject=path.name)]) from error
    except UnicodeDecodeError as error:
        raise FilesError([Problem("is not UTF-8 text", subject=path.name)]) from error


def parse_ruleset(text: str, file: str) -> Catalogue:
    """Return the ruleset of a YAML text; `file` is what its problems are told with. Raises FilesError."""
    document = read_yaml(text, file)
    with override("en"):  # like the names in the file
        try:
            catalogue = convert(document.data, Catalogue, ruleset=document.data)
            found = contradictions(catalogue)
        except ShapeError as error:
            found = error.found
    if found:
        lines = sorted((document.line(path), reason) for path, reason in found)
        raise FilesError(Problem(reason, line, subject=file) for line, reason in lines)
    return catalogue


def parse_force(
    text: str, rulesets: Mapping[str, Catalogue], file: str = "", language: Language = "en"
) -> Force:
    """Return the force that a text describes. Raises FilesError, in a language."""
    if len(text) > MOST_CHARACTERS:
        too_long = Breach((), "longest", {"expected": MOST_CHARACTERS})
        raise FilesError([Problem(too_long.sentence(language), 1, subject=file)])
    document = read_yaml(text, file)
    force, breaches = _read(document.data, rulesets)
    if force is None or breaches:
        found = [_problem(breach, document, file, language) for breach in breaches]
        raise FilesError(sorted(found, key=lambda problem: problem.line))
    return force


def _read(data: object, rulesets: Mapping[str, Catalogue]) -> tuple[Force | None, list[Breach]]:
    try:
        force = msgspec.convert(data, Force)
    except msgspec.ValidationError:
        return None, all_breaches(data, Force) or [Breach((), "force-shape", {})]
    catalogue = rulesets.get(force.ruleset)
    if catalogue is None:
        meant = closest(force.ruleset, rulesets)
        return force, [Breach(("ruleset",), "ruleset", {"word": force.ruleset}, meant)]
    if not is_writable(str(force)):
        return force, [Breach((), "characters", {})]
    return force, list(faults(force, catalogue))


def _problem(breach: Breach, document: Document, file: str, language: Language) -> Problem:
    where, path = dotted(breach.path), breach.path
    said = breach.sentence(language)
    if breach.key == "field":  # its line is that of the field, not of its parent
        path = (*path, str(breach.facts["word"]))
    return Problem(f"{where}: {said}" if where else said, document.line(path), where, file)
