"""Every reader of hostile text, with the hostile alphabet: it reads, or refuses in one line; it never fails.

Here each reader gets forty attempts. `make fuzz` continues without end, with new ones in each round.
"""

import json
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import example, given, settings
from hypothesis import strategies as st

from armybuilder.lists.browsing.my_lists import read_filter
from armybuilder.lists.exchange.building import PIECES_AT_MOST
from armybuilder.lists.exchange.our_format.writing import SHAPES, Shape
from armybuilder.lists.exchange.preview import make_preview
from armybuilder.lists.exchange.proposal import Answers
from armybuilder.lists.exchange.reading import read_text
from armybuilder.lists.exchange.table import write_csv
from armybuilder.printing.choosing.choice import read_choice
from armybuilder.printing.layout.options import Options
from rules.core.assess import assess, json_line, text_for_people
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import read
from rules.core.document.roster import Roster, encode
from rules.core.odds import answer
from rules.core.odds.format.answers import json_line as odds_line
from rules.core.odds.format.answers import text_for_people as odds_text
from rules.core.text import LANGUAGES, is_writable
from rules.encoding import yaml_files
from rules.loading.reading import FilesError, parse_ruleset
from rules.reference.index import Index, build_index, fold
from rules.reference.search import search
from tests.core.documents import LIBRARY, Document
from tests.core.odds.test_odds_schema import CASES
from tests.core.strategies import lists
from tests.core.test_reader_differential import CHANCES, places
from tests.hostile import encodable, numbers, texts
from tests.lists.exchange.texts import text_of

