"""What all checks are made of."""

from collections.abc import Callable, Iterable

from rules.core.catalogue import Check, Severity
from rules.core.muster import Muster
from rules.core.report import Fact, Finding

CheckFunction = Callable[[Muster, Check], Iterable[Finding]]


def found(
    spec: Check, path: str, variant: str = "", severity: Severity | None = None, **facts: Fact
) -> Finding:
    """Return the finding of a check at `path`; `variant` where its function has more than one sentence."""
    function = spec.check or spec.code
    message = f"{function}.{variant}" if variant else function
    return Finding(spec.code, severity or spec.severity, path, spec.source, message, facts)


def number(spec: Check, name: str) -> int:
    """Return a whole number that the ruleset gives to a check."""
    value = spec.params[name]
    if not isinstance(value, int):
        raise TypeError(f"{spec.code}: {name} is a whole number")
    return value


def word(spec: Check, name: str) -> str:
    """Return an id that the ruleset gives to a check."""
    value = spec.params[name]
    if not isinstance(value, str):
        raise TypeError(f"{spec.code}: {name} is an id")
    return value


def words(spec: Check, name: str) -> tuple[str, ...]:
    """Return ids that the ruleset gives to a check."""
    value = spec.params[name]
    if not isinstance(value, tuple):
        raise TypeError(f"{spec.code}: {name} is a list of ids")
    return value
