"""Remove senders, times and numbers from the starts of the lines of a text, recognised once for all of them.

The text is hostile, so a pattern only reads the first letters of a line.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from armybuilder.lists.recognition.words import HOW_MANY, NUMBERING, SQUAD_WORDS, UNIT_WORDS

LONGEST_SENDER = 80  # letters before a message
_TIME = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_DATE = r"\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?"
_DAY = r"(?:[Tt]oday|[Yy]esterday|[Oo]ggi|[Ii]eri)"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?"
_STAMP = rf"[\[(]?(?:(?:{_DATE}|{_DAY}),? ?(?:at |alle |ore )?{_TIME}|{_TIME},? {_DATE}|{_CLOCK})[\])]?"
_WHO = r"[^\W\d][^:<>\[\]|;(\d]{0,30}?"
FIRST_TIME = re.compile(rf"{_STAMP} ?[-–—,:]? ?(?:<({_WHO})>:? ?|({_WHO}): ?)?")
FIRST_WHO = re.compile(rf"({_WHO}),? ?[-–—]? ?{_STAMP} ?[-–—:]? ?")
BARE_WHO = re.compile(rf"<[@+ ]?([^<>/\s][^<>]{{0,30}})> |({_WHO}): ?")

LONGEST_NUMBERING = 24  # letters
NUMBERED_AS = "fig"  # any word before the number of a model or a row
LEAST, LEAST_COUNTED, LEAST_BARE = 2, 4, 6  # numbered lines; with “no.”; with only the number
MOST, SHARE = 300, 0.6
NUMBERED = re.compile(
    r"\W{0,6}?([^\W\d]{0,9}\.?[ °º#]{0,2})(\d{1,3})(?: ?[-–] ?#?(\d{1,3}))?(?:([.):\]°]+|[ ][-–—] ?)|[ ])"
)
OUTLINE = re.compile(r"\W{0,6}?(?:\d{1,2}(?:\.\d{1,2}){1,3}[.)]?|[a-z][.)])[ ]")
LETTERED = re.compile(r"\W{0,6}?([^\W\d_])([.)])[ ]")


# ── Chats ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def without_senders(lines: Sequence[str]) -> list[str]:
    """Return the lines of a chat without senders and times. A known sender may also precede a colon."""
    stamped = [_stamped(line) for line in lines]
    known = {found[0].casefold() for found in stamped if found and found[0]}
    return [found[1] if found else _without_known(line, known) for line, found in zip(lines, stamped, strict=True)]


def _stamped(line: str) -> tuple[str, str] | None:
    """Return the sender and the message of a line with a time; None without a time."""
    start = line[:LONGEST_SENDER].strip("\u200e\u200f \t")
    found = FIRST_TIME.match(start) or FIRST_WHO.match(start)
    if not found or not found.end():
        return None
    message = line[line.index(start) + found.end() :] if start else line
    who = next(filter(None, found.groups()), "")
    return who.strip(), message


def _without_known(line: str, known: set[str]) -> str:
    """Return a line without `<Tom>`, or without a known sender before a colon."""
    found = BARE_WHO.match(line[:LONGEST_SENDER])
    is_sender = found and (found[1] or found[2].strip().casefold() in known)
    return line[found.end() :] if found and is_sender else line


# ── Numbers: #6, c), 2.3, A2., Fig. 02, n° 2-5 ─────────────────────────────────────────────────────────────────────


def without_numbering(lines: Sequence[str]) -> list[str]:
    """Return the lines of a text without their numbers. A range is a count: #2-#5 Rifleman is four riflemen."""
    groups: dict[tuple[str, str], list[tuple[int, int, int, str]]] = defaultdict(list)
    result = [*lines]
    for place, line in enumerate(lines):
        start = line[:LONGEST_NUMBERING]
        if found := OUTLINE.match(start):
            result[place] = line[found.end() :].lstrip(" -–")
        elif found := NUMBERED.match(start):
            label, first, last, sign = found.groups()
            key = label.strip(" .°º#").casefold()
            key = NUMBERED_AS if key in NUMBERING else key
            rest = line[found.end() :].lstrip(" -–—")
            is_label = key == NUMBERED_AS or len(key) <= 2 or "#" in start[: found.start(2)]
            is_name = "°" in found[0] and rest.casefold().startswith((*SQUAD_WORDS, *UNIT_WORDS))  # 2° gruppo
            if is_label and not is_name and any(map(str.isalpha, rest)):
                groups[key, (sign or "").strip(" -–—")[:1]].append((place, int(first), int(last or first), rest))
        elif found := LETTERED.match(start):
            letter = ord(found[1].casefold()) - ord("a") + 1
            groups["", f"{found[1].isupper()}{found[2]}"].append((place, letter, letter, line[found.end() :]))
    for (label, sign), found_lines in groups.items():
        if label == NUMBERED_AS or _is_numbering(found_lines, _least(label, sign)):
            for place, first, last, rest in found_lines:
                result[place] = f"{last - first + 1}x {rest}" if last > first else rest
    return result


def _least(label: str, sign: str) -> int:
    """Return the number of lines needed: more if their numbers may be counts."""
    return LEAST if sign or label not in ("", *HOW_MANY) else LEAST_COUNTED if label else LEAST_BARE


def _is_numbering(lines: Sequence[tuple[int, int, int, str]], least: int) -> bool:
    """Whether the numbers of lines count the lines: each is the next, or the first again."""
    pairs = [*pairwise(lines)]
    follows = sum(after[1] == before[2] + 1 for before, after in pairs)
    fits = all(after[1] in (1, before[2] + 1) and after[2] >= after[1] for before, after in pairs)
    return len(lines) >= least and fits and follows >= SHARE * len(pairs) and lines[-1][2] <= MOST
