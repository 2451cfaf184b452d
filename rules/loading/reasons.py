"""Reasons for refusing a ruleset: each a template and its facts, for any language.

    Reason("%(where)s has no citation", {"where": place(ruleset, path)}).said()
    'weapon "lmg" has no citation'

For a file they are in English, with the names of its fields. The admin shows them in its reader's language, with the
names of its forms (`rules.admin.words`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.utils.translation import gettext_noop as _

from rules.core.document.problem import Breach
from rules.core.text import Language
from rules.loading.yaml_lines import Path

# The sections of a ruleset, and the name of an entry of each.
SECTIONS = {
    "sides": "side",
    "characteristics": "characteristic",
    "save_columns": "save column",
    "formats": "format",
    "classes": "class",
    "weapons": "weapon",
    "vehicles": "vehicle",
    "extras": "extra",
    "roles": "role",
    "kit": "kit",
    "traits": "trait",
    "rulings": "ruling",
    "presets": "preset",
    "ready_squads": "ready-made squad",
    "nicknames": "nickname",
    "handbook": "table",
    "checks": "check",
}


class Kind(NamedTuple):
    """A kind of thing: a value of `SECTIONS`, or of `rules.loading.references`."""

    name: str


class RulesetEntry(NamedTuple):
    """A thing of a ruleset, by its kind and its id."""

    kind: str
    id: str


class RulesetPlace(NamedTuple):
    """A place in a ruleset; `id` is that of the entry there or around it."""

    path: Path
    id: str = ""


def place(ruleset: Any, path: Path) -> RulesetPlace:
    """Return the place at a path of a catalogue or of its plain data."""
    if len(path) < 2 or path[0] not in SECTIONS:
        return RulesetPlace(path)
    item = _get(_get(ruleset, path[0]), path[1])
    return RulesetPlace(path, str(_get(item, "id") or _get(item, "code") or path[1]))


def _get(holder: Any, step: str | int) -> Any:
    if isinstance(holder, dict):
        return holder.get(step)
    return holder[step] if isinstance(step, int) else getattr(holder, step, None)


class ReasonWords:
    """The words in which reasons are told of a file: in English, with the names of its fields."""

    def sentence(self, reason: "Reason") -> str:
        """Return a reason in words."""
        facts = {name: self.fact(fact) for name, fact in reason.facts.items()}
        return self.translated(reason.template) % facts

    def fact(self, fact: object) -> str:
        """Return the name of a fact of a reason."""
        match fact:
            case RulesetPlace():
                return self.place(fact)
            case RulesetEntry():
                return self.thing(fact)
            case Kind():
                return self.kind(fact.name)
            case Breach():
                return fact.sentence(self.reading_language())
        return str(fact)

    def translated(self, template: str) -> str:
        """Return a template in the reader's language."""
        return template

    def reading_language(self) -> Language:
        """Return the language of the sentences that the reader of lists has, too."""
        return "en"

    def kind(self, kind: str) -> str:
        """Return the name of a kind of things."""
        return kind

    def thing(self, thing: RulesetEntry) -> str:
        """Return the name of a thing: `weapon "lmg"`."""
        return f'{thing.kind} "{thing.id}"'

    def place(self, at: RulesetPlace) -> str:
        """Return what a place is called: `weapon "lmg": fire[0]`."""
        if not at.path:
            return "the ruleset"
        if not at.id:
            return _dotted(at.path)
        subject = self.thing(RulesetEntry(SECTIONS[str(at.path[0])], at.id))
        return f"{subject}: {_dotted(at.path[2:])}" if len(at.path) > 2 else subject


def _dotted(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


FILE = ReasonWords()


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence: its template, marked for translation, and its facts."""

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def said(self, words: ReasonWords = FILE) -> str:
        """Return the sentence in someone's words."""
        return words.sentence(self)


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
    return Reason(WRONG_VALUE, {"where": where, "what": what})


def lacking(where: RulesetPlace, field: str | int) -> Reason | None:
    """Return the reason of a text without one of its languages or of an entry without citation, None for others."""
    template = NO_CITATION if field == "source" else NO_TEXT.get(str(field))
    return Reason(template, {"where": where}) if template else None
