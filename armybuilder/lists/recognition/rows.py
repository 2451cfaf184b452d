"""The rows of a line. Each word of it belongs to one of them, is left out, or is not understood.

The line falls into parts at the signs and words between things; each part says how many, of what, for how much. Then
`grouping` says which parts are rows of their own, and which belong to the one before.
"""

from collections.abc import Sequence
from itertools import pairwise

from armybuilder.lists.recognition.draft import BEHIND_WORD, Draft, Loose
from armybuilder.lists.recognition.grouping import Grouping
from armybuilder.lists.recognition.names import NOTE, settle_words, with_names
from armybuilder.lists.recognition.pieces import HEADS, Piece, Term, pieces_of, term_of
from armybuilder.lists.recognition.tokens import (
    AND,
    DENYING,
    FOR,
    HOW_MANY,
    HOW_MUCH,
    IF,
    LEVEL,
    NUMBERS,
    OF_THEM,
    ON,
    OR,
    TIMES,
    UNITS,
    WITH,
    Token,
    points,
    times,
)
from armybuilder.lists.recognition.vocabulary import Meaning, Vocabulary

MOST = 200  # men of a row
OPENING = ("(", "[", "{", "<")


def rows_of(line: str, vocabulary: Vocabulary) -> list[Draft]:
    """Return the rows that a line asks for."""
    parts = _Parts(line, pieces_of(line, vocabulary), vocabulary).read()
    drafts = Grouping(line, vocabulary.catalogue).rows(parts)
    for draft, after in pairwise((*drafts, None)):
        assert draft
        settle_words(draft, line, after)
    return drafts


def sign_of(before: str, join: str) -> str:
    """Return what stands between two words of a row: a word that joins them, else the sign that says the most."""
    if join in WITH:
        return "with"
    if join in OR:
        return "or"
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


