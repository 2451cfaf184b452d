"""The catalogue of the interface: every text of the sources is in it, in Italian, and compiled."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "locale" / "it" / "LC_MESSAGES" / "django.po"
GETTEXT = {"gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "_"}
PGETTEXT = {"pgettext", "pgettext_lazy"}  # whose first argument is the context
LITERAL = r"""\s*u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\s*"""
CALL = re.compile(rf"\b(ngettext|gettext|_)\(({LITERAL}(?:,{LITERAL})?)")

Text = tuple[str, str]  # a text and its plural, "" where it has none


# ── What the sources say ───────────────────────────────────────────────────────────────────────────────────────────


def texts_of_python(source: str) -> Iterator[Text]:
    """Yield the texts of the calls of gettext. One without a literal is of no use to translators."""
    for call in ast.walk(ast.parse(source)):
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in GETTEXT | PGETTEXT
        ):
            plural = call.func.id.startswith("ngettext")
            arguments = call.args[call.func.id in PGETTEXT :][: 1 + plural]
            texts = [str(text.value) for text in arguments if isinstance(text, ast.Constant)]
            if len(texts) == 1 + plural:
                yield texts[0], texts[1] if plural else ""


def texts_of_template(source: str) -> Iterator[Text]:
    """Yield the texts of a template's tags, by Django's own reading of them."""
    for function, arguments in CALL.findall(templatize(source)):
        texts = ast.literal_eval(f"({arguments},)")
        yield texts[0], texts[1] if function == "ngettext" else ""


@cache
def texts_of_the_sources() -> frozenset[Text]:
    """Every text of the interface."""
    python = [path for folder in ("armybuilder", "rules") for path in (ROOT / folder).rglob("*.py")]
    templates = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    templates += (ROOT / "armybuilder").rglob("*.html")
    return frozenset(
        [text for path in python for text in texts_of_python(path.read_text())]
        + [text for path in templates for text in texts_of_template(path.read_text())]
    )


@cache
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def pairs() -> list[tuple[str, str]]:
    """Each text with its Italian; singular and plural are two."""
    found = []
    for entry in catalogue():
        if entry.msgid_plural:
            found += [(entry.msgid, entry.msgstr_plural[0]), (entry.msgid_plural, entry.msgstr_plural[1])]
        else:
            found.append((entry.msgid, entry.msgstr))
    return found


# ── The catalogue ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_holds_what_the_sources_say_and_no_more() -> None:
    """If this fails: `make messages`, then translate what is new. GNU gettext does not look inside f-strings."""
    assert {(entry.msgid, entry.msgid_plural) for entry in catalogue()} == texts_of_the_sources()


def test_the_sources_are_read_as_they_are_written() -> None:
    """The reading that the test above stands on: all forms that the sources use."""
    python = """f"{gettext('a')}"; ngettext("%(n)s b", "%(n)s bs", n); _("c " "d"); pgettext_lazy("x", "e"); _(word)"""
    assert set(texts_of_python(python)) == {("a", ""), ("%(n)s b", "%(n)s bs"), ("c d", ""), ("e", "")}
    template = """{% load i18n %}{% translate 'it’s "a"' as x %}{% firstof x _("b") %}
      {% blocktranslate trimmed count n=n with c=d %}
        {{ n }} e
      {% plural %}
        {{ n }} es
      {% endblocktranslate %}"""
    assert set(texts_of_template(template)) == {('it’s "a"', ""), ("b", ""), ("%(n)s e", "%(n)s es")}


def test_nothing_is_missing_or_only_guessed() -> None:
    assert [entry.msgid for entry in catalogue() if not entry.translated()] == []
    assert [text for text, italian in pairs() if not italian] == []


def test_what_is_compiled_is_what_is_written() -> None:
    """If this fails: `make messages`."""
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


# ── Beside it ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", sorted((ROOT / "static" / "js").glob("*.js")), ids=lambda path: path.name)
def test_scripts_have_no_words_of_their_own(path: Path) -> None:
    """What they show stands in the page, in its language."""
    literals = re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`', re.sub(r"//.*", "", path.read_text()))
    words = re.compile(r"[A-Z]?[a-zà-ù’]+[,.:]?(?: [a-zà-ù’]+[,.:]?)+")
    assert {text for found in literals for text in found if words.fullmatch(text)} <= {"use strict"}
