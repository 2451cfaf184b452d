"""The catalogue of the interface: it has every text in the sources, translated into Italian, and compiled."""

import re
from functools import cache
from pathlib import Path

import polib
import pytest

from scripts.messages import (
    CATALOGUE,
    ROOT,
    key_of,
    renewed,
    texts_of_python,
    texts_of_template,
    texts_of_the_sources,
)


@cache
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def pairs() -> list[tuple[str, str]]:
    """Each text with its Italian; singular and plural count as two."""
    found = []
    for entry in catalogue():
        if entry.msgid_plural:
            found += [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
        else:
            found.append((entry.msgid, entry.msgstr))
    return found


# ── The catalogue ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_holds_what_the_sources_say_and_no_more() -> None:
    """If this fails, run `make messages`, then translate the new texts."""
    assert {key_of(entry) for entry in catalogue()} == {text for texts in texts_of_the_sources() for text in texts}


def test_the_sources_are_read_as_they_are_written() -> None:
    """The reader that the test above depends on, with all forms used in the sources."""
    python = """f"{gettext('a')}"; ngettext("%(n)s b", "%(n)s bs", n); _("c " "d"); pgettext_lazy("x", "e"); _(word)"""
    assert list(texts_of_python(python)) == [
        ("", "a", ""),
        ("", "%(n)s b", "%(n)s bs"),
        ("", "c d", ""),
        ("x", "e", ""),
    ]
    template = """{% load i18n %}{% translate 'it’s "a"' as x %}{% firstof x _("b") %}
      {% translate "Show" context "marker" %}
      {% blocktranslate trimmed count n=n with c=d %}
        {{ n }} e
      {% plural %}
        {{ n }} es
      {% endblocktranslate %}"""
    assert list(texts_of_template(template)) == [
        ("", 'it’s "a"', ""),
        ("", "b", ""),
        ("marker", "Show", ""),
        ("", "%(n)s e", "%(n)s es"),
    ]


def test_entries_keep_their_order_and_new_ones_come_beside_their_neighbours() -> None:
    old = [polib.POEntry(msgid=text, msgstr=text.upper()) for text in ("d", "gone", "b", "a")]
    files = [[("", "a", ""), ("", "b", ""), ("", "c", "cs")], [("x", "d", ""), ("", "d", "")]]
    entries = renewed(old, files)
    assert [key_of(entry) for entry in entries] == [
        ("", "d", ""),
        ("", "b", ""),
        ("", "c", "cs"),
        ("", "a", ""),
        ("x", "d", ""),
    ]
    assert [entry.msgstr for entry in entries] == ["D", "B", "", "A", ""]
    assert list(map(key_of, renewed(entries, files))) == list(map(key_of, entries))


def test_nothing_is_missing_or_only_guessed() -> None:
    assert [entry.msgid for entry in catalogue() if entry.fuzzy or entry.obsolete] == []
    assert [entry.msgid for entry in catalogue() if not entry.translated()] == []
    assert [text for text, italian in pairs() if not italian] == []


def test_compiled_translations_are_current() -> None:
    """If this fails, run `make messages`."""
    compiled = polib.mofile(str(CATALOGUE.with_suffix(".mo")))
    assert {(entry.msgid, entry.msgstr, str(entry.msgstr_plural)) for entry in compiled} == {
        (entry.msgid, entry.msgstr, str(entry.msgstr_plural)) for entry in catalogue()
    }
    assert compiled.metadata["Plural-Forms"] == catalogue().metadata["Plural-Forms"]


def test_one_is_singular_and_all_else_plural() -> None:
    assert catalogue().metadata["Plural-Forms"] == "nplurals=2; plural=(n != 1);"
    assert catalogue().metadata["Language"] == "it"


def test_every_place_to_fill_stands_on_both_sides() -> None:
    def places(text: str) -> list[str]:
        return sorted(re.findall(r"%\(\w+\)[a-z]|</?\w+>", text))

    assert [text for text, italian in pairs() if places(text) != places(italian)] == []


def test_a_text_ends_and_is_glued_as_it_does_in_english() -> None:
    """A full stop or a colon belongs to the page; a no-break space keeps a number beside its unit."""

    def shape(text: str) -> tuple[str, int]:
        return text[-1:] if text[-1:] in ".:…, \n" else "", text.count("\N{NO-BREAK SPACE}")

    assert [text for text, italian in pairs() if shape(text) != shape(italian)] == []


def test_the_english_side_is_english() -> None:
    italian = re.compile(r"[àèéìòù]|\b(?:che|con|della?|di|gli|il|non|sono|una?)\b")
    assert [text for text, _ in pairs() if italian.search(text)] == []


def test_italian_is_written_with_its_own_signs() -> None:
    """Typographic apostrophes and quotation marks, accents instead of apostrophes, no exclamation marks."""
    odd = re.compile(r"'|\"|“|”|!|\b(?:perchè|poichè|finchè|nè|pò)\b|E’|\ba’")
    assert [italian for _, italian in pairs() if odd.search(italian)] == []


# ── Nearby pages ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", sorted((ROOT / "static" / "js").rglob("*.js")), ids=lambda path: path.name)
def test_scripts_have_no_words_of_their_own(path: Path) -> None:
    """What they show is on the page, in its language."""
    literals = re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`', re.sub(r"//.*", "", path.read_text()))
    words = re.compile(r"[A-Z]?[a-zà-ù’]+[,.:]?(?: [a-zà-ù’]+[,.:]?)+")
    assert {text for found in literals for text in found if words.fullmatch(text)} <= {"use strict"}
