"""The rows of a line. Each word belongs to a row, is left out, or is not understood.

Signs and words between items split the line into parts. Each part has a count, an item and a price. Then `grouping`
decides which parts are separate rows, and which belong to the previous row.
"""

from collections.abc import Sequence
from itertools import pairwise

from armybuilder.lists.recognition.draft import Draft, runs_of
from armybuilder.lists.recognition.grouping import Grouping
from armybuilder.lists.recognition.part_numbers import PartNumbers, sign_of
from armybuilder.lists.recognition.pieces import GEAR, HEADS, Piece, Term, is_surname, pieces_of, term_of
from armybuilder.lists.recognition.tokens import Token, points, times
from armybuilder.lists.recognition.vocabulary import Meaning, Vocabulary
from armybuilder.lists.recognition.words import (
    AND,
    DENYING,
    HOW_MANY,
    HOW_MUCH,
    IF,
    NUMBERS,
    OF_THEM,
    OR,
    SHORTENED_WORDS,
    TIMES,
    UNITS,
    USED_AS,
    WITH,
)
from rules.core.text import squeezed

JOINS = AND | WITH | OR | USED_AS
PRIVATE = "private"  # the rank of a man without one
ROMAN = ("I", "II", "III", "IV", "V", "VI")
NOTE, NAME = Meaning("note", ""), Meaning("name", "")


def rows_of(line: str, vocabulary: Vocabulary, is_cell: bool = False) -> list[Draft]:
    """Return the rows in a line or in a row of a table."""
    parts = _PartsReader(line, pieces_of(line, vocabulary), vocabulary).read()
    drafts = Grouping(line, vocabulary.catalogue).rows(parts)
    for draft, after in pairwise((*drafts, None)):
        assert draft
        settle_words(draft, line, after, is_cell)
    return drafts


class _PartsReader(PartNumbers):
    """Reads the pieces of a line, part by part."""

    def read(self) -> list[Draft]:
        for number, piece in enumerate(self.pieces):
            before = piece.first.before
            self.depth = max(0, self.depth + sum(map(before.count, "([{")) - sum(map(before.count, ")]}")))
            key = piece.word
            is_denied = number > 0 and self.pieces[number - 1].word in DENYING  # not included
            if key in JOINS or (key in OF_THEM and not is_denied):
                self.join = key if key in OF_THEM else self.join or key
                continue
            self.open(number, piece)
            self.take(number, piece)
            self.part.end = piece.tokens[-1].end
        self.finish()
        return self.parts

    # ── Starts of parts ────────────────────────────────────────────────────────────────────────────────────────────

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
        self.part.is_negative = denies
        self.join = ""

    def begins(self, number: int, piece: Piece, sign: str) -> bool:
        """Whether a part starts: after a sign or a word, or with the count of another item."""
        if self.is_behind(piece, sign) or self.is_added(number):
            return False  # riflemen: 8; leadership: 2; PIAT +7
        is_closed = self.part.in_brackets and not self.depth
        is_some = self.part.count and self.part.says_nothing and not is_closed
        if sign in ("with", "of") and is_some and (self.part.sign or not self.part.has_article):
            self.part.has_with = True
            return False  # 2 with SMG
        if sign not in ("", ".", ")") or is_closed:
            return True
        if not self.part.terms:
            return False
        if piece.kind:  # an item after another; riflemen x4 BAR x1
            has_number = bool(self.part.count or self.part.loose) and not self.part.has_article
            return piece.kind in (*HEADS, "weapon") or (has_number and self.counts_follow)
        if number and self.pieces[number - 1].word in TIMES:
            return False  # riflemen x 6 K98
        has_number = bool(self.part.loose) and not piece.first.before.strip(".")
        return (not self.counts_follow or has_number) and self.is_count(number) and self.counted(number)

    def is_behind(self, piece: Piece, sign: str) -> bool:
        """Whether a number follows its item, in a line with every number after its item."""
        part = self.part
        is_open = bool(part.terms) and not (part.count or part.loose or part.in_brackets)
        return self.counts_follow and is_open and sign in (":", "-") and piece.first.is_number and not piece.match

    def is_count(self, number: int) -> bool:
        """Whether a number can be a count."""
        token = self.pieces[number].first
        if self.pieces[number].match or (token.is_number and self.is_level(number, int(token.key))):
            return False
        return token.is_number or times(token) is not None or NUMBERS.get(token.key, 1) > 1

    def counted(self, number: int) -> bool:
        """Whether something countable follows a number."""
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

    # ── Meanings of pieces ─────────────────────────────────────────────────────────────────────────────────────────

    def take(self, number: int, piece: Piece) -> None:
        part, token = self.part, piece.first
        if self.is_team(number, piece):
            part.team = token.text
            part.terms.pop()
        elif piece.kind == "reserve" or (piece.word in IF and self.kind(number + 1) != "reserve"):
            part.is_reserve = True
        elif piece.match:
            part.terms.append(term_of(piece, self.line))
            if piece.kind == "leadership" and piece.tokens[-1].is_number:
                part.levels[len(part.terms) - 1] = int(piece.tokens[-1].key)  # command 2
        elif (count := times(token)) is not None:
            self.count(token, count)
        elif (price := points(token)) is not None:
            part.price = price
        elif token.is_misread and (
            self.is_short_level(token) or not (self.counts_something(number) or self.kind(number + 2))
        ):
            self.short_level(token)
        elif token.is_number:
            self.number(number, int(token.key))
        elif NUMBERS.get(token.key, 0) > 1 or (token.key in NUMBERS and self.is_lead()):
            self.word(number, NUMBERS[token.key])
        elif not self.is_silent(number, piece):
            part.words.append(token)

    def is_silent(self, number: int, piece: Piece) -> bool:
        """Whether a word has no meaning and can be dropped."""
        token = piece.first
        if number and is_surname(self.pieces[number - 1], piece):
            return False
        if token.key in DENYING and self.part.is_negative and not self.part.words:
            return True
        if token.key in HOW_MUCH:
            follows = self.pieces[number + 1] if number + 1 < len(self.pieces) else None
            return bool(follows and follows.first.is_number) or token.is_joining
        return token.key in TIMES or token.key in UNITS or token.is_joining

    def is_team(self, number: int, piece: Piece) -> bool:
        """Whether a letter is the man's section of the squad: “team A”."""
        before = self.pieces[number - 1].match if number else None
        is_letter = (
            len(piece.tokens) == 1
            and len(piece.first.key) <= 2
            and not (piece.first.is_joining and piece.first.text.islower())
        )
        said = before is not None and before.meanings[0].kind == "squad" and "team" in self.catalogue.reads
        return said and is_letter and self.part.has("squad")

    # ── Ends of parts ──────────────────────────────────────────────────────────────────────────────────────────────

    def finish(self) -> None:
        """Give each part its text. A question mark makes it doubtful."""
        for number, part in enumerate(self.parts):
            stop = self.parts[number + 1].start if number + 1 < len(self.parts) else len(self.line)
            part.text = self.line[part.start : part.end].strip()
            part.settle_passes()
            if "?" in self.line[part.start : stop]:
                part.unknown.append(f"{part.text}?")


