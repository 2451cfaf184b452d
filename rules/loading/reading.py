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
from rules.loading.yaml_lines import Document, YamlError, read_yaml


def parse_odds(text: str) -> Odds:
    """Return the odds that a text describes. Raises YamlError and ShapeError."""
    return convert(odds_document(text).data, Odds, ("odds",))


def odds_document(text: str) -> Document:
    """Return the plain odds of a text, with the line of each part by its path in the ruleset. Raises YamlError."""
    if not text.strip():
        return Document({}, {(): 1})
    document = read_yaml(text)
    return Document(document.data, {(): 1} | {("odds", *path): line for path, line in document.lines.items()})


T = TypeVar("T", Catalogue, Force)

MOST_CHARACTERS = 60_000
FOLDER = FilePath(__file__).resolve().parents[2] / "fixtures" / "forces"


class FilesError(ValueError):
    """Files, or a text, of rules or forces cannot be used; `problems` says why, in the order of the lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


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
    try:
        document = read_yaml(text)
    except YamlError as error:
        raise _error(file, error.troubles) from error
    with override("en"):  # like the names in the file
        try:
            catalogue = convert(document.data, Catalogue, ruleset=document.data)
            found = contradictions(catalogue)
        except ShapeError as error:
            found = error.found
    if found:
        raise _error(file, [(document.line(path), reason) for path, reason in found])
    return catalogue


def _error(file: str, troubles: Iterable[tuple[int, str]]) -> FilesError:
    return FilesError(Problem(text, line, subject=file) for line, text in sorted(troubles))


def parse_force(
    text: str, rulesets: Mapping[str, Catalogue], file: str = "", language: Language = "en"
) -> Force:
    """Return the force that a text describes. Raises FilesError, in a language."""
    refused = _refused(text)
    if refused:
        raise FilesError([Problem(refused.sentence(language), 1, subject=file)])
    try:
        document = read_yaml(text)
    except YamlError as error:
        raise FilesError([Problem(reason, line, subject=file) for line, reason in error.troubles]) from error
    force, breaches = _read(document.data, rulesets)
    if force is None or breaches:
        found = [_problem(breach, document, file, language) for breach in breaches]
        raise FilesError(sorted(found, key=lambda problem: problem.line))
    return force


def _refused(text: str) -> Breach | None:
    """Return why a text is not looked at at all, None if it is."""
    if len(text) > MOST_CHARACTERS:
        return Breach((), "longest", {"expected": MOST_CHARACTERS})
    return None if is_writable(text) else Breach((), "characters", {})


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
