"""Read forces from YAML, of which JSON is a part: whatever is wrong with its line and the reason, all at once."""

from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath

import msgspec

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.breaches import all_breaches
from rules.core.document.force import Force
from rules.core.document.problem import Breach, Problem, dotted
from rules.core.forces.faults import faults
from rules.core.text import Language, closest, is_writable
from rules.loading.yaml_lines import Document, YamlError, read_yaml

MOST_CHARACTERS = 60_000
FOLDER = FilePath(__file__).resolve().parents[2] / "fixtures" / "forces"


class ForceError(ValueError):
    """A text is no force; `problems` says why, in the order of the lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


def shipped_files() -> list[FilePath]:
    """Return the files of the forces that come with the program, by name."""
    return sorted(FOLDER.glob("*.yaml"))


def read_forces(paths: Iterable[FilePath], rulesets: Mapping[str, Catalogue]) -> list[Force]:
    """Return the forces of files, one a file. Raises ForceError with the problems of all files."""
    problems: list[Problem] = []
    forces: dict[str, Force] = {}
    for path in paths:
        try:
            force = parse_force(_text(path), rulesets, path.name)
        except ForceError as error:
            problems += error.problems
            continue
        if force.id in forces:
            problems.append(Problem(f'force "{force.id}" is in another file too', subject=path.name))
        forces[force.id] = force
    if problems:
        raise ForceError(problems)
    return list(forces.values())


def _text(path: FilePath) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ForceError([Problem(f"cannot be read: {error.strerror}", subject=path.name)]) from error
    except UnicodeDecodeError as error:
        raise ForceError([Problem("is not UTF-8 text", subject=path.name)]) from error


def parse_force(
    text: str, rulesets: Mapping[str, Catalogue], file: str = "", language: Language = "en"
) -> Force:
    """Return the force that a text describes. Raises ForceError, in a language."""
    refused = _refused(text)
    if refused:
        raise ForceError([Problem(refused.sentence(language), 1, subject=file)])
    try:
        document = read_yaml(text)
    except YamlError as error:
        raise ForceError([Problem(reason, line, subject=file) for line, reason in error.troubles]) from error
    force, breaches = _read(document.data, rulesets)
    if force is None or breaches:
        found = [_problem(breach, document, file, language) for breach in breaches]
        raise ForceError(sorted(found, key=lambda problem: problem.line))
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
    if breach.key == "field":  # its line is that of the field, not of what it stands in
        path = (*path, str(breach.facts["word"]))
    return Problem(f"{where}: {said}" if where else said, document.line(path), where, file)
