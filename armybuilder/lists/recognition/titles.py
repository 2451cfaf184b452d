"""The heading of a squad: its name, class and points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from armybuilder.lists.recognition.pieces import Piece, Term, count_at, is_sure, kind_at
from armybuilder.lists.recognition.tokens import Token, points, times, tokens_of
from armybuilder.lists.recognition.words import (
    DENYING,
    NUMBERS,
    PIECES,
    SEVERAL,
    TEAM_NAMES,
    TEAM_WORDS,
    UNIT_WORDS,
    UNITS,
)
from rules.core.document.roster import SquadKind
from rules.core.text import squeezed

SHORT = 3  # letters of a joining word that is no name
APART = "(,;:-–—/[|"  # signs between a name and its class


@dataclass(frozen=True, slots=True)
class Title:
    """The heading of a squad: its name, class, points, and rows on the same line.

    `unknown` are words unrelated to a squad.
    """

    name: str = ""
    classes: tuple[Term, ...] = ()
    traits: tuple[str, ...] = ()
    kind: SquadKind = "squad"
    price: int | None = None
    rest: str = ""
    unknown: tuple[str, ...] = ()


@dataclass(slots=True)
class _TitleDraft:
    spent: list[tuple[int, int]] = field(default_factory=list)
    classes: list[Term] = field(default_factory=list)
    traits: list[str] = field(default_factory=list)
    kind: SquadKind = "squad"
    called: str = ""  # the words for its kind
    price: int | None = None


def make_title(text: str, pieces: Sequence[Piece], rest: str = "") -> Title:
    """Return the heading in the pieces of a text."""
    parts = _TitleDraft()
    for number, piece in enumerate(pieces):
        _take(parts, pieces, number, text[piece.first.start : piece.tokens[-1].end])
    name, *others = (part.strip() for part in " ".join(left(text, parts.spent)).split("·"))
    name = " ".join(name.split())
    name += ")" * (name.count("(") - name.count(")")) + '"' * (name.count('"') % 2)
    unknown = [word for word in others if any(map(str.isalnum, word))]
    several = list(_several(text, pieces))
    unknown += several
    return Title(
        parts.called if _is_bare(name, pieces, bool(several)) else name,
        tuple(by_certainty(parts.classes, text)),
        tuple(parts.traits),
        parts.kind,
        parts.price,
        rest,
        tuple(unknown),
    )


def by_certainty(classes: Sequence[Term], line: str) -> list[Term]:
    """Return classes, with certain classes and classes after a sign first: German infantry (raw).

    If the names of two classes differ, it is a guess: Veterans of the coast – mercenaries.
    """

    def rank(term: Term) -> tuple[bool, bool]:
        return not term.sure, line[: line.find(term.text)].rstrip()[-1:] not in tuple(APART)

    first, *others = sorted(classes, key=rank) or [Term("", ())]
    differ = [term for term in others if not {*first.meanings} & {*term.meanings}]
    if differ and (not first.named or any(term.named for term in differ)):
        meanings = dict.fromkeys(meaning for term in (first, *others) for meaning in term.meanings)
        first = replace(first, meanings=tuple(meanings), sure=False)
    return [first, *others] if classes else []


def _several(text: str, pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield words for several squads, which do not fit one heading, or for excluded squads."""
    for number, piece in enumerate(pieces):
        follows = number + 1 + (number + 1 < len(pieces) and pieces[number + 1].first.key in ("x", "di", "of"))
        squads = pieces[follows] if kind_at(pieces, follows) == "squad" else None
        is_plural = squads is not None and (times(piece.first) is not None or squads.tokens[-1].key in SEVERAL)
        if squads and is_plural and count_at(pieces, number) and NUMBERS.get(piece.first.key) != 1:
            yield text[piece.first.start : squads.tokens[-1].end]
        if piece.kind == "reserve" or (not piece.match and piece.first.key in DENYING - {"no"}):
            yield text[piece.first.start : piece.tokens[-1].end]


def _take(parts: _TitleDraft, pieces: Sequence[Piece], number: int, text: str) -> None:
    piece, kind = pieces[number], kind_at(pieces, number)
    follows = pieces[number + 1].first.key if number + 1 < len(pieces) else ""
    span = (piece.first.start, piece.tokens[-1].end)
    value = points(piece.first) if piece.match is None else None
    if value is None and piece.match is None and piece.first.is_number and follows in UNITS:
        value = int(piece.first.key)
    if value is not None:
        parts.price = value
    elif kind == "class" and piece.match:
        is_apart = number > 0 and any(sign in APART for sign in piece.first.before)
        goes_on = bool(follows) and pieces[number + 1].first.is_joining and not pieces[number + 1].first.before
        is_class = is_sure(piece.match) and (is_apart or not goes_on)
        parts.classes.append(Term(text, piece.match.meanings, is_class, piece.match.named))
        if piece.match.exact and not is_apart and (goes_on or not piece.match.named):
            return  # the class may be part of the name: Partisans of the valley
        is_other = any(term.named for term in parts.classes[:-1])
        is_other |= any(one.kind == "class" for one in pieces[number + 1 :])
        if not piece.match.named and is_other:
            return  # Squad 1: paratroopers, elite; rabble (mob)
    elif kind == "trait" and piece.match:
        parts.traits.append(piece.match.meanings[0].id)
    elif kind == "squad" and piece.match and piece.match.meanings[0].id != "squad":
        parts.kind, parts.called = cast(SquadKind, piece.match.meanings[0].id), text
    elif piece.first.key not in UNITS:
        return
    parts.spent.append(span)


def _is_bare(name: str, pieces: Sequence[Piece], several: bool) -> bool:
    """Whether a name only means "squad" or "squads"."""
    spared = {
        token.key
        for number, piece in enumerate(pieces)
        if (piece.kind == "squad" and piece.first.key not in UNIT_WORDS) or (several and count_at(pieces, number))
        for token in piece.tokens
    }
    words = [token for token in tokens_of(name) if token.key not in spared]
    short = (token.is_joining and len(token.key) <= SHORT and token.key not in PIECES for token in words)
    return all(short) and not any(map(_is_letter, words))


def _is_letter(token: Token) -> bool:
    """Whether a word is a capital letter, as in “Squad A”."""
    return len(token.text) == 1 and token.text.isupper()


def left(line: str, spent: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the unread texts of a line, without signs and joining words around them."""
    place = 0
    for start, end in (*spent, (len(line), len(line))):
        text = line[place:start]
        words = tokens_of(text)
        while words and words[-1].is_joining and not (_is_letter(words[-1]) or words[-1].key in PIECES):
            words.pop()
        if words:
            yield text[words[0].start : words[-1].end]
        place = max(place, end)


def team_of(title: Title) -> str:
    """Return the section that a heading starts, "" for a squad: “Section A”, “1a sezione”."""
    words = [token for token in tokens_of(title.name) if squeezed(token.text) not in TEAM_WORDS]
    is_section = len(words) < len(tokens_of(title.name)) or bool(title.rest)
    is_section = is_section and not (title.classes or title.traits)
    if not is_section or len(words) != 1 or title.kind != "squad":
        return ""
    key = words[0].key
    is_ordinal = key[:1].isdecimal() and len(key) <= 3
    return words[0].text if is_ordinal or len(key) == 1 or key in TEAM_NAMES else ""
