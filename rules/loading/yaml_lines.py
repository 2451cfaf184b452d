"""Read YAML with the line of each part of a document."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

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
_TRUE = {"yes", "true", "on"}

Path = tuple[str | int, ...]  # ("weapons", 3, "name"): a place in a document


class YamlError(ValueError):
    """The text is no YAML that we read: (line, reason) of each trouble."""

    def __init__(self, troubles: list[tuple[int, str]]) -> None:
        super().__init__(troubles)
        self.troubles = troubles


@dataclass(slots=True)
class Document:
    """`data` of plain dicts, lists, texts and numbers, and the line of each path in it."""

    data: Any = None
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """Return the line of a path, or of the nearest thing around it that is there."""
        while path not in self.lines:
            path = path[:-1]
        return self.lines[path]


def read_yaml(text: str) -> Document:
    """Return the document of a YAML text.

    Raises YamlError, also for duplicate keys, aliases, tags, and a text that is too long or nested too deeply.
    """
    if len(text) > MOST_CHARACTERS:
        raise YamlError([(1, f"the text is longer than {MOST_CHARACTERS} characters")])
    lone = next((place for place, sign in enumerate(text) if "\ud800" <= sign <= "\udfff"), None)
    if lone is not None:  # half a character: no file can contain it
        raise YamlError([(text.count("\n", 0, lone) + 1, "a character that YAML does not allow")])
    try:
        troubles = list(_troubles(text))
        root = None if troubles else yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        raise YamlError([_trouble(error)]) from error
    except yaml.reader.ReaderError as error:
        line = text[: text.index(chr(error.character))].count("\n") + 1
        raise YamlError(
            [(line, f"a character that YAML does not allow (U+{error.character:04X})")]
        ) from error
    if troubles:
        raise YamlError(troubles)
    if root is None:
        raise YamlError([(1, "the file is empty")])
    reader = _Reader()
    document = Document(reader.value(root, ()), reader.lines)
    if reader.troubles:
        raise YamlError(reader.troubles)
    return document


def _troubles(text: str) -> Iterator[tuple[int, str]]:
    """Yield the problems that must be found before parsing: a tree nested too deeply would crash the process."""
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


def _trouble(error: yaml.MarkedYAMLError) -> tuple[int, str]:
    mark = error.problem_mark or error.context_mark
    return (mark.line + 1 if mark else 1, error.problem or str(error))


class _Reader:
    """Turns nodes into values, noting lines and troubles on the way."""

    def __init__(self) -> None:
        self.lines: dict[Path, int] = {(): 1}
        self.troubles: list[tuple[int, str]] = []

    def value(self, node: yaml.Node, path: Path) -> Any:
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        return self._sequence(node, path)

    def _sequence(self, node: yaml.Node, path: Path) -> list[Any]:
        values = []
        for place, item in enumerate(node.value):
            self.lines[*path, place] = _line(item)
            values.append(self.value(item, (*path, place)))
        return values

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[Any, Any]:
        values: dict[Any, Any] = {}
        for key_node, item in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self.troubles.append((_line(key_node), "a key is one word or one number"))
                continue
            key = _scalar(key_node)
            if key in values:
                first = self.lines[*path, key]
                self.troubles.append((_line(key_node), f'"{key}" appears twice, first on line {first}'))
                continue
            self.lines[*path, key] = _line(key_node)
            values[key] = self.value(item, (*path, key))
        return values


def _scalar(node: yaml.ScalarNode) -> Any:
    """Return the value of a word, by the tag from the loader."""
    match node.tag.rpartition(":")[2]:
        case "null":
            return None
        case "bool":
            return node.value.lower() in _TRUE
        case "int":
            return int(node.value)
        case "float":
            return float(node.value)
    return node.value


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
