"""The definition of a check: one record, declared by `@check` above its function.

    @check("scout", ScoutParams, asks=Text(…), sentences=Text(…))
    def scout(resolved: ResolvedRoster, spec: Spec[ScoutParams]) -> Iterator[Finding]: …

A ruleset makes a check by its name, gives it a code of its own if it likes, and says how bad a finding is and which
paragraph it enforces (`rules.core.catalogue.catalogue.Check`).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NewType, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from rules.core.catalogue.catalogue import Catalogue, Check, Severity
from rules.core.judging.report import Fact, Finding
from rules.core.judging.resolved import ResolvedRoster
from rules.core.text import Text

RoleId = NewType("RoleId", str)
ExtraId = NewType("ExtraId", str)
SideId = NewType("SideId", str)
ClassId = NewType("ClassId", str)

# The kind of thing that a param names, by its type.
KIND_OF_ID: Mapping[object, str] = {
    RoleId: "role",
    ExtraId: "extra",
    SideId: "side",
    ClassId: "class",
    tuple[ClassId, ...]: "class",
}


class NoParams(Struct, frozen=True):
    """A check that is told nothing."""


class RoleParams(Struct, frozen=True):
    """The role that a check is about."""

    role: RoleId


class SizeParams(Struct, frozen=True):
    """The fewest and the most figures."""

    least: int
    most: int


class MostParams(Struct, frozen=True):
    """The highest number that is allowed."""

    most: int


class ExtraParams(Struct, frozen=True):
    """The extra that a check is about."""

    extra: ExtraId


def named_kinds(params: type[Struct]) -> dict[str, str]:
    """Return those params that name a thing of the ruleset, each with the kind of thing."""
    return {field.name: KIND_OF_ID[field.type] for field in fields(params) if field.type in KIND_OF_ID}


P = TypeVar("P", bound=Struct)
Sentences = Text | Mapping[str, Text]  # by variant, or one for all findings


def by_variant(sentences: Sentences) -> Mapping[str, Text]:
    """Return sentences by variant: "" is the usual one."""
    return {"": sentences} if isinstance(sentences, Text) else sentences


class Spec(Struct, Generic[P], frozen=True):
    """A check as a ruleset makes it. `sentences`: what its findings say, by variant."""

    code: str
    severity: Severity
    source: str
    params: P
    sentences: Mapping[str, Text]

    def found(self, path: str, variant: str = "", severity: Severity | None = None, **facts: Fact) -> Finding:
        """Return the finding of the check at `path`; `variant` where it has more than one sentence."""
        return Finding(
            self.code, severity or self.severity, path, self.source, self.sentences[variant], facts
        )


CheckFunction = Callable[[ResolvedRoster, Spec[P]], Iterable[Finding]]
BoundCheck = tuple[CheckFunction[P], Spec[P]]


class CheckDefinition(Struct, Generic[P], frozen=True, kw_only=True):
    """A check: its name, its function, and all that is said of it.

    `params`: what a ruleset tells it.
    `asks`: what it asks of a list, as the reference prints it; a template of its params. None: the reference says it
    of each extra that asks it.
    `sentences`: what its findings say, what is so and then what to do, by variant ("" the usual one); templates of
    the facts of a finding (`rules.core.text.fill`). They name nothing that is of one ruleset only.
    `own_words`: the same for the codes of shipped rulesets that the general sentence would put stiffly, by code and
    variant.
    """

    name: str
    params: type[P]
    asks: Text | None
    sentences: Mapping[str, Text]
    own_words: Mapping[str, Mapping[str, Text]]
    function: CheckFunction[P]

    def sentences_of(self, code: str) -> Mapping[str, Text]:
        """Return what findings under a code say, by variant."""
        return {**self.sentences, **self.own_words.get(code, {})}

    def bind(self, made: Check) -> BoundCheck[P]:
        """Return the function and what a ruleset says of it. Raises msgspec.ValidationError for other params."""
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
    """Declare a function to be the check called `name`, with the other fields of `CheckDefinition`."""

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
