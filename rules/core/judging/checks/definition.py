"""The definition of a check: declared by `@check` above its function, with its texts in `words.yaml`.

    @check("scout", ScoutParams)
    def scout(resolved: ResolvedRoster, spec: Spec[ScoutParams]) -> Iterator[Finding]: …

A ruleset uses a check by its name, can give it another code, and states the severity of a finding and the paragraph
that it enforces (`rules.core.catalogue.catalogue.Check`).
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Generic, NewType, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from rules.core.catalogue.catalogue import Catalogue, Check, Severity
from rules.core.document.force import LIMITED
from rules.core.judging.report import Fact, Finding
from rules.core.judging.resolved import ResolvedRoster
from rules.core.text import Text

RoleId = NewType("RoleId", str)
ExtraId = NewType("ExtraId", str)
SideId = NewType("SideId", str)
ClassId = NewType("ClassId", str)
WeaponId = NewType("WeaponId", str)

# The kind of thing named by a param, by its type.
KIND_OF_ID: Mapping[object, str] = {
    RoleId: "role",
    ExtraId: "extra",
    SideId: "side",
    ClassId: "class",
    tuple[ClassId, ...]: "class",
    tuple[WeaponId, ...]: "weapon",
}


class NoParams(Struct, frozen=True):
    """A check without params."""


class RoleParams(Struct, frozen=True):
    """The role that a check is about."""

    role: RoleId


class SizeParams(Struct, frozen=True):
    """The fewest and the most figures."""

    least: int
    most: int


class MostParams(Struct, frozen=True):
    """The highest allowed number."""

    most: int


class ExtraParams(Struct, frozen=True):
    """The extra that a check is about."""

    extra: ExtraId


def named_kinds(params: type[Struct], given: Mapping[str, object]) -> dict[str, str]:
    """Return the params that name things of the ruleset, each with their kind; `given`: their values."""
    kinds = {field.name: KIND_OF_ID[field.type] for field in fields(params) if field.type in KIND_OF_ID}
    for table, kind in LIMITED.items():
        if table == given.get("of"):
            kinds["ids"] = kind
    return kinds


P = TypeVar("P", bound=Struct)
Sentences = dict[str, Text]  # by variant: "" is the usual one


class Spec(Struct, Generic[P], frozen=True):
    """A check as a ruleset uses it. `sentences`: the sentences of its findings, by variant."""

    code: str
    severity: Severity
    source: str
    params: P
    sentences: Sentences

    def found(self, path: str, variant: str = "", severity: Severity | None = None, **facts: Fact) -> Finding:
        """Return the finding of the check at `path`; `variant` if it has several sentences."""
        return Finding(self.code, severity or self.severity, path, self.source, self.sentences[variant], facts)


CheckFunction = Callable[[ResolvedRoster, Spec[P]], Iterable[Finding]]
BoundCheck = tuple[CheckFunction[P], Spec[P]]


class CheckWords(Struct, frozen=True):
    """The texts of a check, as `words.yaml` explains them."""

    sentences: Sentences
    asks: Text | None = None
    own_words: dict[str, Sentences] = {}


class CheckDefinition(Struct, Generic[P], frozen=True):
    """A check: its name, its parameters from a ruleset, its texts and its function."""

    name: str
    params: type[P]
    words: CheckWords
    function: CheckFunction[P]

    def sentences_of(self, code: str) -> Sentences:
        return {**self.words.sentences, **self.words.own_words.get(code, {})}

    def bind(self, made: Check) -> BoundCheck[P]:
        """Return the function and its spec from a ruleset. Raises msgspec.ValidationError for other params."""
        params = msgspec.convert(made.params, self.params)
        spec = Spec(made.code, made.severity, made.source, params, self.sentences_of(made.code))
        return self.function, spec


WORDS = msgspec.yaml.decode(Path(__file__).with_name("words.yaml").read_bytes(), type=dict[str, CheckWords])
CHECKS: dict[str, CheckDefinition[Any]] = {}


def check(name: str, params: type[P]) -> Callable[[CheckFunction[P]], CheckFunction[P]]:
    """Declare a function as the check `name`."""

    def declare(function: CheckFunction[P]) -> CheckFunction[P]:
        CHECKS[name] = CheckDefinition(name, params, WORDS[name], function)
        return function

    return declare


def bound_checks(catalogue: Catalogue) -> Mapping[str, BoundCheck[Any]]:
    """Return the functions of a ruleset's checks by code, each with its spec; they are bound once."""
    key = ("bound checks",)
    if key not in catalogue.cache:
        made = {one.code: CHECKS[one.check or one.code].bind(one) for one in catalogue.checks}
        catalogue.cache[key] = made
    bound: dict[str, BoundCheck[Any]] = catalogue.cache[key]
    return bound
