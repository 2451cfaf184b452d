"""Numbers in the parts of a line: count, price or level of a leader. Unclear ones are settled later."""

from collections.abc import Iterator, Sequence

from armybuilder.lists.recognition.draft import BEHIND_WORD, Draft, Loose
from armybuilder.lists.recognition.pieces import GEAR, HEADS, PEOPLE, Piece, Term
from armybuilder.lists.recognition.tokens import Token, times
from armybuilder.lists.recognition.vocabulary import Meaning, Vocabulary
from armybuilder.lists.recognition.words import (
    HOW_MANY,
    HOW_MUCH,
    LEVEL,
    OF_THEM,
    OR,
    TIMES,
    UNITS,
    USED_AS,
    WITH,
)

MOST, MANY, MOST_MEN = 200, 12, 20  # men of a row; more of the same kind are rare
OPENING = ("(", "[", "{", "<")
OPENING_QUOTES = ('"', "“", "«", "„")
QUOTES = (*OPENING_QUOTES, "”", "»")
NOTE = Meaning("note", "")


def sign_of(before: str, join: str) -> str:
    """Return the strongest separator between two words of a row."""
    if join in WITH:
        return "with"
    if join in OR:
        return "or"
    if join in USED_AS:
        return "("  # the more exact name
    if join in OF_THEM:
        return "of"
    for sign, signs in (
        (",", ",;•¬"),
        ("/", "/\\"),
        ("+", "+"),
        ("and", "&"),
        ("|", "|"),
        ("(", "([{<"),
        (":", ":"),
    ):
        if any(one in before for one in signs):
            return "+" if sign == "," and join in ("plus", "piu") else sign
    if join:
        return "+" if join in ("plus", "piu") else "and"
    if any(one in before for one in "=-–—→·>~@_"):
        return "-"
    if ".." in before or "…" in before:
        return "."
    return ")" if any(one in before for one in ")]}") else ""


