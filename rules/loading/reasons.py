"""Reasons for refusing a ruleset: sentences in the active language, with the names of its fields.

place(ruleset, ("weapons", 3, "fire", 0))
'weapon "lmg": fire[0]'
"""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.problem import Breach, Path, dotted
from rules.language import active_language

# The sections of a ruleset, and the name of an entry of each.
SECTIONS = {
    "sides": _("side"),
    "characteristics": _("characteristic"),
    "save_columns": _("save column"),
    "formats": _("format"),
    "classes": _("class"),
    "weapons": _("weapon"),
    "vehicles": _("vehicle"),
    "extras": _("extra"),
    "roles": _("role"),
    "kit": _("kit"),
    "traits": _("trait"),
    "rulings": _("ruling"),
    "presets": _("preset"),
    "ready_squads": _("ready-made squad"),
    "nicknames": _("nickname"),
    "handbook": _("table"),
    "checks": _("check"),
}
# Kinds of things that are no sections, in `rules.loading.references`.
OTHER_KINDS = (
    _("bombardment"),
    _("leadership level"),
    _("option"),
    _("roll"),
    _("roll of its own"),
    _("ruleset"),
    _("situation"),
    _("trait of squads or vehicles"),
)


def place(ruleset: Any, path: Path) -> str:
    """Return the name of a place of a catalogue or of its plain data."""
    if not path:
        return gettext("the ruleset")
    if len(path) < 2 or path[0] not in SECTIONS:
        return dotted(path)
    item = _get(_get(ruleset, path[0]), path[1])
    subject = thing(SECTIONS[str(path[0])], str(_get(item, "id") or _get(item, "code") or path[1]))
    return f"{subject}: {dotted(path[2:])}" if len(path) > 2 else subject


def found_at(ruleset: Any, path: Path, template: str | Promise, within: Path = (), /, **facts: object) -> "Found":
    """Return what is wrong at a path: a template with the name of the place (`where`) and other facts.

    `within`: the field in which it is, if the place is named without it.
    """
    return (*path, *within), str(template) % {"where": place(ruleset, path), **facts}


def each(catalogue: Catalogue, *sections: str) -> Iterator[tuple[Path, Any]]:
    """Yield the entries of sections, each with its path."""
    for section in sections:
        yield from (((section, number), item) for number, item in enumerate(getattr(catalogue, section)))


def thing(kind: str, name: str) -> str:
    return gettext('%(kind)s "%(id)s"') % {"kind": gettext(kind), "id": name}


def _get(holder: Any, step: str | int) -> Any:
    if isinstance(holder, dict):
        return holder.get(step)
    return holder[step] if isinstance(step, int) else getattr(holder, step, None)


T = TypeVar("T")
Found = tuple[Path, str]

NO_TEXT = {
    "it": gettext_lazy("%(where)s has no Italian text"),
    "en": gettext_lazy("%(where)s has no English text"),
}
NO_CITATION = gettext_lazy("%(where)s has no citation")


class ShapeError(ValueError):
    """A value is not of a type; `found` says where and why, every place of it."""

    def __init__(self, found: list[Found]) -> None:
        super().__init__("\n".join(reason for _path, reason in found))
        self.found = found


def convert(value: Any, expected: type[T], path: Path = (), ruleset: Any = None) -> T:
    """Convert a value to the expected type. Raises ShapeError.

    `path` is the place of the value in `ruleset` (plain or not), which names its places.
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
            template = gettext("%(where)s: an ID is lower-case letters and digits, with single hyphens between them")
            return path, template % {"where": where}
        case "shape":
            return path, _unexplained(path, ruleset)
    return path, broken(where, one)


def _unexplained(path: Path, ruleset: Any) -> str:
    return gettext("%(where)s is in the wrong format") % {"where": place(ruleset, path)}


def breach(where: str, key: str, **facts: object) -> str:
    """Return the reason of one value that is refused, said as the reader of lists says it."""
    return broken(where, Breach((), key, facts))


def broken(where: str, what: Breach) -> str:
    return f"{where}: {what.sentence(active_language())}"


def lacking(where: str, field: str | int) -> str | None:
    """Return the reason of a text without one of its languages or of an entry without citation, None for others."""
    template = NO_CITATION if field == "source" else NO_TEXT.get(str(field))
    return template % {"where": where} if template else None
