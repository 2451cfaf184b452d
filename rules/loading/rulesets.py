"""Read rulesets from YAML. Whatever is wrong is said with its file, its line and the reason, all of it at once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, get_args

import msgspec

from rules.core.catalogue import Catalogue
from rules.loading.contradictions import contradictions
from rules.loading.reasons import SECTIONS
from rules.loading.shapes import shape_problem
from rules.loading.yaml_lines import Document, Path, YamlError, read_yaml

_FIELDS: dict[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Catalogue)}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a file of rules; line 0 is the file as a whole."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}" if self.line else f"{self.file}: {self.reason}"


class RulesError(ValueError):
    """Files of rules cannot be used; `problems` says why, in the order of the lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def read_rulesets(paths: Iterable[FilePath]) -> list[Catalogue]:
    """Return the rulesets of files, one a file. Raises RulesError with the problems of all files."""
    problems: list[Problem] = []
    catalogues: dict[str, Catalogue] = {}
    for path in paths:
        try:
            catalogue = read_ruleset(path)
        except RulesError as error:
            problems.extend(error.problems)
            continue
        if catalogue.id in catalogues:
            problems.append(Problem(path.name, 0, f'ruleset "{catalogue.id}" is in another file too'))
        catalogues[catalogue.id] = catalogue
    if problems:
        raise RulesError(problems)
    return list(catalogues.values())


def read_ruleset(path: FilePath) -> Catalogue:
    """Return the ruleset of a file. Raises RulesError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RulesError([Problem(path.name, 0, f"cannot be read: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        raise RulesError([Problem(path.name, 0, "is not UTF-8 text")]) from error
    return parse_ruleset(text, path.name)


def parse_ruleset(text: str, file: str) -> Catalogue:
    """Return the ruleset of a YAML text; `file` is what its problems are told with. Raises RulesError."""
    try:
        document = read_yaml(text)
    except YamlError as error:
        raise _error(file, error.troubles) from error
    catalogue = _convert(document, file)
    if found := contradictions(catalogue):
        raise _error(file, [(document.line(path), reason.said()) for path, reason in found])
    return catalogue


def _error(file: str, troubles: Iterable[tuple[int, str]]) -> RulesError:
    return RulesError(Problem(file, line, reason) for line, reason in sorted(troubles))


def _convert(document: Document, file: str) -> Catalogue:
    """Return the catalogue of a document, converted piece by piece so that each piece may have its own problem."""
    troubles = []
    for path, value, expected in _pieces(document.data):
        try:
            msgspec.convert(value, expected)
        except msgspec.ValidationError as error:
            troubles.append(_shape_trouble(document, path, str(error)))
    if troubles:
        raise _error(file, troubles)
    try:
        return msgspec.convert(document.data, Catalogue)
    except msgspec.ValidationError as error:
        raise _error(file, [_shape_trouble(document, (), str(error))]) from error


def _pieces(data: Any) -> Iterator[tuple[Path, Any, Any]]:
    """Yield (path, value, type) of every entry of a section, and of every field that is no section."""
    for name, value in data.items() if isinstance(data, dict) else ():
        if name in SECTIONS and isinstance(value, list):
            yield from (((name, place), item, get_args(_FIELDS[name])[0]) for place, item in enumerate(value))
        elif name in _FIELDS:
            yield (name,), value, _FIELDS[name]


def _shape_trouble(document: Document, path: Path, message: str) -> tuple[int, str]:
    """Return the line and the reason of what msgspec says of the piece at `path`."""
    path, reason = shape_problem(document.data, path, message)
    return document.line(path), reason.said()
