"""Rows of a line that belong together: names with a shared weapon, a total of men and its parts, a choice."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from armybuilder.lists.recognition.draft import Draft
from armybuilder.lists.recognition.pieces import HEADS, Term
from armybuilder.lists.recognition.words import WITH

ALL_WITH = [[word] for word in WITH]


def unsure(term: Term) -> Term:
    return replace(term, sure=False)


def choose(row: Draft, part: Draft) -> bool:
    """Read “an LMG or a BAR” as a choice; return whether it is a choice."""
    if not row.terms or not part.terms:
        return False
    last, first = row.terms[-1], part.terms[0]
    heads = last.kind in HEADS and first.kind in HEADS
    if not heads and last.kind != first.kind:
        return False
    text = f"{last.text} / {first.text}"
    both = (first, last) if part.sign == "(" else (last, first)  # the text in brackets is more exact
    meanings = dict.fromkeys(meaning for term in both for meaning in term.meanings)
    row.terms[-1] = Term(text, tuple(meanings), sure=False)
    part.terms = part.terms[1:]
    count, part.count = part.count, 0
    row.absorb(part)
    if count not in (0, row.count or 1):
        row.unknown.append(str(count))
    return True


def without_totals(rows: list[Draft]) -> list[Draft]:
    """Leave out a total of men if its parts follow: 8 men (1 leader, 7 riflemen)."""
    for row, part in pairwise(rows):
        is_group = row.count > 1 and not row.has("vehicle", "extra")
        if is_group and part.sign in ("(", ":", "-", "of") and not part.of_them:
            parts = list(_parts_of(rows[rows.index(part) :], part.in_brackets))
            if len(parts) > 1 and sum(one.count or 1 for one in parts) == row.count:
                row.leave_out(row.text)
                part.apart = None
            break
    return rows


def _parts_of(rows: Sequence[Draft], in_brackets: bool) -> Iterator[Draft]:
    for row in rows:
        if row.in_brackets != in_brackets:
            return
        yield row


def shared(rows: list[Draft], line: str) -> list[Draft]:
    """Give several names the gear after the last of them: Rossi, Bianchi and Verdi: rifle."""
    last = rows[-1] if rows else None
    names = [row for row in rows[:-1] if row.words and not (row.terms or row.count)]
    if not last or not names or len(names) != len(rows) - 1 or not last.terms or not last.words:
        return rows
    text = line[last.words[-1].end :]
    signs = (":", "=", "-", "–", ",", "(") if last.sign == "and" else (":", "=", "-", "–")
    text = text.lstrip(" \"'”’»")
    is_behind = text[:1] in signs or text.replace("/", " ").split()[:1] in ALL_WITH
    if not is_behind:
        return rows
    for row in names:
        row.terms = list(last.terms) if last.sign == "and" else [*map(unsure, last.terms)]
    return rows
