"""The English of the interface: its words, buttons and errors, and the facts in both languages."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import polib
import pytest

from scripts.messages import CATALOGUE, ROOT

# Words that the interface no longer uses, and their replacements.
REPLACED = {
    r"e-mails?": "email",
    r"user names?": "username",
    r"print-outs?": "printout",
    r"(some|every|any)body": "someone, everyone, anyone",
    r"anew|by now|besides|for ever|whom|perhaps": "a plain word, or another sentence",
    r"begins?|beg[au]n|beginning": "start",
    r"no such": "does not have that",
    r"evenings?": "games night",
    r"hand(s|ed|ing)?( (it|them|lists|a list))? in|handing-in": "submit, submission",
    r"covered lists?|lists? (is|are) covered": "hidden, revealed",
    r"(go|goes|went|gone|sent|send) home": "drop out, drop",
    r"tak(e|es|en|ing) (back|off|away|out)|took (back|off|away|out)|takes? it back": "undo, restore, withdraw, remove",
    r"tests? of morale": "morale test",
    r"saving rolls?": "saving throw",
    r"partly hidden": "partially hidden",
    r"reaction fire": "opportunity fire",
    r"ways? to fire|ways? of firing": "fire mode",
    r"numbers? to roll": "number needed",
    r"at or under": "equal to or under",
    r"set-up": "deployment",
    r"ready squads?": "ready-made squad",
    r"quick figures?": "quick-add figure",
    r"samples?": "example",
    r"(held|hold|holds) to": "follows a force",
    r"pieces? of advice": "tip",
    r"proposals?": "suggestion",
    r"ways back": "get under the limit",
    r"table kits?": "cut-out sheet",
    r"deployment records?": "deployment sheet",
    r"true size": "actual size",
    r"complaints?": "report",
    r"personal tokens?": "access token",
    r"pt": "pts",
    r"books?": "rulebook",
    r"mark(ed)? lists?": "select",
    r"divided?": "split",
    r"opens nothing|leads? nowhere|lets nobody in": "no longer works",
    r"looks? on": "watch, spectator",
    r"it stands": "confirmed, final",
    r"whoever(?! runs (this|the) site)|anyone who(?! keeps)": "the player, anyone with it, or an if",
    r"(colou?rize|organiz|recogniz|cent|defens|armo|hono)(er|e|ed|ing|r)s?": "British spelling",
}
WORDS = re.compile("|".join(rf"\b(?:{words})\b" for words in REPLACED), re.IGNORECASE)
SAID_OF_ONESELF = {"I’m coming", "I can’t make it"}  # the buttons with a contraction
SHAPE = re.compile(r"n’t\b|’(?:ll|re|ve|m)\b|\w …$|\d %| %%|[\w)] at most(?:[.,;]|$)", re.IGNORECASE)
HOLE = re.compile(r"%\(\w+\)[a-z]|\{\w+\}|</?\w+>")

Sentence = tuple[str, str]  # English and Italian


# ── Reading ────────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def modules() -> list[tuple[Path, ast.Module]]:
    paths = sorted(path for folder in ("armybuilder", "rules") for path in (ROOT / folder).rglob("*.py"))
    return [(path, ast.parse(path.read_text())) for path in paths if path.parent.name != "migrations"]


@cache
def constants() -> dict[str, str]:
    """Return the named sentences, for refusals raised in several places."""
    found = {}
    for _, tree in modules():
        for line in tree.body:
            if (
                isinstance(line, ast.Assign)
                and isinstance(line.targets[0], ast.Name)
                and isinstance(line.value, ast.Call)
            ):
                found[line.targets[0].id] = literal(line.value)
    return found


def literal(node: ast.AST) -> str:
    """Return a text, or that of a gettext call, filled or not; "" for anything else."""
    if isinstance(node, ast.BinOp):
        return literal(node.left)
    if isinstance(node, ast.Name):
        return constants().get(node.id, "")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return literal(node.args[-1]) if node.func.id.endswith(("gettext", "gettext_lazy", "_")) else ""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def texts_of_the_core() -> Iterator[Sentence]:
    """Yield the texts written in both languages: `Text(it=…, en=…)`."""
    for _, tree in modules():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Text":
                texts = {str(word.arg): literal(word.value) for word in call.keywords}
                texts |= zip(("it", "en"), map(literal, call.args), strict=False)
                if texts.get("en") and texts.get("it"):
                    yield texts["en"], texts["it"]


@cache
def sentences() -> list[Sentence]:
    """Return the texts of the interface; singular and plural count as two."""
    found = list(texts_of_the_core())
    for entry in polib.pofile(str(CATALOGUE)):
        if entry.msgid_plural:
            found += [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
        else:
            found.append((entry.msgid, entry.msgstr))
    return found


def texts_of_buttons() -> Iterator[str]:
    """Yield the labels of buttons in templates, and of links styled as buttons."""
    element = re.compile(r"<(button|summary|a)\b([^>]*)>(.*?)</\1>", re.DOTALL)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for kind, attributes, inside in element.findall(path.read_text()):
            if kind != "a" or "btn" in attributes:
                yield from re.findall(r'\{% translate "([^"]+)"', inside)


def texts_of_errors() -> Iterator[str]:
    """Yield the sentences of refusals and invalid fields."""
    for _, tree in modules():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name | ast.Attribute):
                name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
                if name in ("RefusedError", "ValidationError", "add_error"):
                    yield from filter(None, (literal(one) for one in call.args if not isinstance(one, ast.Constant)))


# ── Unchanged facts ────────────────────────────────────────────────────────────────────────────────────────────────


def test_words_of_the_glossary() -> None:
    """If this fails, the table above has the word to use."""
    assert [english for english, _ in sentences() if WORDS.search(HOLE.sub("", english))] == []


@pytest.mark.parametrize(
    "old",
    [
        "Hand it in",
        "3 evenings",
        "Take off",
        "the user name",
        "90 pt",
        "There is no such list",
        "Saving rolls",
        "Ask whoever has it",
    ],
)
def test_the_table_finds_what_it_replaces(old: str) -> None:
    assert WORDS.search(old)


def test_contractions_spaces_and_most() -> None:
    """No contractions except a player’s own words; no space before … and %; “at most” before its number."""
    found = {english for english, _ in sentences() if SHAPE.search(english.replace("%(", "(")) and english != "At most"}
    assert found == SAID_OF_ONESELF


def test_buttons_have_no_full_stop() -> None:
    buttons = set(texts_of_buttons())
    assert len(buttons) > 200
    assert [text for text in sorted(buttons) if text.endswith((".", "!"))] == []


def test_errors_end_as_sentences() -> None:
    errors = set(texts_of_errors())
    assert len(errors) > 50
    assert [text for text in sorted(errors) if not re.fullmatch(r"[A-Z%“].*([.?]|%\(\w+\)s)", text)] == []


def test_both_languages_state_the_same_facts() -> None:
    """`{over:point|points}` and `{over:punto|punti}` are the same fact."""

    def facts(text: str) -> set[str]:
        names = re.findall(r"%\((\w+)\)", text)
        try:
            return {*names, *(name for _, name, _, _ in Formatter().parse(text) if name)}
        except ValueError:  # a brace that opens nothing
            return {*names}

    assert [english for english, italian in sentences() if facts(english) != facts(italian)] == []