class PartNumbers:
    """Reads the numbers of a line, part by part."""

    def __init__(self, line: str, pieces: Sequence[Piece], vocabulary: Vocabulary) -> None:
        self.line, self.catalogue = line, vocabulary.catalogue
        self.pieces = list(with_names(pieces, line))
        self.vocabulary = vocabulary
        self.parts: list[Draft] = []
        self.join = ""
        self.depth = 0
        self.counts_follow = bool(pieces) and self.kind(0) is not None and self.ends_with_number()

    def ends_with_number(self) -> bool:
        """Whether numbers follow their items: riflemen 4 SMG 2."""
        last = self.pieces[-1]
        return not last.match and (last.first.is_number or times(last.first) is not None)

    def kind(self, number: int) -> str | None:
        return self.pieces[number].kind if 0 <= number < len(self.pieces) else None

    @property
    def part(self) -> Draft:
        """The current part."""
        return self.parts[-1]

    def counts_something(self, number: int) -> bool:
        """Whether an item follows a number directly."""
        return self.kind(number + 1) in (*HEADS, "weapon", "class")

    def short_level(self, token: Token) -> None:
        """Read L2 as the level of a leader; otherwise it has no meaning."""
        leader = self.leader()
        if leader and self.is_short_level(token):
            place = next(place for place, term in enumerate(leader.terms) if term.kind == "leadership")
            leader.levels[place] = int(token.text[1:])
        elif self.is_short_level(token):
            self.part.levels[len(self.part.terms)] = int(token.text[1:])
            self.part.terms.append(Term(token.text, (Meaning("leadership", token.text[1:]),), sure=False))
        else:
            self.part.words.append(token)

    def leader(self) -> Draft | None:
        """Return the last part with a leader of unknown level."""
        return next((part for part in reversed(self.parts) if part.has("leadership") and not part.levels), None)

    def is_short_level(self, token: Token) -> bool:
        """Whether a word is the level of a leader: Sgt. Cole L2, commander (L1), Sten + L2."""
        level = token.text[1:]
        is_level = token.text[:1] in "lL" and level.isdecimal() and int(level) in self.catalogue.leadership
        return is_level and (self.leader() is not None or token.start > 0)

    def is_lead(self) -> bool:
        part = self.part
        return not (part.terms or part.words or part.count or part.is_reserve)

    def is_unsaid(self) -> bool:
        """Whether there are only unknown words so far: about 8 riflemen."""
        return not (self.part.terms or self.part.count)

    def word(self, number: int, value: int) -> None:
        """Read a word as a number: four."""
        part = self.part
        after = self.pieces[number + 1] if number + 1 < len(self.pieces) else None
        is_each = number > 0 and self.pieces[number - 1].first.key == "l"
        if value == 1 and (part.sign == "with" or is_each):
            return  # with a rifle; 10 points l’uno
        if self.is_level(number, value):
            part.levels[len(part.terms) - 1] = value  # leader di livello due
            return
        is_counting = value > 1 and self.is_unsaid() and self.counts_something(number)  # then six riflemen
        if (self.is_lead() or is_counting) and after is not None and ":" not in after.first.before:
            part.count, part.has_article = value, value == 1
        elif part.count or after is not None:
            part.words.append(self.pieces[number].first)
        else:
            part.count = value

    def count(self, token: Token, value: int) -> None:
        """Read 4x as a count."""
        part = self.part
        if value > MOST or part.count:
            part.unknown.append(token.text)
        elif value == 0:
            part.is_negative = True
        else:
            part.count, part.is_times = value, True
            part.is_counted_behind = bool(part.terms)

    def number(self, number: int, value: int) -> None:
        """Read a number as a count, a price or a level; otherwise settle it later."""
        part, token = self.part, self.pieces[number].first
        before = self.pieces[number - 1].first if number else None
        after = self.pieces[number + 1].first if number + 1 < len(self.pieces) else None
        if (after and after.key in UNITS and not after.before.strip(".")) or (
            before and self.is_priced(number, before)
        ):
            part.price = value
        elif part.terms and part.terms[-1].kind == "combat" and self.kind(number - 1):
            part.combat_value = value
        elif self.is_level(number, value):
            part.levels[len(part.terms) - 1] = value
        elif self.is_times(number):
            self.count(token, value)
        elif self.is_added(number):
            part.unknown.append(f"+{token.text}")
        elif self.is_lead() or (self.is_unsaid() and self.counts_something(number) and after and not after.before):
            self.lead(token, value, after, number == 0)
        elif not self.catalogue.has_points and value > MOST_MEN and self.kind(number - 1) and not token.before:
            part.unknown.append(token.text)  # a model: moschetto 91
        elif part.has(*GEAR) and before and part.words and part.words[-1] == before and not token.before:
            part.loose.append(Loose(value, token.text, BEHIND_WORD))  # sniper Rossi 30
        elif before and part.words and part.words[-1] == before and not token.before:
            part.words.append(token)  # an unknown item: Mark 4
        elif part.terms or part.count or self.parts[:-1]:
            sign = sign_of(token.before, "") or ("" if self.kind(number - 1) else ":")  # a crew of 3
            part.loose.append(Loose(value, token.text, sign))
        else:
            part.words.append(token)

    def lead(self, token: Token, value: int, after: Token | None, is_first: bool) -> None:
        """Read a number at the start."""
        part = self.part
        is_numbered = after is not None and after.before.startswith((")", ".")) and "(" not in token.before
        is_numbered = is_numbered or token.text.startswith("0")  # 01 leader
        says_number = self.pieces[0].word in HOW_MANY and self.pieces[1:2] and self.pieces[1].first == token
        if says_number and after is not None and after.before.startswith(":"):
            is_first = is_numbered = True  # n° 2: rifle
        if is_first and is_numbered and value > 0 and not token.is_misread:
            part.ordinal = value
        elif value > MOST:
            part.unknown.append(token.text)
        elif value == 0:
            part.is_negative = True
        else:
            part.count = value
            part.is_lead = is_first and not token.is_misread
            earlier = self.parts[-2] if self.parts[:-1] else None
            is_between = earlier and earlier.terms and not earlier.count and not part.sign
            if token.is_misread or is_between:
                part.number = Term(token.text, (Meaning("count", str(value)), NOTE), sure=False)

    def is_priced(self, number: int, before: Token) -> bool:
        """Whether words mark a number as a price: cost 40, pts 40."""
        if before.key in HOW_MUCH and not self.pieces[number - 1].match:
            return True
        earlier = self.pieces[number - 2].first if number > 1 else None
        is_unit = before.key in UNITS and len(before.key) > 1
        return is_unit and not (earlier and earlier.is_number)

    def is_times(self, number: int) -> bool:
        token = self.pieces[number].first
        before = self.pieces[number - 1].first if number else None
        earlier = self.pieces[number - 2].first if number > 1 else None
        if before and before.key in TIMES:
            return not (earlier and earlier.is_number)
        says_number = before is not None and before.key in HOW_MANY and bool(self.part.terms)
        is_bold = token.before.endswith("**") or self.line[token.end : token.end + 1] == "*"
        is_open = bool(self.part.terms) and not self.part.count
        return says_number or (token.before.endswith(("×", "*")) and not is_bold and is_open)

    def is_added(self, number: int) -> bool:
        """Whether a number with its sign is added to a price, and counts nothing: PIAT, +7, 25."""
        token = self.pieces[number].first
        is_signed = self.line[token.start - 1 : token.start] == "+" and not self.line[: token.start - 1][-1:].strip()
        return is_signed and token.start > 1 and (self.kind(number + 1) is None)

    def is_level(self, number: int, value: int) -> bool:
        """Whether a number belongs to the word before it: “leader 2”, “intelligence level 2”."""
        if not self.parts or not self.part.terms or not number:
            return False
        before, term = self.pieces[number - 1], self.part.terms[-1]
        said = self.says_level(number)
        opens = self.pieces[number].first.before.startswith((*OPENING, "=", "..", ":", "-", "–", "—", "|"))
        token = self.pieces[number].first
        is_tight = token.before == "-" and self.line[token.start - 2].isalnum()  # Leader-2
        opens = opens and not (is_tight and self.line[token.start - 1] == "-")
        opens = opens and not (term.kind == "leadership" and term.named and token.before in (":", "="))
        extra = self.catalogue.extra_by_id.get(term.meanings[0].id) if term.kind == "extra" else None
        has_level = bool(extra and value in (extra.levels or ()))
        if not (said or before.match) or (opens and not has_level) or len(self.part.terms) - 1 in self.part.levels:
            return False
        if term.kind == "leadership":
            return value in self.catalogue.leadership
        return said or has_level

    def says_level(self, number: int) -> bool:
        """Whether a word before or after a number marks it as a level: level 2, L. 2, 2° livello."""
        before = self.pieces[number - 1].first
        after = self.pieces[number + 1].first.key if number + 1 < len(self.pieces) else ""
        return before.key in LEVEL or before.text == "L" or after in LEVEL


