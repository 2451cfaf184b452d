"""Items that another edition has and this one has not."""

from collections.abc import Iterator

from rules.core.judging.checks.definition import Spec, check
from rules.core.judging.checks.params import NoParams
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedRoster
from rules.core.text import Text


@check(
    "not-in-ruleset",
    NoParams,
    asks=Text(
        it="Una lista contiene solo quello che c’è in questa edizione.",
        en="A list names only what this edition has.",
    ),
    sentences={
        "": Text(
            it="In questa edizione «{item}» non c’è.",
            en="This edition has no “{item}”.",
        ),
    },
)
def not_in_ruleset(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Nothing is bought that the edition does not have; said once a carrier."""
    for path, item in resolved.foreign:
        yield spec.found(path, item=item)
