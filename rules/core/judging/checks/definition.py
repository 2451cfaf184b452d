"""The definition of a check: one record, declared by `@check` above its function.

    @check("scout", ScoutParams, asks=Text(…), sentences=Text(…))
    def scout(resolved: ResolvedRoster, spec: Spec[ScoutParams]) -> Iterator[Finding]: …

A ruleset uses a check by its name, can give it another code, and states the severity of a finding and the paragraph
that it enforces (`rules.core.catalogue.catalogue.Check`).
"""

from collections.abc import Callable, Iterable, Mapping
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
Sentences = Text | Mapping[str, Text]  # by variant, or one for all findings


def by_variant(sentences: Sentences) -> Mapping[str, Text]:
    """Return sentences by variant: "" is the usual one."""
    return {"": sentences} if isinstance(sentences, Text) else sentences


class Spec(Struct, Generic[P], frozen=True):
    """A check as a ruleset uses it. `sentences`: the sentences of its findings, by variant."""

    code: str
    severity: Severity
    source: str
    params: P
    sentences: Mapping[str, Text]

    def found(self, path: str, variant: str = "", severity: Severity | None = None, **facts: Fact) -> Finding:
        """Return the finding of the check at `path`; `variant` if it has several sentences."""
        return Finding(
            self.code, severity or self.severity, path, self.source, self.sentences[variant], facts
        )


CheckFunction = Callable[[ResolvedRoster, Spec[P]], Iterable[Finding]]
BoundCheck = tuple[CheckFunction[P], Spec[P]]


class CheckDefinition(Struct, Generic[P], frozen=True, kw_only=True):
    """A check: its name, its function, and its texts.

    `params`: the parameters from a ruleset.
    `asks`: its requirement, as the reference prints it; a template of its params. None: the reference prints it with
    each extra that requires it.
    `sentences`: the sentences of its findings, the problem and then the remedy, by variant ("" the usual one);
    templates of the facts of a finding (`rules.core.text.fill`). They name nothing from a particular ruleset.
    `own_words`: better sentences for codes of shipped rulesets, by code and variant, if the general sentence would be
    stiff.
    """

    name: str
    params: type[P]
    asks: Text | None
    sentences: Mapping[str, Text]
    own_words: Mapping[str, Mapping[str, Text]]
    function: CheckFunction[P]

    def sentences_of(self, code: str) -> Mapping[str, Text]:
        return {**self.sentences, **self.own_words.get(code, {})}

    def bind(self, made: Check) -> BoundCheck[P]:
        """Return the function and its spec from a ruleset. Raises msgspec.ValidationError for other params."""
        params = msgspec.convert(made.params, self.params)
        spec = Spec(made.code, made.severity, made.source, params, self.sentences_of(made.code))
        return self.function, spec


CHECKS: dict[str, CheckDefinition[Any]] = {}


def check(
    name: str,
    params: type[P],
    *,
    asks: Text | None,
    sentences: Sentences,
    own_words: Mapping[str, Sentences] | None = None,
) -> Callable[[CheckFunction[P]], CheckFunction[P]]:
    """Declare a function as the check `name`, with the other fields of `CheckDefinition`."""

    def declare(function: CheckFunction[P]) -> CheckFunction[P]:
        CHECKS[name] = CheckDefinition(
            name=name,
            params=params,
            asks=asks,
            sentences=by_variant(sentences),
            own_words={code: by_variant(own) for code, own in (own_words or {}).items()},
            function=function,
        )
        return function

    return declare


def bound_checks(catalogue: Catalogue) -> Mapping[str, BoundCheck[Any]]:
    """Return the functions of a ruleset's checks by code, each with its spec; they are bound once."""
    bound: dict[str, BoundCheck[Any]] = catalogue.bound_checks
    if len(bound) < len(catalogue.checks):
        bound.update({made.code: CHECKS[made.check or made.code].bind(made) for made in catalogue.checks})
    return bound
