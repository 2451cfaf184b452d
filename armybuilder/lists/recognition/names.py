"""Read unknown words in the place of a name as a name; report other unknown words as not understood."""

from collections.abc import Iterator, Sequence

from armybuilder.lists.recognition.draft import Draft, runs_of
from armybuilder.lists.recognition.pieces import GEAR, PEOPLE, Piece, Term
from armybuilder.lists.recognition.tokens import Token
from armybuilder.lists.recognition.vocabulary import Meaning
from armybuilder.lists.recognition.words import SHORTENED_WORDS
from rules.core.text import squeezed

PRIVATE = "private"  # the rank of a man without one
ROMAN = ("I", "II", "III", "IV", "V", "VI")
OPENING_QUOTES = ('"', "“", "«", "„")
QUOTES = (*OPENING_QUOTES, "”", "»")
NOTE, NAME = Meaning("note", ""), Meaning("name", "")


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
            is_rank = before is not None and (
                before.kind == "leadership" or (is_upper and _is_nickname(before))
            )
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
