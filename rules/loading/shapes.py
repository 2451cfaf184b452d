"""Values of the wrong type or form in a ruleset, each with its place and the reason."""

from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext_noop as _

from rules.core.document.problem import Breach
from rules.loading.reasons import Place, Reason
from rules.loading.yaml_lines import Path

T = TypeVar("T")
Found = tuple[Path, Reason]

NO_TEXT = {"it": _("%(where)s has no Italian text"), "en": _("%(where)s has no English text")}
NO_CITATION = _("%(where)s has no citation")
WRONG_VALUE = _("%(where)s: %(what)s")


class ShapeError(ValueError):
    """A value is not of a type; `found` says where and why, every place of it."""

    def __init__(self, found: list[Found]) -> None:
        super().__init__("\n".join(reason.said() for _path, reason in found))
        self.found = found


def convert(value: Any, expected: type[T], path: Path = (), ruleset: Any = None) -> T:
    """Return a value as the type that is expected. Raises ShapeError.

    `path` is where the value stands in `ruleset` (plain or not), by which its places are called.
    """
    try:
        return msgspec.convert(value, expected)
    except msgspec.ValidationError as error:
        from rules.loading.breaches import breaches  # its library is loaded only for this

        raise ShapeError(breaches(value, expected, path, ruleset)) from error


def breach(where: Place, key: str, **facts: object) -> Reason:
    """Return the reason of one value that is refused, said as the reader of lists says it."""
    return broken(where, Breach((), key, facts))


def broken(where: Place, what: Breach) -> Reason:
    """Return the reason of a breach in a place."""
    return Reason(WRONG_VALUE, {"where": where, "what": what})


def lacking(where: Place, field: str | int) -> Reason | None:
    """Return the reason of a text without one of its languages or of an entry without citation, None for others."""
    template = NO_CITATION if field == "source" else NO_TEXT.get(str(field))
    return Reason(template, {"where": where}) if template else None