# ── Names ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def settle_words(draft: Draft, line: str, after: Draft | None = None, is_cell: bool = False) -> None:
    """Read unknown words in the place of a name as a name; other unknown words are not understood.

    A name is a guess except after a rank: it might be an unknown trade. `after` is the next row. `is_cell`: the words
    are in a table, and may be a vehicle.
    """
    named = draft.has(*GEAR) or (after is not None and after.is_doubtful_part)
    is_loud = line.isupper()
    for words in runs_of(draft.words, line):
        text = line[words[0].start : words[-1].end]
        labelled = line[words[-1].end :].lstrip().startswith(":")
        first = not draft.terms or words[0].start < line.find(draft.terms[0].text)
        numbers = sum(word.is_number for word in words)
        is_numbered = first and numbers == 1 and words[-1].is_number and len(words) > 1  # Op. 2, M4
        is_name = words[0].text[:1].isupper() and words[0].text not in ROMAN and (not numbers or is_numbered)
        behind_rank = _rank_before(draft, words, line)
        if not is_name or draft.name or not (named or labelled):
            draft.unknown.append(text)
        elif behind_rank is not None:
            draft.name = line[behind_rank : words[-1].end]
        elif first and labelled and draft.count == 1 and not is_cell:
            draft.name = text  # in our own format
        elif draft.has("name") or (not first and is_loud):
            draft.unknown.append(text)
        else:
            choices = (NAME, NOTE) if draft.count <= 1 else (NOTE, NAME)
            draft.terms.append(Term(text, choices, sure=False))
    draft.words = []


def _rank_before(draft: Draft, words: Sequence[Token], line: str) -> int | None:
    """Return the start of a rank before a name: Sgt. Rossi."""
    for term in draft.terms:
        start = line.rfind(term.text, 0, words[0].start)
        is_rank = term.kind == "leadership" or SHORTENED_WORDS.get(squeezed(term.text)) == PRIVATE
        if is_rank and not term.named and start >= 0:
            between = line[start + len(term.text) : words[0].start]
            if not between.strip(". "):
                return start
    return None
