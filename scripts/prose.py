"""Check the English of README and docs with proselint and rules of our own: `make lint`."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from proselint.registry.checks import Check, CheckResult
from proselint.registry.checks.types import PreferredForms
from proselint.tools import LintFile

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md"))]
MOST_WORDS, MOST_SIGNS = 30, 120

# Regular expressions of words that the glossary replaces, and their replacements.
WORDS = {
    "(some|any|every)body": "someone, anyone, everyone",
    "(who|what)ever \\S+": "anyone, anything",
    "whom": "a new sentence",
    "anew": "again",
    "by now|besides": "nothing",
    "else,": "otherwise",
    "no such": "no",
    "for ever": "permanently",
    "e-mails?": "email",
    "user names?": "username",
    "print-outs?": "printout",
    "rule books?": "rulebook",
    "(games )?evenings?": "games night",
    "hand(s|ed|ing)? (it )?in|handing in": "submit",
    "take[ns]? back": "undo, restore, withdraw or unpublish",
    "saving rolls?": "saving throw",
    "reaction fire": "opportunity fire",
    "partly hidden": "partially hidden",
    "(tests?|checks) of morale": "morale test",
    "at or (under|over)": "equal to or under",
    "numbers? to roll": "number needed",
    "personal tokens?": "access token",
    "complaints?": "report",
    "table.kits?": "cut-out sheet",
    "true size": "actual size",
    "ready squads?": "ready-made squad",
    "quick figures?": "quick-add figure",
    "ways back": "get under the limit",
    "held to|holds? to": "follow",
    "one by one": "one at a time",
}  # fmt: skip
GLOSSARY = Check(PreferredForms(WORDS), path="squadra.glossary", message="“{1}”: use “{0}”.")
PROSELINT = {
    "archaism",
    "lexical_illusions",
    "malapropisms",
    "mondegreens",
    "nonwords",
    "redundancy",
    "spelling",
}


def sentences(text: str, check: Check) -> Iterator[CheckResult]:
    """Find sentences that are too long. A heading, a cell or a list item ends a sentence too."""
    for match in re.finditer(r"(?:(?!\n\s*(?:\n|[-*|#>]|\d+\.\s)|[.!?:][”)*]*\s|\|).)+", text, re.S):
        words = len(re.findall(r"[^\W_]\S*", match[0]))
        if words > MOST_WORDS:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            yield CheckResult(check.path, f"a sentence of {words} words", (start, start + 1), None)


def lines(text: str, check: Check) -> Iterator[CheckResult]:
    """Find lines that are too long, unless they cannot be wrapped: rows of tables, and single words."""
    for match in re.finditer(rf"^(?=\S+ )[^|\n].{{{MOST_SIGNS},}}$", text, re.M):
        yield CheckResult(check.path, f"a line of {len(match[0])} characters", match.span(), None)


def without_code(text: str) -> str:
    """Return a page without its code, and with crosses for names in code and for addresses, at the same places."""
    text = re.sub(r"^```.*?^```|<!--.*?-->", lambda match: re.sub(r".", " ", match[0]), text, flags=re.S | re.M)
    names = r"`[^`\n]+(?:\n[^`\n]+)?`|(?<=\])\([^)]*\)|https?://\S+|[\w.-]+\.(?:md|json)"
    return re.sub(names, lambda match: re.sub(r"\S| (?=\S)", "x", match[0]), text)


def findings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the findings of a page: line and message."""
    text = path.read_text()
    prose = LintFile(path, without_code(text))
    own = (GLOSSARY, Check(sentences, path="squadra.sentence"))
    found = [(prose, result) for check in own for result in check.check(prose.content)]
    found += [
        (prose, one.check_result) for one in prose.lint({"max_errors": 1000, "checks": dict.fromkeys(PROSELINT, True)})
    ]
    whole = LintFile(path, text)
    found += [(whole, result) for result in Check(lines, path="squadra.line").check(whole.content)]
    for page, result in found:
        yield page.line_col_of(result.span[0])[0], f"{result.check_path}: {result.message}"


def main() -> int:
    """Print the findings of all pages. Returns 1 if there are any."""
    found = [(path, *one) for path in PAGES for one in sorted(findings(path))]
    for path, line, message in found:
        print(f"{path.relative_to(ROOT)}:{line}: {message}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
