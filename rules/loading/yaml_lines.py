"""YAML that knows its lines: the value of a document, and the line on which each part of it stands."""

from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

# PyYAML's own parser takes ten times as long as the one in C, which is missing from some builds.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Path = tuple[str | int, ...]  # ("weapons", 3, "name"): where something stands in a document


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
    """Return the document of a YAML text. Raises YamlError, for doubled keys and aliases too."""
    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        raise YamlError([_trouble(error)]) from error
    except yaml.reader.ReaderError as error:
        line = text[: text.index(chr(error.character))].count("\n") + 1
        raise YamlError(
            [(line, f"a character that YAML does not allow (U+{error.character:04X})")]
        ) from error
    if root is None:
        raise YamlError([(1, "the file is empty")])
    reader = _Reader()
    document = Document(reader.value(root, ()), reader.lines)
    if reader.troubles:
        raise YamlError(reader.troubles)
    return document


def check_depth(text: str, most: int) -> None:
    """Refuse what is nested deeper than `most`: composing it would end the process. Raises YamlError.

    What else is wrong with a text is left to `read_yaml`.
    """
    depth = 0
    try:
        for event in yaml.parse(text, Loader=_Loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > most:
                mark = event.start_mark
                raise YamlError([(mark.line + 1 if mark else 1, "nested too deep")])
    except yaml.YAMLError:
        return


def _trouble(error: yaml.MarkedYAMLError) -> tuple[int, str]:
    mark = error.problem_mark or error.context_mark
    return (mark.line + 1 if mark else 1, error.problem or str(error))


class _Reader:
    """Turns nodes into values, noting lines and troubles on the way."""

    def __init__(self) -> None:
        self.lines: dict[Path, int] = {(): 1}
        self.troubles: list[tuple[int, str]] = []
        self._seen: set[int] = set()
        self._scalars = SafeConstructor()

    def value(self, node: yaml.Node, path: Path) -> Any:
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if id(node) in self._seen:  # also what keeps a list that holds itself from never ending
            self.troubles.append((_line(node), "an alias (*) is not read: write the value out"))
            return None
        self._seen.add(id(node))
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
            key = self._scalar(key_node)
            if key in values:
                first = self.lines[*path, key]
                self.troubles.append((_line(key_node), f'"{key}" is there twice, first on line {first}'))
                continue
            self.lines[*path, key] = _line(key_node)
            values[key] = self.value(item, (*path, key))
        return values

    def _scalar(self, node: yaml.ScalarNode) -> Any:
        try:
            return self._scalars.construct_object(node)
        except yaml.MarkedYAMLError as error:
            self.troubles.append(_trouble(error))
        except ValueError as error:  # a date that no calendar has
            self.troubles.append((_line(node), str(error)))
        return None


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
