"""Which lines open a squad, which are rows, and where rows begin in a line that says something else first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from armybuilder.lists.recognition.pieces import GEAR, Piece, Term, is_sure
from armybuilder.lists.recognition.tokens import (
    DENYING,
    NUMBERS,
    SAYING,
    UNITS,
    Token,
    points,
    times,
    tokens_of,
)
from armybuilder.lists.recognition.vocabulary import Kind
from rules.core.roster import SquadKind

OF_ROWS: tuple[Kind, ...] = tuple(kind for kind in GEAR if kind != "class")
DECORATION = ("**", "__", "##", "==", "--", "~~", "++", "#", "*", "_", "=", "[", "»", "►", "▶")
SIGNS = " \t-–—•·*>▪►‣✓→+~#=_|.:;,"
OPENING = '"“([?'
SEVERAL = frozenset(
    ["squadre", "sezioni", "plotoni", "gruppi", "squads", "sections", "platoons", "teams", "groups"]
)


@dataclass(frozen=True, slots=True)
class Title:
    """The heading of a squad: its name, what its troops are, the points beside it, and the rows on the same line.

    `unknown`: what of it says nothing of a squad; `left_out`: words that say that it is not taken.
    """

    name: str = ""
    classes: tuple[Term, ...] = ()
    traits: tuple[str, ...] = ()
    kind: SquadKind = "squad"
    price: int | None = None
    rest: str = ""
    unknown: tuple[str, ...] = ()


@dataclass(slots=True)
class _Parts:
    spent: list[tuple[int, int]] = field(default_factory=list)
    classes: list[Term] = field(default_factory=list)
    traits: list[str] = field(default_factory=list)
    kind: SquadKind = "squad"
    price: int | None = None


def undecorated(text: str) -> str:
    """Return a line without bullets, stars and other signs around it."""
    start, end = 0, len(text)
    while start < end and not text[start].isalnum() and text[start] not in OPENING:
        if text[start] == "." and text[start + 1 : start + 2].isdecimal():
            break  # .50
        start += 1
    while end > start and text[end - 1] in SIGNS:
        end -= 1
    return text[start:end]


def sentences(line: str) -> list[str]:
    """Split a line at headings that begin a sentence: “1 LMG. Militia: 6 riflemen”."""
    parts, start = [], 0
    place = line.find(". ")
    while place >= 0:
        before, _, after = line[place + 2 :].partition(":")
        words = before.split()
        is_heading = bool(after) and 1 <= len(words) <= 4 and not any(map(str.isdecimal, before))
        last = (line[start:place].split() or [""])[-1].strip("*_[(")
        ends = len(last) > 4 or last.isupper() or last[-1:].isdecimal()  # Sgt. ends no sentence
        if is_heading and ends and words[0][:1].isupper():
            parts.append(line[start : place + 1])
            start = place + 2
        place = line.find(". ", place + 2)
    return [*parts, line[start:]]


def slashed(line: str) -> list[str]:
    """Split a line at slashes, if at least two of its parts begin with a number."""
    if " / " not in line:
        return [line]
    parts = [part for part in line.split(" / ") if part.strip()]
    counted = sum(undecorated(part)[:1].isdecimal() or undecorated(part)[:2].lower() == "x" for part in parts)
    return parts if counted >= 2 else [line]


def denies_all(line: str, pieces: Sequence[Piece]) -> bool:
    """Return whether the first words say that nothing of what follows is taken: “Not included:”, “Spare models”."""
    words = len(tokens_of(line.partition(":")[0])) if ":" in line else len(pieces)
    first = pieces[:words]
    denies = pieces[0].kind == "reserve" or (not pieces[0].match and pieces[0].first.key in DENYING)
    says_nothing = all(piece.kind in (None, "reserve") for piece in first)
    counts = any(count_at(pieces, number) for number in range(len(first)))
    is_heading = ":" in line or (pieces[0].kind == "reserve" and len(pieces) <= 2)
    return denies and says_nothing and not counts and words <= 4 and is_heading


def count_at(pieces: Sequence[Piece], number: int) -> bool:
    """Return whether a number of things stands there: 4, x4, 4x, four."""
    if number >= len(pieces) or pieces[number].match or points(pieces[number].first) is not None:
        return False
    token = pieces[number].first
    if token.text == "A" and kind_at(pieces, number - 1) == "squad":
        return False  # squad A
    follows = pieces[number + 1].first.key if number + 1 < len(pieces) else ""
    return follows not in UNITS and (token.is_number or times(token) is not None or token.key in NUMBERS)


def kind_at(pieces: Sequence[Piece], number: int) -> Kind | None:
    """Return of what kind the phrase there is, None where it means nothing."""
    match = pieces[number].match if 0 <= number < len(pieces) else None
    return match.meanings[0].kind if match else None


def rows_begin(pieces: Sequence[Piece]) -> int | None:
    """Return the piece at which rows begin: a number with what it counts, or behind a colon a thing that men have."""
    for number, piece in enumerate(pieces):
        follows = (
            number + 1 + (number + 1 < len(pieces) and pieces[number + 1].first.key in ("x", "di", "of"))
        )
        if count_at(pieces, number) and kind_at(pieces, follows) in OF_ROWS:
            return _behind_colon(pieces, number)
        if ":" in piece.first.before and (kind_at(pieces, number) in OF_ROWS or count_at(pieces, number)):
            return number
    return None


def _behind_colon(pieces: Sequence[Piece], end: int) -> int:
    """Return the piece behind a colon with which a list of men begins: “fireteam: SL, 2 riflemen”."""
    start = next((number for number in range(end) if ":" in pieces[number].first.before), end)
    is_listed = start < end and "," in pieces[end].first.before
    return start if is_listed and not any(piece.match for piece in pieces[start:end]) else end


def number_of(pieces: Sequence[Piece]) -> int:
    """Return the number that a line begins with to be told from others: “2. Alpha squad”; 0: none."""
    if pieces[0].match or not pieces[0].first.is_number or "(" in pieces[0].first.before:
        return 0
    is_behind = len(pieces) == 1 or pieces[1].first.before.startswith((")", "."))
    return int(pieces[0].first.key) if is_behind else 0


def without_letter(line: str) -> str:
    """Return a line without the letter that tells it from others: “b. Riflemen x3”, “c) Grenadier”."""
    is_marked = line[:1].isalpha() and line[1:2] in (".", ")") and line[2:3].isspace()
    is_letter = line[:1].islower() or line[1:2] == ")"
    return line[3:].lstrip() if is_marked and is_letter else line


def is_row(pieces: Sequence[Piece]) -> bool:
    """Return whether a line is about men and their things."""
    has_gear = any(kind_at(pieces, number) in OF_ROWS for number in range(len(pieces)))
    return has_gear or (count_at(pieces, 0) and len(pieces) > 1)


def says_nothing_else(pieces: Sequence[Piece]) -> bool:
    """Return whether every word of a row means something."""
    return is_row(pieces) and all(
        piece.match or piece.first.is_joining or piece.first.is_number or piece.first.key in ("x", *UNITS)
        or times(piece.first) is not None or points(piece.first) is not None
        for piece in pieces
    )  # fmt: skip


def is_said(line: str, pieces: Sequence[Piece]) -> bool:
    """Return whether a line is a sentence about a list, and no row of it: more is said in it than can be bought."""
    denies = not pieces[0].match and pieces[0].first.key in DENYING
    counted = (times(piece.first) is not None or points(piece.first) is not None for piece in pieces)
    numbers = (
        NUMBERS.get(piece.first.key, 0) > 1 or piece.first.is_number for piece in pieces if not piece.match
    )
    if denies or line.rstrip().endswith(":") or any(counted) or any(numbers):
        return False
    others = [piece.first for piece in pieces if not piece.match]
    said_by_me = ("I",) if len(pieces) > 1 and not (pieces[0].first.text == "I" and pieces[1].match) else ()
    saying = sum(
        (token.key in SAYING and token.text[-1:].islower()) or token.text in said_by_me for token in others
    )
    words = [
        token
        for token in others
        if token.key in SAYING or token.text in said_by_me or not (token.is_joining or token.key in NUMBERS)
    ]
    things = sum(piece.kind is not None for piece in pieces)
    ends = line.rstrip()[-1:] in (".", "!", "?")
    lower = sum(token.text.islower() for token in words)
    if not things:
        return lower >= 2  # nothing of it is known
    return len(words) + ends > things and (saying > 0 or (ends and lower >= 2 and len(words) > things))


def names_list(pieces: Sequence[Piece]) -> bool:
    """Return whether a line names the game or the role of a list."""
    return any(kind_at(pieces, number) in ("ruleset", "format") for number in range(len(pieces)))


def says_total(pieces: Sequence[Piece]) -> bool:
    """Return whether a line says what a list costs, the word for it first or further on: “grand total: 147”."""
    if pieces[0].kind == "total":
        return True
    said = any(piece.match and piece.match.exact and piece.kind == "total" for piece in pieces)
    numbers = sum(
        piece.first.is_number or points(piece.first) is not None for piece in pieces if not piece.match
    )
    return said and numbers == 1 and not is_row(pieces) and len(pieces) <= 4


def names_game(pieces: Sequence[Piece]) -> bool:
    """Return whether a line names the game, and nothing that is bought: it may stand below a list."""
    named = any(piece.match and piece.match.exact and piece.kind == "ruleset" for piece in pieces)
    return named and not is_row(pieces)


def title_of(text: str, line: str, pieces: Sequence[Piece]) -> Title | None:
    """Return the heading that a line is, None where it is none. `text` is the line with its decoration."""
    begins = rows_begin(pieces)
    end = len(pieces) if begins is None else begins
    is_word = any(
        piece.match or piece.first.key.isalpha() for piece in pieces[:end] if piece.first.key not in UNITS
    )
    names_thing = any(kind_at(pieces, number) in OF_ROWS for number in range(end))
    if end == len(pieces) and _are_troops(pieces):
        title = make_title(line, pieces)
        return replace(title, classes=tuple(replace(term, sure=False) for term in title.classes))
    if end == 0 or not is_word or (names_thing and not _is_called_by(pieces, end)):
        return None
    if not (_looks_like_heading(text) or _says_squad(pieces[:end])):
        return None
    stop = pieces[end].first.start if end < len(pieces) else len(line)
    return make_title(line[:stop], pieces[:end], line[stop:])


def _is_called_by(pieces: Sequence[Piece], end: int) -> bool:
    """Whether a squad is called by what its men are: “Rifle squad”, “Squadra mortai: …”; a team may be a row."""
    ends = {pieces[0].first.key, pieces[end - 1].first.key}
    is_team = bool(ends & {"team", "teams"}) and not _is_named_again(pieces, end)
    says_squad = "squad" in (kind_at(pieces, 0), kind_at(pieces, end - 1)) and not is_team
    things = [piece.kind for piece in pieces[:end] if piece.kind not in (None, "squad")]
    says_squad = says_squad and all(kind in ("weapon", "preset", "vehicle") for kind in things)
    is_alone = end == len(pieces) or ":" in pieces[end].first.before
    return (
        says_squad
        and is_alone
        and 2 <= end <= 3
        and not any(count_at(pieces, i) or "(" in pieces[i].first.before for i in range(end))
    )


def _are_troops(pieces: Sequence[Piece]) -> bool:
    """Whether a line names several men and their class, without a number: “Grenadiers, veterans”."""
    if [piece.kind for piece in pieces[1:]] != ["class"] or "," not in pieces[1].first.before:
        return False
    last = pieces[0].tokens[-1].text
    are_several = last.endswith(("i", "s", "men")) and pieces[0].first.text[:1].isupper()
    return are_several and pieces[0].kind in ("preset", "weapon")


def _is_named_again(pieces: Sequence[Piece], end: int) -> bool:
    """Whether what a team is called by is one of the men behind it: “Sniper team: sniper and spotter”."""
    before, behind = (
        {
            meaning
            for piece in part
            if piece.match and piece.kind in OF_ROWS
            for meaning in piece.match.meanings
        }
        for part in (pieces[:end], pieces[end:])
    )
    return bool(before & behind)


def _looks_like_heading(text: str) -> bool:
    bare = text.strip()
    decorated = bare.startswith(DECORATION) and bare[-1:] in "*_#=-~+]«◄◀"
    return (
        decorated
        or bare.startswith("#")
        or bare.endswith(":")
        or "·" in bare
        or (bare.isupper() and len(bare) > 3)
    )


def _says_squad(pieces: Sequence[Piece]) -> bool:
    """Whether a line says that a squad follows: the word itself, or what troops they are and no number of men."""
    kinds = [kind_at(pieces, number) for number in range(len(pieces))]
    counted = count_at(pieces, 0) or any(times(piece.first) is not None for piece in pieces)
    return "squad" in kinds or ("class" in kinds and not counted)


def make_title(text: str, pieces: Sequence[Piece], rest: str = "") -> Title:
    """Return the heading that the pieces of a text are."""
    parts = _Parts()
    for number, piece in enumerate(pieces):
        _take(parts, pieces, number, text[piece.first.start : piece.tokens[-1].end])
    name, *others = (part.strip() for part in " ".join(left(text, parts.spent)).split("·"))
    name = " ".join(name.split())
    name += ")" * (name.count("(") - name.count(")"))
    unknown = [word for word in others if any(map(str.isalnum, word))]
    several = list(_several(text, pieces))
    unknown += several
    classes = sorted(parts.classes, key=lambda term: not term.sure)  # Rangers (elite): elite
    unknown += [term.text for term in classes[1:] if term.sure and term.meanings != classes[0].meanings]
    return Title(
        "" if _is_bare(name, pieces, bool(several)) else name,
        tuple(classes),
        tuple(parts.traits),
        parts.kind,
        parts.price,
        rest,
        tuple(unknown),
    )


def _several(text: str, pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield what says that there are several squads, which one heading cannot be; or that they are not taken."""
    for number, piece in enumerate(pieces):
        follows = (
            number + 1 + (number + 1 < len(pieces) and pieces[number + 1].first.key in ("x", "di", "of"))
        )
        squads = pieces[follows] if kind_at(pieces, follows) == "squad" else None
        is_plural = squads is not None and (
            times(piece.first) is not None or squads.tokens[-1].key in SEVERAL
        )
        if squads and is_plural and count_at(pieces, number) and NUMBERS.get(piece.first.key) != 1:
            yield text[piece.first.start : squads.tokens[-1].end]
        if piece.kind == "reserve" or (not piece.match and piece.first.key in DENYING - {"no"}):
            yield text[piece.first.start : piece.tokens[-1].end]


