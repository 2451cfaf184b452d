"""Values of the wrong type or form in a ruleset: msgspec's message as a place and a reason."""

import re
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_noop as _

from rules.core.messages import TYPE_NAMES
from rules.loading.reasons import Breach, Place, Reason, place
from rules.loading.yaml_lines import Path

# msgspec's names of types where JSON has another one.
JSON_NAMES = {"int": "integer", "str": "string", "bool": "boolean"}

NO_TEXT = {"it": _("%(where)s has no Italian text"), "en": _("%(where)s has no English text")}
NO_CITATION = _("%(where)s has no citation")
WRONG_VALUE = _("%(where)s: %(what)s")

Found = tuple[Path, Reason]


def breach(where: Place, key: str, **facts: object) -> Reason:
    """Return the reason of one value that is refused, said as the reader of lists says it."""
    return Reason(WRONG_VALUE, {"where": where, "what": Breach(key, facts)})


def lacking(where: Place, field: str) -> Reason | None:
    """Return the reason of a text without one of its languages or of an entry without citation, None for others."""
    template = NO_CITATION if field == "source" else NO_TEXT.get(field)
    return Reason(template, {"where": where}) if template else None


def types(names: str) -> str:
    """Return what msgspec's `int | null` looks like in a document."""
    return " / ".join(TYPE_NAMES.get(JSON_NAMES.get(name, name), name) for name in names.split(" | "))


def shape_problem(ruleset: Any, path: Path, message: str) -> Found:
    """Return where and why a ruleset (plain or not) has the wrong shape.

    `message` is what msgspec says of the piece at `path`.
    """
    said, _at, steps = message.partition(" - at ")
    path = (*path, *_steps(steps))
    for pattern, found in _SAYINGS:
        if match := re.fullmatch(pattern, said):
            return found(ruleset, path, match)
    return path, Reason(_("%(where)s is not in the right form"), {"where": place(ruleset, path)})


def _missing(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
    where = place(ruleset, path)
    return path, lacking(where, said[1]) or breach(where, "missing", word=said[1])


def _unknown(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
    return (*path, said[1]), breach(place(ruleset, path), "field", word=said[1])


def _empty(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
    without = lacking(place(ruleset, path[:-1]), str(path[-1])) if path else None
    return path, without or breach(place(ruleset, path), "shortest")


def _id(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
    template = _("%(where)s: an id is small letters and digits, with single hyphens between them")
    return path, Reason(template, {"where": place(ruleset, path)})


def _few(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
    facts = {"where": place(ruleset, path), "least": said[1]}
    return path, Reason(_("%(where)s: %(least)s at least"), facts)


def _as_many(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
    facts = {"where": place(ruleset, path), "number": said[1]}
    return path, Reason(_("%(where)s: exactly %(number)s"), facts)


def _expected(key: str) -> Callable[[Any, Path, re.Match[str]], Found]:
    def found(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
        return path, breach(place(ruleset, path), key, expected=said[1])

    return found


def _type(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
    return path, breach(place(ruleset, path), "type", expected=types(said[1]))


def _choice(ruleset: Any, path: Path, said: re.Match[str]) -> Found:
    return path, breach(place(ruleset, path), "form", word=said[1])


_SAYINGS: tuple[tuple[str, Callable[[Any, Path, re.Match[str]], Found]], ...] = (
    (r"Object missing required field `(\w+)`", _missing),
    (r"Object contains unknown field `(.+)`", _unknown),
    (r"Expected `str` of length >= 1", _empty),
    (r"Expected `str` of length <= (\d+)", _expected("longest")),
    (r"Expected `str` matching regex .*", _id),
    (r"Expected `int` >= (\S+)", _expected("least")),
    (r"Expected `array` of length >= (\d+)", _few),
    (r"Expected `array` of length (\d+), got \d+", _as_many),
    (r"Expected `(.+)`, got `.+`", _type),
    (r"Invalid enum value '(.*)'", _choice),
)


def _steps(place: str) -> Path:
    """Return the path in msgspec's "`$.fire[0].dice`", up to where it says no more ("[...]")."""
    found = re.search(r"`\$(.*?)`", place)
    steps: list[str | int] = []
    for name, number in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", found[1] if found else ""):
        if number == "...":
            break
        steps.append(name or int(number))
    return tuple(steps)
