"""Read rulesets from YAML. Whatever is wrong is said with its file, its line and the reason, all of it at once."""

from collections.abc import Iterable
from pathlib import Path as FilePath

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.problem import Problem
from rules.loading.contradictions import contradictions
from rules.loading.shapes import ShapeError, convert
from rules.loading.yaml_lines import YamlError, read_yaml


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
            problems.append(Problem(f'ruleset "{catalogue.id}" is in another file too', subject=path.name))
        catalogues[catalogue.id] = catalogue
    if problems:
        raise RulesError(problems)
    return list(catalogues.values())


def read_ruleset(path: FilePath) -> Catalogue:
    """Return the ruleset of a file. Raises RulesError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RulesError([Problem(f"cannot be read: {error.strerror}", subject=path.name)]) from error
    except UnicodeDecodeError as error:
        raise RulesError([Problem("is not UTF-8 text", subject=path.name)]) from error
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
    return RulesError(Problem(text, line, subject=file) for line, text in sorted(troubles))
