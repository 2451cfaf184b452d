r"""Regular expressions: a hostile text can make them backtrack for a very long time.

Each one in the site is listed here, with the reason why its work is proportional to the text. A new one fails this
test until it has been examined: whether two repeats can share letters (`\s*x?\s+`), whether one repeat is inside
another, and whether a search starts again inside text that a repeat has already read (`\s*\[` in a row of spaces).
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from armybuilder.lists.exchange.columns import CELL
from armybuilder.lists.exchange.continuing import PRICE
from armybuilder.lists.exchange.our_format.words import PLAIN
from armybuilder.personal_data import document
from rules.core.document import force
from rules.core.game import events
from rules.loading.dumping import UNPRINTABLE

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn")
IN_TEXT = re.compile(r"\bre\.|(pattern|regex)=")  # a file with neither is not worth parsing
KEYWORDS = ("pattern", "regex")  # from msgspec, pydantic and Django; `__iregex` of its queries
MADE_IN_PLACE = "(not a literal)"

NO_REPEAT = "looks at so many letters and no more"
ONE_CLASS = "one repeat of one class: it ends at the first letter that is none of it, and a search goes on from there"
OURS = "looks at texts of the rules and of libraries, which are ours or the staff’s"
LINE = "looks at a line of 400 characters at most"
NO_OTHER_WAY = "repeats, but no letter can be had by two of them: there is one way through a text"

PATTERNS: dict[str, dict[str, str]] = {
    "armybuilder/evenings/paper/sheets.py": {r"(?<=[_.@-])(?=[^\W_])": NO_REPEAT},
    "armybuilder/accounts/validators.py": {r"^[A-Za-z0-9._-]+\Z": ONE_CLASS},
    "armybuilder/api/lists.py": {"^[A-Za-z0-9_-]{1,40}$": NO_REPEAT, "^[!-~]{1,64}$": NO_REPEAT},
    "armybuilder/api/models.py": {"squadra_[A-Za-z0-9_-]{43}": NO_REPEAT},
    "armybuilder/middleware/unstorable.py": {"[\x00\ud800-\udfff]": NO_REPEAT},
    "armybuilder/printing/units/squads.py": {r"\d+(–\d+|\+)?": OURS},
    "armybuilder/own_rules/pasting/cells.py": {
        MADE_IN_PLACE: LINE,
        r"(?<=\d),(?=\d)": NO_REPEAT,
        "[,;] | / ": NO_REPEAT,
        r"[-–—*•·>#◦▪] ?|\d{1,2}[.)] ": NO_REPEAT,
        r"\(([^()]{1,300})\)": LINE,
        r"\t| {2,}": ONE_CLASS,
    },
    "armybuilder/own_rules/pasting/reading.py": {r" [–—-] |[:(]": NO_REPEAT},
    "armybuilder/own_rules/posted.py": {"[a-z0-9]{6}": NO_REPEAT},
    "armybuilder/own_rules/views/parent.py": {r'"([a-z0-9-]+)"': ONE_CLASS},
    "armybuilder/personal_data/document.py": {r"^[^\x00]*\Z": ONE_CLASS, r"^[0-9A-Za-z_-]+\Z": ONE_CLASS},
    "armybuilder/games/views/links.py": {r"[\w-]{22}": NO_REPEAT},
    "armybuilder/lists/exchange/columns.py": {CELL.pattern: NO_OTHER_WAY},
    "armybuilder/lists/exchange/continuing.py": {PRICE.pattern: NO_OTHER_WAY},
    "armybuilder/lists/exchange/our_format/exact.py": {r"[+-]?\d{1,6}": NO_REPEAT},
    "armybuilder/lists/exchange/our_format/words.py": {
        PLAIN.pattern: "one repeat, of names of 120 characters and notes of 4,000; it goes back over spaces only",
        r"([\\*_~`|])": NO_REPEAT,
        r"\\([\\*_~`|])": NO_REPEAT,
    },
    "armybuilder/lists/recognition/line_starts.py": {
        r"\W{0,6}?([^\W\d]{0,9}\.?[ °º#]{0,2})(\d{1,3})(?: ?[-–] ?#?(\d{1,3}))?(?:([.):\]°]+|[ ][-–—] ?)|[ ])": (
            "only at the start of a line, each part of a few characters"
        ),
        r"\W{0,6}?(?:\d{1,2}(?:\.\d{1,2}){1,3}[.)]?|[a-z][.)])[ ]": "only at the start of a line, of a few characters",
        r"\W{0,6}?([^\W\d_])([.)])[ ]": NO_OTHER_WAY,
        MADE_IN_PLACE: "looks at the first 80 letters of a line, and a name has 31 at most",
    },
    "armybuilder/lists/browsing/my_lists.py": {
        "[0-9A-Za-z]+": ONE_CLASS,
        MADE_IN_PLACE: "one way through a note; going back it tries the 120 characters of the words at each letter",
    },
    "armybuilder/mail.py": {r"([.:/\\@。．｡])(?=\S)": NO_REPEAT},
    "armybuilder/printing/layout/fit.py": {r"[\t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+": ONE_CLASS},
    "armybuilder/printing/formats/cards/layout.py": {MADE_IN_PLACE: "no regular expression: what is printed on a back"},
    "armybuilder/printing/layout/printout.py": {
        "[^A-Za-z0-9]+": ONE_CLASS,
        MADE_IN_PLACE: "each goes back over spaces only, of names of 120 characters and notes of 4,000",
        r"(?: *\n)+  +": "goes back over spaces only, of names of 120 characters and notes of 4,000",
    },
    "armybuilder/printing/layout/sizes.py": {r"var\(--([\w-]+)\)": OURS},
    "rules/core/advice/judging.py": {r"(\w+)\[(\d+)\]": OURS},
    "rules/core/assess.py": {"[\x00-\x1f\x7f-\x9f\u2028\u2029]": NO_REPEAT},
    "rules/core/catalogue/entry.py": {r"^[a-z0-9]+(-[a-z0-9]+)*\Z": NO_OTHER_WAY},
    "rules/core/game/events.py": {
        r"^([A-F][1-6])?\Z": NO_REPEAT,
        r"^[!-~]+\Z": ONE_CLASS,
        r"^[VXS]?[1-9][0-9]{0,3}\Z": NO_OTHER_WAY,
        r"^([VXS]?[1-9][0-9]{0,3})?\Z": NO_OTHER_WAY,
        r"^[^\x00-\x1f\x7f\u2028\u2029]*\Z": NO_OTHER_WAY,
        r"^[a-z0-9-]+/[0-9]+\Z": NO_OTHER_WAY,
        r"^[a-z0-9]+(-[a-z0-9]+)*\Z": NO_OTHER_WAY,
    },
    "rules/core/document/force.py": {r"^[a-z0-9]+(-[a-z0-9]+)*\Z": NO_OTHER_WAY},
    "rules/core/text.py": {
        r"(?<=[\d½]) (?=(?:cm|mm|pt|punt[io]|points?|×)(?!\w))|(?<=\d[ \xa0]×) (?=\d)": NO_REPEAT,
    },
    "rules/last_used.py": {"[a-z0-9-]{1,60}": NO_REPEAT},
    "rules/loading/dumping.py": {UNPRINTABLE.pattern: OURS},
    "rules/loading/reading.py": {
        r"^(?:~|null|Null|NULL|)\Z": NO_REPEAT,
        r"^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)\Z": NO_REPEAT,
        r"^[-+]?(?:0|[1-9][0-9]{0,17})\Z": NO_REPEAT,
        r"^[-+]?[0-9]{1,18}\.[0-9]{0,18}\Z": NO_REPEAT,
    },
    "rules/fields.py": {r"[+-]?[0-9]{1,18}\Z": NO_REPEAT, MADE_IN_PLACE: NO_REPEAT},
    "rules/odds/asking/sentence.py": {r"(\d{1,4})(cm)?": NO_REPEAT},
    "rules/reference/parts.py": {", (?=§)": OURS},
    "rules/reference/index.py": {"[(),;:/]": OURS, r"\w+(?:\.\w+)*": NO_OTHER_WAY},
    "rules/views.py": {MADE_IN_PLACE: OURS},
}


def patterns_of(source: str) -> Iterator[str]:
    """Yield the regular expressions that a module compiles or passes to libraries."""
    tree = ast.parse(source)
    values = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        given = [word.value for word in call.keywords if word.arg and word.arg.endswith(KEYWORDS)]
        if is_of_re(call.func):
            given.append(call.args[0])
        for pattern in given:
            value = values.get(pattern.id, pattern) if isinstance(pattern, ast.Name) else pattern
            yield str(value.value) if isinstance(value, ast.Constant) else MADE_IN_PLACE


def is_of_re(called: ast.expr) -> bool:
    """Return whether a call is one of `re.NAME`."""
    return (
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and (called.value.id == "re" and called.attr in NAMES)
    )


def sources() -> list[str]:
    found = [path for part in ("armybuilder", "rules") for path in (ROOT / part).rglob("*.py")]
    return sorted(str(path.relative_to(ROOT)) for path in found)


@cache
def found() -> dict[str, set[str]]:
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in sources()}
    each = {name: set(patterns_of(text)) for name, text in texts.items() if IN_TEXT.search(text)}
    return {name: patterns for name, patterns in each.items() if patterns}


def test_each_regular_expression_has_been_thought_about() -> None:
    assert found() == {name: set(patterns) for name, patterns in PATTERNS.items()}


# Rust compiles pydantic's patterns: there `$` is the end, and `\Z` does not exist.
READ_BY_RUST = {"armybuilder/api/lists.py"}


def test_no_pattern_lets_a_newline_through() -> None:
    r"""In Python, `$` also matches before a final newline; only `\Z` is the end of a text."""
    loose = {name for name, patterns in found().items() if any(map(ends_loosely, patterns))}
    assert loose == READ_BY_RUST


def ends_loosely(pattern: str) -> bool:
    return any(
        pattern[at - 1 : at] != "\\" for at, sign in enumerate(pattern) if sign == "$" and not in_class(pattern, at)
    )


def in_class(pattern: str, at: int) -> bool:
    return pattern.rfind("[", 0, at) > pattern.rfind("]", 0, at)


@pytest.mark.parametrize(
    ("pattern", "is_loose"),
    [
        ("^a$", True),
        ("^a$|b", True),
        ("(a$)", True),
        (r"^a\Z", False),
        (r"\$", False),
        ("[$]", False),
        ("a", False),
    ],
)
def test_a_loose_end_is_found(pattern: str, is_loose: bool) -> None:
    assert ends_loosely(pattern) == is_loose


PUBLISHED = sorted([*(ROOT / "docs").glob("*.schema.json"), *(ROOT / "rules" / "core").rglob("*.schema.json")])


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_schemas_have_the_patterns_of_ecmascript(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert (len(PUBLISHED), r"\\Z" in text) == (6, False)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (force.ForceId, "folgore"), (events.Key, "V1"), (events.MaybeKey, ""), (events.Word, "a-b"), (events.Note, "a"),
        (events.RowId, "a/1"), (document.RowId, "a"),
    ],
)  # fmt: skip
def test_a_newline_is_not_part_of_a_word(kind: Any, text: str) -> None:
    assert msgspec.convert(text, kind) == text
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text + "\n", kind)


@pytest.mark.parametrize(
    ("source", "patterns"),
    [
        ("import re\nA = re.compile('a+')", {"a+"}),
        ("import re\nre.sub('a', 'b', text)", {"a"}),
        ("import re\nA = 'x*'\nre.match(A, text)", {"x*"}),
        ("import re\nre.search(f'{a}*', text)", {MADE_IN_PLACE}),
        ("Meta(pattern='^a$')", {"^a$"}),
        ("Q(name__iregex=words)", {MADE_IN_PLACE}),
        ("text.split(','), text.replace('a', 'b')", set()),
    ],
)
def test_patterns_that_are_found(source: str, patterns: set[str]) -> None:
    assert set(patterns_of(source)) == patterns
