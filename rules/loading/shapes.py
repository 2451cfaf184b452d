"""Values of the wrong type or form in a ruleset, each with its place and the reason."""

from typing import Any, TypeVar

import msgspec
from django.utils.translation import gettext_noop as _

from rules.core.document.problem import Breach
from rules.loading.reasons import Reason, RulesetPlace, place
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
        from rules.core.document.breaches import all_breaches  # loads jsonschema, which takes its time

        found = [_found(one, path, ruleset) for one in all_breaches(value, expected)]
        raise ShapeError(found or [(path, _unexplained(path, ruleset))]) from error


def _found(one: Breach, within: Path, ruleset: Any) -> Found:
    path: Path = (*within, *one.path)
    where = place(ruleset, path)
    match one.key:
        case "missing":
            name = str(one.facts["word"])
            return path, lacking(where, name) or broken(where, one)
        case "field":
            return (*path, str(one.facts["word"])), broken(where, one)
        case "shortest" if path and (reason := lacking(place(ruleset, path[:-1]), path[-1])):
            return path, reason
        case "form":
            template = _(
                "%(where)s: an ID is lower-case letters and digits, with single hyphens between them"
            )
            return path, Reason(template, {"where": where})
        case "shape":
            return path, _unexplained(path, ruleset)
    return path, broken(where, one)


def _unexplained(path: Path, ruleset: Any) -> Reason:
    return Reason(_("%(where)s is in the wrong format"), {"where": place(ruleset, path)})


def breach(where: RulesetPlace, key: str, **facts: object) -> Reason:
    """Return the reason of one value that is refused, said as the reader of lists says it."""
    return broken(where, Breach((), key, facts))


def broken(where: RulesetPlace, what: Breach) -> Reason:
    """Return the reason of a breach in a place."""
    return Reason(WRONG_VALUE, {"where": where, "what": what})


def lacking(where: RulesetPlace, field: str | int) -> Reason | None:
    """Return the reason of a text without one of its languages or of an entry without citation, None for others."""
    template = NO_CITATION if field == "source" else NO_TEXT.get(str(field))
    return Reason(template, {"where": where}) if template else None
