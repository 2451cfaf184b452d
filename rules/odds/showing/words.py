"""The words of the odds pages, by ids in `words.yaml`, and names in their sentences."""

from collections.abc import Iterable
from pathlib import Path

import msgspec
from django.utils.translation import gettext

from rules.core.catalogue.entry import Entry
from rules.core.text import Language, Text
from rules.language import active_language

WORDS = msgspec.yaml.decode(Path(__file__).with_name("words.yaml").read_bytes(), type=dict[str, dict[str, Text]])
QUESTIONS = WORDS["questions"]
LOST, HARMLESS = WORDS["lost"].keys(), WORDS["harmless"].keys()
WORDS["outcomes"] = WORDS["lost"] | WORDS["harmless"] | WORDS["between"]


def words(table: str) -> dict[str, str]:
    """Return the words of a table of `words.yaml` by id, in the active language."""
    return {name: text.to(active_language()) for name, text in WORDS[table].items()}


def word(table: str, name: str) -> str:
    """Return a word of a table in the active language, or the id itself if it has none."""
    known = WORDS[table].get(name)
    return known.to(active_language()) if known else name


def names(entries: Iterable[Entry], language: Language) -> dict[str, str]:
    return {entry.id: entry.name.to(language) for entry in entries}


def effect(name: str) -> str:
    """Return the verb of an outcome of fire, beside "Kills" and "Hits"; otherwise the name of the outcome."""
    return gettext("Suppresses") if name == "suppressed" else outcome(name)


def outcome(name: str) -> str:
    return word("outcomes", name)


def within(text: str) -> str:
    """Return a name inside a sentence; capitals stay."""
    return text if text[1:2].isupper() or text[1:2] in "0123456789" else text[:1].lower() + text[1:]


def sentence(parts: list[str]) -> str:
    return ", ".join(within(part) for part in parts)


def kills(is_at_men: bool, flies: bool) -> str:
    """Return the verb for success against the target."""
    if flies:
        return gettext("Shoots down")
    return gettext("Kills") if is_at_men else gettext("Knocks out")


def shot_sentence(is_at_men: bool, flies: bool) -> str:
    """Return the sentence about a shot: its situation, how often it hits, and how often it does what `kills` says."""
    if flies:
        return gettext("%(situation)s: hits %(hits)s, shoots down %(number)s.")
    if is_at_men:
        return gettext("%(situation)s: hits %(hits)s, kills %(number)s.")
    return gettext("%(situation)s: hits %(hits)s, knocks out %(number)s.")