TRIES = settings(max_examples=settings().max_examples * 2 // 5)
MARKS = '+·;:,()[]"\\*-#> '
TOP = "++ X · bn ++\n"
ROWS = ("+ A · Elite +", "1x Rossi: LMG", "Extra Motivation: level 1", "+ Extras +", "+ Rulings +", "Notes ")
SMALLEST = yaml_files()[0].read_text(encoding="utf-8")


def odd(document: Any, value: Any, chance: Any) -> Any:
    """Return a copy of a document with a value replaced or added."""
    document = deepcopy(document)
    where = list(places(document))
    if where:
        container, key = chance.choice(where)
        container[key] = value
        if isinstance(container, dict) and isinstance(value, str) and chance.random() < 0.3:
            container[value] = container.pop(key)
    return document


VALUES = texts() | numbers() | st.integers() | st.floats() | st.none() | st.booleans()
DOCUMENTS = st.builds(odd, lists(), VALUES | st.lists(VALUES, max_size=3), CHANCES)


# ── Documents ──────────────────────────────────────────────────────────────────────────────────────────────────────


def said_of(data: bytes) -> Roster | None:
    """Return the list of a document; None if it is refused, in a printable line."""
    try:
        return read(data, LIBRARY)
    except UnreadableListError as error:
        refusal = error
    can_be_shown(refusal)
    return None


def can_be_shown(refusal: UnreadableListError) -> None:
    for language in LANGUAGES:
        line = refusal.line(language)
        assert 0 < len(line) <= 900
        assert line.replace("\u00a0", " ").isprintable()
    assert is_writable(refusal.path)


def judge(roster: Roster) -> None:
    """Write a list in every format."""
    catalogue = LIBRARY.catalogues[roster.ruleset]
    report = assess(roster, catalogue)
    assert json_line("x", roster, report, "en").count(b"\n") == 1
    assert text_for_people("x", roster, report, "it").encode()
    assert write_csv(roster, catalogue, report, "en").encode()
    assert read(encode(roster), LIBRARY) == roster


@TRIES
@given(DOCUMENTS, st.booleans())
def test_a_document(document: Document, escaped: bool) -> None:
    data = json.dumps(document, ensure_ascii=escaped).encode(errors="surrogatepass")
    if roster := said_of(data):
        judge(roster)


@TRIES
@given(st.binary() | texts('{}[]":,\\').map(lambda text: text.encode(errors="surrogatepass")))
def test_bytes(data: bytes) -> None:
    assert said_of(data) is None


# ── Questions about dice ───────────────────────────────────────────────────────────────────────────────────────────

ANSWERED = st.sampled_from(CASES).map(deepcopy)
WORDS = st.sampled_from(
    sorted({fact.id for book in LIBRARY.catalogues.values() for fact in book.odds.situations})
    + sorted({weapon for weapons in (LIBRARY.known["weapon"], LIBRARY.known["class"]) for weapon in weapons})
)


def answered(data: bytes) -> None:
    """A question is answered, or refused in a printable line."""
    try:
        told = answer(data, LIBRARY)
    except UnreadableListError as error:
        can_be_shown(error)
        return
    assert odds_line(told, "x").count(b"\n") == 1
    assert odds_text(told, "x", LIBRARY.catalogues[told["ruleset"]], "it").encode()


@TRIES
@given(st.builds(odd, ANSWERED, VALUES | WORDS | st.lists(VALUES | WORDS, max_size=3), CHANCES), st.booleans())
def test_a_question(question: Document, escaped: bool) -> None:
    answered(json.dumps(question, ensure_ascii=escaped).encode(errors="surrogatepass"))


# ── Texts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_all_of(text: str) -> Roster | None:
    for answers in (Answers(), Answers(game="bn", picks={"": "weapon/lmg"})):
        reading = read_text(text, LIBRARY, "en", answers)
        assert all(is_writable(problem.text) and len(problem.text) <= 1_000 for problem in reading.problems)
        assert len(reading.unknown) <= PIECES_AT_MOST + 1
        assert make_preview(reading, LIBRARY, "it").has_list is bool(reading.roster)
        if reading.roster:
            assert read(encode(reading.roster), LIBRARY) == reading.roster
        else:
            assert reading.problems or reading.stopped or reading.game is None
    return reading.roster


@TRIES
@given(texts(MARKS))
def test_a_text(text: str) -> None:
    read_all_of(text)


@example("+ Extras +\na\xa0b", False)
@TRIES
@given(st.lists(st.sampled_from(ROWS) | texts(MARKS), max_size=8).map("\n".join), st.booleans())
def test_a_text_that_names_its_game(text: str, of_discord: bool) -> None:
    read_all_of(f"**{TOP.strip()}**\n{text}" if of_discord else TOP + text)


@TRIES
@given(st.builds(lambda row, text, more: TOP + "+ A · Elite +\n" + row + text + more, *[texts(MARKS)] * 3))
def test_a_row(text: str) -> None:
    read_all_of(text)


@TRIES
@given(DOCUMENTS, st.sampled_from(SHAPES), st.sampled_from(LANGUAGES))
def test_writing_and_reading_is_lossless(document: Document, shape: Shape, language: Any) -> None:
    roster = said_of(json.dumps(document).encode())
    if roster:
        reading = read_text(text_of(roster, shape, language), LIBRARY, "en")
        assert (reading.problems, reading.roster) == ([], roster)


# ── Rules ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def refused(text: str) -> FilesError:
    with pytest.raises(FilesError) as told:
        parse_ruleset(text, "x.yaml")
    assert told.value.problems
    return told.value


@TRIES
@given(texts("{}[]:-&*!|>%@`'\"#\n ", surrogates=False))
def test_rules_in_yaml(text: str) -> None:
    assert is_writable(str(refused(text)))


@TRIES
@given(texts("{}[]:-&*!|>'\"#\n ", surrogates=False), st.integers(0, SMALLEST.count("\n") - 1))
def test_a_ruleset_with_an_odd_line(text: str, number: int) -> None:
    lines = SMALLEST.split("\n")[:40]
    key, colon, _ = lines[number % len(lines)].partition(":")
    lines[number % len(lines)] = f"{key}{colon} {text}"
    assert is_writable(str(refused("\n".join(lines))))


# ── Addresses ──────────────────────────────────────────────────────────────────────────────────────────────────────


def query(**fields: str) -> QueryDict:
    asked = QueryDict(mutable=True)
    asked.update(fields)
    return asked


@TRIES
@given(*[texts() | numbers()] * 4)
def test_options_of_a_printout(form: str, paper: str, language: str, ink: str) -> None:
    choice = read_choice(query(form=form, paper=paper, language=language, ink=ink), "en")
    assert (choice.formats, choice.options) == (("roster",), Options("en", ink=ink == "1"))


@TRIES
@given(*[texts()] * 3)
def test_queries_of_my_lists(words: str, tag: str, order: str) -> None:
    asked = read_filter(query(q=words, tag=tag, order=order))
    assert len(asked.words) <= 120
    assert len(asked.tag) <= 40
    if encodable(words + tag):
        assert asked.query.isascii()


@cache
def index() -> Index:
    """Search everything in a ruleset."""
    return build_index(LIBRARY.catalogues["bn"])


@TRIES
@given(texts(".§"))
def test_words_of_a_search(text: str) -> None:
    assert all(word.isprintable() or not word.isascii() for word in fold(text))
    assert len(search([index()], text[:100]).results) == 1
