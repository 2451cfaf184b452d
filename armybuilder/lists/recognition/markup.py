"""Remove the markup of forums, chats and word processors: line ends, tags, struck-out words.

The text is hostile, so every function takes linear time.
"""

from collections.abc import Iterator

from armybuilder.lists.recognition.tokens import points, tokens_of
from armybuilder.lists.recognition.words import UNITS, words_in

ENDS = ("\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")
BREAKS = ("\\r\\n", "\\n", "<br>", "<br/>", "<br />", "</br>", "</p>", "</li>", "</div>", "</tr>", "[/li]")
STRIKING = ("\u0335", "\u0336", "\u0337", "\u0338")  # combining strokes
NOT_TAKEN = ("❌", "✗", "✘", "✖", "🚫", "⛔")  # before or after left-out items
UNTICKED = ("☐", "[ ]", "[]")  # before left-out or open items
TICKED = ("☑", "☒", "✅", "✔", "✓", "[x]")
STRUCK = (
    ("~~", "~~"),
    ("<s>", "</s>"),
    ("<del>", "</del>"),
    ("<strike>", "</strike>"),
    ("[s]", "[/s]"),
    ("[del]", "[/del]"),
    ("[strike]", "[/strike]"),
    ("[-", "-]"),
    ("{-", "-}"),
    ("~", "~"),
    ("[-", "]"),
)
TAGS = frozenset(
    words_in(
        "b i u em strong p li ul ol list span div tr td th table tbody thead code pre quote size color font url img "
        "center small big h1 h2 h3 h4 h5 h6 spoiler a *"
    )
)
ENTITIES = {"&nbsp;": " ", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&apos;": "'", "&times;": "×"}


def lines_of(text: str) -> list[str]:
    """Return the lines of a text with any line endings."""
    for end in ENDS:
        text = text.replace(end, "\n")
    return text.split("\n")


def parts_of(line: str) -> list[str]:
    r"""Split a line at written-out line ends (`\n`, `<br>`), except within quotes."""
    folded = line.lower()
    if len(folded) != len(line) or not any(one in folded for one in BREAKS):
        return [line]
    parts, start, place, quoted = [], 0, 0, False
    last = line.rfind('"')
    while place < len(line):
        if line[place] == '"' and (quoted or place < last) and line[place - 1 : place] != "\\":
            quoted = not quoted
        found = "" if quoted or line[place] not in "\\<[" else _first(folded, place, BREAKS)
        if found:
            parts.append(line[start:place])
            start = place = place + len(found)
        else:
            place += 1
    return [*parts, line[start:]]


def _first(text: str, place: int, words: tuple[str, ...]) -> str:
    return next((word for word in words if text.startswith(word, place)), "")


def unmarked(line: str) -> str:
    """Return a line without the markup of forums and word processors (`[b]`, `<li>`, `&nbsp;`)."""
    line = _without_emphasis(line)
    if "&" in line:
        for entity, sign in ENTITIES.items():
            line = line.replace(entity, sign)
    if "<" not in line and "[" not in line:
        return line
    kept, start = [], 0
    for place, end in _tags(line):
        kept.append(line[start:place])
        start = end
    return " ".join([*kept, line[start:]]) if start else line


def _without_emphasis(line: str) -> str:
    """Return a line without the stars around some words. Stars around the whole line make a heading."""
    bare = line.strip()
    if bare[:1] in ("*", "_") and bare[-1:] in ("*", "_"):
        return line
    return " ".join(_plain_word(word) for word in line.split(" "))


def _plain_word(word: str) -> str:
    inside = word.strip("*_")
    return inside if inside[:1].isalpha() or inside[-1:].isalpha() else word


def _tags(line: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each tag."""
    place, last = 0, max(line.rfind(">"), line.rfind("]"))
    while place <= last:
        if line[place] in "<[":
            closing = ">" if line[place] == "<" else "]"
            end = line.find(closing, place, place + 80)
            name = line[place + 1 : end].strip("/ ") if end > 0 else ""
            word = name.split("=")[0].split(" ")[0].lower()
            if word in TAGS:
                yield place, end + 1
                place = end
        place += 1


def is_unticked(line: str) -> bool:
    """Whether an empty box precedes a line, which makes it unclear whether it is included."""
    return line.strip(" -*•·>").startswith(UNTICKED)


def without_box(line: str) -> str:
    """Return a line without the box before it."""
    bare = line.lstrip(" -*•·>")
    box = next((box for box in (*UNTICKED, *TICKED) if bare.startswith(box)), "")
    return bare[len(box) :] if box else line


def without_struck(line: str) -> tuple[str, list[str]]:
    bare = line.strip(" -*•·>")
    if bare.startswith(NOT_TAKEN) or bare.endswith(NOT_TAKEN):
        return "", [bare]
    line, struck = _without_strokes(line)
    folded = line.lower()
    if len(folded) != len(line):
        return line, struck
    for opening, closing in STRUCK:
        place = folded.find(opening)
        while place >= 0:
            start = place + len(opening)
            end = folded.find(closing, start)
            if end < 0:
                break
            inside = line[start:end]
            if _is_struck(line, place, inside, end + len(closing), opening):
                struck.append(inside.strip())
                line = line[:place] + " " + line[end + len(closing) :]
                folded = line.lower()
                place = folded.find(opening, place)
            else:
                place = folded.find(opening, end if opening != closing else start)
    return line, [text for text in struck if text]


def _is_struck(line: str, start: int, inside: str, end: int, opening: str) -> bool:
    """Whether signs strike out the text between them: plain ones must touch words."""
    if not any(letter.isalnum() for letter in inside):
        return False
    if opening not in ("~", "[-", "{-"):
        return True
    if all(token.is_number or token.key in UNITS or points(token) is not None for token in tokens_of(inside)):
        return False  # a price: [-20 pt]
    is_tight = not (inside[:1].isspace() or inside[-1:].isspace())
    around = line[max(0, start - 1) : start] + line[end : end + 1]
    return opening != "~" or (is_tight and not any(map(str.isalnum, around)))


def _without_strokes(line: str) -> tuple[str, list[str]]:
    """Return a line without its struck-through letters, and those letters without the stroke."""
    if not any(stroke in line for stroke in STRIKING):
        return line, []
    kept: list[str] = []
    struck: list[str] = []
    is_open = False
    for place, letter in enumerate(line):
        if letter in STRIKING:
            continue
        through = line[place + 1 : place + 2] in STRIKING
        if through or (is_open and letter.isspace()):
            if not is_open:
                struck.append("")
            struck[-1] += letter
        else:
            kept.append(letter)
        is_open = through or (is_open and letter.isspace())
    return "".join(kept), [text.strip() for text in struck]
