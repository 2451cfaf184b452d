"""Read a sentence about fire with the names of a ruleset: “bren or bar at 60 in cover”."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple
from uuid import UUID

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import LANGUAGES
from rules.odds.asking.form import aimed_weapons
from rules.odds.showing.words import QUESTIONS
from rules.reference.index import ASKING, Index, fold, index_of, phrase, stem_phrase
from rules.reference.search import SHORTEST_MISTYPED

MOST_CM = 1000
MOST_MEN = 20
LONGEST = 6  # words of a name
_NUMBER = re.compile(r"(\d{1,4})(cm)?")
_CM = frozenset(["cm", "centimetri", "centimetro", "centimetres", "centimeters"])
_AGAINST = frozenset(["against", "contro", "vs", "versus", "su", "sui", "sul", "sulla", "on", "at"])
# Words between names, beside those of questions.
_LINKS = ASKING | _CM | _AGAINST | frozenset(["best", "better", "distance", "distanza", "meglio", "migliore", "oppure"])

Kind = Literal["weapon", "class", "vehicle", "fact", "question", "entry"]
# Words of losses, which numbers stand for.
_OF_LOSSES = frozenset(["loss", "losses", "lost", "men", "perdita", "perdite", "persi", "uomini"])
_KINDS: dict[str, Kind] = {"weapons": "weapon", "classes": "class", "vehicles": "vehicle"}


class Meaning(NamedTuple):
    """The meaning of a name: its kind, its id, and the number of its entry (-1: none)."""

    kind: Kind
    id: str
    entry: int = -1


Vocabulary = dict[str, Meaning]


@lru_cache(maxsize=32)
def vocabulary_of(version_id: UUID) -> Vocabulary:
    """Return the meanings of the names in a version of a ruleset. Raises RulesetVersion.DoesNotExist."""
    return build_vocabulary(catalogue_for(version_id), index_of(version_id))


def build_vocabulary(catalogue: Catalogue, index: Index) -> Vocabulary:
    """Return the meanings of names: those that the search knows, and the situations of fire."""
    aimed = {weapon.id for weapon in aimed_weapons(catalogue)} if "fire" in catalogue.odds.questions else set()
    made: Vocabulary = {}
    for key, numbers in index.phrases.items():
        named = [_meaning(index.entries[number].anchor, number, aimed) for number in numbers]
        things = [one for one in named if one.id and not index.entries[one.entry].is_rule]
        if things:
            made[key] = min(things, key=lambda one: (one.kind == "entry", one.entry))
    for situation in catalogue.odds.situations:
        if "fire" in situation.questions:
            for key in _keys((situation.name.it, situation.name.en, *situation.called)):
                made.setdefault(key, Meaning("fact", situation.id))
    for question in catalogue.odds.questions:
        if question in QUESTIONS and question not in ("fire", "save", "roll"):
            for key in _keys((QUESTIONS[question].it, QUESTIONS[question].en)):
                made.setdefault(key, Meaning("question", question))
    return made


def _meaning(anchor: str, number: int, aimed: set[str]) -> Meaning:
    section, _, id_ = anchor.partition("-")
    kind = _KINDS.get(section) if id_ else None
    if kind is None or (kind == "weapon" and id_ not in aimed):
        return Meaning("entry", anchor, number)
    return Meaning(kind, id_, number)


def _keys(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        words = fold(name)
        yield phrase(words)
        yield from (stem_phrase(words, language) for language in LANGUAGES)


@dataclass(slots=True)
class Sentence:
    """The parts of a sentence: ids in their order, the words for each weapon, and the words not understood.

    `entries` are the numbers of the things that it names, `shooters` and `troops` those who fire. `question`: one
    besides fire, with its `numbers`.
    """

    weapons: dict[str, list[str]] = field(default_factory=dict)
    entries: list[int] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    cm: int | None = None
    question: str = ""
    numbers: list[int] = field(default_factory=list)
    shooters: int = 1
    troops: str = ""
    target: str = ""
    unread: list[str] = field(default_factory=list)

    @property
    def asks_for_odds(self) -> bool:
        """Whether it is about a shot or another question, with something to work out."""
        if self.question:
            is_far = self.cm is not None and self.question in ("covering-fire", "spotting")
            return is_far or bool(self.numbers or self.troops or self.target or self.facts)
        return self.is_plain or bool(self.weapons and (self.facts or self.target))

    @property
    def is_plain(self) -> bool:
        """Whether it can hardly mean anything else: a weapon at a distance, or a choice between weapons."""
        names = sum(map(len, self.weapons.values()))
        return bool(self.question) or names > 1 or bool(self.weapons and self.cm is not None)


def read_sentence(words: tuple[str, ...], known: Vocabulary) -> Sentence:
    """Return what folded words say, the longest names first."""
    read = Sentence()
    place, is_aimed, number = 0, False, 0
    while place < len(words):
        length, meaning = _longest(words, place, known)
        said = " ".join(words[place : place + length])
        told = _NUMBER.fullmatch(said)
        if meaning:
            _add(read, meaning, said, is_aimed, number)
            is_aimed, number = False, 0
        elif told:
            cm = int(told[1])
            counted = _longest(words, place + 1, known)[1]
            names_men = counted is not None and counted.kind in ("weapon", "class") and cm <= MOST_MEN
            if read.question == "morale" and not told[2]:
                read.numbers.append(cm)
            elif names_men and not told[2] and not is_aimed:
                number = cm
            elif cm <= MOST_CM and read.cm is None:
                read.cm = cm
            else:
                read.unread.append(said)
        elif said not in _LINKS and not (read.question and said in _OF_LOSSES):
            read.unread.append(said)
        if not told and not meaning:
            is_aimed = said in _AGAINST or (is_aimed and said in _LINKS)
        place += length
    return read


def _longest(words: tuple[str, ...], place: int, known: Vocabulary) -> tuple[int, Meaning | None]:
    """Return how many words the longest name at a place has, and its meaning; 1 and None for another word."""
    for end in range(min(place + LONGEST, len(words)), place, -1):
        name = words[place:end]
        if len(name) == 1 and (name[0] in _LINKS or _NUMBER.fullmatch(name[0])):
            continue
        # Its number is a distance; "at 4" is one, "at4" is a missile.
        if (end < len(words) and words[end] in _CM) or (len(name) == 2 and name[0] == "at" and name[1].isdigit()):
            continue
        for key in (phrase(name), *(stem_phrase(name, language) for language in LANGUAGES)):
            if key in known:
                return end - place, known[key]
    return 1, _nearly(words[place], known) if place < len(words) else None


def _nearly(word: str, known: Vocabulary) -> Meaning | None:
    if len(word) < SHORTEST_MISTYPED or word in _LINKS | _OF_LOSSES or word.isdigit():
        return None
    found = process.extractOne(word, known.keys(), scorer=OSA.distance, score_cutoff=1)
    return known[found[0]] if found else None


def _add(read: Sentence, meaning: Meaning, said: str, is_aimed: bool, number: int) -> None:
    """Add a name to what has been read: troops after “against” or after the firers are the target."""
    if meaning.entry >= 0 and meaning.entry not in read.entries:
        read.entries.append(meaning.entry)
    match meaning.kind:
        case "weapon":
            read.weapons.setdefault(meaning.id, []).append(said)
            read.shooters = number or read.shooters
        case "class" if not is_aimed and not read.troops:
            read.troops, read.shooters = meaning.id, number or read.shooters
        case "class" | "vehicle":
            read.target = read.target or meaning.id
        case "question":
            read.question = read.question or meaning.id
        case "fact" if meaning.id not in read.facts:
            read.facts.append(meaning.id)
