"""A difference in sentences, in both languages. A template names the facts of its change (see `messages.py`).

They are ledger lines on purpose: "+2 × rifleman" is right whatever the gender and number of the noun.
"""

from collections.abc import Iterator

from rules.core.comparing.difference import Balance, Change, ChangeKind, Difference
from rules.core.text.messages import fill
from rules.core.text.text import Language, Text

ARROW = "\N{RIGHTWARDS ARROW}"  # between before and after; the site draws it
MINUS = "\N{MINUS SIGN}"
GLUE = "\N{NO-BREAK SPACE}"

SENTENCES: dict[ChangeKind, Text] = {
    "list-field": Text("Lista, {field}: {before} → {after}", "List, {field}: {before} → {after}"),
    "list-notes": Text("Le note della lista sono cambiate", "The notes of the list changed"),
    "list-prices": Text("I prezzi propri della lista sono cambiati", "The list’s own prices changed"),
    "ruling": Text("{question} {before} → {after}", "{question} {before} → {after}"),
    "squads-order": Text("Le squadre sono in un altro ordine", "The squads stand in another order"),
    "squad-added": Text(
        "Squadra nuova: {subject}, {figures:figura|figure}", "New squad: {subject}, {figures:figure|figures}"
    ),
    "squad-removed": Text(
        "Squadra tolta: {subject}, {figures:figura|figure}", "Squad gone: {subject}, {figures:figure|figures}"
    ),
    "renamed": Text("{before} ora si chiama {after}", "{before} is now called {after}"),
    "squad-field": Text("{field}: {before} → {after}", "{field}: {before} → {after}"),
    "order": Text("le righe sono in un altro ordine", "the rows stand in another order"),
    "added": Text("+{times}{subject}", "+{times}{subject}"),
    "removed": Text("−{times}{subject}", "−{times}{subject}"),
    "more": Text("+{times}{subject} ({before} → {after})", "+{times}{subject} ({before} → {after})"),
    "fewer": Text("−{times}{subject} ({before} → {after})", "−{times}{subject} ({before} → {after})"),
    "moved": Text("{subject}: da {from} a {to}", "{subject}: from {from} to {to}"),
    "field": Text("{subject}, {field}: {before} → {after}", "{subject}, {field}: {before} → {after}"),
    "weapons": Text("{subject}: {before} → {after}", "{subject}: {before} → {after}"),
    "notes": Text("{subject}: le note sono cambiate", "{subject}: the notes changed"),
}


def sentence(change: Change, language: Language) -> str:
    """Return what a change says, with its squad before it: "Bravo: −2 × rifleman (7 → 5)"."""
    facts = dict(change.facts)
    number = facts.get("count", facts.get("by"))
    if isinstance(number, int):
        facts["times"] = _times(number)
    words = fill(SENTENCES[change.kind], language, facts)
    if change.squad:
        return f"{change.squad.to(language)}: {words}"
    return words[:1].upper() + words[1:]


def summary(difference: Difference, language: Language) -> str:
    """Return the difference in one line: "+1 LMG gunner, −2 × rifleman, 143 → 150". Empty where nothing differs."""
    return ", ".join(_parts(difference, language))


def _parts(difference: Difference, language: Language) -> Iterator[str]:
    yield from (_balanced(item, language) for item in difference.balance)
    if difference.before != difference.after:
        yield f"{points(difference.before)} {ARROW} {points(difference.after)}"


def _balanced(item: Balance, language: Language) -> str:
    sign = "+" if item.by > 0 else MINUS
    return f"{sign}{_times(abs(item.by))}{item.label.to(language)}"


def points(number: int | None) -> str:
    """Return points with a true minus sign, a dash where there are none."""
    if number is None:
        return "–"
    return f"{MINUS}{-number}" if number < 0 else str(number)


def _times(number: int) -> str:
    """Return a number before a noun in the singular: "1 ", "2 × "."""
    return f"1{GLUE}" if number == 1 else f"{number}{GLUE}×{GLUE}"
