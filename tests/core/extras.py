"""Squads of Breaking News that buy extras, for the tests of the checks of extras."""

from tests.core.documents import Document, Issue, army, issues, patrol, squad, vehicle

SPECIAL_FORCES = patrol(class_="special-forces")
REGULARS = patrol()
IRREGULARS = patrol(class_="militia")
VEHICLES = squad(vehicles=[vehicle("tank")])


def bought(*extras: Document, by: Document = REGULARS) -> list[Issue]:
    """Return the issues of a list with one squad that buys extras."""
    return issues(army("bn", by, extras=list(extras)))


def for_squad(*extras: Document, by: Document = REGULARS) -> list[Issue]:
    """Return the issues of a list whose only squad has its own extras."""
    return issues(army("bn", by | {"extras": list(extras)}))


def errors(code: str, *paths: str) -> list[Issue]:
    """Return issues of one code at these paths, all of them errors."""
    return [(code, "error", path) for path in paths]
