"""A row as typed: count, things, price, left-out and unknown words."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from armybuilder.lists.recognition.pieces import HEADS, Term
from armybuilder.lists.recognition.tokens import Token
from armybuilder.lists.recognition.vocabulary import Kind, Meaning
from rules.core.catalogue.catalogue import Catalogue

APART, TOGETHER = Meaning("apart", "new"), Meaning("apart", "with")

FEW = 4  # men after a plus sign; too few for a price
BEHIND_WORD = "word"  # the sign of a number directly after a word without a meaning


@dataclass(frozen=True, slots=True)
class Loose:
    """A number after its subject: a count, or a price. `sign` comes before it."""

    value: int
    text: str
    sign: str = ""


@dataclass(slots=True)
class Draft:
    """A row as typed. `levels`: the numbers after some terms, by the place of the term.

    `number` and `apart` are the questions about a number, and whether it is a separate row or part of the previous row.
    `left_out` are words excluded by the text; `denied` are their meanings.
    """

    start: int = 0
    end: int = 0
    text: str = ""
    count: int = 0  # 0: not typed
    price: int | None = None
    name: str = ""
    team: str = ""
    combat_value: int | None = None
    passes: int | None = None
    terms: list[Term] = field(default_factory=list)
    words: list[Token] = field(default_factory=list)  # without a meaning
    unknown: list[str] = field(default_factory=list)
    levels: dict[int, int] = field(default_factory=dict)
    loose: list[Loose] = field(default_factory=list)
    number: Term | None = None
    apart: Term | None = None
    left_out: list[str] = field(default_factory=list)
    denied: list[Meaning] = field(default_factory=list)
    ordinal: int | None = None  # the number of the line
    is_lead: bool = False  # its number starts the line: a count or a line number
    sign: str = ""  # the signs before it
    has_article: bool = False  # its number is “a”
    is_times: bool = False  # a sign marks its number as a count: x2
    is_counted_behind: bool = False  # its number follows it: x2
    has_with: bool = False  # “with” follows its number
    of_them: int = 0  # moved from the previous row, and no longer counted there
    is_negative: bool = False  # excluded by the text
    is_reserve: bool = False  # perhaps included later
    is_perhaps: bool = False  # left out for that reason
    is_listing: bool = False  # weapons follow a colon, “with” or a bracket
    in_brackets: bool = False

    def has(self, *kinds: Kind) -> bool:
        """Whether a term has one of these kinds."""
        return any(term.kind in kinds for term in self.terms)

    @property
    def head(self) -> Term | None:
        """The first term that is an item."""
        return next((term for term in self.terms if term.kind in HEADS), None)

    @property
    def says_nothing(self) -> bool:
        """Whether it has no words except numbers and left-out ones."""
        is_silent = self.combat_value is None and self.passes is None
        return is_silent and not (self.terms or self.words or self.name or self.unknown or self.team)

    @property
    def is_only_left_out(self) -> bool:
        """Whether none of it is bought."""
        return bool(self.left_out) and self.says_nothing

    @property
    def is_doubtful_part(self) -> bool:
        """Whether it probably belongs to the previous row."""
        return self.apart is not None and self.apart.meanings[0] == TOGETHER

    @property
    def is_sentence(self) -> bool:
        """Whether it resembles a sentence: no number, and unknown words at its start."""
        if self.count or not self.unknown:
            return False
        if self.terms and all(term.misspelt for term in self.terms):
            return True  # too expensive: not a tank
        words = sum(not word.endswith(".") for text in self.unknown for word in text.split())
        return words >= 2 and self.text.startswith(self.unknown[0])

    def absorb(self, other: "Draft") -> None:
        """Add the content of another draft."""
        places = len(self.terms)
        known = len(self.terms)
        for place, term in enumerate(other.terms):
            narrowed = self._narrow(term, known)
            if narrowed:
                self.levels |= {narrowed[0]: other.levels[place]} if place in other.levels else {}
                continue
            if place in other.levels:
                self.levels[places] = other.levels[place]
            self.terms.append(term)
            places += 1
        self.count += other.of_them
        if not other.of_them:
            self._take_numbers(other)
        self.name, self.team = self.name or other.name, self.team or other.team
        if other.combat_value is not None:
            self.combat_value = other.combat_value
        self.passes = self.passes if other.passes is None else other.passes
        self.words += other.words
        self.unknown += other.unknown
        self.left_out += other.left_out
        self.denied += other.denied
        goes_on = self.is_listing and other.sign in (",", "/", "and", "+")
        self.is_listing = goes_on or other.is_listing or other.sign in ("(", ":", "with")
        self.in_brackets = other.in_brackets
        self.end = max(self.end, other.end)

    def _narrow(self, term: Term, until: int) -> tuple[int] | None:
        """Make a term more exact by another term for the same thing: a tank (Sherman). Return its place."""
        for place, known in enumerate(self.terms[:until]):
            common = tuple(meaning for meaning in known.meanings if meaning in term.meanings)
            if known.kind == term.kind and common and term.kind != "leadership":
                sure = len(common) == 1 and (known.sure or term.sure)
                text = known.text if known.sure else term.text
                self.terms[place] = Term(text, common, sure, known.named and term.named)
                return (place,)
        return None

    def _take_numbers(self, other: "Draft") -> None:
        self.price = self.price if other.price is None else other.price
        if other.says_nothing and other.sign == "+" and 1 < other.count <= FEW:
            self.unknown.append(f"+ {other.count}")  # a Maxim + 2
        elif other.says_nothing and other.count and (self.count or not self.says_nothing):
            self.loose.append(Loose(other.count, str(other.count), other.sign))
        elif other.count and not self.count:
            self.count = other.count
        elif other.count and not other.has_article and other.count != self.count:
            self.unknown.append(str(other.count))
        self.number = self.number or other.number
        self.loose += other.loose

    def leave_out(self, text: str) -> None:
        """Buy nothing of it."""
        self.left_out = [text.strip(" ,;.-–—")]
        self.terms, self.words, self.unknown, self.loose = [], [], [], []
        self.denied, self.levels, self.name, self.team, self.number = [], {}, "", "", None
        self.count, self.price, self.combat_value = 0, None, None

    def doubt(self, is_new: bool) -> None:
        """Ask whether it is a separate row. The current reading is the default."""
        choices = (APART, TOGETHER) if is_new else (TOGETHER, APART)
        self.apart = Term(self.text, choices, sure=False)

    def settle_passes(self) -> None:
        """Use the number of a part as the passes of aircraft: 2 passes."""
        said = next((term for term in self.terms if term.kind == "passes"), None)
        if said is None:
            return
        self.terms.remove(said)
        if self.count:
            self.passes, self.count, self.number = self.count, 0, None
        else:
            self.unknown.append(said.text)

    def drop_ranks(self) -> None:
        """Leave out ranks if a leadership level is typed."""
        kept = [place for place, term in enumerate(self.terms) if term.kind != "leadership" or place in self.levels]
        self.levels = {new: self.levels[old] for new, old in enumerate(kept) if old in self.levels}
        self.terms = [self.terms[place] for place in kept]

    def settle(self, catalogue: Catalogue) -> None:
        """Choose among men with the same name by typed gear."""
        weapons = {term.meanings[0].id for term in self.terms if term.kind == "weapon" and term.sure}
        carriers = {item.id for item in catalogue.presets if weapons and weapons <= set(item.weapons)}
        for place, term in enumerate(self.terms):
            fits = tuple(meaning for meaning in term.meanings if meaning.id in carriers)
            if term.kind == "preset" and len(fits) == 1 and not term.sure:
                self.terms[place] = Term(term.text, fits, sure=True, named=term.named)


def is_plural(draft: Draft) -> bool:
    """Whether the counted word is a plural: riflemen, fucilieri."""
    word = next((term.text for term in draft.terms), "").split()
    last = word[-1].casefold() if word else ""
    return last.endswith(("i", "s", "men")) and not last.isupper()


def runs_of(words: Sequence[Token], line: str) -> list[list[Token]]:
    """Return groups of adjacent words."""
    runs: list[list[Token]] = []
    for word in words:
        if runs and not line[runs[-1][-1].end : word.start].strip(" .'’-"):
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs
