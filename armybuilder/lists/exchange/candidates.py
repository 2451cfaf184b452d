"""Other readings of a line: without its label, as one thing, or with its numbers used as its price says.

Every reading is a line in a plainer form. The reader reads each of them and keeps the one that explains most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from armybuilder.lists.recognition.carrying import Carrying
from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.grouping import HARD
from armybuilder.lists.recognition.headings import OF_ROWS
from armybuilder.lists.recognition.pieces import GEAR, Piece
from armybuilder.lists.recognition.tokens import points, times
from armybuilder.lists.recognition.words import (
    AND,
    DENYING,
    EACH,
    HOW_MANY,
    HOW_MUCH,
    IF,
    NUMBERS,
    OF_ONE,
    TIMES,
    UNITS,
)
from rules.core.catalogue.catalogue import Catalogue

NAMING = (*OF_ROWS, "squad", "class", "format", "total")  # not in labels
MOST_OF_ONE, FEW = 40, 12  # men of a row
LABEL = 3  # words
AROUND = (*UNITS, *TIMES, *HOW_MANY, *HOW_MUCH, *EACH, *OF_ONE, "pc", "pcs", "punti")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading: its text, whether all of it is one thing, and how much it leaves out."""

    text: str
    is_one: bool = False
    cost: float = 0.0
    kind: Literal["row", "note", "title"] = "row"
    is_solved: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a line, with the words around it that only say what it counts. `is_points`: a unit says so."""

    value: int
    start: int
    end: int
    is_points: bool = False
    is_times: bool = False
    counts_next: bool = False
    is_word: bool = False


def numbers_of(pieces: Sequence[Piece]) -> list[Number]:
    """Return the numbers of a line outside names."""
    found = []
    for place, piece in enumerate(pieces):
        token = piece.first
        value = _value(piece)
        is_cut = place + 1 < len(pieces) and pieces[place + 1].first.before.startswith(".")
        if not value or (is_cut and not token.is_number):
            continue  # ten. Greco
        first, last = place, place
        while first > 0 and pieces[first - 1].word in AROUND and not _value(pieces[first - 1]):
            first -= 1
        while last + 1 < len(pieces) and pieces[last + 1].word in AROUND and not _value(pieces[last + 1]):
            last += 1
        words = {one.word for one in pieces[first : last + 1]}
        found.append(
            Number(
                value,
                pieces[first].first.start,
                pieces[last].first.end,
                points(token) is not None or bool(words & {*UNITS}) or bool(words & {*HOW_MUCH}),
                times(token) is not None or bool(words & {*TIMES, *HOW_MANY}),
                last + 1 < len(pieces)
                and pieces[last + 1].match is not None
                and not pieces[last + 1].first.before,
                token.key in NUMBERS or token.is_misread,
            )
        )
    return found


def _value(piece: Piece) -> int:
    if piece.match:
        return 0
    token = piece.first
    word = NUMBERS.get(token.key, 0)
    return int(token.key) if token.is_number else times(token) or points(token) or (word if word > 1 else 0)


def without_numbers(line: str, numbers: Sequence[Number]) -> str:
    """Return a line without its numbers."""
    parts, place = [], 0
    for number in sorted(numbers, key=lambda one: one.start):
        parts.append(line[place : number.start])
        place = max(place, number.end)
    parts.append(line[place:])
    texts = (part.strip(" ,;:|/\\-–—=+@.()[]<>{}x×*_→·…~") for part in parts)
    return ", ".join(text for text in texts if any(map(str.isalnum, text)))


def without_label(line: str, pieces: Sequence[Piece]) -> str:
    """Return a line without the few words before its first sign, if they name nothing."""
    for place, piece in enumerate(pieces[1 : LABEL + 2], 1):
        if any(sign in piece.first.before for sign in ":)]>|–-=.#"):
            if any(one.kind == "reserve" or one.word in DENYING or one.word in IF for one in pieces[:place]):
                return ""
            named = any(one.match and one.match.exact and one.kind in NAMING for one in pieces[:place])
            several = any(one.word in AND or "," in one.first.before for one in pieces[: place + 1])
            if named or several or _value(pieces[0]):
                return ""
            if not _value(piece) or (place + 1 < len(pieces) and not pieces[place + 1].first.before):
                return line[piece.first.start :]
    return ""


def solved(numbers: Sequence[Number], prices: set[int]) -> tuple[int, int, int] | None:
    """Return the count and the price of a row that agree with a unit price, and how many numbers are left over.

    None if no numbers do, or several.
    """
    found: dict[tuple[int, int], int] = {}
    for place, number in enumerate(numbers):
        if number.value <= 0 or (number.is_word and not number.is_points):
            continue
        for count in {1, *(one.value for one in numbers if one is not number and not one.is_points)}:
            unit = number.value // count
            if count > MOST_OF_ONE or number.value % count or unit not in prices:
                continue
            rest = [*numbers[:place], *numbers[place + 1 :]]
            if count > 1:
                rest.remove(next(one for one in rest if one.value == count))
            is_sum = sum(one.value for one in rest) in (unit, number.value)
            open_ = [one for one in rest if one.value not in (1, unit, *prices)]
            is_small = all(one.value <= FEW and not (one.is_word or one.counts_next) for one in open_)
            lost = 0 if is_sum or not open_ else len(open_) if is_small else len(numbers)
            found[count, number.value] = min(lost, found.get((count, number.value), lost))
    least = min(found.values(), default=0)
    best = [one for one, lost in found.items() if lost == least]
    return (*best[0], least) if len(best) == 1 and least <= 1 and least < len(numbers) else None


def as_row(count: int, rest: str, price: int | None) -> str:
    """Return a row in the plainest form."""
    return f"{count}x {rest}" + (f" [{price} pt]" if price is not None else "")


def bases(line: str, pieces: Sequence[Piece]) -> Iterator[tuple[str, float]]:
    """Yield the line, and the line without a label."""
    yield line, 0.0
    if rest := without_label(line, pieces):
        yield rest, 0.5


def loss_of_joining(row: Draft, part: Draft, catalogue: Catalogue) -> float:
    """Return how unlikely it is that two parts of a line are about one thing."""
    known, head = row.head, part.head
    gear = {term.text for term in part.terms if term.kind in GEAR}
    is_shared = bool(gear & {term.text for term in row.terms}) and (part.name or part.has("name"))
    if part.of_them or is_shared:
        return 3.0  # two of them with an SMG; Rossi and Bianchi, rifle
    carrying = Carrying(catalogue)
    lost = 0.0
    if part.count and row.count and not part.has_article and (part.count != row.count or part.count == 1):
        lost += 3.0
    if (row.price is not None or row.loose) and (part.price is not None or part.loose):
        lost += 1.0
    if known and head and known.text == head.text:
        lost += 1.5  # rifleman, rifleman
    elif known and head and not {*known.meanings} & {*head.meanings}:
        is_plain = carrying.is_plain(head) or carrying.is_plain(known)
        is_same = carrying.is_named_again(known, head) or is_plain
        lost += 0.0 if is_same else 3.0 if max(part.count, row.count) > 1 else 1.0
        lost += 2.0 if known.kind != head.kind and {"vehicle", "extra"} & {known.kind, head.kind} else 0.0
        if (carrying.leads(known) or known.kind == "leadership") and carrying.is_plain(head):
            lost += 3.0 if max(row.count, part.count) > 1 else 1.5  # a sergeant and 6 men
    elif part.count > 1 and part.sign in ("and", "+"):
        lost += 2.0
    if part.count > 1 and known and (carrying.leads(known) or known.kind == "leadership") and not head:
        lost += 3.0  # a sergeant, 3 rifles
    if not (known or head) and carrying.is_special(part) and carrying.is_special(row):
        is_same = part.sign not in HARD and bool(carrying.weapons(row) & carrying.weapons(part))
        lost += 0.0 if is_same else 1.5
    if row.count > 1 and head and part.sign in ("and", "+") and not carrying.is_plain(head):
        lost += 2.0
    is_joined = part.sign in ("and", "+") and bool(part.count > 1 or part.head)
    lost += 0.8 if is_joined and (known or row.has("weapon")) else 0.0
    if carrying.is_crew_of(row, part) and (part.count > 1 or part.sign in ("and", "+", "with", ",")):
        lost += 2.0  # an MMG + loader
    if part.has_article and row.count > 1:
        lost += 3.0  # two jeeps, one with an LMG
    return lost