class _Parts:
    """Reads the pieces of a line, part by part."""

    def __init__(self, line: str, pieces: Sequence[Piece], vocabulary: Vocabulary) -> None:
        self.line, self.catalogue = line, vocabulary.catalogue
        self.pieces = list(with_names(pieces))
        self.parts: list[Draft] = []
        self.join = ""
        self.depth = 0
        self.counts_follow = bool(pieces) and self.kind(0) is not None and self.ends_with_number()

    def kind(self, number: int) -> str | None:
        return self.pieces[number].kind if 0 <= number < len(self.pieces) else None

    def ends_with_number(self) -> bool:
        """Whether numbers stand behind what they count: riflemen 4 SMG 2."""
        last = self.pieces[-1]
        return not last.match and (last.first.is_number or times(last.first) is not None)

    @property
    def part(self) -> Draft:
        """The part that is being read."""
        return self.parts[-1]

    def read(self) -> list[Draft]:
        for number, piece in enumerate(self.pieces):
            before = piece.first.before
            self.depth = max(0, self.depth + sum(map(before.count, "([{")) - sum(map(before.count, ")]}")))
            key = piece.word
            if key in AND or key in WITH or key in OR or key in OF_THEM:
                self.join = key if key in OF_THEM else self.join or key
                continue
            self.open(number, piece)
            self.take(number, piece)
            self.part.end = piece.tokens[-1].end
        self.finish()
        return self.parts

    # ── Where parts begin ──────────────────────────────────────────────────────────────────────────────────────────

    def open(self, number: int, piece: Piece) -> None:
        sign = sign_of(piece.first.before, self.join)
        denies = self.denies(number, piece)
        if self.parts and not denies and not self.begins(number, piece, sign):
            self.join = ""
            return
        if self.parts and self.part.is_negative and self.join in ("o", "or", "ne", "nor", "oppure"):
            self.join = ""
            return
        self.parts.append(Draft(start=piece.first.start, sign=sign, in_brackets=self.depth > 0))
        before = self.pieces[max(0, number - 2) : number]
        self.part.is_under = piece.kind == "vehicle" and any(
            one.first.key in ON for one in before if not one.match
        )
        self.part.is_negative = denies
        self.join = ""

    def begins(self, number: int, piece: Piece, sign: str) -> bool:
        """Whether a part begins: a sign or a word stands before it, or a number of something else."""
        if self.is_behind(piece, sign):
            return False  # riflemen: 8
        is_some = self.part.count and self.part.says_nothing
        if is_some and sign == "(" and piece.kind:
            self.part.unknown.append(f"{self.part.count}x")  # 2x (LMG and loader)
        if sign in ("with", "of") and is_some and (self.part.sign or not self.part.has_article):
            self.part.has_with = True
            return False  # 2 with SMG
        if sign not in ("", ".", ")") or (sign == ")" and self.part.in_brackets):
            return True
        if not self.part.terms:
            return False
        if piece.kind:  # a thing behind another; riflemen x4 BAR x1
            has_number = bool(self.part.count or self.part.loose) and not self.part.has_article
            return piece.kind in (*HEADS, "weapon") or (has_number and self.counts_follow)
        if number and self.pieces[number - 1].word in TIMES:
            return False  # riflemen x 6 K98
        has_number = bool(self.part.loose) and not piece.first.before.strip(".")
        return (not self.counts_follow or has_number) and self.is_count(number) and self.counted(number)

    def is_behind(self, piece: Piece, sign: str) -> bool:
        """Whether a number stands behind what it counts, in a line where all numbers do."""
        part = self.part
        is_open = bool(part.terms) and not (part.count or part.loose or part.in_brackets)
        return (
            self.counts_follow
            and is_open
            and sign in (":", "-")
            and piece.first.is_number
            and not piece.match
        )

    def is_count(self, number: int) -> bool:
        """Whether a number stands there that can say how many."""
        token = self.pieces[number].first
        if self.pieces[number].match or (token.is_number and self.is_level(number, int(token.key))):
            return False
        return token.is_number or times(token) is not None or NUMBERS.get(token.key, 1) > 1

    def counted(self, number: int) -> bool:
        """Whether something that can be counted stands behind a number."""
        follows = number + 1
        while follows < len(self.pieces) and self.pieces[follows].first.key in (*TIMES, "di", "of"):
            follows += 1
        key = self.pieces[number].first.key
        if self.kind(follows) is None or sign_of(self.pieces[follows].first.before, "") not in ("", ".", ")"):
            return False
        return not (key[:1] == "x" and not self.part.count)

    def denies(self, number: int, piece: Piece) -> bool:
        if piece.match or piece.first.key not in DENYING:
            return False
        follows = self.pieces[number + 1] if number + 1 < len(self.pieces) else None
        return not (piece.first.key in HOW_MANY | {"no"} and follows and follows.first.is_number)

    # ── What a piece says ──────────────────────────────────────────────────────────────────────────────────────────

    def take(self, number: int, piece: Piece) -> None:
        part, token = self.part, piece.first
        if self.is_team(number, piece):
            part.team = token.text
            part.terms.pop()
        elif piece.kind == "reserve" or (piece.word in IF and self.kind(number + 1) != "reserve"):
            part.is_reserve = True
        elif piece.kind == "squad" and part.says_nothing and not part.count and self.is_group(number):
            pass  # a group of civilians
        elif piece.match:
            if piece.kind == "weapon" and self.is_served(number):
                return
            part.terms.append(term_of(piece, self.line))
            if piece.kind == "leadership" and piece.tokens[-1].is_number:
                part.levels[len(part.terms) - 1] = int(piece.tokens[-1].key)  # command 2
        elif (count := times(token)) is not None:
            self.count(token, count)
        elif (price := points(token)) is not None:
            part.price = price
        elif token.is_misread and not self.counts_something(number):
            self.short_level(token)
        elif token.is_number:
            self.number(number, int(token.key))
        elif NUMBERS.get(token.key, 0) > 1 or (token.key in NUMBERS and self.is_lead()):
            self.word(number, NUMBERS[token.key])
        elif not self.is_silent(number, piece):
            part.words.append(token)

    def counts_something(self, number: int) -> bool:
        """Whether what is counted stands directly behind a number."""
        return self.kind(number + 1) in (*HEADS, "weapon", "class")

    def short_level(self, token: Token) -> None:
        """Take L2 as the level of a leader; else it means nothing."""
        part = self.part
        level = token.text[1:]
        is_level = token.text[:1] in "lL" and level.isdecimal() and int(level) in self.catalogue.leadership
        if is_level and part.terms and part.terms[-1].kind == "leadership":
            part.levels[len(part.terms) - 1] = int(level)
        else:
            part.words.append(token)

    def is_lead(self) -> bool:
        part = self.part
        return not (part.terms or part.words or part.count or part.is_reserve)

    def is_unsaid(self) -> bool:
        """Whether nothing is said yet but words that mean nothing: about 8 riflemen."""
        return not (self.part.terms or self.part.count)

    def is_silent(self, number: int, piece: Piece) -> bool:
        """Whether a word means nothing by itself, and none is missed."""
        token = piece.first
        if token.key in DENYING and self.part.is_negative and not self.part.words:
            return True
        if token.key in HOW_MUCH:
            follows = self.pieces[number + 1] if number + 1 < len(self.pieces) else None
            return bool(follows and follows.first.is_number) or token.is_joining
        return token.key in TIMES or token.key in UNITS or token.is_joining

    def word(self, number: int, value: int) -> None:
        """Take a word for a number: four."""
        part = self.part
        after = self.pieces[number + 1] if number + 1 < len(self.pieces) else None
        if value == 1 and part.sign == "with":
            return  # with a rifle
        if self.is_lead() and after is not None and ":" not in after.first.before:
            part.count, part.has_article = value, value == 1
        elif part.count or after is not None:
            part.words.append(self.pieces[number].first)
        else:
            part.count = value

    def count(self, token: Token, value: int) -> None:
        """Take 4x: how many."""
        part = self.part
        if value > MOST or part.count:
            part.unknown.append(token.text)
        elif value == 0:
            part.is_negative = True
        else:
            part.count = value
            part.is_counted_behind = bool(part.terms)

    def number(self, number: int, value: int) -> None:
        """Take a number as what it stands for: a count, a price, a level; else it is settled later."""
        part, token = self.part, self.pieces[number].first
        before = self.pieces[number - 1].first if number else None
        after = self.pieces[number + 1].first if number + 1 < len(self.pieces) else None
        if self.line[token.end : token.end + 1] in ('"', "″", "”"):
            part.words.append(token)  # a 2" mortar
        elif (after and after.key in UNITS and not after.before.strip(".")) or (
            before and self.is_priced(number, before)
        ):
            part.price = value
        elif part.terms and part.terms[-1].kind == "combat" and self.kind(number - 1):
            part.combat_value = value
        elif self.is_level_of_last(number, value):
            last = self.parts[-2]
            last.levels[len(last.terms) - 1] = value  # leader (level 2)
        elif self.is_level(number, value):
            part.levels[len(part.terms) - 1] = value
        elif self.is_times(number):
            self.count(token, value)
        elif self.is_lead() or (self.is_unsaid() and self.counts_something(number)):
            self.lead(token, value, after, number == 0)
        elif part.head and before and part.words and part.words[-1] == before and not token.before:
            part.loose.append(Loose(value, token.text, BEHIND_WORD))  # sniper Rossi 30
        elif before and part.words and part.words[-1] == before and not token.before:
            part.words.append(token)  # a thing that nobody knows: Mark 4
        elif part.terms or part.count or self.parts[:-1]:
            part.loose.append(Loose(value, token.text, sign_of(token.before, "")))
        else:
            part.words.append(token)

    def lead(self, token: Token, value: int, after: Token | None, is_first: bool) -> None:
        """Take a number that stands first."""
        part = self.part
        is_numbered = after is not None and after.before.startswith((")", ".")) and "(" not in token.before
        is_numbered = is_numbered or token.text.startswith("0")  # 01 leader
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
        """Whether words say that a number is a price: cost 40, pts 40."""
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
        return says_number or (token.before.endswith(("×", "*")) and not is_bold and bool(self.part.terms))

    def is_level(self, number: int, value: int) -> bool:
        """Whether a number belongs to the word before it: “leader 2”, “intelligence level 2”."""
        if self.is_level_of_last(number, value):
            return False
        if not self.parts or not self.part.terms or not number:
            return False
        before, term = self.pieces[number - 1], self.part.terms[-1]
        said = before.first.key in LEVEL
        opens = self.pieces[number].first.before.startswith((*OPENING, "=", "..", ":", "-", "–", "—", "|"))
        token = self.pieces[number].first
        is_tight = token.before == "-" and self.line[token.start - 2].isalnum()  # Leader-2
        opens = opens and not (is_tight and self.line[token.start - 1] == "-")
        if not (said or before.match) or opens or len(self.part.terms) - 1 in self.part.levels:
            return False
        if self.kind(number + 1) in HEADS and not self.pieces[number + 1].first.before:
            return False  # leader 2 riflemen
        if term.kind == "leadership":
            return value in self.catalogue.leadership
        extra = self.catalogue.extra_by_id.get(term.meanings[0].id) if term.kind == "extra" else None
        return said or bool(extra and value in (extra.levels or ()))

    def is_served(self, number: int) -> bool:
        """Whether a weapon is that which a crewman serves, and not his own: loader for the BAR."""
        is_begun = self.part.says_nothing and len(self.parts) > 1
        head = self.parts[-2].head if is_begun else self.part.head
        crew = {man.id for man in self.catalogue.presets if "crew" in man.roles}
        is_crew = head is not None and head.kind == "preset" and head.meanings[0].id in crew
        before = [one.first.key for one in self.pieces[max(0, number - 2) : number] if not one.match]
        return is_crew and any(key in FOR for key in before)

    def is_group(self, number: int) -> bool:
        """Whether a word for several stands before what they are: a group of civilians."""
        follows = self.pieces[number + 1] if number + 1 < len(self.pieces) else None
        return bool(follows and follows.first.key in ("di", "of") and self.kind(number + 2) in HEADS)

    def is_level_of_last(self, number: int, value: int) -> bool:
        """Whether a number in brackets is the level of the leader before them."""
        last = self.parts[-2] if len(self.parts) > 1 else None
        said = number > 0 and self.pieces[number - 1].first.key in LEVEL
        if not last or not said or not self.part.says_nothing or self.part.sign not in ("(", ","):
            return False
        is_leader = bool(last.terms) and last.terms[-1].kind == "leadership" and not last.levels
        return is_leader and value in self.catalogue.leadership

    def is_team(self, number: int, piece: Piece) -> bool:
        """Whether a letter says which section of the squad a man is in: “team A”."""
        before = self.pieces[number - 1].match if number else None
        is_letter = (
            len(piece.tokens) == 1
            and len(piece.first.key) <= 2
            and not (piece.first.is_joining and piece.first.text.islower())
        )
        said = before is not None and before.meanings[0].kind == "squad" and "team" in self.catalogue.reads
        return said and is_letter and self.part.has("squad")

    # ── The ends of parts ──────────────────────────────────────────────────────────────────────────────────────────

    def finish(self) -> None:
        """Give each part its text; a question mark makes it doubtful."""
        for number, part in enumerate(self.parts):
            stop = self.parts[number + 1].start if number + 1 < len(self.parts) else len(self.line)
            part.text = self.line[part.start : part.end].strip()
            part.settle_passes()
            if "?" in self.line[part.start : stop]:
                part.unknown.append(f"{part.text}?")
