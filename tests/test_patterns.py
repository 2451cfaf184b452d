"""Regular expressions: C goes back in them as often as a hostile text makes it, and nobody counts its steps.

So each of the site is written down here, with what keeps its work proportional to the text. A new one fails this test
until somebody has thought about that: whether two repeats can share letters (`\\s*x?\\s+`), whether a repeat stands in
another, and whether a search begins anew inside what a repeat has gone over already (`\\s*\\[` in a row of spaces).
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from armybuilder.lists.exchange.words import PLAIN
from rules.loading.dumping import UNPRINTABLE

ROOT = Path(__file__).resolve().parents[1]
NAMES = ("compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn")
FUNCTIONS = {f"re.{name}" for name in NAMES}
KEYWORDS = ("pattern", "regex")  # of msgspec, pydantic and Django; `__iregex` of its queries
MADE_IN_PLACE = "(not a literal)"

NO_REPEAT = "looks at so many letters and no more"
ONE_CLASS = (
    "one repeat of one class: it ends at the first letter that is none of it, and a search goes on from there"
)
OURS = "looks at texts of the rules and of libraries, which are ours or the staff’s"
NO_OTHER_WAY = "repeats, but no letter can be had by two of them: there is one way through a text"

PATTERNS: dict[str, dict[str, str]] = {
    "armybuilder/accounts/validators.py": {r"^[A-Za-z0-9._-]+\Z": ONE_CLASS},
    "armybuilder/api/public.py": {"^[A-Za-z0-9_-]{1,40}$": NO_REPEAT},
    "armybuilder/api/lists.py": {"^[!-~]{1,64}$": NO_REPEAT},
    "armybuilder/api/querysets.py": {"squadra_[A-Za-z0-9_-]{43}": NO_REPEAT},
    "armybuilder/backup/document.py": {"^[^\\x00]*$": ONE_CLASS, "^[0-9A-Za-z_-]+$": ONE_CLASS},
    "armybuilder/lists/exchange/lexicon.py": {r"[+-]?\d{1,6}": NO_REPEAT},
    "armybuilder/lists/exchange/words.py": {
        PLAIN.pattern: "one repeat, of names of 120 characters and notes of 4,000; it goes back over spaces only",
        r"([\\*_~`|])": NO_REPEAT,
        r"\\([\\*_~`|])": NO_REPEAT,
    },
    "armybuilder/lists/my_lists.py": {
        "[0-9A-Za-z]+": ONE_CLASS,
        MADE_IN_PLACE: "one way through a note; going back it tries the 120 characters of the words at each letter",
    },
    "armybuilder/mail.py": {r"([.:/\\@。．｡])(?=\S)": NO_REPEAT},
    "armybuilder/printing/cards/fit.py": {r"[\t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+": ONE_CLASS},
    "armybuilder/printing/cards/troops.py": {r"\d+(–\d+|\+)?": OURS},
    "armybuilder/printing/printout.py": {"[^A-Za-z0-9]+": ONE_CLASS},
    "armybuilder/printing/sizes.py": {r"var\(--([\w-]+)\)": OURS},
    "rules/core/checklist.py": {"[\x00-\x1f\x7f-\x9f\u2028\u2029]": NO_REPEAT},
    "rules/core/entry.py": {"^[a-z0-9]+(-[a-z0-9]+)*$": NO_OTHER_WAY},
    "rules/core/game/events.py": {
        "^[!-~]+$": ONE_CLASS,
        "^[VXS]?[1-9][0-9]{0,3}$": NO_OTHER_WAY,
        "^([VXS]?[1-9][0-9]{0,3})?$": NO_OTHER_WAY,
        r"^[^\x00-\x1f\x7f\u2028\u2029]*$": NO_OTHER_WAY,
        "^[a-z0-9-]+/[0-9]+$": NO_OTHER_WAY,
        "^[a-z0-9]+(-[a-z0-9]+)*$": NO_OTHER_WAY,
    },
    "rules/core/forces/force.py": {"^[a-z0-9]+(-[a-z0-9]+)*$": NO_OTHER_WAY},
    "rules/encoding.py": {
        r"(?<=[\d½]) (?=(?:cm|mm|pt|punt[io]|points?|×)(?!\w))|(?<=\d[ \xa0]×) (?=\d)": OURS,
    },
    "rules/loading/dumping.py": {UNPRINTABLE.pattern: OURS},
    "rules/reference/citations.py": {", (?=§)": OURS},
    "rules/reference/index.py": {"[(),;:/]": OURS},
    "rules/reference/words.py": {r"\w+(?:\.\w+)*": NO_OTHER_WAY},
    "rules/views.py": {MADE_IN_PLACE: OURS},
}


def patterns_of(source: str) -> Iterator[str]:
    """Yield the regular expressions that a module makes, and those that it hands to libraries."""
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
        if ast.unparse(call.func) in FUNCTIONS:
            given.append(call.args[0])
        for pattern in given:
            value = values.get(pattern.id, pattern) if isinstance(pattern, ast.Name) else pattern
            yield str(value.value) if isinstance(value, ast.Constant) else MADE_IN_PLACE


def sources() -> list[str]:
    found = [path for part in ("armybuilder", "rules") for path in (ROOT / part).rglob("*.py")]
    return sorted(str(path.relative_to(ROOT)) for path in found)


def found() -> dict[str, set[str]]:
    each = {name: set(patterns_of((ROOT / name).read_text(encoding="utf-8"))) for name in sources()}
    return {name: patterns for name, patterns in each.items() if patterns}


def test_each_regular_expression_has_been_thought_about() -> None:
    assert found() == {name: set(patterns) for name, patterns in PATTERNS.items()}


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
def test_what_is_found(source: str, patterns: set[str]) -> None:
    assert set(patterns_of(source)) == patterns