def _take(parts: _Parts, pieces: Sequence[Piece], number: int, text: str) -> None:
    piece, kind = pieces[number], kind_at(pieces, number)
    follows = pieces[number + 1].first.key if number + 1 < len(pieces) else ""
    span = (piece.first.start, piece.tokens[-1].end)
    value = points(piece.first) if piece.match is None else None
    if value is None and piece.match is None and piece.first.is_number and follows in UNITS:
        value = int(piece.first.key)
    if value is not None:
        parts.price = value
    elif kind == "class" and piece.match:
        parts.classes.append(Term(text, piece.match.meanings, is_sure(piece.match), piece.match.named))
        if piece.match.exact and not piece.match.named:
            return  # what troops are called is their name, too
    elif kind == "trait" and piece.match:
        parts.traits.append(piece.match.meanings[0].id)
    elif kind == "squad" and piece.match and piece.match.meanings[0].id != "squad":
        parts.kind = cast(SquadKind, piece.match.meanings[0].id)
    elif piece.first.key not in UNITS:
        return
    parts.spent.append(span)


def _is_bare(name: str, pieces: Sequence[Piece], several: bool) -> bool:
    """Whether a name says no more than that it is a squad, or that there are several."""
    spared = {
        token.key
        for number, piece in enumerate(pieces)
        if piece.kind == "squad" or (several and count_at(pieces, number))
        for token in piece.tokens
    }
    words = [token for token in tokens_of(name) if token.key not in spared]
    return all(token.is_joining and not _is_letter(token) for token in words)


def _is_letter(token: Token) -> bool:
    """Whether a word is a capital letter, as in “Squad A”."""
    return len(token.text) == 1 and token.text.isupper()


def left(line: str, spent: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the texts between what was taken of a line, without the signs around them and words that join."""
    place = 0
    for start, end in (*spent, (len(line), len(line))):
        text = line[place:start]
        words = tokens_of(text)
        while words and words[-1].is_joining and not _is_letter(words[-1]):
            words.pop()
        if words:
            yield text[words[0].start : words[-1].end]
        place = max(place, end)
