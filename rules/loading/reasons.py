"""The reasons why a ruleset is refused: each a template and its facts, to be said in any language.

    Reason("%(where)s has no citation", {"where": place(ruleset, path)}).said()
    'weapon "lmg" has no citation'

A file of rules is told in English and with the names that its fields have there. The admin says the same in the
language of its reader, and calls fields as its forms do (`rules.admin.words`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules.core.document.problem import Breach
from rules.core.text import Language
from rules.loading.yaml_lines import Path

# The sections of a ruleset, and what one thing of each is called.
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
    "ready_squads": "ready squad",
    "nicknames": "nickname",
    "handbook": "table",
    "checks": "check",
}


class Kind(NamedTuple):
    """A kind of thing: a value of `SECTIONS`, or of `rules.loading.references`."""

    name: str


class Thing(NamedTuple):
    """A thing of a ruleset, by its kind and its id."""

    kind: str
    id: str


class RulesetPlace(NamedTuple):
    """A place in a ruleset; `id` is that of the thing of a section that stands there or around it."""

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
        """Return what a reason says."""
        facts = {name: self.fact(fact) for name, fact in reason.facts.items()}
        return self.translated(reason.template) % facts

    def fact(self, fact: object) -> str:
        """Return what a fact of a reason is called."""
        match fact:
            case RulesetPlace():
                return self.place(fact)
            case Thing():
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
        """Return what a kind of things is called."""
        return kind

    def thing(self, thing: Thing) -> str:
        """Return what a thing is called: `weapon "lmg"`."""
        return f'{thing.kind} "{thing.id}"'

    def place(self, at: RulesetPlace) -> str:
        """Return what a place is called: `weapon "lmg": fire[0]`."""
        if not at.path:
            return "the ruleset"
        if not at.id:
            return _dotted(at.path)
        subject = self.thing(Thing(SECTIONS[str(at.path[0])], at.id))
        return f"{subject}: {_dotted(at.path[2:])}" if len(at.path) > 2 else subject


def _dotted(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


FILE = ReasonWords()


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence: its template, marked for translators where it is written, and the facts it names."""

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def said(self, words: ReasonWords = FILE) -> str:
        """Return the sentence in someone's words."""
        return words.sentence(self)
