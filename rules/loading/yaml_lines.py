"""Read YAML with the line of each part of a document."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import yaml

from rules.core.document.problem import Path, Problem

MOST_CHARACTERS = 1_000_000  # the largest ruleset has an eighth
MOST_DEPTH = 20  # the deepest ruleset has a dozen

# PyYAML's own parser takes ten times as long as the one in C, which is missing from some builds.
_Loader: Any = type(
    "_Loader", (getattr(yaml, "CSafeLoader", yaml.SafeLoader),), {"yaml_implicit_resolvers": {}}
)
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
    """Return the document of a YAML text; `file` is what its problems are told with.

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
    if len(text) > MOST_CHARACTERS:
        yield 1, f"the text is longer than {MOST_CHARACTERS} characters"
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
