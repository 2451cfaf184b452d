"""Find headings, rows, and rows that start within a line."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from armybuilder.lists.recognition.pieces import GEAR, Piece, count_at, kind_at, number_in, number_of
from armybuilder.lists.recognition.titles import Title, make_title
from armybuilder.lists.recognition.tokens import points, times
from armybuilder.lists.recognition.vocabulary import Kind
from armybuilder.lists.recognition.words import (
    DENYING,
    HOW_MANY,
    IF,
    IN_ALL,
    LIMIT,
    MEN,
    TIMES,
    UNITS,
)

OF_ROWS: tuple[Kind, ...] = tuple(kind for kind in GEAR if kind != "class")
DECORATION = ("**", "__", "##", "==", "--", "~~", "++", "#", "*", "_", "=", "[", "»", "►", "▶")
SIGNS = " \t-–—•·*>▪►‣✓→+~#=_|.:;,"
MOST = 200  # men; larger numbers are years
OPENING = '"“([?'


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


def slashed(line: str) -> list[str]:
    """Split a line at slashes if at least two parts start with a number."""
    if " / " not in line:
        return [line]
    parts = [part for part in line.split(" / ") if part.strip()]
    counted = sum(
        (undecorated(part)[:1].isdecimal() or undecorated(part)[:2].lower() == "x") and any(map(str.isalpha, part))
        for part in parts
    )
    return parts if counted >= 2 else [line]


def denies_all(line: str, pieces: Sequence[Piece]) -> bool:
    """Whether the first words exclude the rest: “Not included:”, “Spare models”."""
    colon = next((number for number, piece in enumerate(pieces) if ":" in piece.first.before), len(pieces))
    first = [piece for piece in pieces[:colon] if piece.match or not piece.first.is_joining]
    if not first or len(first) > (8 if first[0].kind == "reserve" or first[0].word in IF else 4):
        return False
    is_reserve = first[0].kind == "reserve"
    is_if = any(piece.word in IF for piece in first[:2])
    denies = is_reserve or is_if or first[0].word in DENYING
    says_nothing = all(piece.kind in (None, "reserve") for piece in first)
    counts = not (is_reserve or is_if) and any(count_at(first, number) for number in range(len(first)))
    is_heading = ":" in line or (is_reserve and (is_if or len(pieces) <= 2 or len(first) == 1))
    return denies and says_nothing and not counts and is_heading


def rows_begin(pieces: Sequence[Piece]) -> int | None:
    """Return the piece that starts the rows: a number with its item, or an item after a colon."""
    colon = next((number for number, piece in enumerate(pieces) if ":" in piece.first.before), 0)
    is_squad = any(piece.kind == "squad" for piece in pieces[:colon])
    has_things = any(piece.kind in OF_ROWS for piece in pieces[colon:])
    if is_squad and has_things and not any(piece.kind in OF_ROWS for piece in pieces[:colon]):
        return colon + (pieces[colon].kind == "class")  # fire team B: Rossi (MAB), 3 riflemen
    for number, piece in enumerate(pieces):
        follows = number + 1 + (number + 1 < len(pieces) and pieces[number + 1].first.key in ("x", "di", "of"))
        is_counted = kind_at(pieces, follows) in OF_ROWS and ":" not in pieces[follows].first.before
        if is_counted and number and pieces[number - 1].match:
            is_counted = not pieces[follows].first.before.strip(".")  # Paras x3 - rifles
        if count_at(pieces, number) and is_counted:
            return _behind_colon(pieces, number)
        if ":" in piece.first.before and (kind_at(pieces, number) in OF_ROWS or count_at(pieces, number)):
            return number
    return None


def _behind_colon(pieces: Sequence[Piece], end: int) -> int:
    """Return the piece after a colon that starts a list of men: “fireteam: SL, 2 riflemen”."""
    start = next((number for number in range(end) if ":" in pieces[number].first.before), end)
    is_listed = start < end and "," in pieces[end].first.before
    return start if is_listed and not any(piece.match for piece in pieces[start:end]) else end


def is_numbered_squad(pieces: Sequence[Piece]) -> bool:
    """Whether a line starts with a squad and its number: “Squad 1 - veterans”."""
    return len(pieces) > 1 and pieces[0].kind == "squad" and pieces[1].first.is_number


def is_row(pieces: Sequence[Piece]) -> bool:
    """Return whether a line is about men and their equipment."""
    has_gear = any(kind_at(pieces, number) in OF_ROWS for number in range(len(pieces)))
    return has_gear or (count_at(pieces, 0) and len(pieces) > 1)


def names_list(pieces: Sequence[Piece]) -> bool:
    """Return whether a line has the game or the role of a list."""
    return any(kind_at(pieces, number) in ("ruleset", "format") for number in range(len(pieces)))


def says_total(line: str, pieces: Sequence[Piece]) -> bool:
    """Whether a line gives the total of a list, with the word first or later: “grand total: 147”."""
    units = [piece.word in UNITS or points(piece.first) is not None for piece in pieces]
    is_sum = line.strip("= ").isdecimal() or units[0]
    is_sum = is_sum and line.lstrip().startswith("=") and not line.lstrip().startswith("==")
    if (
        pieces[0].kind == "total"
        or is_sum
        or (
            len(pieces) <= 2
            and any(units)
            and all(piece.first.is_number or unit for piece, unit in zip(pieces, units, strict=True))
        )
    ):
        return True
    said = any(piece.match and piece.match.exact and piece.kind == "total" for piece in pieces)
    numbers = sum(piece.first.is_number or points(piece.first) is not None for piece in pieces if not piece.match)
    names_thing = any(piece.kind in OF_ROWS for piece in pieces)
    return said and numbers == 1 and not names_thing and len(pieces) <= 4


def men_in_all(pieces: Sequence[Piece]) -> int:
    """Return the number of men in a line with no other details; otherwise 0."""
    numbers = [
        int(piece.first.key)
        for piece, after in pairwise((*pieces, None))
        if piece and not piece.match and piece.first.is_number and not (after and after.word in UNITS)
    ]
    things = [piece for piece in pieces if piece.match and piece.kind != "total"]
    are_men = len(things) == 1 and things[0].kind == "preset" and things[0].first.key in MEN
    others = (piece.first for piece in pieces if not (piece.match or piece.first.is_number or points(piece.first)))
    says_more = any(not token.is_joining and token.key not in (*IN_ALL, *MEN, *UNITS) for token in others)
    named = are_men or (not things and any(piece.word in MEN for piece in pieces))
    return numbers[0] if len(numbers) == 1 and named and not says_more else 0


def names_game(pieces: Sequence[Piece]) -> bool:
    """Whether a line has only the game or the role."""
    exact = {piece.kind for piece in pieces if piece.match and piece.match.exact}
    says_limit = any(piece.first.key in LIMIT or piece.first.key in UNITS for piece in pieces)
    says_no_more = all(piece.kind == "format" or piece.first.is_common for piece in pieces)
    says_game = says_limit or "ruleset" in exact or says_no_more
    known = [piece for piece in pieces if not piece.match or piece.match.exact]
    return ("ruleset" in exact or ("format" in exact and says_game)) and not is_row(known)


def title_of(text: str, line: str, pieces: Sequence[Piece]) -> Title | None:
    """Return the heading in a line, None if it is not a heading. `text` is the line with its decoration."""
    if number_of(pieces) and len(pieces) > 1 and any(piece.kind in ("squad", "class") for piece in pieces[1:5]):
        inner = title_of(text, line, pieces[1:])  # 2. Rifle squad
        return replace(inner, name=inner.name.removeprefix(pieces[0].first.text).lstrip(" .)")) if inner else None
    begins = rows_begin(pieces)
    end = len(pieces) if begins is None else begins
    is_word = any(piece.match or piece.first.key.isalpha() for piece in pieces[:end] if piece.first.key not in UNITS)
    names_thing = any(piece.match and piece.match.exact and piece.kind in OF_ROWS for piece in pieces[:end])
    if end == len(pieces) and _is_name_and_class(pieces):
        return make_title(line, pieces)
    if end == 0 or not is_word or (names_thing and not _is_called_by(pieces, end)):
        return None
    is_counted = count_at(pieces, 0) and text.isupper()  # 1 DP-27 - 14
    if not ((_looks_like_heading(text) and not is_counted) or _says_squad(pieces[:end])):
        return None
    stop = pieces[end].first.start if end < len(pieces) else len(line)
    return make_title(line[:stop], pieces[:end], line[stop:])


def _is_called_by(pieces: Sequence[Piece], end: int) -> bool:
    """Whether a squad is named after its men: “Rifle squad”, “Squadra mortai: …”; a team may be a row."""
    whole = end
    while end > 1 and (
        pieces[end - 1].kind == "class" or (pieces[end - 1].first.is_number and pieces[end - 2].kind == "squad")
    ):
        end -= 1  # Rifle squad (veterans), rifle squad 2
    kinds = [piece.kind for piece in pieces[:end]]
    is_alone = end < whole or end == len(pieces) or ":" in pieces[end].first.before
    is_team = {pieces[0].first.key, pieces[end - 1].first.key} & {"team", "teams"}
    is_counted = any(count_at(pieces, i) or "(" in pieces[i].first.before for i in range(end))
    return is_alone and 2 <= end <= 3 and "squad" in (kinds[0], kinds[-1]) and not (is_team or is_counted)


def _is_name_and_class(pieces: Sequence[Piece]) -> bool:
    """Whether a line is a name, a sign and a class, without a number: “Blackwater guys (mercenaries)”."""
    *name, last = pieces
    if last.kind != "class" or not last.match or not last.match.exact or not last.first.before:
        return False
    known = {piece.kind for piece in name}
    is_apart = not any(piece.first.before.strip("'’\"“”.") for piece in name[1:])
    is_name = name and name[0].first.text[:1].isupper() and (None in known or len(name) > 1)
    counted = any(number_in(piece) is not None or piece.word in DENYING for piece in pieces)
    return bool(is_name) and is_apart and not counted and not known & {"weapon", "reserve", "total", "leadership"}


def _looks_like_heading(text: str) -> bool:
    bare = text.strip()
    decorated = bare.startswith(DECORATION) and bare[-1:] in "*_#=-~+]«◄◀"
    return decorated or bare.endswith(":") or "·" in bare or (bare.isupper() and len(bare) > 3)


def _says_squad(pieces: Sequence[Piece]) -> bool:
    """Whether a line announces a squad: the word itself, or a class without a number of men."""
    kinds = [kind_at(pieces, number) for number in range(len(pieces))]
    counted = count_at(pieces, 0) or any(
        times(piece.first) is not None or piece.word in (*TIMES, *HOW_MANY) for piece in pieces
    )  # Partisans no. 3: rifle
    return "squad" in kinds or ("class" in kinds and not counted)
