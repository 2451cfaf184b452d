"""Read rulesets, odds and forces from YAML, with the line and reason of every problem."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any, NamedTuple, TypeVar

import msgspec
import yaml
from django.utils.translation import override

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.odds.data import Odds
from rules.core.document.breaches import all_breaches
from rules.core.document.force import Force
from rules.core.document.problem import Breach, Path, Problem, dotted
from rules.core.forces.faults import faults
from rules.core.text import Language, closest, is_writable
from rules.loading.contradictions import contradictions
from rules.loading.reasons import ShapeError, convert

MOST_CHARACTERS = 60_000  # of a force
LONGEST_YAML = 1_000_000  # the largest ruleset has an eighth
MOST_DEPTH = 20  # the deepest ruleset has a dozen
FOLDER = FilePath(__file__).resolve().parents[2] / "fixtures" / "forces"

# PyYAML's own parser takes ten times as long as the one in C, which is missing from some builds.
_Loader: Any = type("_Loader", (getattr(yaml, "CSafeLoader", yaml.SafeLoader),), {"yaml_implicit_resolvers": {}})
# The types that a plain word may have besides text. Dates, numbers in other bases and very long ones are text.
for _kind, _pattern, _first in (
    ("null", re.compile(r"^(?:~|null|Null|NULL|)\Z"), ["~", "n", "N", ""]),
    (
        "bool",
        re.compile(r"^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)\Z"),
        list("yYnNtTfFoO"),
    ),
    ("int", re.compile(r"^[-+]?(?:0|[1-9][0-9]{0,17})\Z"), list("-+0123456789")),
    ("float", re.compile(r"^[-+]?[0-9]{1,18}\.[0-9]{0,18}\Z"), list("-+0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_kind}", _pattern, _first)


class FilesError(ValueError):
    """Files, or a text, of rules or forces cannot be used; `problems` says why, in the order of the lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class Document(NamedTuple):
    """`data` of plain dicts, lists, texts and numbers, and the tree of YAML that it was made of."""

    data: Any
    root: yaml.Node | None = None

    def line(self, path: Path) -> int:
        """Return the line of a path, or of the nearest thing around it that is there."""
        line, node = 1, self.root
        for step in path:
            found = [part for part in _parts(node) if part[0] == str(step)]
            if not found:
                break
            _name, line, node = found[0]
        return line


def read_yaml(text: str, file: str = "") -> Document:
    """Return the document of a YAML text; problems name the `file`.

    Raises FilesError, also for duplicate keys, aliases, tags, and a text that is too long or nested too deeply.
    """
    root: Any = None
    try:
        troubles = sorted(_troubles(text))
        if not troubles:
            root = yaml.compose(text, Loader=_Loader)
            troubles = [(1, "the file is empty")] if root is None else sorted(_wrong_keys(root))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        troubles = [(mark.line + 1 if mark else 1, error.problem or str(error))]
    except yaml.reader.ReaderError as error:
        line = text[: text.index(chr(error.character))].count("\n") + 1
        troubles = [(line, f"a character that YAML does not allow (U+{error.character:04X})")]
    if troubles:
        raise FilesError(Problem(reason, line, subject=file) for line, reason in troubles)
    return Document(_Loader("").construct_document(root), root)


def _troubles(text: str) -> Iterator[tuple[int, str]]:
    """Yield the problems that must be found before parsing: a tree nested too deeply would crash the process."""
    if len(text) > LONGEST_YAML:
        yield 1, f"the text is longer than {LONGEST_YAML} characters"
        return
    lone = next((place for place, sign in enumerate(text) if "\ud800" <= sign <= "\udfff"), None)
    if lone is not None:  # half a character: no file can contain it
        yield text.count("\n", 0, lone) + 1, "a character that YAML does not allow"
        return
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        line = event.start_mark.line + 1 if event.start_mark else 1
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MOST_DEPTH:
            yield line, "nested too deeply"
            return
        if isinstance(event, yaml.AliasEvent):
            yield line, "an alias (*) is not read: write the value out"
        elif getattr(event, "tag", None) is not None:
            yield line, "a tag (!) is not read: write the value alone"


def _parts(node: Any) -> Iterator[tuple[Any, int, Any]]:
    """Yield the parts of a tree, each with the step that leads to it and its line."""
    if isinstance(node, yaml.MappingNode):
        yield from ((key.value, key.start_mark.line + 1, part) for key, part in node.value)
    elif isinstance(node, yaml.SequenceNode):
        yield from ((str(place), part.start_mark.line + 1, part) for place, part in enumerate(node.value))


def _wrong_keys(node: yaml.Node) -> Iterator[tuple[int, str]]:
    """Yield the keys of mappings that are no words, or are there twice."""
    first: dict[str, int] = {}
    for key, line, part in _parts(node):
        if not isinstance(key, str):
            yield line, "a key is one word or one number"
        elif key in first:
            yield line, f'"{key}" appears twice, first on line {first[key]}'
        else:
            first[key] = line
            yield from _wrong_keys(part)


def parse_odds(text: str) -> Odds:
    """Return the odds that a text describes. Raises FilesError and ShapeError."""
    return convert(odds_document(text).data, Odds, ("odds",))


def odds_document(text: str) -> Document:
    """Return the plain odds of a text, with their lines. Raises FilesError."""
    return read_yaml(text) if text.strip() else Document({})


T = TypeVar("T", Catalogue, Force)


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
    """Return the ruleset of a YAML text; problems name the `file`. Raises FilesError."""
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


def parse_force(text: str, rulesets: Mapping[str, Catalogue], file: str = "", language: Language = "en") -> Force:
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
