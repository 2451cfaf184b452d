"""Problems of a document, and their places."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.core.text import Language, Text, fill, shown

Path = tuple[str | int, ...]
LONGEST_LINE = 900  # the line of an error has at most 1,000 characters, including the file name

READING: dict[str, Text] = {
    "size": Text(
        it="il file pesa più di {most:kB|kB}: una lista ne pesa molto meno",
        en="the file is larger than {most:kB|kB}: a list is far smaller",
    ),
    "utf-8": Text(it="non è testo UTF-8 (byte {byte})", en="this is not UTF-8 text (byte {byte})"),
    "json": Text(
        it="non è JSON alla riga {line}, colonna {column}", en="not JSON at line {line}, column {column}"
    ),
    "constant": Text(it="{word} non è un numero", en="{word} is not a number"),
    "nesting": Text(it="troppi livelli uno dentro l’altro", en="nested too deeply"),
    "digits": Text(it="un numero ha troppe cifre", en="a number has too many digits"),
    "twice": Text(it='"{word}" c’è due volte', en='"{word}" appears twice'),
    "characters": Text(
        it="il testo contiene un carattere che non si può scrivere",
        en="the text has a character that cannot be written",
    ),
    "missing": Text(it='manca "{word}"', en='"{word}" is missing'),
    "field": Text(it='campo sconosciuto "{word}"', en='unknown field "{word}"'),
    "type": Text(it="qui ci va {expected}", en="this must be {expected}"),
    "choice": Text(it='"{word}" non va: {expected}', en='"{word}" is not allowed: {expected}'),
    "least": Text(it="il minimo è {expected}", en="the minimum is {expected}"),
    "most": Text(it="il massimo è {expected}", en="the maximum is {expected}"),
    "shortest": Text(it="non può essere vuoto", en="it cannot be empty"),
    "longest": Text(it="al massimo {expected} caratteri", en="at most {expected} characters"),
    "entries": Text(it="al massimo {expected}", en="at most {expected}"),
    "fewest": Text(it="almeno {expected}", en="at least {expected}"),
    "exactly": Text(it="esattamente {expected}", en="exactly {expected}"),
    "repeated": Text(it="lo stesso valore c’è due volte", en="the same value appears twice"),
    "form": Text(it='"{word}" non è scritto come si deve', en='"{word}" is in the wrong format'),
    "shape": Text(it="non è una lista armylist/1", en="this is not an armylist/1 list"),
    "ruleset": Text(it='regolamento sconosciuto "{word}"', en='unknown ruleset "{word}"'),
    "class": Text(it='classe sconosciuta "{word}"', en='unknown class "{word}"'),
    "weapon": Text(it='arma sconosciuta "{word}"', en='unknown weapon "{word}"'),
    "vehicle": Text(it='veicolo sconosciuto "{word}"', en='unknown vehicle "{word}"'),
    "extra": Text(it='extra sconosciuto "{word}"', en='unknown extra "{word}"'),
    "role": Text(it='ruolo sconosciuto "{word}"', en='unknown role "{word}"'),
    "kit": Text(it='equipaggiamento sconosciuto "{word}"', en='unknown kit "{word}"'),
    "trait": Text(it='tratto sconosciuto "{word}"', en='unknown trait "{word}"'),
    "ruling": Text(it='interpretazione sconosciuta "{word}"', en='unknown ruling "{word}"'),
    "option": Text(it='scelta sconosciuta "{word}"', en='unknown option "{word}"'),
    "price": Text(it='prezzo di una cosa sconosciuta "{word}"', en='a price for an unknown item "{word}"'),
    "limit-without-open": Text(
        it='un limite proprio vale solo con "role": "open"',
        en='a custom limit is only allowed with "role": "open"',
    ),
    "force-shape": Text(it="non è una forza force/1", en="this is not a force/1 force"),
    "force-ruleset": Text(
        it='la forza è di un altro regolamento: "{word}"', en='the force is for another ruleset: "{word}"'
    ),
    "force-nobody": Text(
        it="ci vogliono tipi di figure (figures)", en="types of figures (figures) are missing"
    ),
    "force-class": Text(
        it="troppo lontana dalla classe della squadra: {expected}",
        en="too far from the class of the squad: {expected}",
    ),
    "no-class": Text(
        it="né la figura né la sua squadra ha una classe", en="neither the figure nor its squad has a class"
    ),
    "question-size": Text(
        it="la domanda pesa più di {most:kB|kB}: ne pesa molto meno",
        en="the question is larger than {most:kB|kB}: a question is far smaller",
    ),
    "question-shape": Text(it="non è una domanda odds/1", en="this is not an odds/1 question"),
    "question": Text(it='domanda sconosciuta "{word}"', en='unknown question "{word}"'),
    "foreign-question": Text(
        it='il regolamento "{ruleset}" non ha la domanda "{word}"',
        en='the ruleset "{ruleset}" has no question "{word}"',
    ),
    "foreign-class": Text(
        it='questo regolamento non ha la classe "{word}"', en='this ruleset has no class "{word}"'
    ),
    "foreign-weapon": Text(
        it='questo regolamento non ha l’arma "{word}"', en='this ruleset has no weapon "{word}"'
    ),
    "foreign-vehicle": Text(
        it='questo regolamento non ha il veicolo "{word}"', en='this ruleset has no vehicle "{word}"'
    ),
    "fact": Text(it='situazione sconosciuta "{word}"', en='unknown situation "{word}"'),
    "foreign-fact": Text(
        it='questo regolamento non ha la situazione "{word}"', en='this ruleset has no situation "{word}"'
    ),
    "fact-elsewhere": Text(
        it='"{word}" non riguarda la domanda "{question}"', en='"{word}" does not go with "{question}"'
    ),
    "exclusive": Text(it='"{word}" esclude "{other}"', en='"{word}" excludes "{other}"'),
    "mode": Text(it='modo di sparare sconosciuto "{word}"', en='unknown fire mode "{word}"'),
    "foreign-mode": Text(
        it='"{weapon}" non spara nel modo "{word}"', en='"{weapon}" has no fire mode "{word}"'
    ),
    "one-of": Text(it="ci va uno solo di {expected}", en="this must have one of {expected}"),
    "not-here": Text(it='non va insieme a "{word}"', en='this does not go with "{word}"'),
    "flies": Text(it='a "{word}" si spara con "air"', en='to fire at "{word}", use "air"'),
    "foreign-air": Text(
        it='in questo regolamento non si spara a "{word}"', en='in this ruleset nobody fires at "{word}"'
    ),
    "no-column": Text(
        it='contro i veicoli "{word}" non ha una colonna di salvezza ({source})',
        en='"{word}" has no save column against vehicles ({source})',
    ),
    "roll": Text(it='tiro sconosciuto "{word}"', en='unknown roll "{word}"'),
    "foreign-roll": Text(
        it='questo regolamento non ha il tiro "{word}"', en='this ruleset has no roll "{word}"'
    ),
    "bombardment": Text(it='bombardamento sconosciuto "{word}"', en='unknown bombardment "{word}"'),
    "foreign-bombardment": Text(
        it='questo regolamento non ha il bombardamento "{word}"',
        en='this ruleset has no bombardment "{word}"',
    ),
    "not-at": Text(it='"{word}" non è per questo bersaglio', en='"{word}" is not for this target'),
    "rising": Text(it="le distanze vanno crescendo", en="distances must increase"),
    "figures": Text(it="al massimo {most} figure, qui {number}", en="at most {most} figures, not {number}"),
    "several-against-several": Text(
        it="uno contro più, non più contro più: le mischie più grandi si dividono",
        en="one against several, not several against several: larger fights are split",
    ),
    "dice": Text(it="al massimo {most} dadi, qui {number}", en="at most {most} dice, not {number}"),
    "did-you-mean": Text(it='forse "{word}"?', en='did you mean "{word}"?'),
}

# The names of JSON types in a sentence.
TYPE_NAMES = {
    "object": "{…}",
    "array": "[…]",
    "string": "“…”",
    "integer": "0, 1, 2, …",
    "boolean": "true, false",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence and its place: in which file, list or version (`subject`), on which line, at which path.

    Line 0, path "" and subject "" mean the whole of it.
    """

    text: str
    line: int = 0
    path: str = ""
    subject: str = ""

    def __str__(self) -> str:
        where = f"{self.subject}:{self.line}" if self.line else self.subject
        return f"{where}: {self.text}" if where else self.text


class Breach(NamedTuple):
    """A breach of a format: its place, its reason (a key of `READING`), the facts, and a suggestion."""

    path: Path
    key: str
    facts: Mapping[str, object]
    meant: str = ""

    def sentence(self, language: Language) -> str:
        """Return the reason why something breaks the format."""
        facts = {name: shown(str(value)) for name, value in self.facts.items()}
        text = fill(READING[self.key], language, facts)
        if not self.meant:
            return text
        return text + "; " + fill(READING["did-you-mean"], language, {"word": shown(self.meant)})


class UnreadableListError(Exception):
    """A document that is not a list: where (`path`, "" the whole), why (a key of `READING`), and the facts."""

    def __init__(self, path: str, reason: str, meant: str = "", **facts: object) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason
        self.meant = meant
        self.facts = facts

    def line(self, language: Language) -> str:
        """Return one line that says what is wrong with the document, and where."""
        text = Breach((), self.reason, self.facts, self.meant).sentence(language)
        path = shown(self.path, 300)
        return (f"{path}: {text}" if path else text)[:LONGEST_LINE]


def dotted(path: Path) -> str:
    """Return a path as it is written: `lists[3].name`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
