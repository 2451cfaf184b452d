"""Read rulesets from YAML. Whatever is wrong is said with its file, its line and the reason, all of it at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path as FilePath

from rules.core.catalogue import Catalogue
from rules.loading.contradictions import contradictions
from rules.loading.shapes import ShapeError, convert
from rules.loading.yaml_lines import YamlError, read_yaml


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
    try:
        catalogue = convert(document.data, Catalogue, ruleset=document.data)
    except ShapeError as error:
        raise _error(file, [(document.line(path), reason.said()) for path, reason in error.found]) from error
    if found := contradictions(catalogue):
        raise _error(file, [(document.line(path), reason.said()) for path, reason in found])
    return catalogue


def _error(file: str, troubles: Iterable[tuple[int, str]]) -> RulesError:
    return RulesError(Problem(file, line, reason) for line, reason in sorted(troubles))