def with_names(pieces: Sequence[Piece], line: str) -> Iterator[Piece]:
    """Yield pieces. A word after a rank or a name is not a typing error: Sgt. Cole is not armed with a Colt.

    Words in quotation marks beside a man are his name: commander “Tiger”.
    """
    before: Piece | None = None
    quoted = set(_quoted(pieces, line)) if any(mark in line for mark in OPENING_QUOTES) else set()
    for number, piece in enumerate(pieces):
        if number in quoted:
            yield from (Piece((token,)) for token in piece.tokens)
            before = None
            continue
        is_tight = before is not None and piece.first.before in ("", ".") and before.kind in (*PEOPLE, None)
        is_upper = piece.first.text[:1].isupper()
        is_typo = piece.match is not None and not piece.match.exact
        if before and is_tight and before.kind is None:  # Pfc Cole
            is_word = before.first.text.istitle() and not before.first.is_common and not piece.first.before
            is_name = is_word and is_upper and is_typo and len(piece.tokens) == 1
        else:
            is_rank = before is not None and (before.kind == "leadership" or (is_upper and _is_nickname(before)))
            is_of_rank = is_typo and is_rank
            is_name = is_tight and (is_of_rank or (is_upper and piece.kind == "vehicle"))
        before = piece
        if is_name:
            yield from (Piece((token,)) for token in piece.tokens)
        else:
            yield piece


def _is_nickname(piece: Piece) -> bool:
    """Whether a phrase is no name in the ruleset: a rank, in a ruleset without ranks."""
    return piece.match is not None and not piece.match.named


def _quoted(pieces: Sequence[Piece], line: str) -> Iterator[int]:
    """Yield the pieces in quotation marks if there is a man outside them."""
    inside, is_open = [], False
    last = max(line.rfind(mark) for mark in QUOTES)
    for number, piece in enumerate(pieces):
        marks = [mark for mark in piece.first.before if mark in QUOTES]
        is_open ^= len(marks) % 2 == 1
        if is_open and piece.tokens[-1].end <= last:
            inside.append(number)
    outside = set(range(len(pieces))).difference(inside)
    if any(pieces[number].kind in PEOPLE for number in outside):
        yield from inside
