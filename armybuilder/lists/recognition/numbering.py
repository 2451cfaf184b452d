"""Read the numbering of the lines of a list: #6, c), 2.3, A2., Fig. 02."""

from collections.abc import Sequence

from armybuilder.lists.recognition.pieces import Piece
from armybuilder.lists.recognition.words import NUMBERING


def renumbered(text: str) -> str:
    """Return a line with the numbers of its men as a count: #6 Medic is one man, #2-#5 Rifleman is four."""
    bare = text.lstrip(" -*•·>")
    if not bare.startswith("#"):
        return text
    numbers, _, rest = bare.partition(" ")
    first, _, last = (part.strip("#.:)") for part in numbers.replace("–", "-").partition("-"))
    if not (first.isdecimal() and len(first) <= 3 and (not last or (last.isdecimal() and len(last) <= 3))):
        return text
    return f"{int(last) - int(first) + 1}x {rest}" if last and int(last) > int(first) else f"{first}. {rest}"


def without_letter(line: str) -> str:
    """Return a line without its numbering: “b. Riflemen x3”, “c) Grenadier”, “2.3 Medic”."""
    outline, _, rest = line.partition(" ")
    numbers = outline.rstrip(".)").split(".")
    if rest and len(numbers) > 1 and all(number.isdecimal() and len(number) <= 2 for number in numbers):
        return rest.lstrip(" -–")
    is_marked = line[:1].isalpha() and line[1:2] in (".", ")") and line[2:3].isspace()
    is_letter = line[:1].islower() or line[1:2] == ")"
    return line[3:].lstrip() if is_marked and is_letter else line


def without_label(line: str, pieces: Sequence[Piece]) -> str:
    """Return a line without its numbering, unless it is a term in the rules: “A2. Medic”, “Fig. 02 Medic”."""
    first, second = pieces[0].first, pieces[1].first if len(pieces) > 1 else None
    if line[: first.start] or second is None:
        return line
    text, end = first.text, first.end
    is_label = not pieces[0].match and (
        text[0].isupper() and text[1:].isdecimal() and len(text) <= 3 and line[end : end + 1] in (*".):",)
    )
    if first.key.rstrip("0123456789") in NUMBERING:
        is_apart = second.is_number and not pieces[1].match and first.key.isalpha()
        end = second.end if is_apart else end
        is_label = is_apart or not first.key.isalpha()
    return (line[end:].lstrip(".):").lstrip(" -–—") or line) if is_label else line


def without_initial(line: str, pieces: Sequence[Piece]) -> str:
    """Return a line without a letter before terms of the rules, unlike the initial of a name: “A. Rifle squad”."""
    is_letter = line[:1].isupper() and line[1:3] in (". ", ") ")
    if len(pieces) < 2 or not is_letter:
        return line
    match = pieces[1].match
    is_squad = any(piece.kind in ("squad", "class") for piece in pieces)
    return line[2:].lstrip() if is_squad or (match and match.exact) else line
