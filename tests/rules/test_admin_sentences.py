"""The sentences of refusals in the admin: each has an Italian text, and each thing a name."""

import ast
import re
from pathlib import Path

import polib
from django.conf import settings

from rules.core.document.force import LIMITED
from rules.core.judging.checks.definition import KIND_OF_ID
from rules.loading.faults import NEEDED
from rules.loading.reasons import OTHER_KINDS, SECTIONS
from rules.loading.references import SUBJECTS, references
from scripts.messages import CATALOGUE, texts_of_python
from tests.rules.small import small

SOURCES = [
    Path(settings.BASE_DIR, "rules", "loading", name) for name in ("contradictions.py", "faults.py", "reasons.py")
]


def templates() -> set[str]:
    """The sentences of reasons, found by their marks in the sources."""
    return {text for path in SOURCES for _context, text, _plural in texts_of_python(path.read_text())}


def test_every_sentence_is_italian_with_the_same_facts() -> None:
    italian = {entry.msgid: entry.msgstr for entry in polib.pofile(str(CATALOGUE))}
    facts = {text: sorted(re.findall(r"%\(\w+\)s", text)) for text in templates()}
    assert len(facts) == 59
    assert {text: sorted(re.findall(r"%\(\w+\)s", italian[text])) for text in facts} == facts
    assert [text for text in facts if italian[text] == text] == ["extra"]


def test_every_sentence_is_marked() -> None:
    """Sentences without a mark would appear in English only."""
    texts = [
        node.value
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
    ]
    told = {text for text in texts if isinstance(text, str) and "%(" in text and "\n" not in text}  # no docstrings
    assert told <= templates()


def test_every_kind_of_thing_has_a_name() -> None:
    named = {reference.kind for reference in references(small())} | {
        *SUBJECTS.values(),
        *KIND_OF_ID.values(),
        *LIMITED.values(),
    }
    assert {*named, *NEEDED.values()} <= {*SECTIONS.values(), *OTHER_KINDS}
