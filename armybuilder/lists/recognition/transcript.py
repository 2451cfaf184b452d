"""Remove senders and times from the lines of a chat, detected once for a whole text.

    without_senders(lines) -> list[str]

The text is hostile, so a pattern only reads the first letters of a line.
"""

import re
from collections import Counter
from collections.abc import Sequence

from armybuilder.lists.recognition.tokens import tokens_of
from armybuilder.lists.recognition.words import LABELS, SAYING, SQUAD_WORDS

LONGEST_PREFIX = 80  # letters before a message
LEAST_LINES, LEAST_SHARE = 3, 0.6  # lines with a sender before a colon, if no line has a time

_TIME = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_DATE = r"\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?"
_DAY = r"(?:[Tt]oday|[Yy]esterday|[Oo]ggi|[Ii]eri)"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?"
_STAMP = rf"[\[(]?(?:(?:{_DATE}|{_DAY}),? ?(?:at |alle |ore )?{_TIME}|{_TIME},? {_DATE}|{_CLOCK})[\])]?"
_WHO = r"[^\W\d][^:<>\[\]|;(\d]{0,30}?"
FIRST_TIME = re.compile(rf"{_STAMP} ?[-–—,:]? ?(?:<({_WHO})>:? ?|({_WHO}): ?)?")
FIRST_WHO = re.compile(rf"({_WHO}),? ?[-–—]? ?{_STAMP} ?[-–—:]? ?")
BARE_WHO = re.compile(rf"<[@+ ]?([^<>/\s][^<>]{{0,30}})> |({_WHO}): ?")


def without_senders(lines: Sequence[str]) -> list[str]:
    """Return the lines of a text without senders and times."""
    stamped = [_stamped(line) for line in lines]
    known = {who.casefold() for found in stamped if found for who in (found[0],) if who}
    known |= _speakers([line for line, found in zip(lines, stamped, strict=True) if not found])
    return [
        found[1] if found else _without_known(line, known) for line, found in zip(lines, stamped, strict=True)
    ]


def _stamped(line: str) -> tuple[str, str] | None:
    """Return the sender and the message of a line with a time; None without a time."""
    start = line[:LONGEST_PREFIX].strip("\u200e\u200f \t")
    found = FIRST_TIME.match(start) or FIRST_WHO.match(start)
    if not found or not found.end():
        return None
    message = line[line.index(start) + found.end() :] if start else line
    who = next(filter(None, found.groups()), "")
    return who.strip(), message


def _bare(line: str) -> tuple[str, str]:
    """Return a possible sender before a colon, and the message."""
    found = BARE_WHO.match(line[:LONGEST_PREFIX])
    return ((found.group(1) or found.group(2)).strip(), line[found.end() :]) if found else ("", line)


def _speakers(lines: Sequence[str]) -> set[str]:
    """Return the senders of a chat without times: most lines start with a name, and some are only sentences."""
    said = [_bare(line) for line in lines if line.strip()]
    names = Counter(who.casefold() for who, _message in said if _may_speak(who))
    spoken = [message for who, message in said if who.casefold() in names]
    if len(spoken) < max(LEAST_LINES, LEAST_SHARE * len(said)) or names.most_common(1)[0][1] < 2:
        return set()
    is_all = said[0][0].casefold() in names and len(spoken) == len(said)  # a list does not start with a label
    return set(names) if is_all or any(_is_talk(message) for message in spoken) else set()


def _may_speak(who: str) -> bool:
    words = who.casefold().split()
    return 1 <= len(words) <= 3 and not any(word in LABELS or word in SQUAD_WORDS for word in words)


def _is_talk(message: str) -> bool:
    """Whether a message is a sentence: words of sentences, without counts."""
    tokens = tokens_of(message)
    talk = [token for token in tokens if token.key in SAYING]
    return bool(talk) and not any(token.key[:1].isdecimal() for token in tokens)


def _without_known(line: str, known: set[str]) -> str:
    who, message = _bare(line)
    return message if who.casefold() in known else line
